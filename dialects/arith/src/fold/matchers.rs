//! Matchers of constants and of defining operations.

use rmlir::core::constraints::AnyRankedTensor;
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;

use crate::integer::XOrIOp;

/// The integer value of `attr`, or of all its elements.
pub fn int(cx: &Context, attr: Option<Attr>) -> Option<ApInt> {
    attr?.int_or_splat(cx)
}

/// The float value of `attr`, or of all its elements.
pub fn float(cx: &Context, attr: Option<Attr>) -> Option<ApFloat> {
    attr?.float_or_splat(cx)
}

pub fn is_int(cx: &Context, attr: Option<Attr>, test: impl Fn(&ApInt) -> bool) -> bool {
    int(cx, attr).is_some_and(|value| test(&value))
}

pub fn is_zero(cx: &Context, attr: Option<Attr>) -> bool {
    is_int(cx, attr, ApInt::is_zero)
}

pub fn is_one(cx: &Context, attr: Option<Attr>) -> bool {
    is_int(cx, attr, ApInt::is_one)
}

pub fn is_all_ones(cx: &Context, attr: Option<Attr>) -> bool {
    is_int(cx, attr, ApInt::is_all_ones)
}

pub fn is_float(cx: &Context, attr: Option<Attr>, test: impl Fn(&ApFloat) -> bool) -> bool {
    float(cx, attr).is_some_and(|value| test(&value))
}

/// The constant integer value of `value`, scalar or splat.
pub fn const_int(body: &Body, value: Value) -> Option<ApInt> {
    let ty = body.ty(value);
    let is_number = ty.is_integer(body) || ty.is_index() || ty.is_vector(body) || (AnyRankedTensor.check)(body, ty);
    if is_number { int(body, constant_value(body, value)) } else { None }
}

pub fn is_const_int(body: &Body, value: Value, test: impl Fn(&ApInt) -> bool) -> bool {
    const_int(body, value).is_some_and(|value| test(&value))
}

/// Whether `value` is the bitwise complement of `x`.
pub fn is_not_of(body: &Body, value: Value, x: Value) -> bool {
    body.defined_by::<XOrIOp>(value)
        .is_some_and(|not| not.lhs(body) == x && is_const_int(body, not.rhs(body), ApInt::is_all_ones))
}
