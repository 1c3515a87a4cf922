//! Conversion of mathematical functions to calls of the C library.
//!
//! The library has functions of `f32` and `f64`: vectors are scalarized, narrower floats are extended before and
//! truncated after. Functions are declared at their first use.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionRewriter, ConversionTarget};
use rmlir_arith::{ConstantOp, ExtFOp, TruncFOp};
use rmlir_func::{CallOp, FuncOp};
use rmlir_math as math;
use rmlir_vector::place::{TOO_MANY_PARTS, unrolled_positions};
use rmlir_vector::{ExtractOp, InsertOp};

/// Convert Math dialect to libm calls.
///
/// ```mlir
/// %y = math.tanh %x : f32
/// // becomes
/// func.func private @tanhf(f32) -> f32 attributes {llvm.readnone}
/// %y = call @tanhf(%x) : (f32) -> f32
/// ```
#[pass(
    name = "convert-math-to-libm",
    title = "ConvertMathToLibmPass",
    anchor = "builtin.module",
    depends(rmlir_arith::Arith, rmlir_func::Func, rmlir_vector::Vector)
)]
pub fn convert_math_to_libm(cx: &mut PassCx) -> PassResult {
    let mut target = ConversionTarget::new(cx.cx());
    target.legal_dialects(&["arith", "builtin", "func", "vector"]).illegal_dialects(&["math"]);
    cx.convert_partially(&target, &patterns())
}

/// Operations, each with the functions for `f32` and `f64`.
const FUNCTIONS: [(&str, &str, &str); 33] = [
    (math::AbsFOp::NAME, "fabsf", "fabs"),
    (math::AcosOp::NAME, "acosf", "acos"),
    (math::AcoshOp::NAME, "acoshf", "acosh"),
    (math::AsinOp::NAME, "asinf", "asin"),
    (math::AsinhOp::NAME, "asinhf", "asinh"),
    (math::Atan2Op::NAME, "atan2f", "atan2"),
    (math::AtanOp::NAME, "atanf", "atan"),
    (math::AtanhOp::NAME, "atanhf", "atanh"),
    (math::CbrtOp::NAME, "cbrtf", "cbrt"),
    (math::CeilOp::NAME, "ceilf", "ceil"),
    (math::CosOp::NAME, "cosf", "cos"),
    (math::CoshOp::NAME, "coshf", "cosh"),
    (math::ErfOp::NAME, "erff", "erf"),
    (math::ErfcOp::NAME, "erfcf", "erfc"),
    (math::ExpOp::NAME, "expf", "exp"),
    (math::Exp2Op::NAME, "exp2f", "exp2"),
    (math::ExpM1Op::NAME, "expm1f", "expm1"),
    (math::FloorOp::NAME, "floorf", "floor"),
    (math::FmaOp::NAME, "fmaf", "fma"),
    (math::LogOp::NAME, "logf", "log"),
    (math::Log2Op::NAME, "log2f", "log2"),
    (math::Log10Op::NAME, "log10f", "log10"),
    (math::Log1pOp::NAME, "log1pf", "log1p"),
    (math::PowFOp::NAME, "powf", "pow"),
    (math::RoundEvenOp::NAME, "roundevenf", "roundeven"),
    (math::RoundOp::NAME, "roundf", "round"),
    (math::SinOp::NAME, "sinf", "sin"),
    (math::SinhOp::NAME, "sinhf", "sinh"),
    (math::SqrtOp::NAME, "sqrtf", "sqrt"),
    (math::RsqrtOp::NAME, "rsqrtf", "rsqrt"),
    (math::TanOp::NAME, "tanf", "tan"),
    (math::TanhOp::NAME, "tanhf", "tanh"),
    (math::TruncOp::NAME, "truncf", "trunc"),
];

/// The patterns: for each operation one for each kind of type.
pub fn patterns() -> ConversionPatterns {
    let mut patterns = ConversionPatterns::new();
    for (op, for_f32, for_f64) in FUNCTIONS {
        patterns.on(op, op, None, |rw, op, _| rw.with(|rw| take_apart(rw, op)));
        patterns.on(op, op, None, |rw, op, _| rw.with(|rw| promote(rw, op)));
        let call = move |rw: &mut ConversionRewriter, op, _: &[Value]| call(rw, op, for_f32, for_f64);
        patterns.add(ConversionPattern::new(op, op, call));
    }
    patterns
}

/// A clone of `op`, with the usual attributes, on other operands.
fn same_on(rw: &mut Rewriter, op: OpId, ty: Type, operands: &[Value]) -> Value {
    let new = rw.create_state(OpState::new(rw.name(op)).operands(operands).results(&[ty]));
    rw.result(new, 0)
}

/// Scalarizes an operation on vectors.
pub(crate) fn take_apart(rw: &mut Rewriter, op: OpId) -> Match {
    let cx = rw.cx();
    let ty = rw.ty(rw.result(op, 0));
    let (Some(element), Some(shape)) = (ty.element(cx), ty.shape(cx).filter(|_| ty.is_vector(cx))) else {
        return Match::No;
    };
    let Some(positions) = unrolled_positions(shape) else { return rw.no_match(op, TOO_MANY_PARTS) };
    let Some(zeros) = cx.zero_attr(ty) else { return Match::No };
    let operands: Vec<Value> = rw.operands(op).collect();
    let mut result = rw.value(ConstantOp::build(zeros));
    for position in positions {
        let elements: Vec<Value> =
            operands.iter().map(|&operand| rw.value(ExtractOp::at_static(cx, operand, &position))).collect();
        let computed = same_on(rw, op, element, &elements);
        result = rw.value(InsertOp::build(computed, result, &[], cx.i64_array(&position)));
    }
    rw.replace(op, [result])
}

/// Computes a function of narrow floats in `f32`.
fn promote(rw: &mut Rewriter, op: OpId) -> Match {
    let ty = rw.ty(rw.result(op, 0));
    if ty != Type::F16 && ty != Type::BF16 {
        return Match::No;
    }
    let operands: Vec<Value> = rw.operands(op).collect();
    let wide: Vec<Value> = operands.iter().map(|&operand| rw.value(ExtFOp::build(Type::F32, operand))).collect();
    let computed = same_on(rw, op, Type::F32, &wide);
    rw.replace_with(op, TruncFOp::build(ty, computed));
    Match::Yes
}

/// Replaces an operation by a call of the function for its type.
fn call(rw: &mut ConversionRewriter, op: OpId, for_f32: &'static str, for_f64: &'static str) -> Match {
    let ty = rw.ty(rw.result(op, 0));
    let name = match ty {
        Type::F32 => for_f32,
        Type::F64 => for_f64,
        _ => return Match::No,
    };
    let operands: Vec<Value> = rw.operands(op).collect();
    let inputs: Vec<Type> = rw.operand_types(op).collect();
    let function = rw.cx().function_type(&inputs, &[ty]);
    if declare(rw, name, function).is_none() {
        return rw.no_match(op, "there is no place for a declaration");
    }
    let cx = rw.cx();
    let symbol = cx.symbol_ref(cx.ident(name));
    rw.replace_with(op, CallOp::build(&[ty], &operands, symbol));
    Match::Yes
}

/// Declares the function at the start of the enclosing symbol table, unless it is declared.
fn declare(rw: &mut ConversionRewriter, name: &'static str, ty: Type) -> Option<()> {
    let cx = rw.cx();
    let root = OpRef::root(rw);
    if !root.has(TraitSet::SYMBOL_TABLE) {
        return rw.outside(|rw, _| declare(rw, name, ty))?;
    }
    let block = root.region(0).entry()?.id;
    let wanted = cx.ident(name);
    if rw.ops(block).any(|op| OpRef::new(rw, op).symbol_name() == Some(wanted)) {
        return Some(());
    }
    let saved = (rw.insert_point(), rw.default_loc());
    rw.at_start(block);
    let function = FuncOp::build(cx.str_attr(name), cx.type_attr(ty))
        .prop(FuncOp::SYM_VISIBILITY, cx.str_attr("private"))
        .attr("llvm.readnone", Attr::UNIT);
    rw.create(function.at(Loc::UNKNOWN));
    rw.set_insert_point(saved.0);
    rw.set_loc(saved.1);
    Some(())
}
