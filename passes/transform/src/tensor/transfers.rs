//! Folding of slices into vector transfers: a read of a slice reads the source of the slice, and a write that fills a
//! tensor which is then inserted writes to the destination of the insertion.

use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::prelude::*;
use rmlir_memref_passes::fold_memref_alias_ops::into_source;
use rmlir_tensor::{ExtractSliceOp, InsertSliceOp, dropped_dims};
use rmlir_vector::{MaskOp, Transfer, TransferReadOp, TransferWriteOp, VectorType};
use rmlir_vector_passes::maskable::{Lowered, maskable, masked};

/// The patterns.
pub fn patterns() -> PatternSet {
    let mut set = PatternSet::new();
    set.add(maskable("TransferReadOfExtractSliceOpFolder", 1, read_of_slice));
    set.extend(patterns![insertion_of_write]);
    set
}

/// The reason why a slice with these strides cannot be folded into `transfer`.
fn refusal(transfer: &Transfer, lists: &SliceLists) -> Option<&'static str> {
    if transfer.has_out_of_bounds_dim() {
        return Some("it may leave the slice");
    }
    if transfer.mask.is_some() {
        return Some("it has a mask");
    }
    let is_dense = lists.strides.iter().all(|&stride| stride == MixedIndex::Static(1));
    (!is_dense).then_some("the slice leaves out elements")
}

/// `transfer` on `base`, of which its own source is a slice with `dropped` dimensions.
fn through(rw: &mut Rewriter, mut transfer: Transfer, base: Value, lists: &SliceLists, dropped: &[bool]) -> Transfer {
    transfer.indices = into_source(rw, lists, dropped, &transfer.indices);
    transfer.permutation = transfer.permutation.expand_dims_to_rank(dropped.len() as u32, dropped);
    transfer.base = base;
    transfer.base_type = rw.ty(base);
    transfer
}

fn read_of_slice(op: TransferReadOp, mask: Option<MaskOp>, rw: &mut Rewriter) -> Lowered {
    let transfer = Transfer::of(rw, op.id());
    let slice = rw.defining_op(transfer.base).and_then(|op| OpRef::new(rw, op).cast::<ExtractSliceOp>());
    let slice = slice.ok_or("not of a slice")?;
    let lists = SliceLists::of(OpRef::new(rw, slice.id()));
    if let Some(reason) = refusal(&transfer, &lists) {
        return Err(reason);
    }
    let shape = transfer.base_type.shape(rw).ok_or("the slice has no shape")?;
    let dropped = dropped_dims(shape, &lists.sizes);
    let source = slice.source(rw);
    let transfer = through(rw, transfer, source, &lists, &dropped);
    let padding = op.padding(rw);
    let new = rw.create(transfer.read(rw.cx(), padding)).id();
    let mask = mask.map(|mask| mask.mask(rw));
    let outer = masked(rw, new, mask);
    Ok(Some(rw.result(outer, 0)))
}

#[pattern]
fn insertion_of_write(op: InsertSliceOp, rw: &mut Rewriter) -> Match {
    let written = op.source(rw);
    let write = rw.defining_op(written).and_then(|op| OpRef::new(rw, op).cast::<TransferWriteOp>());
    let Some(write) = write else { return rw.no_match(op, "what is inserted is not written") };
    let transfer = Transfer::of(rw, write.id());
    let lists = SliceLists::of(OpRef::new(rw, op.id()));
    if let Some(reason) = refusal(&transfer, &lists) {
        return rw.no_match(op, reason);
    }
    let vector = VectorType::of(rw, transfer.vector_type).expect("a transfer is of a vector");
    let shape = transfer.base_type.shape(rw).unwrap_or_default().to_vec();
    // A dynamic shape does not equal that of a vector.
    if vector.is_scalable() || vector.shape != shape {
        return rw.no_match(op, "the write does not fill what is inserted");
    }
    let dropped = dropped_dims(&shape, &lists.sizes);
    let (vector, dest) = (write.value_to_store(rw), op.dest(rw));
    let transfer = through(rw, transfer, dest, &lists, &dropped);
    let new = rw.create(transfer.write(rw.cx(), vector)).id();
    let new = rw.result(new, 0);
    rw.replace(op, [new]);
    Match::Yes
}
