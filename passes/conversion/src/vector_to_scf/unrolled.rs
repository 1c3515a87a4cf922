//! Lowering of the first dimension of transfers to one transfer for each position.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_arith::constant_index;
use rmlir_vector::place::{TOO_MANY_PARTS, unrolled_rows};
use rmlir_vector::{ExtractOp, InsertOp, Transfer, TransferReadOp, TransferWriteOp, VectorType, defining};
use rmlir_vector_passes::make::{broadcast, extract, extract_at, insert_at};

use super::access::{check_in_bounds, mask_rank, unpacked};
use super::options::Options;

/// The reason why the first dimension cannot be unrolled, if any.
fn refusal(body: &Body, transfer: &Transfer, options: Options) -> Option<&'static str> {
    let vector = VectorType::of(body, transfer.vector_type)?;
    if vector.rank() <= options.target_rank as usize {
        return Some("the rank is not above the target rank");
    }
    if transfer.base_type.is_tensor(body) && !options.lower_tensors {
        return Some("lowering transfers of tensors is disabled");
    }
    if transfer.base_type.element(body) != Some(vector.element) {
        return Some("the elements are of different types");
    }
    if vector.scalable[0] {
        return Some("a scalable dimension cannot be unrolled");
    }
    unrolled_rows(&vector.shape).is_none().then_some(TOO_MANY_PARTS)
}

/// Extracts the mask for position `at` of the first dimension.
fn mask_at(rw: &mut Rewriter, transfer: &Transfer, at: i64) -> Option<Value> {
    let mask = transfer.mask?;
    if transfer.is_broadcast_dim(0) {
        return Some(mask);
    }
    // The bit of a mask of one dimension was tested already.
    (mask_rank(rw, transfer)? > 1).then(|| extract(rw, mask, &[at]))
}

/// The insertion that is the only user of the read vector.
fn only_insertion(body: &Body, read: TransferReadOp) -> Option<InsertOp> {
    let result = body.result(read.id(), 0);
    let user = body.users(result).next().filter(|_| body.has_one_use(result))?;
    OpRef::new(body, user).cast::<InsertOp>()
}

/// Replaces a read by one for each position; if the read vector is only inserted into a vector, the parts are inserted
/// into that one.
pub(super) fn read(op: TransferReadOp, rw: &mut Rewriter, options: Options) -> Match {
    let transfer = Transfer::of(rw, op.id());
    if let Some(reason) = refusal(rw, &transfer, options) {
        return rw.no_match(op, reason);
    }
    let insertion = only_insertion(rw, op);
    let (mut vector, place) = match insertion {
        Some(insertion) => (insertion.dest(rw), insertion.position(rw)),
        None => (broadcast(rw, transfer.vector_type, op.padding(rw)), Vec::new()),
    };
    let ty = rw.ty(vector);
    let size = VectorType::at(rw, rw.result(op.id(), 0)).shape[0];
    for at in 0..size {
        let position = constant_index(rw, at);
        let inside = |rw: &mut Rewriter| {
            let part = unpacked(rw, &transfer, position);
            let part = Transfer { mask: mask_at(rw, &transfer, at), ..part };
            let mut value = rw.value(part.read(rw.cx(), op.padding(rw)));
            if part.rank() == 0 {
                value = extract(rw, value, &[]);
            }
            let place = [&place[..], &[MixedIndex::Static(at)]].concat();
            vec![insert_at(rw, value, vector, &place)]
        };
        vector = check_in_bounds(rw, &transfer, position, &[ty], inside, |_| vec![vector])[0];
    }
    match insertion {
        Some(insertion) => {
            rw.replace(insertion, [vector]);
            rw.erase(op)
        }
        None => rw.replace(op, [vector]),
    }
}

/// Replaces a write by one for each position; if the written vector is extracted from another one, the parts are
/// extracted from that one.
pub(super) fn write(op: TransferWriteOp, rw: &mut Rewriter, options: Options) -> Match {
    let transfer = Transfer::of(rw, op.id());
    if let Some(reason) = refusal(rw, &transfer, options) {
        return rw.no_match(op, reason);
    }
    let stored = op.value_to_store(rw);
    let (vector, place) = match defining::<ExtractOp>(rw, stored) {
        Some(extraction) => (extraction.source(rw), extraction.position(rw)),
        None => (stored, Vec::new()),
    };
    let is_tensor = transfer.base_type.is_tensor(rw);
    let types: Vec<Type> = is_tensor.then_some(transfer.base_type).into_iter().collect();
    let mut base = transfer.base;
    let size = VectorType::at(rw, stored).shape[0];
    for at in 0..size {
        let position = constant_index(rw, at);
        let inside = |rw: &mut Rewriter| {
            let part = unpacked(rw, &transfer, position);
            let place = [&place[..], &[MixedIndex::Static(at)]].concat();
            let mut value = extract_at(rw, vector, &place);
            if part.rank() == 0 {
                value = broadcast(rw, part.vector_type, value);
            }
            let part = Transfer { mask: mask_at(rw, &transfer, at), base, ..part };
            let written = rw.create(part.write(rw.cx(), value)).id();
            rw.results(written).to_vec()
        };
        let outside = |_: &mut Rewriter| if is_tensor { vec![base] } else { Vec::new() };
        if let [changed] = check_in_bounds(rw, &transfer, position, &types, inside, outside)[..] {
            base = changed;
        }
    }
    if is_tensor { rw.replace(op, [base]) } else { rw.erase(op) }
}
