//! Reshapes.

use rmlir::core::dense;
use rmlir::core::reassociation::{Group, is_taken_back};
use rmlir::prelude::*;

use super::{resized_splat, result_type, this};
use crate::{CollapseShapeOp, DimOp, ExpandShapeOp, FromElementsOp, ReshapeOp};

#[fold(ReshapeOp)]
pub(crate) fn reshape(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = this::<ReshapeOp>(cx);
    let (source, ty) = (op.source(cx), result_type(cx));
    if let Some(splat) = resized_splat(cx, consts[0], ty) {
        return Fold::attr(splat);
    }
    if let Some(before) = cx.defined_by::<ReshapeOp>(source) {
        cx.set_operand(ReshapeOp::SOURCE_OPERAND, before.source(cx));
        return Fold::InPlace;
    }
    let Some(shape) = ty.shape(cx).filter(|_| cx.ty(source) == ty) else { return Fold::No };
    let keeps_shape = shape.len() <= 1 || is_shape_of(cx, op.shape(cx), source, shape);
    if keeps_shape { Fold::value(source) } else { Fold::No }
}

/// Whether the elements of `sizes` are the sizes of `tensor`, which has the shape `shape`.
fn is_shape_of(body: &Body, sizes: Value, tensor: Value, shape: &[i64]) -> bool {
    let Some(sizes) = body.defined_by::<FromElementsOp>(sizes) else { return false };
    let is_size = |(dim, (&size, &known)): (usize, (&Value, &i64))| {
        if let Some(number) = rmlir_arith::get_constant_int_value(body, size) {
            return number == known;
        }
        body.defined_by::<DimOp>(size)
            .is_some_and(|size| size.source(body) == tensor && size.constant_index(body) == Some(dim as i64))
    };
    let sizes = sizes.elements(body);
    sizes.len() == shape.len() && sizes.iter().zip(shape).enumerate().all(is_size)
}

#[fold(ExpandShapeOp)]
pub(crate) fn expand_shape(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = this::<ExpandShapeOp>(cx);
    let inverse = cx.defined_by::<CollapseShapeOp>(op.src(cx)).map(|op| (op.src(cx), op.groups(cx)));
    reassociate(cx, consts[0], op.src(cx), &op.groups(cx), inverse)
}

#[fold(CollapseShapeOp)]
pub(crate) fn collapse_shape(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = this::<CollapseShapeOp>(cx);
    let inverse = cx.defined_by::<ExpandShapeOp>(op.src(cx)).map(|op| (op.src(cx), op.groups(cx)));
    reassociate(cx, consts[0], op.src(cx), &op.groups(cx), inverse)
}

/// Folds a reshape to the same type to its source; one of a constant to a constant; and the inverse of another reshape,
/// whose source and groups are `inverse`, to that one's source.
fn reassociate(
    cx: &FoldCx,
    constant: Option<Attr>,
    source: Value,
    groups: &[Group],
    inverse: Option<(Value, Vec<Group>)>,
) -> Fold {
    let ty = result_type(cx);
    if cx.ty(source) == ty {
        return Fold::value(source);
    }
    if let Some(constant) = constant.and_then(|constant| dense::reshaped(cx, constant, ty)) {
        return Fold::attr(constant);
    }
    let Some((original, inverse)) = inverse.filter(|&(original, _)| cx.ty(original) == ty) else { return Fold::No };
    let (Some(shape), Some(between)) = (ty.shape(cx), cx.ty(source).shape(cx)) else { return Fold::No };
    if is_taken_back(shape, groups, &inverse, between.len()) { Fold::value(original) } else { Fold::No }
}
