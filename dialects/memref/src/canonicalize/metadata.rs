//! What is known of a memref.

use rmlir::core::memref_layout::strides_and_offset;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith::IndexCastOp;

use crate::fold::defined_by;
use crate::{DimOp, ExtractStridedMetadataOp, LoadOp, ReshapeOp};

/// A dimension of a reshaped memref is in the shape it was reshaped to. It is
/// read right after the reshape, before anything writes to the shape.
#[pattern]
pub(crate) fn dim_of_reshape(op: DimOp, rw: &mut Rewriter) -> Match {
    let Some(reshape) = defined_by::<ReshapeOp>(rw, op.source(rw)) else {
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

/// Whether `index` can be used at `reshape`, as far as it is easy to see.
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

/// Results that the type of the source knows become constants where they are used.
#[pattern(benefit = 2)]
pub fn known_metadata(op: ExtractStridedMetadataOp, rw: &mut Rewriter) -> Match {
    let Some(known) = used_and_known(rw, op).filter(|known| !known.is_empty()) else { return Match::No };
    for (result, number) in known {
        let constant = constant_before(rw, op.id(), number);
        rw.replace_all_uses(result, constant);
    }
    Match::Yes
}

/// A new constant before `op`. Listeners are not told of it, as upstream does
/// this in a folder: drivers find it in their next round, which decides in what
/// order constants end up.
fn constant_before(rw: &mut Rewriter, op: OpId, number: i64) -> Value {
    let (cx, loc) = (rw.cx(), rw.loc(op));
    let arith = cx.dialect("arith").expect("the dialect depends on arith");
    let state = arith.hooks.materialize_constant(cx, cx.index_attr(number), Type::INDEX);
    let state = state.expect("arith has constants of type index").at(loc);
    let body = rw.body_mut();
    let constant = body.create_op(state);
    body.insert_before(op, constant);
    body.result(constant, 0)
}

/// The offset, sizes and strides that are used and that the type of the source knows.
pub(crate) fn used_and_known(body: &Body, op: ExtractStridedMetadataOp) -> Option<Vec<(Value, i64)>> {
    let ty = body.ty(op.source(body));
    let layout = strides_and_offset(body, ty)?;
    let numbers = [&[layout.offset], ty.shape(body)?, &layout.strides].concat();
    let results = body.results(op.id())[1..].iter().copied();
    Some(results.zip(numbers).filter(|&(result, number)| number != DYNAMIC && !body.is_unused(result)).collect())
}
