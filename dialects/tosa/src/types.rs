//! Types of shapes and elements, and constraints on the types of operands.
#![allow(non_upper_case_globals)] // Constraints are named like types.

use rmlir::core::constraints::{AnyFloat, TypeCheck};
use rmlir::core::opdef::TypeConstraint;
use rmlir::num::FloatKind;
use rmlir::prelude::*;

/// Shape with static rank and Index element type.
///
/// ```mlir
/// !tosa.shape<4>
/// ```
#[ty(name = "tosa.shape", format = "`<` $rank `>`", verify = verify_shape,
     summary = "Shape with static rank and Index element type")]
pub struct ShapeType {
    /// The number of dimensions.
    pub rank: i32,
}

fn verify_shape(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match params.first().and_then(|rank| rank.as_i64(cx)) {
        Some(rank) if rank < 0 => Err(format!("invalid rank (must be >= 0): {rank}")),
        _ => Ok(()),
    }
}

impl ShapeType {
    /// The rank of `ty`, if it is the type of a shape.
    pub fn rank_of(cx: &Context, ty: Type) -> Option<usize> {
        usize::try_from(Self::from_type(cx, ty)?.rank(cx)).ok()
    }
}

/// INT8 type as defined by OCP-MX: 8-bit integers with a scale of 1/64.
#[ty(name = "tosa.mxint8", summary = "INT8 type as defined by OCP-MX")]
pub struct MxInt8Type {}

/// Whether `ty` is an integer without sign or an unsigned one.
fn is_int(cx: &Context, ty: Type) -> bool {
    ty.signless_width(cx).is_some() || (AnyUnsignedInteger.check)(cx, ty)
}

/// Whether integers of this type are compared without sign; truth values are.
pub(crate) fn is_unsigned(cx: &Context, element: Type) -> bool {
    element == Type::I1 || (AnyUnsignedInteger.check)(cx, element)
}

fn is_int_or_float(cx: &Context, ty: Type) -> bool {
    is_int(cx, ty) || (AnyFloat.check)(cx, ty)
}

/// Whether `ty` is a type of elements: an integer, a float or a quantized integer.
pub(crate) fn is_number(cx: &Context, ty: Type) -> bool {
    is_int_or_float(cx, ty) || MxInt8Type::from_type(cx, ty).is_some() || is_quantized_number(cx, ty)
}

/// Whether `ty` is a quantized type; the stored integers, if they are known, must have 4, 8, 16 or 32 bits.
fn is_quantized_number(cx: &Context, ty: Type) -> bool {
    let storage = rmlir_quant::storage_type(cx, ty).map(|storage| storage.int_width(cx));
    rmlir_quant::is_quantized(cx, ty) && storage.is_none_or(|width| matches!(width, Some(4 | 8 | 16 | 32)))
}

fn is_int_of<const WIDTH: u32>(cx: &Context, ty: Type) -> bool {
    ty.signless_width(cx) == Some(WIDTH)
}

/// Whether `ty` is an element of a micro-scaling format.
fn is_scaled(cx: &Context, ty: Type) -> bool {
    const FORMATS: [FloatKind; 5] =
        [FloatKind::F8E4M3FN, FloatKind::F8E5M2, FloatKind::F4E2M1FN, FloatKind::F6E2M3FN, FloatKind::F6E3M2FN];
    ty.float_kind(cx).is_some_and(|kind| FORMATS.contains(&kind)) || MxInt8Type::from_type(cx, ty).is_some()
}

fn is_scale(cx: &Context, ty: Type) -> bool {
    ty.float_kind(cx) == Some(FloatKind::F8E8M0FNU)
}

fn is_tensor_of(cx: &Context, ty: Type, check: TypeCheck) -> bool {
    ty.is_tensor(cx) && ty.element(cx).is_some_and(|element| check(cx, element))
}

/// Whether `ty` is an unranked tensor, or one without dimensions of size 0.
fn is_conformant(cx: &Context, ty: Type, check: TypeCheck) -> bool {
    is_tensor_of(cx, ty, check) && ty.shape(cx).is_none_or(|shape| !shape.contains(&0))
}

/// Whether `ty` is conformant and, if it has a rank, satisfies `of_shape`.
fn is_shaped(cx: &Context, ty: Type, check: TypeCheck, of_shape: impl FnOnce(&[i64]) -> bool) -> bool {
    is_conformant(cx, ty, check) && ty.shape(cx).is_none_or(of_shape)
}

/// Whether `ty` is an unranked tensor of `unranked`, or a conformant one of `ranked` with one element.
fn is_scalar_tensor(cx: &Context, ty: Type, unranked: TypeCheck, ranked: TypeCheck) -> bool {
    match ty.shape(cx) {
        None => is_tensor_of(cx, ty, unranked),
        Some(shape) => shape == [1] && is_tensor_of(cx, ty, ranked),
    }
}

/// Rows of `Name = "summary", condition;`.
macro_rules! constraints {
    ($($name:ident = $summary:expr, $check:expr;)*) => {$(
        #[doc = concat!("`", stringify!($name), "`: ", $summary, ".")]
        pub(crate) static $name: TypeConstraint = TypeConstraint::new($summary, $check);
    )*};
}

constraints! {
    Tensor = "tosa-conformant tensor of number values", |cx, ty| is_conformant(cx, ty, is_number);
    TensorAtLeast1D = "tosa-conformant tensor of at least rank 1",
        |cx, ty| is_shaped(cx, ty, is_number, |shape| !shape.is_empty());
    Tensor1D = "1-d tosa-conformant tensor", |cx, ty| is_shaped(cx, ty, is_number, |shape| shape.len() == 1);
    Tensor3D = "3-d tosa-conformant tensor", |cx, ty| is_shaped(cx, ty, is_number, |shape| shape.len() == 3);
    Tensor4D = "4-d tosa-conformant tensor", |cx, ty| is_shaped(cx, ty, is_number, |shape| shape.len() == 4);
    Tensor5D = "5-d tosa-conformant tensor", |cx, ty| is_shaped(cx, ty, is_number, |shape| shape.len() == 5);
}

constraints! {
    BoolTensor = "tosa-conformant tensor of 1-bit signless integer values",
        |cx, ty| is_conformant(cx, ty, is_int_of::<1>);
    FloatTensor = "tosa-conformant tensor of floating-point values",
        |cx, ty| is_conformant(cx, ty, AnyFloat.check);
    Int32Or64Tensor =
        "tosa-conformant tensor of 32-bit signless integer or 64-bit signless integer values",
        |cx, ty| is_conformant(cx, ty, is_index_element);
    IndexTensor2D = "tosa-conformant unranked tensor of number values or 2D tensor of 32-bit signless integer or \
                     64-bit signless integer values",
        |cx, ty| match ty.shape(cx) {
            None => is_tensor_of(cx, ty, is_number),
            Some(shape) => shape.len() == 2 && is_conformant(cx, ty, is_index_element),
        };
    Int8Tensor1D = "1D tensor of 8-bit signless integer values",
        |cx, ty| is_1d(cx, ty) && is_tensor_of(cx, ty, is_int_of::<8>);
    Int16Or32Tensor1D = "1D tensor of 16-bit signless integer or 32-bit signless integer values",
        |cx, ty| is_1d(cx, ty) && is_tensor_of(cx, ty, |cx, ty| matches!(ty.signless_width(cx), Some(16 | 32)));
}

fn is_index_element(cx: &Context, ty: Type) -> bool {
    matches!(ty.signless_width(cx), Some(32 | 64))
}

fn is_1d(cx: &Context, ty: Type) -> bool {
    ty.shape(cx).is_some_and(|shape| shape.len() == 1)
}

constraints! {
    ScalarTensor = "tosa-conformant unranked tensor of unsigned integer or signless integer or floating-point values \
                    or tosa-conformant scalar tensor of number values",
        |cx, ty| is_scalar_tensor(cx, ty, is_int_or_float, is_number);
    ScalarIntOrFloatTensor = "tosa-conformant unranked tensor of unsigned integer or signless integer or \
                              floating-point values or tosa-conformant scalar tensor of unsigned integer or signless \
                              integer or floating-point values",
        |cx, ty| is_scalar_tensor(cx, ty, is_int_or_float, is_int_or_float);
    ScalarInt8Tensor = "tosa-conformant unranked tensor of 8-bit signless integer values or tosa-conformant scalar \
                        tensor of 8-bit signless integer values",
        |cx, ty| is_scalar_tensor(cx, ty, is_int_of::<8>, is_int_of::<8>);
    ScalarInt32Tensor = "tosa-conformant unranked tensor of 32-bit signless integer values or tosa-conformant scalar \
                         tensor of 32-bit signless integer values",
        |cx, ty| is_scalar_tensor(cx, ty, is_int_of::<32>, is_int_of::<32>);
}

constraints! {
    ScaledTensor3D = "tosa-conformant unranked tensor of micro-scaling format number values or 3D tensor of \
                      micro-scaling format number values",
        |cx, ty| is_shaped(cx, ty, is_scaled, |shape| shape.len() == 3);
    ScaleTensor3D = "tosa-conformant unranked tensor of micro-scaling format scale number values or 3D tensor of \
                     micro-scaling format scale number values",
        |cx, ty| is_shaped(cx, ty, is_scale, |shape| shape.len() == 3);
    ScaledTensorAtLeast1D = "tosa-conformant tensor of at least rank 1",
        |cx, ty| is_shaped(cx, ty, is_scaled, |shape| !shape.is_empty());
    ScaleTensorAtLeast1D = "tosa-conformant tensor of at least rank 1",
        |cx, ty| is_shaped(cx, ty, is_scale, |shape| !shape.is_empty());
}

constraints! {
    IntLike = "signless-integer-like", |cx, ty| is_like(cx, ty, is_int);
    Int8Like = "signless-integer-8-bit-like", |cx, ty| is_like(cx, ty, is_int_of::<8>);
    Shape2 = "Tosa shape type of rank 2", |cx, ty| ShapeType::rank_of(cx, ty) == Some(2);
    Shape4 = "Tosa shape type of rank 4", |cx, ty| ShapeType::rank_of(cx, ty) == Some(4);
}

/// Whether `ty` satisfies `check`, or is a vector of nonzero rank or a conformant tensor of such elements.
fn is_like(cx: &Context, ty: Type, check: TypeCheck) -> bool {
    let is_vector = ty.is_vector(cx) && ty.shape(cx).is_some_and(|shape| !shape.is_empty());
    check(cx, ty) || is_conformant(cx, ty, check) || (is_vector && check(cx, ty.element_or_self(cx)))
}
