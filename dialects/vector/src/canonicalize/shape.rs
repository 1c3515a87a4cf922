//! `vector.broadcast` and `vector.shape_cast`.

use rmlir::prelude::*;

use super::{replace_with_broadcast, result_type};
use crate::fold::{constant_index, defining};
use crate::shape::check_broadcastable;
use crate::types::VectorType;
use crate::{BroadcastOp, ConstantMaskOp, CreateMaskOp, ShapeCastOp};

canonicalize! {
    BroadcastOp: broadcast_of_broadcast;
    ShapeCastOp: trim_mask, cast_of_broadcast;
}

/// Merges two broadcasts.
#[pattern]
pub(crate) fn broadcast_of_broadcast(op: BroadcastOp, rw: &mut Rewriter) -> Match {
    match defining::<BroadcastOp>(rw, op.source(rw)).map(|inner| inner.source(rw)) {
        Some(source) => replace_with_broadcast(rw, op.id(), source),
        None => rw.no_match(op, "not of a broadcast"),
    }
}

/// The type without trailing dimensions of size 1, but with at least one dimension.
fn trimmed(ty: &VectorType) -> VectorType {
    let is_unit = |dim: usize| ty.shape[dim] == 1 && !ty.scalable[dim];
    let n = (0..ty.rank()).rposition(|dim| !is_unit(dim)).map_or(0, |last| last + 1);
    if n == 0 {
        return ty.drop_front(ty.rank().saturating_sub(1));
    }
    VectorType { shape: ty.shape[..n].to_vec(), scalable: ty.scalable[..n].to_vec(), element: ty.element }
}

/// Replaces a mask without its trailing dimensions of size 1, where those bits are set, by
/// a mask of the other dimensions.
#[pattern]
pub(crate) fn trim_mask(op: ShapeCastOp, rw: &mut Rewriter) -> Match {
    let source = op.source(rw);
    let ty = result_type(rw, op);
    let from = VectorType::at(rw, source);
    let n = ty.shape(rw).map_or(0, <[i64]>::len);
    if trimmed(&from).ty(rw) != ty || from.rank() <= n {
        return rw.no_match(op, "not the last dimensions are dropped");
    }
    if let Some(mask) = defining::<CreateMaskOp>(rw, source) {
        let sizes = mask.operands(rw);
        if sizes[n..].iter().any(|&size| constant_index(rw, size) != Some(1)) {
            return rw.no_match(op, "a dropped bit may not be set");
        }
        rw.replace_with(op, CreateMaskOp::build(ty, &sizes[..n]));
        return Match::Yes;
    }
    let Some(mask) = defining::<ConstantMaskOp>(rw, source) else { return rw.no_match(op, "not of a mask") };
    let sizes = mask.sizes(rw);
    if sizes[n..].iter().any(|&size| size != 1) {
        return rw.no_match(op, "a dropped bit is not set");
    }
    let sizes = rw.i64_array(&sizes[..n]);
    rw.replace_with(op, ConstantMaskOp::build(ty, sizes));
    Match::Yes
}

/// Replaces a shape cast of a broadcast by a shape cast or a broadcast of the broadcast's source.
#[pattern]
pub(crate) fn cast_of_broadcast(op: ShapeCastOp, rw: &mut Rewriter) -> Match {
    let Some(source) = defining::<BroadcastOp>(rw, op.source(rw)).map(|broadcast| broadcast.source(rw)) else {
        return rw.no_match(op, "not of a broadcast");
    };
    let ty = result_type(rw, op);
    let Some(from) = VectorType::of(rw, rw.ty(source)) else { return replace_with_broadcast(rw, op.id(), source) };
    let to = VectorType::of(rw, ty).expect("the result is a vector");
    if from.n_elements() == to.n_elements() {
        rw.replace_with(op, ShapeCastOp::build(ty, source));
        return Match::Yes;
    }
    if check_broadcastable(rw, rw.ty(source), &to).is_ok() {
        return replace_with_broadcast(rw, op.id(), source);
    }
    rw.no_match(op, "neither a broadcast nor a cast of the source")
}
