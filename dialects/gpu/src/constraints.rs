//! Constraints on types and attributes.
#![allow(non_upper_case_globals)] // Constraints are named like types.

use rmlir::core::constraints::DenseI32ArrayAttr;
use rmlir::core::memref_layout::MemRefParts;
use rmlir::core::opdef::{AttrConstraint, TypeConstraint};
use rmlir::core::types::TypeData;
use rmlir::prelude::*;

/// An integer or a float.
pub static AnyIntegerOrFloat: TypeConstraint = TypeConstraint::new("Integer or Float", is_number);

/// An integer or a float, or a vector of them.
pub static AnyIntegerOrFloatOr1DVector: TypeConstraint =
    TypeConstraint::new("Integer or Float or fixed-length vector of Integer or Float values of ranks 1", |cx, ty| {
        is_number(cx, ty) || is_fixed_vector_of_rank_1(cx, ty) && ty.element(cx).is_some_and(|ty| is_number(cx, ty))
    });

/// A non-negative 32-bit integer.
pub static NonNegativeI32: AttrConstraint = I32Attr
    .refined("32-bit signless integer attribute whose minimum value is 0", |cx, attr| {
        (I32Attr.check)(cx, attr) && attr.as_i64(cx).is_some_and(|n| n >= 0)
    });
/// The type of attributes that satisfy it.
pub type NonNegativeI32 = I32Attr;

/// A 32-bit power of two.
pub static PowerOfTwoI32: AttrConstraint = I32Attr
    .refined("32-bit signless integer attribute whose value is a power of two > 0", |cx, attr| {
        (I32Attr.check)(cx, attr) && attr.as_i64(cx).is_some_and(|n| n > 0 && (n as u64).is_power_of_two())
    });
/// The type of attributes that satisfy it.
pub type PowerOfTwoI32 = I32Attr;

/// A type that can be printed.
pub static PrintfArgument: TypeConstraint = TypeConstraint::new("integer or index or floating-point", |cx, ty| {
    ty.is_integer(cx) || ty.is_index() || ty.float_kind(cx).is_some()
});

/// A memref of bytes of one dimension.
pub static BytesOfRank1: TypeConstraint =
    TypeConstraint::new("1D memref of 8-bit signless integer values", |cx, ty| {
        MemRefParts::of(cx, ty).is_some_and(|parts| parts.shape.len() == 1 && parts.element == Type::I8)
    });

/// The targets of a module.
pub static NonEmptyArrayAttr: AttrConstraint = ArrayAttr
    .refined("array of GPU target attributes with at least 1 elements", |cx, attr| {
        attr.as_array(cx).is_some_and(|elements| !elements.is_empty())
    });
/// The type of attributes that satisfy it.
pub type NonEmptyArrayAttr = ArrayAttr;

/// The sizes of a launch.
pub static DimSizeHint: AttrConstraint = DenseI32ArrayAttr
    .refined("i32 dense array attribute with 3 elements (if present)", |cx, attr| {
        attr.as_int_array(cx).is_some_and(|sizes| sizes.len() == 3)
    });
/// The type of attributes that satisfy it.
pub type DimSizeHint = DenseI32ArrayAttr;

/// The type of a launch's size.
pub static LaunchSize: TypeConstraint =
    TypeConstraint::new("index or 32-bit signless integer or 64-bit signless integer", |_, ty| {
        [Type::INDEX, Type::I32, Type::I64].contains(&ty)
    });

fn is_number(cx: &Context, ty: Type) -> bool {
    ty.signless_width(cx).is_some() || ty.float_kind(cx).is_some()
}

fn is_fixed_vector_of_rank_1(cx: &Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::Vector { shape, scalable, .. } if shape.len() == 1 && !scalable.contains(&true))
}
