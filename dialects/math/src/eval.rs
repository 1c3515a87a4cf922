//! The evaluation of the operations.
//!
//! Operations that IEEE 754 defines as correctly rounded are exact in every format. The other functions are those of
//! the host's mathematical library.

use rmlir::interp::emit::number::canonical;
use rmlir::interp::{Emit, Emitted, Evaluator, Value, hyperbolic};
use rmlir::num::Rounding;
use rmlir::prelude::*;

use crate::classify::*;
use crate::float::*;
use crate::fold::power;
use crate::integer::*;

/// Rows of `Op = f32 function, f64 function;`.
macro_rules! functions {
    ($($op:ident = $single:expr, $double:expr;)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                emit.host_function(op, 0, ($single, $double))
            }
        }
    )*};
}

functions! {
    AcosOp = f32::acos, f64::acos;
    AcoshOp = hyperbolic::acosh, libm::acosh;
    AsinOp = f32::asin, f64::asin;
    AsinhOp = hyperbolic::asinh, libm::asinh;
    AtanOp = f32::atan, f64::atan;
    AtanhOp = hyperbolic::atanh, libm::atanh;
    CbrtOp = f32::cbrt, f64::cbrt;
    CosOp = f32::cos, f64::cos;
    CoshOp = f32::cosh, f64::cosh;
    ErfOp = libm::erff, libm::erf;
    ErfcOp = libm::erfcf, libm::erfc;
    ExpOp = f32::exp, f64::exp;
    Exp2Op = f32::exp2, f64::exp2;
    ExpM1Op = f32::exp_m1, f64::exp_m1;
    LogOp = f32::ln, f64::ln;
    Log10Op = f32::log10, f64::log10;
    Log1pOp = f32::ln_1p, f64::ln_1p;
    Log2Op = f32::log2, f64::log2;
    RsqrtOp = |a| 1.0 / a.sqrt(), |a| 1.0 / a.sqrt();
    SinOp = f32::sin, f64::sin;
    SinhOp = f32::sinh, f64::sinh;
    SqrtOp = f32::sqrt, f64::sqrt;
    TanOp = f32::tan, f64::tan;
    TanhOp = f32::tanh, f64::tanh;
}

/// Rows of `Op: method(arguments);`: operations that the interpreter shares with other dialects.
macro_rules! exact {
    ($($op:ident: $method:ident($($argument:expr),*);)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                emit.$method(op $(, $argument)*)
            }
        }
    )*};
}

exact! {
    AbsFOp: float_sign(ApFloat::abs);
    CeilOp: float_unary(f64::ceil, |a: ApFloat| a.round_to_integral(Rounding::TowardPositive));
    FloorOp: float_unary(f64::floor, |a: ApFloat| a.round_to_integral(Rounding::TowardNegative));
    RoundOp: float_unary(f64::round, |a: ApFloat| a.round_to_integral(Rounding::NearestTiesToAway));
    RoundEvenOp: float_unary(f64::round_ties_even, |a: ApFloat| a.round_to_integral(Rounding::NearestTiesToEven));
    TruncOp: float_unary(f64::trunc, |a: ApFloat| a.round_to_integral(Rounding::TowardZero));
    Atan2Op: host_function2((f32::atan2, f64::atan2));
    PowFOp: host_function2((f32::powf, f64::powf));
    FPowIOp: integer_power();
    FmaOp: fused_multiply_add();
    AbsIOp: int_unary(|a: &ApInt| Ok(Some(a.abs())));
    CountLeadingZerosOp: int_unary(|a: &ApInt| Ok(Some(ApInt::new(a.width(), a.count_leading_zeros().into()))));
    CountTrailingZerosOp: int_unary(|a: &ApInt| Ok(Some(ApInt::new(a.width(), a.count_trailing_zeros().into()))));
    CtPopOp: int_unary(|a: &ApInt| Ok(Some(ApInt::new(a.width(), a.popcount().into()))));
    IPowIOp: int_binary(|a: &ApInt, b: &ApInt| Ok(power(a, b)));
}

#[eval(CopySignOp)]
fn copysign<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.float_kind(op, op.value(CopySignOp::lhs).ty())?;
    emit.binary(op, move |a, b| Ok(a.float(kind).zip(b.float(kind)).map(|(a, b)| a.copysign(b)).into()))
}

/// NaN is propagated.
#[eval(ClampFOp)]
fn clampf<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.float_kind(op, op.value(ClampFOp::value).ty())?;
    emit.ternary(op, move |value, min, max| {
        let (Some(value), Some(min), Some(max)) = (value.float(kind), min.float(kind), max.float(kind)) else {
            return Ok(Value::Poison);
        };
        let is = |order: std::cmp::Ordering, bound: ApFloat| value.compare(bound) == Some(order);
        Ok(match () {
            () if is(std::cmp::Ordering::Less, min) => min,
            () if is(std::cmp::Ordering::Greater, max) => max,
            () => canonical(value),
        }
        .into())
    })
}

#[eval(SincosOp)]
fn sincos<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.host_function(op, 0, (f32::sin, f64::sin))?;
    emit.host_function(op, 1, (f32::cos, f64::cos))
}

/// Rows of `Op = predicate;`.
macro_rules! questions {
    ($($op:ident = $question:expr;)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                let question: fn(ApFloat) -> bool = $question;
                let kind = emit.float_kind(op, op.operand(0).ty())?;
                emit.unary(op, move |a| Ok(a.float(kind).map(question).into()))
            }
        }
    )*};
}

questions! {
    IsFiniteOp = |a| a.is_finite();
    IsInfOp = |a| a.is_infinity();
    IsNaNOp = |a| a.is_nan();
    IsNormalOp = |a| a.is_finite() && !a.is_zero() && !a.is_denormal();
}
