//! Canonicalization of chains of `linalg.transpose` and `linalg.broadcast`.

use rmlir::core::mixed_index::n_dynamic;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith::constant_index;
use rmlir_tensor::{DimOp, EmptyOp, tensor_type};

use crate::{BroadcastOp, TransposeOp};

canonicalize! {
    TransposeOp: transpose_twice, transpose_of_broadcast;
}

fn permutation(op: TransposeOp, body: &Body) -> Vec<i64> {
    op.permutation(body)
}

fn dimensions(op: BroadcastOp, body: &Body) -> Vec<i64> {
    op.dimensions(body)
}

/// Replaces `op` by the results of `new`, which was created before it.
fn replace(rw: &mut Rewriter, op: OpId, new: OpId) -> Match {
    let values = rw.results(new).to_vec();
    rw.replace(op, values)
}

#[pattern]
pub(crate) fn transpose_twice(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let Some(before) = rw.defined_by::<TransposeOp>(op.input(rw)) else { return Match::No };
    let inner = permutation(before, rw);
    let both: Vec<i64> = permutation(op, rw).iter().map(|&dim| inner[dim as usize]).collect();
    let (input, init) = (before.input(rw), op.init(rw));
    rw.before(op.id());
    let new = TransposeOp::create(rw, input, init, &both);
    replace(rw, op.id(), new.id())
}

/// Replaces the transposition of a broadcast by the broadcast of a transposition.
#[pattern]
pub(crate) fn transpose_of_broadcast(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let input = op.input(rw);
    let Some(broadcast) = rw.defined_by::<BroadcastOp>(input).filter(|_| rw.users(input).count() == 1) else {
        return Match::No;
    };
    let (permutation, added) = (permutation(op, rw), dimensions(broadcast, rw));
    let kept: Vec<i64> = permutation.iter().copied().filter(|dim| !added.contains(dim)).collect();
    let inner: Vec<i64> =
        kept.iter().map(|dim| dim - added.iter().filter(|added| *added < dim).count() as i64).collect();
    let place = |&dim: &i64| permutation.iter().position(|&other| other == dim).map(|place| place as i64);
    let Some(added) = added.iter().map(place).collect::<Option<Vec<i64>>>() else { return Match::No };
    let (source, init) = (broadcast.input(rw), op.init(rw));
    rw.before(op.id());
    let Some(empty) = permuted_empty(rw, source, &inner) else { return Match::No };
    let transposed = TransposeOp::create(rw, source, empty, &inner);
    let transposed = rw.result(transposed.id(), 0);
    let new = BroadcastOp::create(rw, transposed, init, &added);
    replace(rw, op.id(), new.id())
}

/// An empty tensor with the sizes of `like`, permuted.
fn permuted_empty(rw: &mut Rewriter, like: Value, permutation: &[i64]) -> Option<Value> {
    let ty = rw.ty(like);
    let shape = ty.shape(rw).filter(|_| ty.is_tensor(rw))?.to_vec();
    let mut sizes = Vec::with_capacity(n_dynamic(&shape));
    for (dim, &size) in shape.iter().enumerate() {
        if size == DYNAMIC {
            let index = constant_index(rw, dim as i64);
            sizes.push((dim, rw.value(DimOp::build(like, index))));
        }
    }
    let given = |dim: &i64| sizes.iter().find(|(other, _)| *other == *dim as usize).map(|(_, value)| *value);
    let values: Vec<Value> = permutation.iter().filter_map(given).collect();
    let new_shape: Vec<i64> = permutation.iter().map(|&dim| shape[dim as usize]).collect();
    let ty = tensor_type(rw, &new_shape, ty.element(rw)?);
    Some(rw.value(EmptyOp::build(ty, &values)))
}

#[pattern]
pub(crate) fn broadcast_twice(op: BroadcastOp, rw: &mut Rewriter) -> Match {
    let Some(before) = rw.defined_by::<BroadcastOp>(op.input(rw)) else { return Match::No };
    let (mut added, init) = (dimensions(op, rw), op.init(rw));
    let rank = rw.ty(init).shape(rw).map_or(0, <[i64]>::len) as i64;
    let kept: Vec<i64> = (0..rank).filter(|dim| !added.contains(dim)).collect();
    added.extend(dimensions(before, rw).iter().map(|&dim| kept[dim as usize]));
    added.sort_unstable();
    let input = before.input(rw);
    rw.before(op.id());
    let new = BroadcastOp::create(rw, input, init, &added);
    replace(rw, op.id(), new.id())
}
