//! Type constraints of the operations.
#![allow(non_upper_case_globals)] // The names are upstream's.

use rmlir::core::opdef::TypeConstraint;
use rmlir::core::types::TypeData;
use rmlir::prelude::*;

use super::compatible::own_name;
pub use super::compatible::{is_compatible, is_compatible_outer, is_float};
use super::{ArrayType, PointerType, StructType, TargetExtType, TokenType};

/// Rows of `/// doc`, `Name = "summary", condition;`.
macro_rules! types {
    ($($(#[$doc:meta])* $name:ident = $summary:expr, $check:expr;)*) => {$(
        $(#[$doc])*
        pub static $name: TypeConstraint = TypeConstraint::new($summary, $check);
    )*};
}

/// Rows of `Scalar, Vector, ScalarOrVector = "summary", condition;`.
macro_rules! scalars {
    ($($scalar:ident, $vector:ident, $either:ident = $summary:literal, $check:expr;)*) => { types! {$(
        #[doc = concat!($summary, ".")]
        $scalar = $summary, $check;
        #[doc = concat!("A vector of ", $summary, ".")]
        $vector = concat!("LLVM dialect-compatible vector of ", $summary), |cx, ty| is_vector_of(cx, ty, &$scalar);
        #[doc = concat!($summary, ", or a vector of such.")]
        $either = concat!($summary, " or LLVM dialect-compatible vector of ", $summary),
            |cx, ty| ($scalar.check)(cx, ty) || is_vector_of(cx, ty, &$scalar);
    )*} };
}

scalars! {
    SignlessInt, VectorOfInt, IntOrVector = "signless integer", |cx, ty| ty.signless_width(cx).is_some();
    Bool, VectorOfBool, BoolOrVector = "1-bit signless integer", |_, ty| ty == Type::I1;
    Float, VectorOfFloat, FloatOrVector = "floating point LLVM type", is_float;
    Pointer, VectorOfPointer, PointerOrVector = "LLVM pointer type",
        |cx, ty| PointerType::from_type(cx, ty).is_some();
    AnyInt, VectorOfAnyInt, AnyIntOrVector = "integer", |cx, ty| ty.is_integer(cx);
    BuiltinFloat, VectorOfBuiltinFloat, BuiltinFloatOrVector = "floating-point",
        |cx, ty| ty.float_kind(cx).is_some();
}

types! {
    /// Any type of the dialect, or one that is compatible with it.
    Compatible = "LLVM dialect-compatible type", is_compatible_outer;
    /// A type that values have.
    Primitive = "primitive LLVM type", is_primitive;
    /// A type that can be in memory.
    Loadable = "LLVM type with size", is_loadable;
    /// A structure.
    Struct = "LLVM structure type", |cx, ty| StructType::from_type(cx, ty).is_some();
    /// A structure or an array.
    Aggregate = "LLVM aggregate type", is_aggregate;
    /// A type that is neither a structure nor an array.
    NonAggregate = "LLVM-compatible non-aggregate type", |cx, ty| is_compatible_outer(cx, ty) && !is_aggregate(cx, ty);
    /// A vector.
    Vector = "LLVM dialect-compatible vector type", is_vector;
    /// An integer or a pointer, or a vector of such, that can be compared.
    Comparable = "signless integer or LLVM dialect-compatible vector of signless integer or LLVM pointer type or LLVM \
        dialect-compatible vector of LLVM pointer type",
        |cx, ty| (IntOrVector.check)(cx, ty) || (PointerOrVector.check)(cx, ty);
    /// A type that `llvm.atomicrmw` updates.
    AtomicRmw = "floating point LLVM type or LLVM pointer type or signless integer or LLVM dialect-compatible \
        fixed-length vector type",
        |cx, ty| is_float(cx, ty) || (Pointer.check)(cx, ty) || ty.signless_width(cx).is_some()
            || is_vector(cx, ty) && !is_scalable(cx, ty);
    /// A type that `llvm.cmpxchg` updates.
    AtomicCmpXchg = "signless integer or LLVM pointer type",
        |cx, ty| (Pointer.check)(cx, ty) || ty.signless_width(cx).is_some();
}

/// A token.
pub static Token: TypeConstraint = TypeConstraint {
    builds: Some(|cx| TokenType::get(cx).ty()),
    ..TypeConstraint::new("LLVM token type", |cx, ty| TokenType::from_type(cx, ty).is_some())
};

/// A pointer into the generic address space.
pub static DefaultPointer: TypeConstraint = TypeConstraint {
    builds: Some(|cx| PointerType::get(cx, 0).ty()),
    ..TypeConstraint::new("LLVM pointer in address space 0", |cx, ty| {
        PointerType::from_type(cx, ty).is_some_and(|ty| ty.address_space(cx) == 0)
    })
};

fn is_aggregate(cx: &Context, ty: Type) -> bool {
    StructType::from_type(cx, ty).is_some() || ArrayType::from_type(cx, ty).is_some()
}

/// Whether `ty` is a vector type of LLVM.
pub fn is_vector(cx: &Context, ty: Type) -> bool {
    let TypeData::Vector { shape, element, .. } = ty.data(cx) else { return false };
    let element = *element;
    let is_element = element.signless_width(cx).is_some() || is_float(cx, element) || (Pointer.check)(cx, element);
    shape.len() == 1 && is_element
}

fn is_vector_of(cx: &Context, ty: Type, element: &TypeConstraint) -> bool {
    is_vector(cx, ty) && ty.element(cx).is_some_and(|found| (element.check)(cx, found))
}

/// Whether `ty` is a scalable vector.
pub fn is_scalable(cx: &Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::Vector { scalable, .. } if scalable.contains(&true))
}

fn is_primitive(cx: &Context, ty: Type) -> bool {
    is_compatible_outer(cx, ty) && !matches!(own_name(cx, ty), Some("void" | "func"))
}

/// Whether `ty` can be loaded and stored.
pub fn is_loadable(cx: &Context, ty: Type) -> bool {
    let is_opaque = StructType::from_type(cx, ty).is_some_and(|ty| ty.is_opaque(cx));
    let is_target_only = TargetExtType::from_type(cx, ty).is_some_and(|ty| !ty.supports_memory(cx));
    is_primitive(cx, ty) && !is_opaque && !is_target_only
}
