//! Reductions.

use rmlir::prelude::*;

use crate::MultiDimReductionOp;
use crate::types::VectorType;

/// Folds a multi-reduction of a vector of rank 1 without reduction dimensions.
#[fold(MultiDimReductionOp)]
pub fn multi_reduction(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = MultiDimReductionOp::from_id(cx.op());
    let n_dims = op.reduction_dims(cx).len();
    let source = op.source(cx);
    if n_dims == 0 && VectorType::at(cx, source).rank() == 1 { Fold::value(source) } else { Fold::No }
}
