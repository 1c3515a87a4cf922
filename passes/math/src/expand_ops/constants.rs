//! Constants of floats.

use rmlir::core::fold::constant_value;
use rmlir::num::ApFloat;
use rmlir::prelude::*;
use rmlir_arith_passes::maker::Maker;

/// Whether constants of type `ty` can be created.
pub(super) fn is_static(cx: &Context, ty: Type) -> bool {
    !ty.is_shaped(cx) || ty.static_shape(cx).is_some()
}

/// The constant `value` of type `ty`, a float or a shaped type of floats.
pub(super) fn float(m: &mut Maker, ty: Type, value: f64) -> Value {
    let kind = ty.element_or_self(m.rw.cx()).float_kind(m.rw.cx()).expect("functions are of floats");
    m.float(ty, ApFloat::from_f64(kind, value).value)
}

/// The float constant of `value`, or its splat value.
pub(super) fn constant_float(body: &Body, value: Value) -> Option<ApFloat> {
    constant_value(body, value)?.float_or_splat(body.cx())
}
