//! `memref.subview`.

use rmlir::core::fold::constant_value;
use rmlir::core::mixed_index::SliceLists;
use rmlir::prelude::*;

use super::replace_by_cast;
use crate::fold::cast_source;
use crate::subview::{inferred_reduced_type, reduction_mask};
use crate::{SubViewOp, can_fold_into_consumer, dropped_dims};

canonicalize! {
    SubViewOp: known_numbers, subview_of_cast, all_of_source;
}

/// Makes constant offsets, sizes and strides static.
#[pattern]
pub(crate) fn known_numbers(op: SubViewOp, rw: &mut Rewriter) -> Match {
    let view = OpRef::new(rw, op.id());
    let mut lists = SliceLists::of(view);
    let source = op.source(rw);
    let shape = rw.ty(source).shape(rw).unwrap_or_default();
    if !lists.fold_constants(rw) || lists.check_in_bounds(shape).is_err() || !lists.may_be_valid() {
        return Match::No;
    }
    let Some(dropped) = dropped_dims(view) else { return Match::No };
    let Some(ty) = inferred_reduced_type(rw, rw.ty(source), &lists, &dropped) else { return Match::No };
    rw.before(op.id());
    let new = rw.value(SubViewOp::of(rw.cx(), ty, source, &lists));
    replace_by_cast(rw, op, new)
}

/// Replaces a subview of a cast that only makes sizes or the layout dynamic by a cast of a subview.
#[pattern]
pub(crate) fn subview_of_cast(op: SubViewOp, rw: &mut Rewriter) -> Match {
    // Constants are folded by the other pattern.
    if rw.operands(op.id()).any(|operand| constant_value(rw, operand).is_some()) {
        return Match::No;
    }
    let operand = op.source(rw);
    let Some(source) = cast_source(rw, operand) else { return Match::No };
    if !can_fold_into_consumer(rw, rw.ty(source), rw.ty(operand)) {
        return Match::No;
    }
    let lists = SliceLists::of(OpRef::new(rw, op.id()));
    let dropped = reduction_mask(rw, rw.ty(operand), rw.ty(op.result(rw)), &lists.sizes);
    let ty = dropped.and_then(|dropped| inferred_reduced_type(rw, rw.ty(source), &lists, &dropped));
    let Some(ty) = ty.filter(|_| lists.may_be_valid()) else { return Match::No };
    rw.before(op.id());
    let new = rw.value(SubViewOp::of(rw.cx(), ty, source, &lists));
    replace_by_cast(rw, op, new)
}

/// Replaces a subview of the whole source by a cast of it.
#[pattern]
pub(crate) fn all_of_source(op: SubViewOp, rw: &mut Rewriter) -> Match {
    let source = op.source(rw);
    let (from, to) = (rw.ty(source), rw.ty(op.result(rw)));
    let lists = SliceLists::of(OpRef::new(rw, op.id()));
    let shape = from.shape(rw).unwrap_or_default();
    let is_all = shape.len() == to.shape(rw).unwrap_or_default().len()
        && lists.offsets.iter().all(|offset| offset.is(rw, 0))
        && lists.strides.iter().all(|stride| stride.is(rw, 1))
        && lists.sizes.iter().zip(shape).all(|(size, &whole)| size.is(rw, whole));
    if !is_all {
        return Match::No;
    }
    if from == to { rw.replace(op, [source]) } else { replace_by_cast(rw, op, source) }
}
