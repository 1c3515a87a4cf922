//! Constant folding.
//!
//! In reading order: exact functions of integers and floats, functions of the host's mathematical library,
//! classification. If an operand is poison, the result is poison.

use rmlir::interp::hyperbolic;
use rmlir::num::Rounding;
use rmlir::prelude::*;
use rmlir_arith::elements::{binary, splat, unary};

use crate::classify::*;
use crate::float::*;
use crate::host;
use crate::integer::*;

/// Constant operand `index`.
fn constant(consts: &[Option<Attr>], index: usize) -> Option<Attr> {
    consts.get(index).copied().flatten()
}

/// Rows of `Op = function;`, on integers.
macro_rules! integers {
    ($($op:ident = $f:expr;)*) => {$(
        impl Folder for $op {
            fn fold(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
                let f: fn(&ApInt) -> ApInt = $f;
                unary(cx, constant(consts, 0), |value: &ApInt| Some(f(value))).into()
            }
        }
    )*};
}

integers! {
    AbsIOp = ApInt::abs;
    CountLeadingZerosOp = |value| count(value, value.count_leading_zeros());
    CountTrailingZerosOp = |value| count(value, value.count_trailing_zeros());
    CtPopOp = |value| count(value, value.popcount());
}

fn count(value: &ApInt, n_bits: u32) -> ApInt {
    ApInt::new(value.width(), n_bits.into())
}

#[fold(IPowIOp)]
fn ipowi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    binary(cx, constant(consts, 0), constant(consts, 1), power).into()
}

/// `base` to the signed `power`; `None` for negative powers of 0.
pub fn power(base: &ApInt, power: &ApInt) -> Option<ApInt> {
    let width = base.width();
    let (zero, one) = (ApInt::zero(width), ApInt::one(width));
    if !power.is_negative() {
        return Some(raised(base.clone(), power.clone()));
    }
    match base {
        base if base.is_zero() => None,
        base if base.is_one() => Some(one),
        base if !base.is_all_ones() => Some(zero),
        minus_one if power.bit(0) => Some(minus_one.clone()),
        _ => Some(one),
    }
}

/// Exponentiation by squaring.
fn raised(mut base: ApInt, mut power: ApInt) -> ApInt {
    let mut result = ApInt::one(base.width());
    while !power.is_zero() {
        if power.bit(0) {
            result = result.mul(&base);
        }
        power = power.lshr(1);
        base = base.mul(&base);
    }
    result
}

/// Rows of `Op = function;`: functions that are exact for floats of any format.
macro_rules! exact {
    ($($op:ident = $f:expr;)*) => {$(
        impl Folder for $op {
            fn fold(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
                let f: fn(ApFloat) -> ApFloat = $f;
                unary(cx, constant(consts, 0), |value: &ApFloat| Some(f(*value))).into()
            }
        }
    )*};
}

exact! {
    AbsFOp = ApFloat::abs;
    CeilOp = |value| value.round_to_integral(Rounding::TowardPositive);
    FloorOp = |value| value.round_to_integral(Rounding::TowardNegative);
    RoundEvenOp = |value| value.round_to_integral(Rounding::NearestTiesToEven);
}

#[fold(CopySignOp)]
fn copysign(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let copied = |a: &ApFloat, b: &ApFloat| Some(a.copysign(*b));
    binary(cx, constant(consts, 0), constant(consts, 1), copied).into()
}

/// Rows of `Op = f32 function, f64 function [unless condition];`.
macro_rules! functions {
    ($($op:ident = $single:expr, $double:expr $(, unless $refused:expr)?;)*) => {$(
        impl Folder for $op {
            fn fold(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
                unary(cx, constant(consts, 0), |value: &ApFloat| {
                    $(
                        let refused: fn(ApFloat) -> bool = $refused;
                        if refused(*value) {
                            return None;
                        }
                    )?
                    host::unary(($single, $double), *value)
                })
                .into()
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
    CosOp = f32::cos, f64::cos;
    CoshOp = f32::cosh, f64::cosh;
    ErfOp = libm::erff, libm::erf;
    ErfcOp = libm::erfcf, libm::erfc;
    ExpOp = f32::exp, f64::exp;
    Exp2Op = f32::exp2, f64::exp2;
    ExpM1Op = f32::exp_m1, f64::exp_m1;
    LogOp = f32::ln, f64::ln, unless |value| value.is_negative();
    Log10Op = f32::log10, f64::log10, unless |value| value.is_negative();
    Log1pOp = f32::ln_1p, f64::ln_1p, unless |value| one_more(value).is_negative();
    Log2Op = f32::log2, f64::log2, unless |value| value.is_negative();
    RoundOp = f32::round, f64::round;
    SinOp = f32::sin, f64::sin;
    SinhOp = f32::sinh, f64::sinh;
    SqrtOp = f32::sqrt, f64::sqrt, unless |value| value.is_negative();
    TanOp = f32::tan, f64::tan;
    TanhOp = f32::tanh, f64::tanh;
    TruncOp = f32::trunc, f64::trunc;
}

fn one_more(value: ApFloat) -> ApFloat {
    let one = ApFloat::from_f64(value.kind(), 1.0).value;
    value.add(one, Rounding::NearestTiesToEven)
}

/// The angle of the origin is zero or pi, by the signs of its coordinates, as in IEEE 754; upstream yields NaN.
#[fold(Atan2Op)]
fn atan2(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let angle = |a: &ApFloat, b: &ApFloat| host::binary((f32::atan2, f64::atan2), *a, *b);
    binary(cx, constant(consts, 0), constant(consts, 1), angle).into()
}

#[fold(PowFOp)]
fn powf(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let raised = |a: &ApFloat, b: &ApFloat| host::binary((f32::powf, f64::powf), *a, *b);
    binary(cx, constant(consts, 0), constant(consts, 1), raised).into()
}

/// Rows of `Op = predicate;`.
macro_rules! questions {
    ($($op:ident = $question:expr;)*) => {$(
        impl Folder for $op {
            fn fold(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
                answer(cx, constant(consts, 0), $question).into()
            }
        }
    )*};
}

questions! {
    IsFiniteOp = |value| value.is_finite();
    IsInfOp = |value| value.is_infinity();
    IsNaNOp = |value| value.is_nan();
    IsNormalOp = |value| value.is_finite() && !value.is_zero() && !value.is_denormal();
}

/// The result for a scalar or a splat; as in upstream, other elements attributes are not folded.
fn answer(cx: &FoldCx, operand: Option<Attr>, question: fn(&ApFloat) -> bool) -> Option<Attr> {
    let operand = operand?;
    if let Some((value, _)) = operand.as_float(cx) {
        return Some(cx.bool_attr(question(value)));
    }
    let element = operand.splat_value(cx)?;
    let (value, _) = element.as_float(cx)?;
    let ty = cx.ty(cx.result(cx.op(), 0));
    Some(splat(cx, ty, ApInt::from_bool(question(value))))
}
