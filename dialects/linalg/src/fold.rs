//! Folders.

use rmlir::prelude::*;

use crate::index::IndexOp;
use crate::permute::TransposeOp;
use crate::structured::Loops;

/// The number of the iteration of a loop that runs once.
pub(crate) fn index(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = OpRef::new(cx, cx.op());
    let dim = IndexOp::from_id(op.id).dim(cx).as_i64(cx).and_then(|dim| usize::try_from(dim).ok());
    let ranges = op.parent().and_then(|parent| Loops::of(parent)?.static_ranges(parent));
    let runs_once = dim.zip(ranges).is_some_and(|(dim, ranges)| ranges.get(dim) == Some(&1));
    if runs_once { Fold::attr(cx.index_attr(0)) } else { Fold::No }
}

/// A transposed tensor whose dimensions stay in their order.
pub(crate) fn transpose(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = TransposeOp::from_id(cx.op());
    let input = op.input(cx);
    let permutation = op.permutation(cx).as_int_array(cx).unwrap_or_default();
    let is_identity = permutation.iter().enumerate().all(|(index, &dim)| dim == index as i64);
    if is_identity && cx.ty(input).is_tensor(cx) { Fold::value(input) } else { Fold::No }
}
