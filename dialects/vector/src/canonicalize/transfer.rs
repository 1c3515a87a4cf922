//! Transfer reads and writes of tensors.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::cycle::CycleGuard;
use rmlir::prelude::*;

use crate::fold::defining;
use crate::fold::transfer::{are_disjoint, transfer};
use crate::interfaces::Transfer;
use crate::types::VectorType;
use crate::{BroadcastOp, TransferReadOp, TransferWriteOp, TransposeOp};

canonicalize! {
    TransferReadOp: read_of_write;
    TransferWriteOp: write_over_write;
}

/// The number of elements that a transfer accesses along each dimension of the base.
fn chunk(body: &Body, of: &Transfer) -> Vec<i64> {
    let shape = of.vector_type.shape(body).unwrap_or_default();
    let mut sizes = vec![1; of.indices.len()];
    for (dim, &size) in shape.iter().enumerate() {
        if let Some(position) = of.permutation.result(dim).as_dim() {
            sizes[position as usize] = size;
        }
    }
    sizes
}

/// The map from dimensions of the base to those of the vector; 0 for dimensions that are not transferred.
fn inverse(map: &AffineMap) -> AffineMap {
    let mut results = vec![AffineExpr::constant(0); map.n_inputs() as usize];
    for (dim, result) in map.results().iter().enumerate() {
        if let Some(position) = result.as_dim() {
            results[position as usize] = AffineExpr::dim(dim as u32);
        }
    }
    AffineMap::new(map.n_results() as u32, 0, results)
}

/// The map from the dimensions of the written vector to those of the read vector, if both access the same slice of a
/// tensor and no dimension is dropped.
fn written_to_read(body: &Body, write: &Transfer, read: &Transfer) -> Option<AffineMap> {
    let on_tensors = read.base_type.is_tensor(body) && write.base_type.is_tensor(body);
    let is_plain = |of: &Transfer| of.mask.is_none() && !of.has_out_of_bounds_dim();
    if !on_tensors || !is_plain(read) || !is_plain(write) || read.indices != write.indices {
        return None;
    }
    if chunk(body, read) != chunk(body, write) {
        return None;
    }
    let map = read.permutation.compose(&inverse(&write.permutation));
    (!AffineMap::unused_dims(std::slice::from_ref(&map)).contains(&true)).then_some(map)
}

/// Replaces a read of a slice that was just written by a transposed broadcast of the written vector.
#[pattern]
pub(crate) fn read_of_write(op: TransferReadOp, rw: &mut Rewriter) -> Match {
    let read = transfer(rw, op.id());
    let Some(write_op) = defining::<TransferWriteOp>(rw, read.base) else {
        return rw.no_match(op, "not of what was written");
    };
    let write = transfer(rw, write_op.id());
    let Some(map) = written_to_read(rw, &write, &read) else {
        return rw.no_match(op, "not the same part is read");
    };
    let repeated = map.broadcast_dims();
    // Dimension `i` of the broadcast is dimension `order[i]` of the read vector.
    let mut order = repeated.clone();
    order.resize(map.n_results(), 0);
    for (dim, result) in map.results().iter().enumerate() {
        if let Some(position) = result.as_dim() {
            order[position as usize + repeated.len()] = dim;
        }
    }
    let read_type = VectorType::of(rw, read.vector_type).expect("a vector is read");
    let broadcast = VectorType {
        shape: order.iter().map(|&dim| read_type.shape[dim]).collect(),
        scalable: order.iter().map(|&dim| read_type.scalable[dim]).collect(),
        element: read_type.element,
    };
    let mut back = vec![0; order.len()];
    for (place, &dim) in order.iter().enumerate() {
        back[dim] = place as i64;
    }
    rw.before(op.id());
    let (ty, stored) = (broadcast.ty(rw), write_op.value_to_store(rw));
    let vector = rw.value(BroadcastOp::build(ty, stored));
    let transpose = TransposeOp::of(rw, vector, &broadcast, &back);
    rw.replace_with(op, transpose);
    Match::Yes
}

/// Skips a write that is overwritten before it is read.
#[pattern]
pub(crate) fn write_over_write(op: TransferWriteOp, rw: &mut Rewriter) -> Match {
    let own = transfer(rw, op.id());
    if !own.base_type.is_tensor(rw) {
        return rw.no_match(op, "memory may be read in between");
    }
    let mut after = op;
    let mut guard = CycleGuard::default();
    while let Some(before) = defining::<TransferWriteOp>(rw, after.base(rw)) {
        if !guard.goes_on(after.base(rw)) {
            break;
        }
        let earlier = transfer(rw, before.id());
        let is_lost = earlier.indices == own.indices
            && earlier.mask == own.mask
            && earlier.vector_type == own.vector_type
            && earlier.permutation == own.permutation;
        if is_lost {
            rw.set_operand(after, TransferWriteOp::BASE_OPERAND, earlier.base);
            return Match::Yes;
        }
        if !are_disjoint(rw, &earlier, &own) || !rw.has_one_use(rw.result(before.id(), 0)) {
            break;
        }
        after = before;
    }
    rw.no_match(op, "what was written before is still there")
}
