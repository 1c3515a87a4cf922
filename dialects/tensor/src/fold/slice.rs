//! `tensor.extract_slice` and `tensor.insert_slice`.

use rmlir::core::mixed_index::SliceLists;
use rmlir::prelude::*;

use super::{resized_splat, result_type, this};
use crate::{ExtractSliceOp, InsertSliceOp};

fn lists(body: &Body, op: OpId) -> SliceLists {
    SliceLists::of(OpRef::new(body, op))
}

/// Whether a slice of a tensor of type `ty` is the whole tensor.
fn is_all(body: &Body, lists: &SliceLists, ty: Type) -> bool {
    let shape = ty.shape(body).unwrap_or_default();
    lists.offsets.iter().all(|offset| offset.is(body, 0))
        && lists.sizes.iter().zip(shape).all(|(size, &whole)| size.is(body, whole))
        && lists.strides.iter().all(|stride| stride.is(body, 1))
}

#[fold(ExtractSliceOp)]
pub(crate) fn extract_slice(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = this::<ExtractSliceOp>(cx);
    let (source, ty) = (op.source(cx), result_type(cx));
    if let Some(splat) = resized_splat(cx, consts[0], ty) {
        return Fold::attr(splat);
    }
    let slice = lists(cx, op.id());
    if cx.ty(source) == ty && is_all(cx, &slice, ty) {
        return Fold::value(source);
    }
    let Some(insert) = cx.defined_by::<InsertSliceOp>(source) else { return Fold::No };
    let inserted = insert.source(cx);
    let is_same = cx.ty(inserted) == ty && lists(cx, insert.id()) == slice;
    if is_same { Fold::value(inserted) } else { Fold::No }
}

#[fold(InsertSliceOp)]
pub(crate) fn insert_slice(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = this::<InsertSliceOp>(cx);
    let (source, dest, ty) = (op.source(cx), op.dest(cx), result_type(cx));
    let slice = lists(cx, op.id());
    if ty.static_shape(cx).is_some() && cx.ty(source) == ty && is_all(cx, &slice, ty) {
        return Fold::value(source);
    }
    if let Some(before) = cx.defined_by::<InsertSliceOp>(dest)
        && cx.ty(before.source(cx)) == cx.ty(source)
        && lists(cx, before.id()) == slice
    {
        cx.set_operand(InsertSliceOp::DEST_OPERAND, before.dest(cx));
        return Fold::InPlace;
    }
    if let Some(extract) = cx.defined_by::<ExtractSliceOp>(source)
        && extract.source(cx) == dest
        && lists(cx, extract.id()) == slice
    {
        return Fold::value(dest);
    }
    let is_empty = slice.sizes.iter().any(|size| size.is(cx, 0));
    if is_empty { Fold::value(dest) } else { Fold::No }
}
