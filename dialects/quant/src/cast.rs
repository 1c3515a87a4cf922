//! Casts between quantized types, floats and integers, of scalars and of tensors.
#![allow(non_upper_case_globals)] // Constraints and traits are named like types.

use rmlir::core::constraints::{AnyFloat, AnySignlessInteger};
use rmlir::core::opdef::{FieldRule, TypeConstraint};
use rmlir::prelude::*;

use crate::types::is_quantized;

/// Whether `ty`, or the element type of tensor `ty`, satisfies `check`.
fn is_scalar_or_tensor(cx: &Context, ty: Type, check: fn(&Context, Type) -> bool) -> bool {
    check(cx, if ty.is_tensor(cx) { ty.element_or_self(cx) } else { ty })
}

fn is_stored(cx: &Context, ty: Type) -> bool {
    (AnySignlessInteger.check)(cx, ty) || is_quantized(cx, ty)
}

static Quantized: TypeConstraint =
    TypeConstraint::new("scalar or tensor of quantized type", |cx, ty| is_scalar_or_tensor(cx, ty, is_quantized));
static Float: TypeConstraint =
    TypeConstraint::new("scalar or tensor of floating-point", |cx, ty| is_scalar_or_tensor(cx, ty, AnyFloat.check));
static IntegerOrQuantized: TypeConstraint =
    TypeConstraint::new("scalar or tensor of signless integer or quantized type", |cx, ty| {
        is_scalar_or_tensor(cx, ty, is_stored)
    });

/// The operand and the result are both scalars, or tensors of the same shape.
static SameScalarOrTensorShape: FieldRule = FieldRule {
    words: "input and result are both scalars or both tensors with matching shape",
    holds: |op| {
        let (cx, [input, result]) = (op.cx(), types_of(op));
        input.is_tensor(cx) == result.is_tensor(cx) && input.shape(cx) == result.shape(cx)
    },
};

/// Either the operand or the result is quantized.
static IntegerAndQuantized: FieldRule = FieldRule {
    words: "input must be integer and result must be quantized, or vice versa",
    holds: |op| {
        let [input, result] = types_of(op).map(|ty| is_quantized(op.cx(), ty.element_or_self(op.cx())));
        input != result
    },
};

fn types_of(op: OpRef) -> [Type; 2] {
    [op.operand(0).ty(), op.result(0).ty()]
}

/// Casts of one value.
#[op_class(
    traits(Pure),
    custom_traits(SameScalarOrTensorShape),
    verify,
    eval,
    format = "$input attr-dict `:` type($input) `to` type($result)"
)]
struct Cast {}

/// The number that a quantized value represents.
///
/// ```mlir
/// %1 = quant.dcast %0 : !quant.uniform<i8:f32, 2.0> to f32
/// ```
#[op(name = "quant.dcast", classes(Cast))]
pub struct DequantizeCastOp {
    #[operand]
    input: Quantized,
    #[result]
    result: Float,
}

/// The quantized value that represents a number: it is divided by the scale, moved by the zero point, clamped to the range of
/// stored integers, and rounded toward zero.
///
/// ```mlir
/// %1 = quant.qcast %0 : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32, 2.0>>
/// ```
#[op(name = "quant.qcast", classes(Cast))]
pub struct QuantizeCastOp {
    #[operand]
    input: Float,
    #[result]
    result: Quantized,
}

/// The stored integer of a quantized value, or the quantized value of a stored integer.
///
/// ```mlir
/// %1 = quant.scast %0 : tensor<4xi8> to tensor<4x!quant.uniform<i8:f32, 2.0>>
/// ```
#[op(name = "quant.scast", classes(Cast), custom_traits(IntegerAndQuantized), fold)]
pub struct StorageCastOp {
    #[operand]
    input: IntegerOrQuantized,
    #[result]
    result: IntegerOrQuantized,
}

/// A cast and its inverse are the value itself.
#[fold(StorageCastOp)]
fn fold_storage_cast(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = cx.op();
    let Some(inner) = cx.defined_by::<StorageCastOp>(cx.operand(op, 0)) else { return Fold::No };
    let source = inner.input(cx);
    if cx.ty(source) == cx.ty(cx.result(op, 0)) { Fold::value(source) } else { Fold::No }
}
