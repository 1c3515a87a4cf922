//! Inference of `llvm.noalias` for memref arguments of functions.
//!
//! Steps: 1. `calls` collects the calls of each private function, which are all known if its symbol is only used by
//! calls; 2. an argument is marked if every caller passes memory that it has allocated itself and that aliases no other
//! operand, or memory of a marked argument; 3. marks that follow from these in the callees are found in the next
//! iteration, to a fixed point.
//!
//! A memref that is *captured*, stored to another memref or passed to a function that is not in the module, may have
//! aliases and is not marked.

use rmlir::analysis::alias::{AliasAnalysis, NOALIAS, function_argument, is_allocation, view_base};
use rmlir::analysis::symbols::symbol_uses;
use rmlir::core::ValueRef;
use rmlir::core::effects::effects_of;
use rmlir::core::interfaces::{Effect, ViewLike};
use rmlir::core::symbol::{Visibility, visibility};
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_func::{CallOp, FuncOp};
use rmlir_memref::DimOp;
use rustc_hash::{FxHashMap, FxHashSet};

/// Mark memref arguments that no other value refers to as `llvm.noalias`.
///
/// Only private functions are visited, and only those whose uses are all direct calls. In all calls the operand has to
/// be allocated by the caller and to alias no other operand.
///
/// ```mlir
/// func.func private @add(%a: memref<4xf32>, %b: memref<4xf32>) { .. }   // both arguments become {llvm.noalias}
/// func.func @caller() {
///   %0 = memref.alloc() : memref<4xf32>
///   %1 = memref.alloc() : memref<4xf32>
///   func.call @add(%0, %1) : (memref<4xf32>, memref<4xf32>) -> ()
/// }
/// ```
#[pass(name = "infer-noalias-arguments", title = "InferNoAliasArguments")]
pub fn infer_noalias_arguments(cx: &mut PassCx) -> PassResult {
    let marked = match Calls::of(cx.op()) {
        Some(calls) => calls.marked(),
        None => return Ok(()),
    };
    let mut rw = cx.rewriter();
    for (function, arguments) in marked {
        mark(&mut rw, function, &arguments);
    }
    Ok(())
}

/// The functions that may be visited, with their calls, in module order.
struct Calls<'a> {
    functions: Vec<(OpRef<'a>, Vec<OpRef<'a>>)>,
    /// The functions by the number of their body.
    numbers: FxHashMap<u32, OpId>,
}

/// Arguments by function and index.
type Marks = FxHashSet<(OpId, usize)>;

impl<'a> Calls<'a> {
    /// Returns `None` if an operation of the module is unknown.
    fn of(module: OpRef<'a>) -> Option<Self> {
        let functions: Vec<OpRef> = module
            .regions()
            .flat_map(|region| region.blocks())
            .flat_map(|block| block.ops())
            .filter(|op| op.is::<FuncOp>() && visibility(*op) == Visibility::Private)
            .filter(|op| !op.resolve().region(0).is_empty())
            .collect();
        let mut by_name: FxHashMap<SymbolRef, Option<Vec<OpRef>>> = FxHashMap::default();
        for function in &functions {
            let name = function.symbol_name().expect("functions have names");
            by_name.insert(name.into(), Some(Vec::new()));
        }
        for op in module.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()) {
            for used in symbol_uses(op.resolve()).ok()? {
                let Some(calls) = by_name.get_mut(&used.symbol) else { continue };
                let is_call = used.user.is::<CallOp>();
                *calls = calls.take().filter(|_| is_call);
                calls.iter_mut().for_each(|calls| calls.push(used.user));
            }
        }
        let calls_of = |function: OpRef<'a>| {
            let name = function.symbol_name().expect("functions have names");
            Some((function, by_name.get_mut(&name.into())?.take()?))
        };
        let functions: Vec<_> = functions.into_iter().filter_map(calls_of).collect();
        let numbers = functions.iter().map(|(function, _)| (function.resolve().body.number(), function.id));
        Some(Self { numbers: numbers.collect(), functions })
    }

    /// The arguments to mark, grouped by function.
    fn marked(&self) -> Vec<(OpId, Vec<usize>)> {
        let mut marks = Marks::default();
        loop {
            let before = marks.len();
            for (function, calls) in &self.functions {
                let entry = function.resolve().region(0).entry().expect("the function has a body");
                for (index, argument) in entry.args().enumerate() {
                    let is_memref = matches!(argument.ty().data(function.cx()), TypeData::MemRef { .. });
                    let is_own = |call: &OpRef| self.is_passed_alone(*call, index, &marks);
                    if is_memref && !calls.is_empty() && !self.is_kept(argument) && calls.iter().all(is_own) {
                        marks.insert((function.id, index));
                    }
                }
            }
            if marks.len() == before {
                break;
            }
        }
        let of = |function: OpRef| {
            let n = function.resolve().region(0).entry().map_or(0, |entry| entry.args().count());
            (function.id, (0..n).filter(|&index| marks.contains(&(function.id, index))).collect::<Vec<_>>())
        };
        self.functions.iter().map(|(function, _)| of(*function)).filter(|(_, marked)| !marked.is_empty()).collect()
    }

    /// Whether argument `index` of `call` is memory that the caller has allocated or that is marked, and that aliases
    /// no other operand.
    fn is_passed_alone(&self, call: OpRef<'a>, index: usize, marks: &Marks) -> bool {
        let body = call.body;
        let passed = call.operand(index);
        let base = view_base(body, passed.id);
        let is_marked = |value| self.is_marked(body, value, marks);
        let is_own = || is_allocation(body, base) && !self.is_kept(ValueRef::new(body, base));
        let aliases = AliasAnalysis::new(body).taking_noalias(&is_marked);
        let is_other = |other: ValueRef| !may_be_memory(other) || !aliases.may_alias(passed.id, other.id);
        let mut others = call.operands().enumerate().filter(|(at, _)| *at != index);
        (is_marked(base) || is_own()) && others.all(|(_, other)| is_other(other))
    }

    fn is_marked(&self, body: &Body, value: Value, marks: &Marks) -> bool {
        let function = self.numbers.get(&body.number());
        let argument = function_argument(body, value);
        argument.zip(function).is_some_and(|((_, index), &function)| marks.contains(&(function, index)))
    }

    /// Whether the address of a memref may be captured.
    fn is_kept(&self, value: ValueRef<'a>) -> bool {
        let (mut seen, mut waiting) = (FxHashSet::default(), vec![value]);
        while let Some(value) = waiting.pop() {
            if !seen.insert((value.body.number(), value.id)) {
                continue;
            }
            for (user, number) in value.body.uses(value.id) {
                let user = OpRef::new(value.body, user);
                match self.goes_on(user, number as usize, value.id) {
                    Some(next) => waiting.extend(next),
                    None => return true,
                }
            }
        }
        false
    }

    /// The value that refers to the same memory after a use; `None` if the use may capture it.
    fn goes_on(&self, user: OpRef<'a>, operand: usize, value: Value) -> Option<Option<ValueRef<'a>>> {
        if user.interface::<dyn ViewLike>().is_some_and(|view| view.source(user) == operand) {
            return Some(user.results().next());
        }
        if user.is::<CallOp>() {
            let is_callee = |(_, calls): &&(OpRef, Vec<OpRef<'a>>)| calls.contains(&user);
            let (callee, _) = self.functions.iter().find(is_callee)?;
            return Some(callee.resolve().region(0).entry()?.args().nth(operand));
        }
        let is_address = |effect: &Effect| effect.target == EffectTarget::Value(value);
        let is_access = effects_of(user).is_some_and(|effects| effects.iter().any(is_address));
        (user.is::<DimOp>() || is_access).then_some(None)
    }
}

fn may_be_memory(value: ValueRef) -> bool {
    let cx = value.body.cx();
    value.ty().int_or_index_width(cx).is_none() && value.ty().float_kind(cx).is_none() && !value.ty().is_vector(cx)
}

/// Adds the attribute to arguments of a function.
fn mark(rw: &mut Rewriter, function: OpId, arguments: &[usize]) {
    let cx = rw.cx();
    let n = OpRef::new(rw, function).resolve().region(0).entry().map_or(0, |entry| entry.args().count());
    let old = OpRef::new(rw, function).get(FuncOp::arg_attrs);
    let of = |index: usize| {
        let old = old.as_ref().and_then(|old| old.get(index).copied());
        let mut entries: Vec<NamedAttr> = old.unwrap_or_default().to_vec();
        let is_new = arguments.contains(&index) && !entries.iter().any(|entry| entry.name.str(cx) == NOALIAS);
        entries.extend(is_new.then(|| NamedAttr { name: cx.ident(NOALIAS), value: Attr::UNIT }));
        rw.dict(entries)
    };
    let all: Vec<Attr> = (0..n).map(of).collect();
    let all = cx.array_attr(&all);
    rw.set_prop(function, FuncOp::ARG_ATTRS, all);
}
