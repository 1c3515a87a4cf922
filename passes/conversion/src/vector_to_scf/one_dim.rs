//! Lowering of transfers of one dimension, element by element, where the elements are not contiguous in memory.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_arith::{MulIOp, constant_index};
use rmlir_memref::{LoadOp, StoreOp};
use rmlir_vector::{Transfer, TransferReadOp, TransferWriteOp, VectorScaleOp, VectorType};
use rmlir_vector_passes::lower::transfer::is_last_dim_unit_stride;
use rmlir_vector_passes::make::{broadcast, extract_at, insert_at};
use rmlir_vector_passes::regions::build_for;

use super::access::{check_in_bounds, indices_at};

/// The reason why a transfer is not lowered element by element, if any.
fn refusal(body: &Body, transfer: &Transfer) -> Option<&'static str> {
    if transfer.rank() == 0 {
        return Some("there is no dimension");
    }
    if !transfer.base_type.is_memref(body) {
        return Some("not a memref");
    }
    if VectorType::of(body, transfer.vector_type).is_some_and(|vector| vector.rank() != 1) {
        return Some("there is more than one dimension");
    }
    let is_contiguous = transfer.permutation.is_minor_identity() && is_last_dim_unit_stride(body, transfer.base_type);
    is_contiguous.then_some("the elements are next to each other")
}

/// The loop bounds 0 and the number of elements, and step 1.
fn bounds(rw: &mut Rewriter, transfer: &Transfer) -> [Value; 3] {
    let vector = VectorType::of(rw, transfer.vector_type).expect("a transfer is of a vector");
    let lower = constant_index(rw, 0);
    let mut upper = constant_index(rw, vector.shape[0]);
    if vector.is_scalable() {
        let vscale = rw.value(VectorScaleOp::build());
        upper = rw.value(MulIOp::build(upper, vscale));
    }
    [lower, upper, constant_index(rw, 1)]
}

#[pattern]
pub(super) fn read(op: TransferReadOp, rw: &mut Rewriter) -> Match {
    let transfer = Transfer::of(rw, op.id());
    if let Some(reason) = refusal(rw, &transfer) {
        return rw.no_match(op, reason);
    }
    let bounds = bounds(rw, &transfer);
    let init = broadcast(rw, transfer.vector_type, op.padding(rw));
    let made = build_for(rw, bounds, &[init], |rw, position, carried| {
        let indices = indices_at(rw, &transfer, position);
        let inside = |rw: &mut Rewriter| {
            let element = rw.value(LoadOp::build(transfer.base, &indices));
            vec![insert_at(rw, element, carried[0], &[MixedIndex::Dynamic(position)])]
        };
        check_in_bounds(rw, &transfer, position, &[transfer.vector_type], inside, |_| carried.to_vec())
    });
    let results = rw.results(made.id()).to_vec();
    rw.replace(op, results)
}

#[pattern]
pub(super) fn write(op: TransferWriteOp, rw: &mut Rewriter) -> Match {
    let transfer = Transfer::of(rw, op.id());
    if let Some(reason) = refusal(rw, &transfer) {
        return rw.no_match(op, reason);
    }
    let bounds = bounds(rw, &transfer);
    let vector = op.value_to_store(rw);
    build_for(rw, bounds, &[], |rw, position, _| {
        let indices = indices_at(rw, &transfer, position);
        let inside = |rw: &mut Rewriter| {
            let element = extract_at(rw, vector, &[MixedIndex::Dynamic(position)]);
            rw.create(StoreOp::build(element, transfer.base, &indices));
            Vec::new()
        };
        check_in_bounds(rw, &transfer, position, &[], inside, |_| Vec::new())
    });
    rw.erase(op)
}
