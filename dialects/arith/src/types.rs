//! Type constraints of this dialect, and result types that are inferred from operand types.
#![allow(non_upper_case_globals)] // The names are upstream's.

use rmlir::core::constraints::*;
use rmlir::core::opdef::TypeConstraint;
use rmlir::prelude::*;

/// Signless integers, vectors and tensors of them, but not `index`.
pub static SignlessFixedWidthIntegerLike: TypeConstraint =
    TypeConstraint::new("signless-fixed-width-integer-like", |cx, ty| (SignlessIntegerLike.check)(cx, ty));

/// A type that `arith.index_cast` accepts.
pub static IndexCastTypeConstraint: TypeConstraint =
    TypeConstraint::new("signless-integer-like or memref of signless-integer", |cx, ty| {
        (SignlessIntegerOrIndexLike.check)(cx, ty) || is_memref_of(cx, ty, AnySignlessIntegerOrIndex.check)
    });

/// A type that `arith.bitcast` accepts.
pub static BitcastTypeConstraint: TypeConstraint =
    TypeConstraint::new("signless-integer-or-float-like or memref of signless-integer or float", |cx, ty| {
        let element = |cx: &Context, ty: Type| ty.signless_width(cx).is_some() || ty.float_kind(cx).is_some();
        (SignlessIntegerOrFloatLike.check)(cx, ty) || (ty.is_memref(cx) && is_memref_of(cx, ty, element))
    });

/// `i1`, or the vector or tensor of `i1` of the shape of `ty`.
pub fn i1_same_shape(cx: &Context, ty: Type) -> Option<Type> {
    Some(ty.with_element(cx, Type::I1))
}

/// The width of an integer or float, or of the elements of a vector or tensor of them.
pub(crate) fn scalar_width(cx: &Context, ty: Type) -> Option<u32> {
    ty.element_or_self(cx).int_or_float_width(cx)
}
