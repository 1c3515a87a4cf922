//! Lowering of transfers: without permutations in maps, and to loads and stores.
//!
//! After [`permutation_map_patterns`] all maps are minor identities, with leading broadcasts for reads; [`patterns()`]
//! lower contiguous transfers to loads and stores.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::memref_layout::strides_and_offset;
use rmlir::prelude::*;
use rmlir_vector::*;

use crate::make::{broadcast, transpose};
use crate::maskable::{Lowered, unmasked};

/// The patterns that remove permutations from maps.
pub fn permutation_map_patterns(benefit: u16) -> PatternSet {
    let mut set = PatternSet::new();
    set.add(unmasked("TransferReadPermutationLowering", benefit, permuted_read));
    set.add(unmasked("TransferWritePermutationLowering", benefit, permuted_write));
    set.add(unmasked("TransferOpReduceRank", benefit, leading_broadcast));
    set.add(unmasked("TransferWriteNonPermutationLowering", benefit, write_with_missing_dims));
    set
}

/// The patterns that lower transfers of at most this rank to loads and stores.
pub fn patterns(max_rank: Option<usize>, benefit: u16) -> PatternSet {
    let mut set = PatternSet::new();
    set.add(unmasked("TransferReadToVectorLoadLowering", benefit, move |op, rw| read_to_load(op, rw, max_rank)));
    set.add(unmasked("TransferWriteToVectorStoreLowering", benefit, move |op, rw| write_to_store(op, rw, max_rank)));
    set
}

/// Permutes `items`: item `i` is moved to `permutation[i]`.
fn moved<T: Copy>(items: &[T], permutation: &[u32]) -> Vec<T> {
    let mut moved = items.to_vec();
    for (&item, &place) in items.iter().zip(permutation) {
        moved[place as usize] = item;
    }
    moved
}

fn is_permutation_identity(permutation: &[u32]) -> bool {
    permutation.iter().enumerate().all(|(index, &place)| index == place as usize)
}

/// Replaces a permuted read by the transpose of one in memory order.
fn permuted_read(op: TransferReadOp, rw: &mut Rewriter) -> Lowered {
    let transfer = Transfer::of(rw, op.id());
    if transfer.rank() == 0 {
        return Err("there is no dimension");
    }
    let permutation = transfer.permutation.permutation_of_minor_identity_with_broadcasting();
    let permutation = permutation.ok_or("the map is no permutation of a minor identity")?;
    if is_permutation_identity(&permutation) {
        return Err("the map permutes nothing");
    }
    let vector = VectorType::of(rw, transfer.vector_type).expect("a transfer is of a vector");
    let straight = VectorType {
        shape: moved(&vector.shape, &permutation),
        scalable: moved(&vector.scalable, &permutation),
        element: vector.element,
    };
    let results = transfer.permutation.results();
    let mut exprs = results.to_vec();
    for (expr, &place) in results.iter().zip(&permutation) {
        exprs[place as usize] = expr.clone();
    }
    let read = Transfer {
        permutation: transfer.permutation.with_results(exprs),
        in_bounds: moved(&transfer.in_bounds, &permutation),
        vector_type: straight.ty(rw),
        ..transfer
    };
    let read = rw.value(read.read(rw.cx(), op.padding(rw)));
    let order: Vec<i64> = permutation.iter().map(|&place| i64::from(place)).collect();
    Ok(Some(transpose(rw, read, &order)))
}

/// Creates a write; returns its result, if it is of a tensor.
fn written(rw: &mut Rewriter, write: &Transfer, vector: Value) -> Lowered {
    let write = rw.create(write.write(rw.cx(), vector)).id();
    Ok(rw.results(write).first().copied())
}

/// Replaces a permuted write by a write of the transpose in memory order.
fn permuted_write(op: TransferWriteOp, rw: &mut Rewriter) -> Lowered {
    let transfer = Transfer::of(rw, op.id());
    if transfer.rank() == 0 {
        return Err("there is no dimension");
    }
    if transfer.permutation.is_minor_identity() {
        return Err("the map is a minor identity");
    }
    let permutation = transfer.permutation.permutation_of_minor_identity_with_broadcasting();
    let permutation = permutation.ok_or("the map is no permutation of a minor identity")?;
    let inverse = transfer.permutation.compress_unused_dims().inverse_permutation();
    let inverse = inverse.ok_or("the map cannot be inverted")?;
    let order: Vec<i64> = inverse.results().iter().filter_map(AffineExpr::as_dim).map(i64::from).collect();
    let vector = transpose(rw, op.value_to_store(rw), &order);
    let (n_dims, rank) = (transfer.permutation.n_dims(), transfer.rank() as u32);
    let write = Transfer {
        permutation: AffineMap::minor_identity(n_dims, rank),
        in_bounds: moved(&transfer.in_bounds, &permutation),
        vector_type: rw.ty(vector),
        ..transfer
    };
    written(rw, &write, vector)
}

/// Adds `n` leading dimensions of size 1 to `vector`.
fn extend_rank(rw: &mut Rewriter, vector: Value, n: usize) -> Value {
    let parts = VectorType::at(rw, vector);
    let extended = VectorType {
        shape: [&vec![1; n][..], &parts.shape].concat(),
        scalable: [&vec![false; n][..], &parts.scalable].concat(),
        element: parts.element,
    };
    broadcast(rw, extended.ty(rw), vector)
}

/// Adds dimensions of size 1 to the vector for inner dimensions of memory that the map omits.
fn write_with_missing_dims(op: TransferWriteOp, rw: &mut Rewriter) -> Lowered {
    let transfer = Transfer::of(rw, op.id());
    if transfer.rank() == 0 {
        return Err("there is no dimension");
    }
    let map = &transfer.permutation;
    if map.permutation_of_minor_identity_with_broadcasting().is_some() {
        return Err("the map is a permutation of a minor identity");
    }
    let is_used = |dim: &u32| map.is_function_of_dim(*dim);
    let missing: Vec<u32> = (0..map.n_dims()).skip_while(|dim| !is_used(dim)).filter(|dim| !is_used(dim)).collect();
    let n_missing = missing.len();
    let vector = extend_rank(rw, op.value_to_store(rw), n_missing);
    let mask = transfer.mask.map(|mask| {
        let extended = extend_rank(rw, mask, n_missing);
        let rank = VectorType::at(rw, extended).rank();
        let order: Vec<i64> = (n_missing..rank).chain(0..n_missing).map(|dim| dim as i64).collect();
        transpose(rw, extended, &order)
    });
    let exprs: Vec<AffineExpr> =
        missing.into_iter().map(AffineExpr::dim).chain(map.results().iter().cloned()).collect();
    let write = Transfer {
        permutation: map.with_results(exprs),
        in_bounds: [&vec![true; n_missing][..], &transfer.in_bounds].concat(),
        mask,
        vector_type: rw.ty(vector),
        ..transfer
    };
    written(rw, &write, vector)
}

/// Replaces a read with broadcast leading dimensions by a broadcast.
fn leading_broadcast(op: TransferReadOp, rw: &mut Rewriter) -> Lowered {
    let transfer = Transfer::of(rw, op.id());
    let n_leading = (0..transfer.rank()).take_while(|&dim| transfer.is_broadcast_dim(dim)).count();
    if n_leading == 0 {
        return Err("the map has no leading broadcasts");
    }
    let results = transfer.permutation.results()[n_leading..].to_vec();
    let permutation = transfer.permutation.with_results(results);
    if !permutation.is_minor_identity_with_broadcasting() {
        return Err("the rest of the map is no minor identity");
    }
    let vector = VectorType::of(rw, transfer.vector_type).expect("a transfer is of a vector");
    let ty = transfer.vector_type;
    let read = Transfer {
        permutation,
        in_bounds: transfer.in_bounds[n_leading..].to_vec(),
        vector_type: vector.drop_front(n_leading).ty(rw),
        ..transfer
    };
    let read = rw.value(read.read(rw.cx(), op.padding(rw)));
    Ok(Some(broadcast(rw, ty, read)))
}

/// Whether the last dimension has stride 1.
pub fn is_last_dim_unit_stride(cx: &Context, memref: Type) -> bool {
    strides_and_offset(cx, memref).is_some_and(|layout| layout.strides.last().is_none_or(|&stride| stride == 1))
}

/// The reason why the memory of a transfer of `vector` is not contiguous with elements of the right type.
fn not_contiguous(cx: &Context, transfer: &Transfer, vector: &VectorType, max_rank: Option<usize>) -> Lowered {
    if max_rank.is_some_and(|max| vector.rank() > max) {
        return Err("the rank is greater than is wanted");
    }
    if !transfer.base_type.is_memref(cx) {
        return Err("not a memref");
    }
    if !is_last_dim_unit_stride(cx, transfer.base_type) {
        return Err("the elements are not next to each other");
    }
    let element = transfer.base_type.element(cx).expect("a memref has elements");
    let wanted = if element.is_vector(cx) { vector.ty(cx) } else { vector.element };
    if element != wanted {
        return Err("the elements are of different types");
    }
    if transfer.has_out_of_bounds_dim() {
        return Err("a dimension may leave the memory");
    }
    if transfer.mask.is_some() && vector.rank() != 1 {
        return Err("a masked access has one dimension");
    }
    Ok(None)
}

fn read_to_load(op: TransferReadOp, rw: &mut Rewriter, max_rank: Option<usize>) -> Lowered {
    let transfer = Transfer::of(rw, op.id());
    let repeated = transfer.permutation.minor_identity_with_broadcasting();
    let repeated = repeated.ok_or("the map is no minor identity with broadcasts")?;
    let mut loaded = VectorType::of(rw, transfer.vector_type).expect("a transfer is of a vector");
    repeated.iter().for_each(|&dim| loaded.shape[dim] = 1);
    not_contiguous(rw, &transfer, &loaded, max_rank)?;
    let ty = loaded.ty(rw);
    let value = match transfer.mask {
        Some(mask) => {
            let fill = broadcast(rw, ty, op.padding(rw));
            rw.value(MaskedLoadOp::build(ty, transfer.base, &transfer.indices, mask, fill))
        }
        None => rw.value(LoadOp::build(ty, transfer.base, &transfer.indices)),
    };
    Ok(Some(if repeated.is_empty() { value } else { broadcast(rw, transfer.vector_type, value) }))
}

fn write_to_store(op: TransferWriteOp, rw: &mut Rewriter, max_rank: Option<usize>) -> Lowered {
    let transfer = Transfer::of(rw, op.id());
    if !transfer.permutation.is_minor_identity() {
        return Err("the map is no minor identity");
    }
    let vector = VectorType::of(rw, transfer.vector_type).expect("a transfer is of a vector");
    not_contiguous(rw, &transfer, &vector, max_rank)?;
    let stored = op.value_to_store(rw);
    match transfer.mask {
        Some(mask) => _ = rw.create(MaskedStoreOp::build(transfer.base, &transfer.indices, mask, stored)),
        None => _ = rw.create(StoreOp::build(stored, transfer.base, &transfer.indices)),
    }
    Ok(None)
}
