//! `tensor.insert_slice` and `tensor.parallel_insert_slice`, which differ in the insertion point of casts and in
//! whether they have a result.

use rmlir::core::fold::constant_value;
use rmlir::core::mixed_index::{
    Constants, MixedIndex, SliceLists, check_rank_reduced, fold_constants, rank_reduction_mask, statics,
};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use super::{replace_by_cast, skippable_cast};
use crate::slice::slice_type;
use crate::types::{TensorParts, tensor_type};
use crate::{CastOp, InsertSliceOp, ParallelInsertSliceOp, are_cast_compatible, preserves_static_information};

canonicalize! {
    InsertSliceOp: known_numbers, of_casts, refine_source;
    ParallelInsertSliceOp: parallel_known_numbers, parallel_of_casts, parallel_refine_source;
}

/// Rows of `name parallel_name = function;`: a function that is a pattern of both operations.
macro_rules! patterns {
    ($($(#[$doc:meta])* $name:ident $parallel:ident = $function:ident;)*) => {$(
        $(#[$doc])*
        #[pattern]
        pub(crate) fn $name(op: InsertSliceOp, rw: &mut Rewriter) -> Match {
            $function(Insertion::of(rw, op.id(), op.source(rw), op.dest(rw), false), rw)
        }
        $(#[$doc])*
        #[pattern]
        pub(crate) fn $parallel(op: ParallelInsertSliceOp, rw: &mut Rewriter) -> Match {
            $function(Insertion::of(rw, op.id(), op.source(rw), op.dest(rw), true), rw)
        }
    )*};
}

patterns! {
    /// Makes constant offsets, sizes and strides static.
    known_numbers parallel_known_numbers = fold_numbers;
    /// Skips casts of source and destination that only make sizes dynamic.
    of_casts parallel_of_casts = skip_casts;
    /// Propagates static sizes of the slice to the source.
    refine_source parallel_refine_source = cast_source;
}

/// One of the two operations.
struct Insertion {
    op: OpId,
    source: Value,
    dest: Value,
    lists: SliceLists,
    is_parallel: bool,
}

impl Insertion {
    fn of(body: &Body, op: OpId, source: Value, dest: Value, is_parallel: bool) -> Self {
        Self { op, source, dest, lists: SliceLists::of(OpRef::new(body, op)), is_parallel }
    }

    /// Casts the source; for the parallel operation, before the enclosing terminator.
    fn cast(&self, rw: &mut Rewriter, ty: Type) -> Value {
        let around = rw.parent_op(self.op).filter(|_| self.is_parallel);
        let loc = rw.loc(self.op);
        rw.before(around.unwrap_or(self.op));
        rw.value(CastOp::build(ty, self.source).at(loc))
    }

    /// Replaces the operation by this one.
    fn replace(&self, rw: &mut Rewriter) -> Match {
        let (cx, source, dest) = (rw.cx(), self.source, self.dest);
        if self.is_parallel {
            rw.replace_with(self.op, ParallelInsertSliceOp::of(cx, source, dest, &self.lists));
            return Match::Yes;
        }
        let ty = rw.ty(dest);
        if ty == rw.ty(rw.result(self.op, 0)) {
            rw.replace_with(self.op, InsertSliceOp::of(cx, ty, source, dest, &self.lists));
            return Match::Yes;
        }
        rw.before(self.op);
        let new = rw.value(InsertSliceOp::of(cx, ty, source, dest, &self.lists));
        replace_by_cast(rw, self.op, new)
    }
}

fn fold_numbers(mut insertion: Insertion, rw: &mut Rewriter) -> Match {
    let source = rw.ty(insertion.source);
    let dropped = rank_reduction_mask(&statics(&insertion.lists.sizes), source.shape(rw).unwrap_or_default(), false);
    let lists = &mut insertion.lists;
    let has_constants = fold_constants(rw, &mut lists.offsets, Constants::NonNegative)
        || fold_constants(rw, &mut lists.sizes, Constants::NonNegative)
        || fold_constants(rw, &mut lists.strides, Constants::NonZero);
    let dest = rw.ty(insertion.dest);
    if !has_constants || lists.check_in_bounds(dest.shape(rw).unwrap_or_default()).is_err() {
        return Match::No;
    }
    let Some(ty) = dropped.and_then(|dropped| reduced_slice_type(rw, dest, &insertion.lists.sizes, &dropped)) else {
        return Match::No;
    };
    if ty != source {
        insertion.source = insertion.cast(rw, ty);
    }
    insertion.replace(rw)
}

/// The type of a slice without its `dropped` dimensions.
fn reduced_slice_type(cx: &Context, whole: Type, sizes: &[MixedIndex], dropped: &[bool]) -> Option<Type> {
    let full = slice_type(cx, whole, sizes)?;
    if !dropped.contains(&true) {
        return Some(full);
    }
    let kept = full.shape(cx)?.iter().zip(dropped).filter(|(_, dropped)| !**dropped);
    Some(tensor_type(cx, &kept.map(|(&size, _)| size).collect::<Vec<_>>(), full.element(cx)?))
}

fn skip_casts(mut insertion: Insertion, rw: &mut Rewriter) -> Match {
    // Constants are folded by the first pattern.
    let is_index = |value: Value| constant_value(rw, value).is_some_and(|value| value.as_integer(rw).is_some());
    if rw.operands(insertion.op).any(is_index) {
        return Match::No;
    }
    let (source, dest) = (skippable_cast(rw, insertion.source), skippable_cast(rw, insertion.dest));
    if source.is_none() && dest.is_none() {
        return Match::No;
    }
    insertion.source = source.unwrap_or(insertion.source);
    insertion.dest = dest.unwrap_or(insertion.dest);
    let (source, dest) = (rw.ty(insertion.source), rw.ty(insertion.dest));
    let (from, to) = (source.shape(rw).unwrap_or_default(), dest.shape(rw).unwrap_or_default());
    let Some(mask) = rank_reduction_mask(&statics(&insertion.lists.sizes), from, true) else { return Match::No };
    // As in upstream, sizes after the first dynamic one are compared with that one.
    let mut next = 0;
    for (size, dropped) in insertion.lists.sizes.iter_mut().zip(mask) {
        if !dropped && from.get(next).is_some_and(|&size| size != DYNAMIC) {
            *size = MixedIndex::Static(from[next]);
            next += 1;
        }
    }
    let expected = slice_type(rw, dest, &insertion.lists.sizes);
    let fits = expected.is_some_and(|expected| check_rank_reduced(rw, expected, source).is_ok());
    if !fits || insertion.lists.check_in_bounds(to).is_err() {
        return Match::No;
    }
    insertion.replace(rw)
}

fn cast_source(mut insertion: Insertion, rw: &mut Rewriter) -> Match {
    let (source, dest) = (rw.ty(insertion.source), rw.ty(insertion.dest));
    let Some(parts) = TensorParts::of(rw, source) else { return Match::No };
    if dest.shape(rw).map(<[i64]>::len) != Some(parts.rank()) {
        return Match::No;
    }
    let sizes = parts.shape.iter().zip(&insertion.lists.sizes);
    let shape: Vec<i64> = sizes.map(|(&known, size)| size.constant(rw).unwrap_or(known)).collect();
    if shape.iter().any(|&size| size < 0 && size != DYNAMIC) {
        return Match::No;
    }
    let ty = parts.with_shape(rw, &shape);
    if ty == source || !preserves_static_information(rw, source, ty) || !are_cast_compatible(rw, source, ty) {
        return Match::No;
    }
    insertion.source = insertion.cast(rw, ty);
    insertion.replace(rw)
}
