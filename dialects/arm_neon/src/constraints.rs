//! Constraints on register-sized vectors, and inferred types.
#![allow(non_upper_case_globals)] // Constraints are named like types.

use rmlir::core::opdef::TypeConstraint;
use rmlir::prelude::*;
use rmlir_vector::VectorType;

/// Rows of `Name = "summary", lengths, elements;`: vectors with one of these numbers of elements of one of these types.
macro_rules! lengths {
    ($($name:ident = $summary:literal, $lengths:expr, $elements:expr;)*) => {$(
        #[doc = concat!("A ", $summary, ".")]
        pub(crate) static $name: TypeConstraint = TypeConstraint::new($summary, |cx, ty| {
            VectorType::of(cx, ty)
                .is_some_and(|parts| $lengths.contains(&parts.n_elements()) && $elements.contains(&parts.element))
        });
    )*};
}

lengths! {
    Narrow = "vector of 8-bit signless integer or 16-bit signless integer or 32-bit signless integer values of length 8/4/2",
        [8, 4, 2], [Type::I8, Type::I16, Type::I32];
    Wide = "vector of 16-bit signless integer or 32-bit signless integer or 64-bit signless integer values of length 8/4/2",
        [8, 4, 2], [Type::I16, Type::I32, Type::I64];
    Sums = "vector of 32-bit signless integer values of length 4/2", [4, 2], [Type::I32];
    Bytes = "vector of 8-bit signless integer values of length 16/8", [16, 8], [Type::I8];
}

/// Rows of `Name = "summary", length, element;`: one-dimensional vectors of 128 bits.
macro_rules! registers {
    ($($name:ident = $summary:literal, $length:literal, $element:expr;)*) => {$(
        #[doc = concat!(stringify!($name), ": ", $summary, ".")]
        pub(crate) static $name: TypeConstraint = TypeConstraint::new($summary, |cx, ty| {
            VectorType::of(cx, ty).is_some_and(|parts| parts == VectorType::fixed(&[$length], $element))
        });
    )*};
}

registers! {
    I8x16 = "a vector with length 16 of 8-bit signless integer values", 16, Type::I8;
    I32x4 = "a vector with length 4 of 32-bit signless integer values", 4, Type::I32;
    BF16x8 = "a vector with length 8 of bfloat16 type values", 8, Type::BF16;
    F32x4 = "a vector with length 4 of 32-bit float values", 4, Type::F32;
}

/// The vector type of the same shape, with elements of twice the width.
pub(crate) fn twice_as_wide(cx: &Context, ty: Type) -> Option<Type> {
    let parts = VectorType::of(cx, ty)?;
    let width = parts.element.signless_width(cx)?.checked_mul(2)?;
    Some(parts.with_element(cx.int_type(width)).ty(cx))
}

/// The vector type with a 32-bit sum for each four elements.
pub(crate) fn sums_of_four(cx: &Context, ty: Type) -> Option<Type> {
    let length = *VectorType::of(cx, ty)?.shape.first()?;
    Some(VectorType::fixed(&[length / 4], Type::I32).ty(cx))
}
