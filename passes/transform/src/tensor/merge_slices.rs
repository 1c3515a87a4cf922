//! A slice of a slice is merged to one slice, and an insertion into a part that is inserted into a tensor to one
//! insertion.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::prelude::*;
use rmlir_affine::compose::make_composed_folded_apply;
use rmlir_arith::materialize_negative;
use rmlir_tensor::{ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp, dropped_dims};

/// The patterns.
pub fn patterns() -> PatternSet {
    patterns![merge_extracted, merge_inserted, merge_inserted_by_threads]
}

#[pattern]
fn merge_extracted(op: ExtractSliceOp, rw: &mut Rewriter) -> Match {
    let Some(outer) = rw.defining_op(op.source(rw)).filter(|&outer| OpRef::new(rw, outer).is::<ExtractSliceOp>())
    else {
        return Match::No;
    };
    let [outer_lists, lists] = [outer, op.id()].map(|op| SliceLists::of(OpRef::new(rw, op)));
    let shape = rw.ty(op.source(rw)).shape(rw).unwrap_or_default();
    let dropped = dropped_dims(shape, &outer_lists.sizes);
    let merged = merged(rw, &outer_lists, &lists, &dropped);
    let (ty, source) = (rw.ty(op.result(rw)), rw.operand(outer, 0));
    rw.replace_with(op, ExtractSliceOp::of(rw.cx(), ty, source, &merged));
    Match::Yes
}

#[pattern]
fn merge_inserted(op: InsertSliceOp, rw: &mut Rewriter) -> Match {
    let dest = op.dest(rw);
    let Some((source, merged)) = inserted_at_once(rw, op.id(), op.id()) else { return Match::No };
    let ty = rw.ty(dest);
    rw.before(op.id());
    rw.replace_with(op, InsertSliceOp::of(rw.cx(), ty, source, dest, &merged));
    Match::Yes
}

/// Computations of offsets are inserted before the end of the loop.
#[pattern]
fn merge_inserted_by_threads(op: ParallelInsertSliceOp, rw: &mut Rewriter) -> Match {
    let dest = op.dest(rw);
    let Some(end) = rw.parent_op(op.id()) else { return Match::No };
    let Some((source, merged)) = inserted_at_once(rw, op.id(), end) else { return Match::No };
    rw.before(op.id());
    rw.replace_with(op, ParallelInsertSliceOp::of(rw.cx(), source, dest, &merged));
    Match::Yes
}

/// The value and position of an insertion, if `op` inserts a tensor that another insertion fills. Computations of
/// offsets are inserted before `at`.
fn inserted_at_once(rw: &mut Rewriter, op: OpId, at: OpId) -> Option<(Value, SliceLists)> {
    let part = rw.operand(op, 0);
    let inner = rw.defining_op(part).filter(|&inner| OpRef::new(rw, inner).is::<InsertSliceOp>())?;
    let [outer_lists, lists] = [op, inner].map(|op| SliceLists::of(OpRef::new(rw, op)));
    let dropped = dropped_dims(rw.ty(part).shape(rw)?, &outer_lists.sizes);
    let kept = outer_lists.sizes.iter().zip(&dropped).filter(|(_, dropped)| !**dropped).map(|(size, _)| size);
    if !kept.eq(&lists.sizes) {
        return None;
    }
    rw.before(at);
    let merged = merged(rw, &outer_lists, &lists, &dropped);
    Some((rw.operand(inner, 0), merged))
}

/// The slice `inner` of the slice `outer`, whose marked dimensions are dropped.
fn merged(rw: &mut Rewriter, outer: &SliceLists, inner: &SliceLists, dropped: &[bool]) -> SliceLists {
    let loc = rw.default_loc();
    let [first, second, third] = [0, 1, 2].map(AffineExpr::symbol);
    let product = &first * &second;
    let place = AffineMap::new(0, 3, [&product + &third]);
    let product = AffineMap::new(0, 2, [product]);
    let mut merged = outer.clone();
    let kept = (0..dropped.len()).filter(|&dim| !dropped[dim]);
    for (inner_dim, dim) in kept.enumerate() {
        let (offset, stride) = (inner.offsets[inner_dim], outer.strides[dim]);
        let operands: [MixedIndex; 3] = [offset, stride, outer.offsets[dim]];
        merged.offsets[dim] = make_composed_folded_apply(rw, loc, &place, &operands);
        merged.sizes[dim] = inner.sizes[inner_dim];
        merged.strides[dim] = make_composed_folded_apply(rw, loc, &product, &[inner.strides[inner_dim], stride]);
    }
    materialize_negative(rw, &mut merged.offsets);
    merged
}
