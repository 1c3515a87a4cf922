//! Outlining of mathematical functions on integers to functions of the module.
//!
//! Steps: 1. the needed functions of a module are collected, each [`Function`] once, in program order; 2. each is added
//! at the end of the module: [`power`] by squaring and multiplying, [`leading_zeros`] by shifting; 3. operations on
//! vectors are scalarized, the others become calls.

mod leading_zeros;
mod power;

use std::sync::Arc;

use rmlir::core::symbol::SymbolTable;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionRewriter, ConversionTarget};
use rmlir_func::{CallOp, FuncOp};
use rmlir_llvm::attrs::enums::Linkage;
use rmlir_math::{CountLeadingZerosOp, FPowIOp, IPowIOp};

use crate::math_to_libm::take_apart;

/// Convert Math operations to calls of outlined implementations.
///
/// ```mlir
/// %y = math.ipowi %x, %n : i64
/// // becomes
/// %y = call @__mlir_math_ipowi_i64(%x, %n) : (i64, i64) -> i64
/// ```
///
/// Scalable vectors are refused: their number of elements is unknown. Upstream computes the first ones and leaves 0 in
/// place of others.
#[pass(
    name = "convert-math-to-funcs",
    title = "ConvertMathToFuncs",
    anchor = "builtin.module",
    depends(
        rmlir_arith::Arith,
        rmlir_cf::Cf,
        rmlir_func::Func,
        rmlir_llvm::Llvm,
        rmlir_scf::Scf,
        rmlir_vector::Vector
    )
)]
pub struct ConvertMathToFuncs {
    /// Convert math.ctlz to a software implementation. Enable for targets that do not natively support ctlz.
    #[option(default = false)]
    convert_ctlz: bool,
    /// Convert FPowI only if the width of its exponent's integer type is greater than or equal to this value.
    #[option(default = 1)]
    min_width_of_fpowi_exponent: u32,
}

/// The functions that the pass converts.
#[derive(Clone, Copy)]
struct Wanted {
    leading_zeros: bool,
    min_exponent_width: u32,
}

/// A needed function, identified by the types of its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Function {
    IntegerPower(Type),
    FloatPower { base: Type, exponent: Type },
    LeadingZeros(Type),
}

impl Pass for ConvertMathToFuncs {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let wanted = Wanted { leading_zeros: self.convert_ctlz, min_exponent_width: self.min_width_of_fpowi_exponent };
        let mut needed = Vec::new();
        list_needed(cx.body(), wanted, &mut needed);
        let module = cx.body_mut();
        let functions: Vec<(Function, Ident)> =
            needed.into_iter().map(|function| (function, function.add_to(module))).collect();
        let mut target = ConversionTarget::new(cx.cx());
        target.legal_dialects(&["arith", "builtin", "cf", "func", "scf", "vector"]);
        for def in [IPowIOp::DEF, FPowIOp::DEF, CountLeadingZerosOp::DEF] {
            target.dynamic_op(def.name, move |op| Function::of(op, wanted).is_none());
        }
        cx.convert_partially(&target, &patterns(wanted, functions.into()))
    }
}

/// Adds the functions that operations in `body` need.
fn list_needed(body: &Body, wanted: Wanted, needed: &mut Vec<Function>) {
    for op in body.ops_under(body.root()) {
        if let Some(nested) = body.nested(op) {
            list_needed(nested, wanted, needed);
        } else if let Some(function) = Function::of(OpRef::new(body, op), wanted).filter(|new| !needed.contains(new)) {
            needed.push(function);
        }
    }
}

impl Function {
    /// The function that `op` calls for each element, if it is converted.
    fn of(op: OpRef, wanted: Wanted) -> Option<Self> {
        let cx = op.cx();
        let element = |index: usize| op.operand(index).ty().element_or_self(cx);
        if op.is::<IPowIOp>() {
            return element(0).int_width(cx).map(|_| Function::IntegerPower(element(0)));
        }
        if op.is::<FPowIOp>() {
            let (base, exponent) = (element(0), element(1));
            let is_wide = exponent.int_width(cx).is_some_and(|width| width >= wanted.min_exponent_width);
            return is_wide.then_some(Function::FloatPower { base, exponent });
        }
        let is_wanted = wanted.leading_zeros && op.is::<CountLeadingZerosOp>() && element(0).int_width(cx).is_some();
        is_wanted.then(|| Function::LeadingZeros(element(0)))
    }

    fn name(self, cx: &Context) -> String {
        let show = |ty| cx.show_type(ty);
        match self {
            Function::IntegerPower(ty) => format!("__mlir_math_ipowi_{}", show(ty)),
            Function::FloatPower { base, exponent } => {
                format!("__mlir_math_fpowi_{}_{}", show(base), show(exponent))
            }
            Function::LeadingZeros(ty) => format!("__mlir_math_ctlz_{}", show(ty)),
        }
    }

    /// The types of the arguments; the result type is that of the first.
    fn arguments(self) -> Vec<Type> {
        match self {
            Function::IntegerPower(ty) => vec![ty; 2],
            Function::FloatPower { base, exponent } => vec![base, exponent],
            Function::LeadingZeros(ty) => vec![ty],
        }
    }

    /// Adds the function to the end of the module that is the root of `module`.
    fn add_to(self, module: &mut Body) -> Ident {
        let cx = module.cx();
        let name = SymbolTable::new(module).fresh_name(module, &self.name(cx));
        let (loc, arguments) = (module.loc(module.root()), self.arguments());
        let mut state = OpState::new(cx.op_name(FuncOp::DEF.name)).at(loc);
        state.set_prop(FuncOp::SYM_NAME, cx.str_attr(name.str(cx)));
        state.set_prop(FuncOp::FUNCTION_TYPE, cx.type_attr(cx.function_type(&arguments, &arguments[..1])));
        state.set_prop(FuncOp::SYM_VISIBILITY, cx.str_attr("private"));
        state.set_attr(cx, "llvm.linkage", Linkage::LinkonceODR.attr(cx));
        let op = module.create_op(state.new_regions(1));
        let block = OpRef::root(module).region(0).entry().expect("a module has a block").id;
        module.append_op(block, op);
        let body = module.nested_mut(op).expect("a function has a body of its own");
        let region = OpRef::root(body).region(0).id;
        let rw = &mut Rewriter::new(body);
        rw.set_loc(loc);
        rw.create_block(region, &arguments, &vec![loc; arguments.len()]);
        match self {
            Function::IntegerPower(_) => power::integer(rw),
            Function::FloatPower { .. } => power::float(rw),
            Function::LeadingZeros(_) => leading_zeros::fill(rw),
        }
        module.sync_proxy(op);
        name
    }
}

fn patterns(wanted: Wanted, functions: Arc<[(Function, Ident)]>) -> ConversionPatterns {
    let mut patterns = ConversionPatterns::new();
    for def in [IPowIOp::DEF, FPowIOp::DEF, CountLeadingZerosOp::DEF] {
        patterns.on(def.name, "take_apart", None, |rw, op, _| match is_scalable(rw, op) {
            true => rw.no_match(op, "how many elements there are is not known"),
            false => rw.with(|rw| take_apart(rw, op)),
        });
        let functions = functions.clone();
        let apply = move |rw: &mut ConversionRewriter, op: OpId, _: &[Value]| call(rw, op, wanted, &functions);
        patterns.add(ConversionPattern::new(def.name, "call_function", apply));
    }
    patterns
}

fn is_scalable(body: &Body, op: OpId) -> bool {
    matches!(body.ty(body.result(op, 0)).data(body.cx()), TypeData::Vector { scalable, .. } if scalable.contains(&true))
}

fn call(rw: &mut ConversionRewriter, op: OpId, wanted: Wanted, functions: &[(Function, Ident)]) -> Match {
    let ty = rw.ty(rw.result(op, 0));
    let found = Function::of(OpRef::new(rw, op), wanted).filter(|_| !ty.is_vector(rw.cx()));
    let Some((_, name)) = found.and_then(|found| functions.iter().find(|(function, _)| *function == found)) else {
        return rw.no_match(op, "no function computes this");
    };
    let operands: Vec<Value> = rw.operands(op).collect();
    let callee = rw.cx().symbol_ref(*name);
    rw.replace_with(op, CallOp::build(&[ty], &operands, callee));
    Match::Yes
}
