//! Broadcasts, casts and transposes.

use rmlir::core::attrs::AttrData;
use rmlir::core::dense;
use rmlir::prelude::*;

use super::{constant, defining, is_poison, poison, result_type, splat_attr};
use crate::shape::check_broadcastable;
use crate::types::VectorType;
use crate::{BitCastOp, BroadcastOp, ShapeCastOp, TransposeOp};

#[fold(BroadcastOp)]
pub fn broadcast(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let source = BroadcastOp::from_id(cx.op()).source(cx);
    let ty = result_type(cx);
    if cx.ty(source) == ty {
        return Fold::value(source);
    }
    if let Some(uncast) = uncast_leading(cx, source, ty) {
        cx.set_operand(BroadcastOp::SOURCE_OPERAND, uncast);
        return Fold::InPlace;
    }
    let Some(value) = constant(consts, 0) else { return Fold::No };
    match value.data(cx) {
        AttrData::Integer { ty: of, .. } | AttrData::Float { ty: of, .. } => match ty.element(cx) == Some(*of) {
            true => splat_attr(cx, ty, value).into(),
            false => Fold::No,
        },
        AttrData::Dense { .. } => value.splat_value(cx).and_then(|element| splat_attr(cx, ty, element)).into(),
        _ if is_poison(cx, Some(value)) => poison(cx),
        _ => Fold::No,
    }
}

/// The source of a shape cast that only adds or removes leading dimensions of size 1, if it can be broadcast itself.
fn uncast_leading(cx: &FoldCx, value: Value, to: Type) -> Option<Value> {
    let source = defining::<ShapeCastOp>(cx, value)?.source(cx);
    let to = VectorType::of(cx, to)?;
    check_broadcastable(cx, cx.ty(source), &to).ok()?;
    let (from, cast) = (VectorType::at(cx, source).shape, VectorType::at(cx, value).shape);
    let n = from.len().min(cast.len());
    (from[from.len() - n..] == cast[cast.len() - n..]).then_some(source)
}

/// Whether a transpose preserves the order of elements: it moves only dimensions of size 1.
pub(crate) fn is_order_preserving(cx: &Body, transpose: TransposeOp) -> bool {
    let source = VectorType::at(cx, transpose.vector(cx));
    let order = transpose.order(cx);
    let moved = order.into_iter().filter(|&dim| source.shape[dim as usize] != 1 || source.scalable[dim as usize]);
    moved.is_sorted()
}

#[fold(ShapeCastOp)]
pub fn shape_cast(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let source = ShapeCastOp::from_id(cx.op()).source(cx);
    let ty = result_type(cx);
    if cx.ty(source) == ty {
        return Fold::value(source);
    }
    let uncast = defining::<ShapeCastOp>(cx, source).map(|cast| cast.source(cx));
    let transpose = defining::<TransposeOp>(cx, source);
    let untransposed = transpose.filter(|&op| is_order_preserving(cx, op)).map(|op| op.vector(cx));
    if let Some(same_elements) = uncast.or(untransposed) {
        cx.set_operand(ShapeCastOp::SOURCE_OPERAND, same_elements);
        return Fold::InPlace;
    }
    if transpose.is_some() {
        return Fold::No;
    }
    if let Some(broadcast) = defining::<BroadcastOp>(cx, source).map(|op| op.source(cx))
        && cx.ty(broadcast) == ty
    {
        return Fold::value(broadcast);
    }
    match constant(consts, 0) {
        Some(value) if is_poison(cx, Some(value)) => poison(cx),
        Some(value) => reshaped(cx, value, ty).into(),
        None => Fold::No,
    }
}

/// The same elements with another type of the same size.
fn reshaped(cx: &Context, value: Attr, ty: Type) -> Option<Attr> {
    match value.data(cx) {
        AttrData::Dense { splat, data, .. } => Some(cx.attr(AttrData::Dense { ty, splat: *splat, data: data.clone() })),
        _ => None,
    }
}

#[fold(TransposeOp)]
pub fn transpose(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = TransposeOp::from_id(cx.op());
    let ty = result_type(cx);
    match constant(consts, 0) {
        Some(value) if value.splat_value(cx).is_some() => return reshaped(cx, value, ty).into(),
        Some(value) if is_poison(cx, Some(value)) => return poison(cx),
        _ => {}
    }
    if cx.ty(op.vector(cx)) == ty && is_order_preserving(cx, op) {
        return Fold::value(op.vector(cx));
    }
    Fold::No
}

#[fold(BitCastOp)]
pub fn bitcast(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let source = BitCastOp::from_id(cx.op()).source(cx);
    let ty = result_type(cx);
    if cx.ty(source) == ty {
        return Fold::value(source);
    }
    if let Some(inner) = defining::<BitCastOp>(cx, source) {
        let inner = inner.source(cx);
        if cx.ty(inner) == ty {
            return Fold::value(inner);
        }
        cx.set_operand(BitCastOp::SOURCE_OPERAND, inner);
        return Fold::InPlace;
    }
    constant(consts, 0).and_then(|value| repeated_bits(cx, value, ty)).into()
}

/// A splat reinterpreted with elements of a multiple of the width: its bits repeated. Integers become
/// integers, `f16` becomes `f32`.
fn repeated_bits(cx: &Context, value: Attr, ty: Type) -> Option<Attr> {
    let element = value.splat_value(cx)?;
    let to = ty.element(cx)?;
    let (from_width, to_width) = match element.data(cx) {
        AttrData::Integer { ty: from, .. } => (from.int_width(cx)?, to.int_width(cx)?),
        AttrData::Float { ty: Type::F16, .. } if to == Type::F32 => (16, 32),
        _ => return None,
    };
    if to_width <= from_width || to_width % from_width != 0 {
        return None;
    }
    let bytes = dense::scalar_bytes(cx, element)?;
    let bits = ApInt::from_le_bytes(from_width, &bytes).zext(to_width);
    let mut repeated = bits.clone();
    for _ in 1..to_width / from_width {
        repeated = repeated.shl(from_width).or(&bits);
    }
    let mut bytes = repeated.to_le_bytes();
    bytes.resize(to_width.div_ceil(8) as usize, 0);
    splat_attr(cx, ty, dense::scalar_attr(cx, to, &bytes))
}
