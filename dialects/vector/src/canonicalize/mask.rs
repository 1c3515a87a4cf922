//! Masks, and masked operations.

use rmlir::prelude::*;
use rmlir_arith::{MulIOp, SelectOp};

use super::result_type;
use crate::fold::{constant_index, defining};
use crate::types::VectorType;
use crate::{ConstantMaskOp, CreateMaskOp, MaskOp, VectorScaleOp};

canonicalize! {
    CreateMaskOp: create_mask_of_constants;
    MaskOp: empty_to_select;
}

/// `value` as a multiple of the vector scale.
fn vscale_multiple(body: &Body, value: Value) -> Option<i64> {
    let is_vscale = |value| defining::<VectorScaleOp>(body, value).is_some();
    if is_vscale(value) {
        return Some(1);
    }
    let product = defining::<MulIOp>(body, value)?;
    let (lhs, rhs) = (product.lhs(body), product.rhs(body));
    match () {
        _ if is_vscale(lhs) => constant_index(body, rhs),
        _ if is_vscale(rhs) => constant_index(body, lhs),
        _ => None,
    }
}

/// The number of bits that are set along a dimension, not yet clamped to its size. Along scalable dimensions only none
/// and all are representable.
fn known_size(body: &Body, value: Value, bound: i64, is_scalable: bool) -> Option<i64> {
    match constant_index(body, value) {
        Some(size) => (!is_scalable || size < 0).then_some(size),
        None => vscale_multiple(body, value).filter(|&multiple| multiple >= bound),
    }
}

/// Replaces a mask with constant sizes by a constant mask.
#[pattern]
pub(crate) fn create_mask_of_constants(op: CreateMaskOp, rw: &mut Rewriter) -> Match {
    let ty = result_type(rw, op);
    let mut parts = VectorType::of(rw, ty).expect("a mask is a vector");
    if parts.rank() == 0 {
        parts = VectorType::fixed(&[1], parts.element);
    }
    let operands = op.operands(rw);
    let size = |dim: usize| known_size(rw, operands[dim], parts.shape[dim], parts.scalable[dim]);
    let Some(mut sizes) = (0..operands.len()).map(size).collect::<Option<Vec<i64>>>() else {
        return rw.no_match(op, "a size is not known");
    };
    for (size, &bound) in sizes.iter_mut().zip(&parts.shape) {
        *size = (*size).clamp(0, bound);
    }
    if sizes.contains(&0) {
        sizes.fill(0);
    }
    let sizes = rw.i64_array(&sizes);
    rw.replace_with(op, ConstantMaskOp::build(ty, sizes));
    Match::Yes
}

/// Replaces an empty body with a pass-through value by a selection.
#[pattern]
pub(crate) fn empty_to_select(op: MaskOp, rw: &mut Rewriter) -> Match {
    let Some(passthru) = op.passthru(rw).filter(|_| op.masked_op(rw).is_none()) else {
        return rw.no_match(op, "it is not empty, or passes nothing through");
    };
    let Some(yielded) = rw.last_op(op.block(rw)).and_then(|terminator| rw.operands(terminator).next()) else {
        return rw.no_match(op, "it yields nothing");
    };
    let mask = op.mask(rw);
    rw.replace_with(op, SelectOp::build(mask, yielded, passthru));
    Match::Yes
}
