//! `tensor.bitcast` and `tensor.cast`.

use rmlir::core::mixed_index::{MixedIndex, SliceLists, rank_reduction_mask, statics};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::types::{TensorParts, tensor_type};
use crate::{BitcastOp, CastOp, ExtractSliceOp, can_fold_into_producer};

canonicalize! {
    BitcastOp: bitcast_of_bitcast;
    CastOp: cast_of_cast, cast_of_slice;
}

#[pattern]
pub(crate) fn bitcast_of_bitcast(op: BitcastOp, rw: &mut Rewriter) -> Match {
    let Some(before) = rw.defined_by::<BitcastOp>(op.source(rw)) else { return Match::No };
    let (ty, source) = (rw.ty(op.dest(rw)), before.source(rw));
    rw.replace_with(op, BitcastOp::build(ty, source));
    Match::Yes
}

/// The tensor type with the static sizes of both types; `None` if they are inconsistent.
fn join(cx: &Context, left: Type, right: Type) -> Option<Type> {
    let (Some(from), Some(to)) = (left.shape(cx), right.shape(cx)) else {
        return Some(if left.shape(cx).is_none() { right } else { left });
    };
    let size = |(&from, &to): (&i64, &i64)| match (from, to) {
        (DYNAMIC, size) | (size, DYNAMIC) => Some(size),
        _ => (from == to).then_some(from),
    };
    let shape: Option<Vec<i64>> = from.iter().zip(to).map(size).collect();
    let shape = shape.filter(|_| from.len() == to.len())?;
    Some(tensor_type(cx, &shape, left.element(cx)?))
}

/// Skips a cast in between, unless only its type has a static size, on which the program may rely.
#[pattern]
pub(crate) fn cast_of_cast(op: CastOp, rw: &mut Rewriter) -> Match {
    let Some(before) = rw.defined_by::<CastOp>(op.source(rw)) else { return Match::No };
    let source = before.source(rw);
    let [from, between, to] = [source, op.source(rw), op.dest(rw)].map(|value| rw.ty(value));
    let all = join(rw, from, between).and_then(|joined| join(rw, joined, to));
    if all.is_none() || all != join(rw, from, to) {
        return Match::No;
    }
    rw.replace_with(op, CastOp::build(to, source));
    Match::Yes
}

/// Makes the sizes of a slice static if it is cast to a static type.
#[pattern]
pub(crate) fn cast_of_slice(op: CastOp, rw: &mut Rewriter) -> Match {
    let Some(slice) = rw.defined_by::<ExtractSliceOp>(op.source(rw)) else { return Match::No };
    let ty = rw.ty(op.dest(rw));
    let Some(to) = TensorParts::of(rw, ty).map(|parts| parts.shape.to_vec()) else { return Match::No };
    let from = rw.ty(op.source(rw)).shape(rw).unwrap_or_default();
    if !can_fold_into_producer(rw, op) || from == to {
        return Match::No;
    }
    let mut lists = SliceLists::of(OpRef::new(rw, slice.id()));
    let mask = rank_reduction_mask(&statics(&lists.sizes), from, false);
    let mask = mask.unwrap_or_else(|| vec![false; lists.sizes.len()]);
    let kept = lists.sizes.iter_mut().zip(mask).filter(|(_, dropped)| !dropped);
    for ((size, _), &known) in kept.zip(&to) {
        if known != DYNAMIC {
            *size = MixedIndex::Static(known);
        }
    }
    let source = slice.source(rw);
    rw.replace_with(op, ExtractSliceOp::of(rw.cx(), ty, source, &lists));
    Match::Yes
}
