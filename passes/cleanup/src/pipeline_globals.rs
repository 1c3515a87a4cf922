//! Forwarding of global variables with known values to loads, and elimination of dead stores to them.
//!
//! Plan: 1. compute the variables that each function loads and stores, including its callees; if that is impossible,
//! because of an indirect call, nothing is done; 2. walk each block with the state of each variable: its value, which
//! replaces loads, and the store of it, which a later store makes dead. Operations with regions and calls in between
//! invalidate the variables that they may load or store.
//!
//! Functions and variables are identified by the last component of references. Two variables, or functions, of the same
//! name may alias, but their values are never forwarded to each other.
//!
//! Deviations: upstream ignores the calls inside of an operation with regions, and does not distinguish variables in
//! different tables. Graph regions, which have no order, are left unchanged.

use rmlir::core::dominance::has_ssa_dominance;
use rmlir::core::interfaces::{CallOp, ValueOrAttr};
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_ml_program::{GlobalLoadGraphOp, GlobalLoadOp, GlobalStoreGraphOp, GlobalStoreOp};
use rustc_hash::{FxHashMap, FxHashSet};

/// Optimize `ml_program` global operations for read and store.
///
/// ```mlir
/// ml_program.global_store @state = %a : tensor<4xi32>       // goes
/// ml_program.global_store @state = %b : tensor<4xi32>
/// %0 = ml_program.global_load @state : tensor<4xi32>        // is %b
/// ```
#[pass(name = "mlprogram-pipeline-globals", title = "MLProgramPipelineGlobalsPass", anchor = "builtin.module")]
pub fn mlprogram_pipeline_globals(cx: &mut PassCx) -> PassResult {
    let Some(functions) = functions_of(cx.op()) else { return Ok(()) };
    let root = cx.body().root();
    sweep_regions(cx.body_mut(), root, &functions);
    Ok(())
}

/// The variables that an operation or function may load and store.
#[derive(Clone, Default)]
struct Accesses {
    loaded: FxHashSet<Ident>,
    stored: FxHashSet<Ident>,
}

impl Accesses {
    fn extend(&mut self, other: &Accesses) {
        self.loaded.extend(&other.loaded);
        self.stored.extend(&other.stored);
    }
}

/// The accesses of functions, by their names.
type Functions = FxHashMap<Ident, Accesses>;

/// The access of one operation.
enum Access {
    Load(Attr),
    Store(Attr),
    Call(Option<Ident>),
    None,
}

impl Access {
    fn of(op: OpRef) -> Self {
        if let Some(call) = op.interface::<dyn CallOp>() {
            return Self::Call(match call.callee(op) {
                ValueOrAttr::Attr(callee) => last_name(op.cx(), callee),
                ValueOrAttr::Value(_) => None,
            });
        }
        let symbol = op.attr("global");
        match symbol {
            Some(symbol) if op.is::<GlobalLoadOp>() || op.is::<GlobalLoadGraphOp>() => Self::Load(symbol),
            Some(symbol) if op.is::<GlobalStoreOp>() || op.is::<GlobalStoreGraphOp>() => Self::Store(symbol),
            _ => Self::None,
        }
    }
}

fn last_name(cx: &Context, symbol: Attr) -> Option<Ident> {
    symbol.as_symbol_ref(cx).map(SymbolRef::leaf)
}

/// The accesses of the functions in `module`; `None` if the callee of a call is unknown.
fn functions_of(module: OpRef) -> Option<Functions> {
    let mut functions = Functions::default();
    let mut calls: Vec<(Ident, FxHashSet<Ident>)> = Vec::new();
    let mut all_called = FxHashSet::default();
    let mut has_unknown_call = false;
    module.walk_preorder(|op| {
        if let Access::Call(callee) = Access::of(op) {
            has_unknown_call |= callee.is_none();
            all_called.extend(callee);
        }
        if op.interface::<dyn FunctionOp>().is_none() {
            return;
        }
        let Some(name) = op.symbol_name() else { return };
        let (own, called) = accesses_in(op);
        functions.entry(name).or_default().extend(&own);
        calls.push((name, called));
    });
    if has_unknown_call || all_called.iter().any(|name| !functions.contains_key(name)) {
        return None;
    }
    while calls.iter().any(|(caller, called)| called.iter().any(|callee| add_callee(&mut functions, *caller, *callee)))
    {
    }
    Some(functions)
}

/// The direct accesses of `function`, and its callees.
fn accesses_in(function: OpRef) -> (Accesses, FxHashSet<Ident>) {
    let (mut own, mut called) = (Accesses::default(), FxHashSet::default());
    function.walk_preorder(|op| match Access::of(op) {
        Access::Load(symbol) => own.loaded.extend(last_name(op.cx(), symbol)),
        Access::Store(symbol) => own.stored.extend(last_name(op.cx(), symbol)),
        Access::Call(callee) => called.extend(callee),
        Access::None => {}
    });
    (own, called)
}

/// Adds the accesses of `callee` to those of `caller`; returns whether that changed them.
fn add_callee(functions: &mut Functions, caller: Ident, callee: Ident) -> bool {
    let added = functions.get(&callee).cloned().unwrap_or_default();
    let known = functions.entry(caller).or_default();
    let n_before = known.loaded.len() + known.stored.len();
    known.extend(&added);
    known.loaded.len() + known.stored.len() > n_before
}

/// The state of a variable at a position in a block.
#[derive(Clone, Copy)]
struct Known {
    value: Option<Value>,
    /// The last store, if no load has read it.
    store: Option<OpId>,
}

/// The states of variables, by their references.
#[derive(Default)]
struct State {
    known: FxHashMap<Attr, Known>,
}

impl State {
    /// Invalidates the variables that `accesses`, by other operations than those on `by`, may change or read.
    fn forget(&mut self, cx: &Context, accesses: &Accesses, by: Option<Attr>) {
        for (&symbol, known) in &mut self.known {
            let Some(name) = last_name(cx, symbol).filter(|_| by != Some(symbol)) else { continue };
            if accesses.stored.contains(&name) {
                *known = Known { value: None, store: None };
            }
            if accesses.loaded.contains(&name) {
                known.store = None;
            }
        }
    }
}

/// Processes the blocks in `op`; returns the accesses in them.
fn sweep_regions(body: &mut Body, op: OpId, functions: &Functions) -> Accesses {
    if let Some(nested) = body.nested_mut(op) {
        let root = nested.root();
        return sweep_regions(nested, root, functions);
    }
    let regions = body.regions(op).to_vec();
    let mut accesses = Accesses::default();
    for region in regions {
        let has_order = has_ssa_dominance(body, region);
        let blocks: Vec<BlockId> = body.blocks(region).collect();
        for block in blocks {
            accesses.extend(&sweep_block(body, block, functions, has_order));
        }
    }
    accesses
}

fn sweep_block(body: &mut Body, block: BlockId, functions: &Functions, has_order: bool) -> Accesses {
    let mut all = Accesses::default();
    let mut state = State::default();
    let ops: Vec<OpId> = body.ops(block).collect();
    for op in ops {
        let mut own = Accesses::default();
        let mut by = None;
        match Access::of(OpRef::new(body, op)) {
            Access::Load(symbol) => {
                own.loaded.extend(last_name(body, symbol));
                by = Some(symbol).filter(|_| has_order);
            }
            Access::Store(symbol) => {
                own.stored.extend(last_name(body, symbol));
                by = Some(symbol).filter(|_| has_order);
            }
            Access::Call(callee) => own = callee.and_then(|callee| functions.get(&callee).cloned()).unwrap_or_default(),
            Access::None => own = sweep_regions(body, op, functions),
        }
        state.forget(body.cx(), &own, by);
        if let Some(symbol) = by {
            access(body, op, state.known.entry(symbol).or_insert(Known { value: None, store: None }));
        }
        all.extend(&own);
    }
    all
}

/// Erases a load if the value is known, or the store before a store.
fn access(body: &mut Body, op: OpId, known: &mut Known) {
    let view = OpRef::new(body, op);
    if let Some(store) = view.cast::<GlobalStoreOp>() {
        let value = store.value(body);
        if let Some(before) = known.store.replace(op) {
            Rewriter::new(body).erase(before);
        }
        known.value = Some(value);
        return;
    }
    match (view.cast::<GlobalLoadOp>(), known.value) {
        (Some(load), Some(value)) => _ = Rewriter::new(body).replace(load, [value]),
        (Some(load), None) => known.value = Some(load.result(body)),
        // Operations with tokens are not erased.
        (None, _) => *known = Known { value: None, store: None },
    }
}
