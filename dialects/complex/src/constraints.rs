//! Type constraints on complex numbers.
#![allow(non_upper_case_globals)] // Constraints are named like types.

use rmlir::core::opdef::TypeConstraint;
use rmlir::core::types::TypeData;
use rmlir::prelude::*;

/// A complex type whose element type is a float.
pub(crate) static ComplexOfFloat: TypeConstraint =
    TypeConstraint::new("complex type with floating-point elements", |cx, ty| {
        part(cx, ty).is_some_and(|part| part.float_kind(cx).is_some())
    });

/// The element type of a complex type.
pub(crate) fn part(cx: &Context, ty: Type) -> Option<Type> {
    match ty.data(cx) {
        TypeData::Complex(part) => Some(*part),
        _ => None,
    }
}
