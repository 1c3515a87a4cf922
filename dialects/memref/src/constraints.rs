//! Constraints on types and attributes that several operations share.
#![allow(non_upper_case_globals)] // The names are upstream's.

use rmlir::core::constraints::{self, is_memref_of};
use rmlir::core::memref_layout::is_strided;
use rmlir::core::opdef::{AttrConstraint, TypeConstraint};
use rmlir::prelude::*;

/// A ranked memref with a strided layout.
pub static AnyStridedMemRef: TypeConstraint = TypeConstraint::new("strided memref of any type values", is_strided);

/// A strided memref of one element.
pub static AnyStridedMemRefOfRank0: TypeConstraint =
    TypeConstraint::new("strided memref of any type values of rank 0", |cx, ty| {
        is_strided(cx, ty) && rank(cx, ty) == Some(0)
    });

/// A memref of rank 1.
pub static MemRefOfRank1: TypeConstraint = TypeConstraint::new("1D memref of any type values", is_vector_like);

/// A memref of bytes of rank 1.
pub static BytesOfRank1: TypeConstraint =
    TypeConstraint::new("1D memref of 8-bit signless integer values", |cx, ty| {
        is_vector_like(cx, ty) && ty.element(cx) == Some(Type::I8)
    });

/// A memref of integers of rank 1 that represents a shape.
pub static ShapeMemRef: TypeConstraint =
    TypeConstraint::new("1D memref of signless integer or index values", |cx, ty| {
        is_vector_like(cx, ty) && is_memref_of(cx, ty, constraints::AnySignlessIntegerOrIndex.check)
    });

/// A scalar that can be accessed atomically.
pub static AtomicScalar: TypeConstraint =
    TypeConstraint::new("signless integer or floating-point", is_signless_integer_or_float);

/// A memref of scalars that can be accessed atomically.
pub static AtomicMemRef: TypeConstraint =
    TypeConstraint::new("memref of signless integer or floating-point values", |cx, ty| {
        is_memref_of(cx, ty, is_signless_integer_or_float)
    });

/// An alignment in bytes.
pub static ValidAlignment: AttrConstraint = constraints::I64Attr.refined(
    "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
    |cx, attr| {
        (constraints::I64Attr.check)(cx, attr) && attr.as_i64(cx).is_some_and(|n| n > 0 && (n as u64).is_power_of_two())
    },
);
/// The type of attributes that satisfy it.
pub type ValidAlignment = constraints::I64Attr;

/// A positive 32-bit integer.
pub static PositiveI32: AttrConstraint = constraints::I32Attr
    .refined("32-bit signless integer attribute whose value is positive", |cx, attr| {
        (constraints::I32Attr.check)(cx, attr) && attr.as_i64(cx).is_some_and(|n| n > 0)
    });
/// The type of attributes that satisfy it.
pub type PositiveI32 = constraints::I32Attr;

/// The locality hint of a prefetch.
pub static LocalityHint: AttrConstraint = constraints::I32Attr
    .refined("32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3", |cx, attr| {
        (constraints::I32Attr.check)(cx, attr) && attr.as_i64(cx).is_some_and(|n| (0..=3).contains(&n))
    });
/// The type of attributes that satisfy it.
pub type LocalityHint = constraints::I32Attr;

/// The type of a global.
pub static MemRefTypeAttr: AttrConstraint = constraints::TypeAttr.refined("memref type attribute", |cx, attr| {
    attr.as_type(cx).is_some_and(|ty| (constraints::AnyMemRef.check)(cx, ty))
});
/// The type of attributes that satisfy it.
pub type MemRefTypeAttr = constraints::TypeAttr;

fn rank(cx: &Context, ty: Type) -> Option<usize> {
    ty.shape(cx).map(<[i64]>::len)
}

fn is_vector_like(cx: &Context, ty: Type) -> bool {
    (constraints::AnyMemRef.check)(cx, ty) && rank(cx, ty) == Some(1)
}

fn is_signless_integer_or_float(cx: &Context, ty: Type) -> bool {
    ty.signless_width(cx).is_some() || ty.float_kind(cx).is_some()
}

/// The element type: the type of loaded and stored values.
pub fn element_of(cx: &Context, ty: Type) -> Option<Type> {
    ty.element(cx)
}
