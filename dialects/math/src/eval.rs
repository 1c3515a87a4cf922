//! The evaluation of the operations.
//!
//! Operations that IEEE 754 defines as correctly rounded are exact in every format. The other functions are those of
//! the host's mathematical library.

use rmlir::interp::emit::number::canonical;
use rmlir::interp::{Emit, Emitted, Value, hyperbolic};
use rmlir::num::Rounding;
use rmlir::prelude::*;

use crate::float::{ClampFOp, SincosOp};
use crate::fold::power;

/// Rows of `name = f32 function, f64 function;`.
macro_rules! functions {
    ($($name:ident = $single:expr, $double:expr;)*) => {$(
        pub fn $name<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
            emit.host_function(op, 0, ($single, $double))
        }
    )*};
}

functions! {
    acos = f32::acos, f64::acos;
    acosh = hyperbolic::acosh, libm::acosh;
    asin = f32::asin, f64::asin;
    asinh = hyperbolic::asinh, libm::asinh;
    atan = f32::atan, f64::atan;
    atanh = hyperbolic::atanh, libm::atanh;
    cbrt = f32::cbrt, f64::cbrt;
    cos = f32::cos, f64::cos;
    cosh = f32::cosh, f64::cosh;
    erf = libm::erff, libm::erf;
    erfc = libm::erfcf, libm::erfc;
    exp = f32::exp, f64::exp;
    exp2 = f32::exp2, f64::exp2;
    expm1 = f32::exp_m1, f64::exp_m1;
    log = f32::ln, f64::ln;
    log10 = f32::log10, f64::log10;
    log1p = f32::ln_1p, f64::ln_1p;
    log2 = f32::log2, f64::log2;
    rsqrt = |a| 1.0 / a.sqrt(), |a| 1.0 / a.sqrt();
    sin = f32::sin, f64::sin;
    sinh = f32::sinh, f64::sinh;
    sqrt = f32::sqrt, f64::sqrt;
    tan = f32::tan, f64::tan;
    tanh = f32::tanh, f64::tanh;
}

/// Rows of `name: method(arguments);`: operations that the interpreter shares with other dialects.
macro_rules! exact {
    ($($name:ident: $method:ident($($argument:expr),*);)*) => {$(
        pub fn $name<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
            emit.$method(op $(, $argument)*)
        }
    )*};
}

exact! {
    absf: float_sign(ApFloat::abs);
    ceil: float_unary(f64::ceil, |a: ApFloat| a.round_to_integral(Rounding::TowardPositive));
    floor: float_unary(f64::floor, |a: ApFloat| a.round_to_integral(Rounding::TowardNegative));
    round: float_unary(f64::round, |a: ApFloat| a.round_to_integral(Rounding::NearestTiesToAway));
    roundeven: float_unary(f64::round_ties_even, |a: ApFloat| a.round_to_integral(Rounding::NearestTiesToEven));
    trunc: float_unary(f64::trunc, |a: ApFloat| a.round_to_integral(Rounding::TowardZero));
    atan2: host_function2((f32::atan2, f64::atan2));
    powf: host_function2((f32::powf, f64::powf));
    fpowi: integer_power();
    fma: fused_multiply_add();
    absi: int_unary(|a: &ApInt| Ok(Some(a.abs())));
    ctlz: int_unary(|a: &ApInt| Ok(Some(ApInt::new(a.width(), a.count_leading_zeros().into()))));
    cttz: int_unary(|a: &ApInt| Ok(Some(ApInt::new(a.width(), a.count_trailing_zeros().into()))));
    ctpop: int_unary(|a: &ApInt| Ok(Some(ApInt::new(a.width(), a.popcount().into()))));
    ipowi: int_binary(|a: &ApInt, b: &ApInt| Ok(power(a, b)));
}

pub fn copysign<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.float_kind(op, op.operand(0).ty())?;
    emit.binary(op, move |a, b| Ok(a.float(kind).zip(b.float(kind)).map(|(a, b)| a.copysign(b)).into()))
}

/// NaN is propagated.
#[eval(ClampFOp)]
pub fn clampf<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.float_kind(op, op.operand(0).ty())?;
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
pub fn sincos<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.host_function(op, 0, (f32::sin, f64::sin))?;
    emit.host_function(op, 1, (f32::cos, f64::cos))
}

/// Rows of `name = predicate;`.
macro_rules! questions {
    ($($name:ident = $question:expr;)*) => {$(
        pub fn $name<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
            let question: fn(ApFloat) -> bool = $question;
            let kind = emit.float_kind(op, op.operand(0).ty())?;
            emit.unary(op, move |a| Ok(a.float(kind).map(question).into()))
        }
    )*};
}

questions! {
    isfinite = |a| a.is_finite();
    isinf = |a| a.is_infinity();
    isnan = |a| a.is_nan();
    isnormal = |a| a.is_finite() && !a.is_zero() && !a.is_denormal();
}
