//! Constraints on types.
#![allow(non_upper_case_globals)] // The names are upstream's.

use rmlir_num::FloatKind;

use crate::context::Context;
use crate::opdef::TypeConstraint;
use crate::types::{Signedness, Type, TypeData};

/// Rows of `Name = "summary", condition, [the only type];`.
macro_rules! types {
    ($($name:ident = $summary:expr, $check:expr $(, $builds:expr)?;)*) => {$(
        #[doc = concat!("`", stringify!($name), "`: ", $summary, ".")]
        pub static $name: TypeConstraint =
            TypeConstraint { summary: $summary, check: $check, builds: types!(@ $($builds)?) };
    )*};
    (@ $builds:expr) => { Some($builds) };
    (@) => { None };
}

/// Rows of `Name = width, "adjective ", sign;`, integers of a width and a sign.
macro_rules! integers {
    ($($name:ident = $width:literal, $words:literal, $sign:ident;)*) => { types! {$(
        $name = concat!(stringify!($width), "-bit ", $words, "integer"),
            |cx, ty| integer_sign(cx, ty) == Some(Signedness::$sign) && ty.int_width(cx) == Some($width),
            |cx| cx.ty(TypeData::Integer { width: $width, sign: Signedness::$sign });
    )*} };
}

/// Rows of `Scalar Tensor MemRef "summary of the scalar";`, containers of a scalar.
macro_rules! containers {
    ($($scalar:ident $tensor:ident $memref:ident $summary:literal;)*) => { types! {$(
        $tensor = concat!("tensor of ", $summary, " values"), |cx, ty| is_tensor_of(cx, ty, $scalar.check);
        $memref = concat!("memref of ", $summary, " values"), |cx, ty| is_memref_of(cx, ty, $scalar.check);
    )*} };
}

types! {
    AnyType = "any type", |_, _| true;
    NoneType = "none type", |_, ty| ty == Type::NONE, |_| Type::NONE;
    Index = "index", |_, ty| ty.is_index(), |_| Type::INDEX;
    FunctionType = "function type", |cx, ty| ty.function(cx).is_some();
    AnyComplex = "complex-type", |cx, ty| matches!(ty.data(cx), TypeData::Complex(_));
    AnyTuple = "tuple", |cx, ty| matches!(ty.data(cx), TypeData::Tuple(_));
}

types! {
    AnyInteger = "integer", |cx, ty| ty.is_integer(cx);
    AnySignlessInteger = "signless integer", is_signless;
    AnySignedInteger = "signed integer", |cx, ty| integer_sign(cx, ty) == Some(Signedness::Signed);
    AnyUnsignedInteger = "unsigned integer", |cx, ty| integer_sign(cx, ty) == Some(Signedness::Unsigned);
    AnySignlessIntegerOrIndex = "signless integer or index", is_signless_or_index;
    AnyI1 = "1-bit integer", |cx, ty| ty.int_width(cx) == Some(1);
    AnyI8 = "8-bit integer", |cx, ty| ty.int_width(cx) == Some(8);
    AnyI16 = "16-bit integer", |cx, ty| ty.int_width(cx) == Some(16);
    AnyI32 = "32-bit integer", |cx, ty| ty.int_width(cx) == Some(32);
    AnyI64 = "64-bit integer", |cx, ty| ty.int_width(cx) == Some(64);
}

integers! {
    I1 = 1, "signless ", Signless;
    I8 = 8, "signless ", Signless;
    I16 = 16, "signless ", Signless;
    I32 = 32, "signless ", Signless;
    I64 = 64, "signless ", Signless;
    I128 = 128, "signless ", Signless;
    SI1 = 1, "signed ", Signed;
    SI8 = 8, "signed ", Signed;
    SI16 = 16, "signed ", Signed;
    SI32 = 32, "signed ", Signed;
    SI64 = 64, "signed ", Signed;
    UI1 = 1, "unsigned ", Unsigned;
    UI8 = 8, "unsigned ", Unsigned;
    UI16 = 16, "unsigned ", Unsigned;
    UI32 = 32, "unsigned ", Unsigned;
    UI64 = 64, "unsigned ", Unsigned;
}

types! {
    AnyFloat = "floating-point", is_float;
    F16 = "16-bit float", |_, ty| ty == Type::F16, |_| Type::F16;
    F32 = "32-bit float", |_, ty| ty == Type::F32, |_| Type::F32;
    F64 = "64-bit float", |_, ty| ty == Type::F64, |_| Type::F64;
    BF16 = "bfloat16 type", |_, ty| ty == Type::BF16, |_| Type::BF16;
    F80 = "80-bit float", |cx, ty| ty.float_kind(cx) == Some(FloatKind::F80), |cx| cx.ty(TypeData::Float(FloatKind::F80));
    F128 = "128-bit float", |cx, ty| ty.float_kind(cx) == Some(FloatKind::F128), |cx| cx.ty(TypeData::Float(FloatKind::F128));
}

types! {
    AnyShaped = "shaped of any type values", |cx, ty| ty.is_shaped(cx);
    AnyVectorOfAnyRank = "vector of any type values", |cx, ty| ty.is_vector(cx);
    AnyVectorOfNonZeroRank = "vector of any type values", |cx, ty| ty.is_vector(cx) && has_rank_above_0(cx, ty);
    AnyFixedVectorOfAnyRank = "fixed-length vector of any type values", |cx, ty| is_vector(cx, ty, false);
    AnyScalableVectorOfAnyRank = "scalable vector of any type values", |cx, ty| is_vector(cx, ty, true);
    AnyTensor = "tensor of any type values", |cx, ty| ty.is_tensor(cx);
    AnyRankedTensor = "ranked tensor of any type values",
        |cx, ty| matches!(ty.data(cx), TypeData::RankedTensor { .. });
    AnyUnrankedTensor = "unranked tensor of any type values",
        |cx, ty| matches!(ty.data(cx), TypeData::UnrankedTensor { .. });
    AnyNon0RankedTensor = "non-0-ranked.tensor of any type values",
        |cx, ty| ty.is_tensor(cx) && has_rank_above_0(cx, ty);
    AnyNon0RankedOrUnrankedTensor = "non-0-ranked or unranked tensor",
        |cx, ty| ty.is_tensor(cx) && (ty.shape(cx).is_none() || has_rank_above_0(cx, ty));
    AnyStaticShapeTensor = "statically shaped tensor of any type values",
        |cx, ty| ty.is_tensor(cx) && ty.static_shape(cx).is_some();
    AnyMemRef = "memref of any type values", is_ranked_memref;
    AnyNon0RankedMemRef = "non-0-ranked.memref of any type values",
        |cx, ty| is_ranked_memref(cx, ty) && has_rank_above_0(cx, ty);
    AnyUnrankedMemRef = "unranked.memref of any type values",
        |cx, ty| ty.is_memref(cx) && !is_ranked_memref(cx, ty);
    AnyRankedOrUnrankedMemRef = "ranked or unranked memref of any type values", |cx, ty| ty.is_memref(cx);
    AnyNon0RankedOrUnrankedMemRef =
        "unranked.memref of any type values or non-0-ranked.memref of any type values",
        |cx, ty| ty.is_memref(cx) && (ty.shape(cx).is_none() || has_rank_above_0(cx, ty));
    AnyStaticShapeMemRef = "statically shaped memref of any type values",
        |cx, ty| is_ranked_memref(cx, ty) && ty.static_shape(cx).is_some();
}

containers! {
    I1 I1Tensor I1MemRef "1-bit signless integer";
    I8 I8Tensor I8MemRef "8-bit signless integer";
    I16 I16Tensor I16MemRef "16-bit signless integer";
    I32 I32Tensor I32MemRef "32-bit signless integer";
    I64 I64Tensor I64MemRef "64-bit signless integer";
    Index IndexTensor IndexMemRef "index";
    BF16 BF16Tensor BF16MemRef "bfloat16 type";
    F16 F16Tensor F16MemRef "16-bit float";
    F32 F32Tensor F32MemRef "32-bit float";
    F64 F64Tensor F64MemRef "64-bit float";
}

types! {
    BoolLike = "bool-like", |cx, ty| is_or_contains(cx, ty, |_, ty| ty == Type::I1);
    SignlessIntegerLike = "signless-integer", |cx, ty| is_or_contains(cx, ty, is_signless);
    SignlessIntegerOrIndexLike = "signless-integer-like", |cx, ty| is_or_contains(cx, ty, is_signless_or_index);
    FloatLike = "floating-point-like", |cx, ty| is_or_contains(cx, ty, is_float);
    SignlessIntegerOrFloatLike = "signless-integer-like or floating-point-like",
        |cx, ty| is_or_contains(cx, ty, |cx, ty| is_signless(cx, ty) || is_float(cx, ty));
    SignlessIntegerOrIndexOrFloatLike = "signless-integer-or-index-like or floating-point-like",
        |cx, ty| is_or_contains(cx, ty, |cx, ty| is_signless_or_index(cx, ty) || is_float(cx, ty));
}

/// A condition on a type.
pub type TypeCheck = fn(&Context, Type) -> bool;

/// Returns whether `ty` is a vector or a tensor of elements that `check` accepts (upstream:
/// `ValueSemanticsContainerOf`).
pub fn is_value_container_of(cx: &Context, ty: Type, check: TypeCheck) -> bool {
    (ty.is_vector(cx) || ty.is_tensor(cx)) && ty.element(cx).is_some_and(|element| check(cx, element))
}

/// Returns whether `check` accepts `ty` itself, or the elements of the vector or tensor that it is (upstream:
/// `TypeOrValueSemanticsContainer`).
pub fn is_or_contains(cx: &Context, ty: Type, check: TypeCheck) -> bool {
    check(cx, ty) || is_value_container_of(cx, ty, check)
}

/// Returns whether `ty` is a ranked or unranked tensor of elements that `check` accepts.
pub fn is_tensor_of(cx: &Context, ty: Type, check: TypeCheck) -> bool {
    ty.is_tensor(cx) && ty.element(cx).is_some_and(|element| check(cx, element))
}

/// Returns whether `ty` is a ranked memref of elements that `check` accepts.
pub fn is_memref_of(cx: &Context, ty: Type, check: TypeCheck) -> bool {
    is_ranked_memref(cx, ty) && ty.element(cx).is_some_and(|element| check(cx, element))
}

fn integer_sign(cx: &Context, ty: Type) -> Option<Signedness> {
    match ty.data(cx) {
        TypeData::Integer { sign, .. } => Some(*sign),
        _ => None,
    }
}

fn is_signless(cx: &Context, ty: Type) -> bool {
    ty.signless_width(cx).is_some()
}

fn is_signless_or_index(cx: &Context, ty: Type) -> bool {
    ty.is_index() || is_signless(cx, ty)
}

fn is_float(cx: &Context, ty: Type) -> bool {
    ty.float_kind(cx).is_some()
}

fn is_ranked_memref(cx: &Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::MemRef { .. })
}

fn is_vector(cx: &Context, ty: Type, wanted_scalable: bool) -> bool {
    matches!(ty.data(cx), TypeData::Vector { scalable, .. } if scalable.contains(&true) == wanted_scalable)
}

fn has_rank_above_0(cx: &Context, ty: Type) -> bool {
    ty.shape(cx).is_some_and(|shape| !shape.is_empty())
}
