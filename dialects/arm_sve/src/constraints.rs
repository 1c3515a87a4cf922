//! Constraints on register-sized vectors, and inferred types.
#![allow(non_upper_case_globals)] // Constraints are named like types.

use rmlir::core::opdef::TypeConstraint;
use rmlir::prelude::*;
use rmlir_vector::VectorType;

/// Rows of `Name = "summary", condition on the vector type;`.
macro_rules! vectors {
    ($($name:ident = $summary:expr, $check:expr;)*) => {$(
        #[doc = concat!(stringify!($name), ": ", $summary, ".")]
        pub(crate) static $name: TypeConstraint = TypeConstraint::new($summary, |cx, ty| {
            let check: fn(&Context, &VectorType) -> bool = $check;
            VectorType::of(cx, ty).is_some_and(|parts| check(cx, &parts))
        });
    )*};
}

/// The summary of [`Predicate`].
macro_rules! predicates {
    () => {
        "vector<[1]xi1>, vector<[2]xi1>, vector<[4]xi1>, vector<[8]xi1>, or vector<[16]xi1>"
    };
}
pub(crate) use predicates;

/// The numbers of mask bits per 128-bit segment.
const PREDICATE_LENGTHS: [i64; 5] = [16, 8, 4, 2, 1];

vectors! {
    Sums = "scalable vector of 32-bit signless integer or 64-bit signless integer values of length 4/2",
        |_, parts| has_length(parts, &[4, 2], &[Type::I32, Type::I64]);
    Factors = "scalable vector of 8-bit signless integer or 16-bit signless integer values of length 16/8",
        |_, parts| has_length(parts, &[16, 8], &[Type::I8, Type::I16]);
    I32x4 = "scalable vector of 32-bit signless integer values of length 4", |_, parts| has_length(parts, &[4], &[Type::I32]);
    I8x16 = "scalable vector of 8-bit signless integer values of length 16", |_, parts| has_length(parts, &[16], &[Type::I8]);
    F32x4 = "scalable vector of 32-bit float values of length 4", |_, parts| has_length(parts, &[4], &[Type::F32]);
    BF16x8 = "scalable vector of bfloat16 type values of length 8", |_, parts| has_length(parts, &[8], &[Type::BF16]);

    Mask = "scalable vector of 1-bit signless integer values", |_, parts| parts.is_scalable() && parts.element == Type::I1;
    Integers = "scalable vector of 8-bit signless integer or 16-bit signless integer or 32-bit signless integer or 64-bit \
        signless integer values",
        |_, parts| parts.is_scalable() && [Type::I8, Type::I16, Type::I32, Type::I64].contains(&parts.element);
    Floats = "scalable vector of floating-point values",
        |cx, parts| parts.is_scalable() && parts.element.float_kind(cx).is_some();

    Predicate = predicates!(),
        |_, parts| parts.rank() == 1 && has_length(parts, &PREDICATE_LENGTHS, &[Type::I1]);
    FullPredicate = "vector<[16]xi1>", |_, parts| parts.rank() == 1 && has_length(parts, &[16], &[Type::I1]);
    Predicates = "trailing scalable vector of 1-bit signless integer values with dim -1 having a size of {16, 8, 4, 2, 1}",
        |_, parts| are_predicates(parts, &PREDICATE_LENGTHS);
    FullPredicates = "trailing scalable vector of 1-bit signless integer values with dim -1 having a size of {16}",
        |_, parts| are_predicates(parts, &[16]);

    Register = "an SVE vector with element size <= 64-bit", |_, parts| parts.rank() == 1 && match parts.element {
        Type::I64 | Type::F64 => has_length(parts, &[2], &[parts.element]),
        Type::I32 | Type::F32 => has_length(parts, &[4], &[parts.element]),
        Type::I16 | Type::F16 | Type::BF16 => has_length(parts, &[8], &[parts.element]),
        Type::I8 => has_length(parts, &[16], &[parts.element]),
        _ => false,
    };
}

/// Whether the type is scalable, with one of these numbers of elements of one of these types per segment.
fn has_length(parts: &VectorType, lengths: &[i64], elements: &[Type]) -> bool {
    parts.is_scalable() && lengths.contains(&parts.n_elements()) && elements.contains(&parts.element)
}

/// Whether the type is a mask whose last dimension, and no other, is scalable and has one of these lengths.
fn are_predicates(parts: &VectorType, lengths: &[i64]) -> bool {
    let Some((last, rest)) = parts.scalable.split_last() else { return false };
    let fits = parts.shape.last().is_some_and(|length| lengths.contains(length));
    *last && !rest.contains(&true) && fits && parts.element == Type::I1
}

/// The mask type for a vector of type `ty`.
pub(crate) fn mask_of(cx: &Context, ty: Type) -> Option<Type> {
    Some(VectorType::of(cx, ty)?.mask(cx))
}

/// The type of predicates with 16 bits per segment, for the predicates `ty`.
pub(crate) fn full_predicates(cx: &Context, ty: Type) -> Option<Type> {
    let mut parts = VectorType::of(cx, ty)?;
    *parts.shape.last_mut()? = 16;
    Some(parts.ty(cx))
}
