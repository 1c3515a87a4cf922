//! `vector.shuffle`.

use rmlir::prelude::*;

use super::{replace_with_broadcast, splat_source};
use crate::types::VectorType;
use crate::{InterleaveOp, ShuffleOp};

canonicalize! {
    ShuffleOp: of_splats, to_interleave, of_rank_0;
}

/// Replaces a shuffle of broadcasts of one scalar by a broadcast.
#[pattern]
pub(crate) fn of_splats(op: ShuffleOp, rw: &mut Rewriter) -> Match {
    let (first, second) = (splat_source(rw, op.v1(rw)), splat_source(rw, op.v2(rw)));
    match first.filter(|_| first == second) {
        Some(scalar) => replace_with_broadcast(rw, op.id(), scalar),
        None => rw.no_match(op, "not one scalar repeated"),
    }
}

/// Replaces a shuffle that alternates between the elements of two vectors by an interleave.
#[pattern]
pub(crate) fn to_interleave(op: ShuffleOp, rw: &mut Rewriter) -> Match {
    let (v1, v2) = (op.v1(rw), op.v2(rw));
    let ty = VectorType::at(rw, v1);
    let mask = op.numbers(rw);
    let n = ty.n_elements();
    if ty.rank() > 1 || rw.ty(v1) != rw.ty(v2) || mask.len() as i64 != 2 * n {
        return rw.no_match(op, "not as many elements of both vectors");
    }
    if !mask.into_iter().eq((0..n).flat_map(|index| [index, n + index])) {
        return rw.no_match(op, "they do not take turns");
    }
    rw.replace_with(op, InterleaveOp::build(v1, v2));
    Match::Yes
}

/// Replaces a selection of one of two vectors of rank 0 by a broadcast.
#[pattern]
pub(crate) fn of_rank_0(op: ShuffleOp, rw: &mut Rewriter) -> Match {
    let mask = op.numbers(rw);
    if VectorType::at(rw, op.v1(rw)).rank() > 0 || mask.len() != 1 {
        return rw.no_match(op, "not one of two vectors of rank 0");
    }
    let chosen = if mask[0] == 0 { op.v1(rw) } else { op.v2(rw) };
    replace_with_broadcast(rw, op.id(), chosen)
}
