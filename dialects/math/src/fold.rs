//! Constant folding.
//!
//! In reading order: exact functions of integers and floats, functions of the host's mathematical library,
//! classification. If an operand is poison, the result is poison.

use rmlir::interp::hyperbolic;
use rmlir::num::Rounding;
use rmlir::prelude::*;
use rmlir_arith::elements::{binary, splat, unary};

use crate::host;
use crate::integer::IPowIOp;

/// Constant operand `index`.
fn constant(consts: &[Option<Attr>], index: usize) -> Option<Attr> {
    consts.get(index).copied().flatten()
}

/// Rows of `name = function;`, on integers.
macro_rules! integers {
    ($($name:ident = $f:expr;)*) => {$(
        pub fn $name(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
            let f: fn(&ApInt) -> ApInt = $f;
            unary(cx, constant(consts, 0), |value: &ApInt| Some(f(value))).into()
        }
    )*};
}

integers! {
    absi = ApInt::abs;
    ctlz = |value| count(value, value.count_leading_zeros());
    cttz = |value| count(value, value.count_trailing_zeros());
    ctpop = |value| count(value, value.popcount());
}

fn count(value: &ApInt, n_bits: u32) -> ApInt {
    ApInt::new(value.width(), n_bits.into())
}

#[fold(IPowIOp)]
pub fn ipowi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
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

/// Rows of `name = function;`: functions that are exact for floats of any format.
macro_rules! exact {
    ($($name:ident = $f:expr;)*) => {$(
        pub fn $name(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
            let f: fn(ApFloat) -> ApFloat = $f;
            unary(cx, constant(consts, 0), |value: &ApFloat| Some(f(*value))).into()
        }
    )*};
}

exact! {
    absf = ApFloat::abs;
    ceil = |value| value.round_to_integral(Rounding::TowardPositive);
    floor = |value| value.round_to_integral(Rounding::TowardNegative);
    roundeven = |value| value.round_to_integral(Rounding::NearestTiesToEven);
}

pub fn copysign(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let copied = |a: &ApFloat, b: &ApFloat| Some(a.copysign(*b));
    binary(cx, constant(consts, 0), constant(consts, 1), copied).into()
}

/// Rows of `name = f32 function, f64 function [unless condition];`.
macro_rules! functions {
    ($($name:ident = $single:expr, $double:expr $(, unless $refused:expr)?;)*) => {$(
        pub fn $name(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
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
    )*};
}

functions! {
    acos = f32::acos, f64::acos;
    acosh = hyperbolic::acosh, libm::acosh;
    asin = f32::asin, f64::asin;
    asinh = hyperbolic::asinh, libm::asinh;
    atan = f32::atan, f64::atan;
    atanh = hyperbolic::atanh, libm::atanh;
    cos = f32::cos, f64::cos;
    cosh = f32::cosh, f64::cosh;
    erf = libm::erff, libm::erf;
    erfc = libm::erfcf, libm::erfc;
    exp = f32::exp, f64::exp;
    exp2 = f32::exp2, f64::exp2;
    expm1 = f32::exp_m1, f64::exp_m1;
    log = f32::ln, f64::ln, unless |value| value.is_negative();
    log10 = f32::log10, f64::log10, unless |value| value.is_negative();
    log1p = f32::ln_1p, f64::ln_1p, unless |value| one_more(value).is_negative();
    log2 = f32::log2, f64::log2, unless |value| value.is_negative();
    round = f32::round, f64::round;
    sin = f32::sin, f64::sin;
    sinh = f32::sinh, f64::sinh;
    sqrt = f32::sqrt, f64::sqrt, unless |value| value.is_negative();
    tan = f32::tan, f64::tan;
    tanh = f32::tanh, f64::tanh;
    trunc = f32::trunc, f64::trunc;
}

fn one_more(value: ApFloat) -> ApFloat {
    let one = ApFloat::from_f64(value.kind(), 1.0).value;
    value.add(one, Rounding::NearestTiesToEven)
}

/// The angle of the origin is zero or pi, by the signs of its coordinates, as in IEEE 754; upstream yields NaN.
pub fn atan2(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let angle = |a: &ApFloat, b: &ApFloat| host::binary((f32::atan2, f64::atan2), *a, *b);
    binary(cx, constant(consts, 0), constant(consts, 1), angle).into()
}

pub fn powf(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let raised = |a: &ApFloat, b: &ApFloat| host::binary((f32::powf, f64::powf), *a, *b);
    binary(cx, constant(consts, 0), constant(consts, 1), raised).into()
}

/// Rows of `name = predicate;`.
macro_rules! questions {
    ($($name:ident = $question:expr;)*) => {$(
        pub fn $name(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
            answer(cx, constant(consts, 0), $question).into()
        }
    )*};
}

questions! {
    isfinite = |value| value.is_finite();
    isinf = |value| value.is_infinity();
    isnan = |value| value.is_nan();
    isnormal = |value| value.is_finite() && !value.is_zero() && !value.is_denormal();
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
