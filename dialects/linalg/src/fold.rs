//! Folders.

use rmlir::core::dense;
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;

use crate::index::IndexOp;
use crate::permute::TransposeOp;
use crate::relayout::PackOp;
use crate::relayout::UnPackOp;
use crate::structured::Loops;

/// Folds the index of a loop with trip count one to zero.
#[fold(IndexOp)]
pub(crate) fn index(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = OpRef::new(cx, cx.op());
    let dim = usize::try_from(IndexOp::from_id(op.id).dim(cx)).ok();
    let ranges = op.parent().and_then(|parent| Loops::of(parent)?.static_ranges(parent));
    let runs_once = dim.zip(ranges).is_some_and(|(dim, ranges)| ranges.get(dim) == Some(&1));
    if runs_once { Fold::attr(cx.index_attr(0)) } else { Fold::No }
}

/// Folds a transposition with the identity permutation.
#[fold(TransposeOp)]
pub(crate) fn transpose(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = TransposeOp::from_id(cx.op());
    let input = op.input(cx);
    let permutation = op.permutation(cx);
    let is_identity = permutation.iter().enumerate().all(|(index, &dim)| dim == index as i64);
    if is_identity && cx.ty(input).is_tensor(cx) { Fold::value(input) } else { Fold::No }
}

/// Folds packing of a splat; the padding has to be the same element.
#[fold(PackOp)]
pub(crate) fn pack(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let padding = PackOp::from_id(cx.op()).padding_value(cx);
    let constant = padding.and_then(|padding| constant_value(cx, padding));
    if padding.is_some() && constant != consts[0].and_then(|source| source.splat_value(cx)) {
        return Fold::No;
    }
    splat(cx, consts[0])
}

#[fold(UnPackOp)]
pub(crate) fn unpack(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    splat(cx, consts[0])
}

/// The splat with the element of `source` and the result's shape.
fn splat(cx: &FoldCx, source: Option<Attr>) -> Fold {
    let ty = cx.ty(cx.result(cx.op(), 0));
    let splat = source.filter(|source| source.splat_value(cx).is_some());
    splat.and_then(|splat| dense::reshaped(cx, splat, ty)).into()
}
