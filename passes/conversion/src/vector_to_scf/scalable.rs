//! Lowering of writes of transposed scalable vectors.
//!
//! A written vector whose first dimension is scalable is the transpose of one whose last dimension is: a loop over the
//! scalable dimension extracts an element from each of the fixed number of rows.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_arith::{constant_index, materialize_index};
use rmlir_vector::*;
use rmlir_vector_passes::make::{extract, extract_at, vscale_multiple};
use rmlir_vector_passes::regions::build_for;

use super::access::indices_at;
use super::options::Options;

/// ```mlir
/// %t = vector.transpose %v, [1, 0] : vector<4x[4]xf32> to vector<[4]x4xf32>
/// vector.transfer_write %t, %m[%i, %j] {in_bounds = [true, true]} : vector<[4]x4xf32>, memref<?x?xf32>
/// ```
pub(super) fn transposed_write(op: TransferWriteOp, rw: &mut Rewriter, options: Options) -> Match {
    let transfer = Transfer::of(rw, op.id());
    let is_tensor = transfer.base_type.is_tensor(rw);
    if is_tensor && !options.lower_tensors {
        return rw.no_match(op, "lowering transfers of tensors is disabled");
    }
    let vector = VectorType::of(rw, transfer.vector_type).expect("a transfer is of a vector");
    if vector.scalable != [true, false] || !transfer.permutation.is_identity() || !transfer.in_bounds[0] {
        return rw.no_match(op, "not a vector<[N]xMxty> written in order, in bounds");
    }
    let transposed = defining::<TransposeOp>(rw, op.value_to_store(rw)).filter(|op| op.order(rw) == [1, 0]);
    let Some(transposed) = transposed else { return rw.no_match(op, "not of a transpose") };
    let Some(mask_sizes) = mask_sizes(rw, transfer.mask) else {
        return rw.no_match(op, "the sizes of the mask are not known");
    };
    let source = transposed.vector(rw);
    let rows: Vec<Value> = (0..vector.shape[1]).map(|row| extract(rw, source, &[row])).collect();
    let lower = constant_index(rw, 0);
    let upper = match mask_sizes.first() {
        Some(&size) => materialize_index(rw, size),
        None => vscale_multiple(rw, vector.shape[0]),
    };
    let step = constant_index(rw, 1);
    let slice = vector.drop_front(1);
    let mask = (!mask_sizes.is_empty()).then(|| {
        let sizes: Vec<Value> = mask_sizes[1..].iter().map(|&size| materialize_index(rw, size)).collect();
        rw.value(CreateMaskOp::build(slice.mask(rw.cx()), &sizes))
    });
    let inits: Vec<Value> = is_tensor.then_some(transfer.base).into_iter().collect();
    let made = build_for(rw, [lower, upper, step], &inits, |rw, position, carried| {
        let indices = indices_at(rw, &transfer, position);
        let at = MixedIndex::Dynamic(position);
        let elements: Vec<Value> = rows.iter().map(|&row| extract_at(rw, row, &[at])).collect();
        let part = rw.value(FromElementsOp::build(slice.ty(rw), &elements));
        let part_transfer = Transfer {
            base: carried.first().copied().unwrap_or(transfer.base),
            indices,
            permutation: rmlir_vector::transfer::minor_identity(rw, transfer.base_type, &slice)
                .expect("the base has two dimensions"),
            in_bounds: transfer.in_bounds[1..].to_vec(),
            mask,
            vector_type: slice.ty(rw),
            base_type: transfer.base_type,
        };
        let written = rw.create(part_transfer.write(rw.cx(), part)).id();
        rw.results(written).to_vec()
    });
    let results = rw.results(made.id()).to_vec();
    rw.replace(op, results)
}

/// The number of set bits of a mask along each dimension; empty without a mask, `None` if it is unknown.
fn mask_sizes(rw: &mut Rewriter, mask: Option<Value>) -> Option<Vec<MixedIndex>> {
    let Some(mask) = mask else { return Some(Vec::new()) };
    if let Some(create) = defining::<CreateMaskOp>(rw, mask) {
        return Some(create.operands(rw).into_iter().map(MixedIndex::Dynamic).collect());
    }
    let constant = defining::<ConstantMaskOp>(rw, mask)?;
    let scalable = VectorType::at(rw, mask).scalable;
    let mut sizes = Vec::new();
    for (size, scalable) in constant.sizes(rw).into_iter().zip(scalable) {
        sizes.push(match scalable {
            true => MixedIndex::Dynamic(vscale_multiple(rw, size)),
            false => MixedIndex::Static(size),
        });
    }
    Some(sizes)
}
