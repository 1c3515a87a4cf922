//! Common parts of all lowerings of a transfer's first dimension: its dimension in memory, and the condition under
//! which an element is accessed.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_affine::compose::make_composed_apply;
use rmlir_arith::{AndIOp, CmpIOp, CmpIPredicate};
use rmlir_vector::{Transfer, VectorType};
use rmlir_vector_passes::make::{extract_at, size_of};
use rmlir_vector_passes::regions::build_if;

/// The dimension of the base that corresponds to the first dimension of the vector; `None` if it is a broadcast.
pub(super) fn unpacked_dim(transfer: &Transfer) -> Option<usize> {
    transfer.permutation.result(0).as_dim().map(|dim| dim as usize)
}

/// The sum of an index and the position in the first dimension.
fn moved(rw: &mut Rewriter, index: Value, position: Value) -> Value {
    let sum = AffineMap::new(2, 0, [AffineExpr::dim(0) + AffineExpr::dim(1)]);
    let loc = rw.default_loc();
    make_composed_apply(rw, loc, &sum, &[MixedIndex::Dynamic(index), MixedIndex::Dynamic(position)])
}

/// The indices of the part at `position` of the first dimension.
pub(super) fn indices_at(rw: &mut Rewriter, transfer: &Transfer, position: Value) -> Vec<Value> {
    let mut indices = transfer.indices.clone();
    if let Some(dim) = unpacked_dim(transfer) {
        indices[dim] = moved(rw, indices[dim], position);
    }
    indices
}

/// The transfer of the part at `position` of the first dimension, without mask.
pub(super) fn unpacked(rw: &mut Rewriter, transfer: &Transfer, position: Value) -> Transfer {
    let vector = VectorType::of(rw, transfer.vector_type).expect("a transfer is of a vector");
    Transfer {
        indices: indices_at(rw, transfer, position),
        permutation: transfer.permutation.drop_result(0),
        in_bounds: transfer.in_bounds[1..].to_vec(),
        mask: None,
        vector_type: vector.drop_front(1).ty(rw),
        ..transfer.clone()
    }
}

/// The rank of the mask; `None` without one.
pub(super) fn mask_rank(body: &Body, transfer: &Transfer) -> Option<usize> {
    transfer.mask.map(|mask| VectorType::at(body, mask).rank())
}

/// The condition that `position` of the first dimension is accessed, where that is unknown: it is in bounds of the
/// base, and its bit in a mask of rank 1 is set.
fn condition(rw: &mut Rewriter, transfer: &Transfer, position: Value) -> Option<Value> {
    let mut condition = None;
    if let Some(dim) = unpacked_dim(transfer).filter(|_| !transfer.in_bounds[0]) {
        let size = size_of(rw, transfer.base, dim);
        let at = moved(rw, transfer.indices[dim], position);
        let inside = CmpIOp::build(size, at, CmpIPredicate::Sgt.attr(rw.cx()));
        condition = Some(rw.value(inside));
    }
    if mask_rank(rw, transfer) != Some(1) || transfer.is_broadcast_dim(0) {
        return condition;
    }
    let mask = transfer.mask.expect("a mask with a rank");
    let bit = extract_at(rw, mask, &[MixedIndex::Dynamic(position)]);
    Some(match condition {
        Some(condition) => rw.value(AndIOp::build(condition, bit)),
        None => bit,
    })
}

/// Creates a condition with `inside` for the case that `position` of the first dimension is accessed, and `outside` for
/// the other case; both return values of these types.
pub(super) fn check_in_bounds(
    rw: &mut Rewriter,
    transfer: &Transfer,
    position: Value,
    types: &[Type],
    inside: impl FnOnce(&mut Rewriter) -> Vec<Value>,
    mut outside: impl FnMut(&mut Rewriter) -> Vec<Value>,
) -> Vec<Value> {
    match condition(rw, transfer, position) {
        Some(condition) => {
            let check = build_if(rw, condition, types, inside, Some(&mut outside));
            rw.results(check.id()).to_vec()
        }
        None => inside(rw),
    }
}
