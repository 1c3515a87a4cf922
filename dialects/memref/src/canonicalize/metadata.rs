//! Canonicalization of memref metadata.

use rmlir::prelude::*;
use rmlir_arith::IndexCastOp;

use crate::{DimOp, LoadOp, ReshapeOp};

canonicalize! {
    DimOp: dim_of_reshape;
}

/// Replaces a dimension of a reshaped memref by a load from the shape operand. The load is right after the reshape,
/// before any write to the shape.
#[pattern]
pub(crate) fn dim_of_reshape(op: DimOp, rw: &mut Rewriter) -> Match {
    let Some(reshape) = rw.defined_by::<ReshapeOp>(op.source(rw)) else {
        return rw.no_match(op, "Dim op is not defined by a reshape op.");
    };
    let index = op.index(rw);
    if !is_defined_before(rw, index, reshape.id(), op.id()) {
        return rw.no_match(op, "dim.getIndex does not dominate reshape.");
    }
    rw.after(reshape.id());
    let loc = rw.loc(op.id());
    let shape = reshape.shape(rw);
    let mut size = rw.value(LoadOp::build(shape, &[index]).at(loc));
    let ty = rw.ty(op.result(rw));
    if rw.ty(size) != ty {
        size = rw.value(IndexCastOp::build(ty, size).at(loc));
    }
    rw.replace(op, [size])
}

/// Whether `index` dominates `reshape`, by a conservative check.
fn is_defined_before(body: &Body, index: Value, reshape: OpId, dim: OpId) -> bool {
    let block = body.block_of(reshape);
    if body.value_block(index) == block {
        return body.defining_op(index).is_none_or(|definition| !body.is_before_in_block(reshape, definition));
    }
    if body.block_of(dim) == block {
        return true;
    }
    let (Some(outer), Some(inner)) = (body.value_region(index), body.parent_region(reshape)) else { return false };
    outer != inner && body.is_ancestor(body.region_owner(outer), body.region_owner(inner))
}
