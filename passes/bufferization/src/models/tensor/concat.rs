//! `tensor.concat`: each operand is copied into a subview of a new buffer.

use rmlir::core::memref_layout::memref_type;
use rmlir::core::mixed_index::{MixedIndex, SliceLists, rank_reduction_mask};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith::constant_index;
use rmlir_bufferization::ToBufferOp;
use rmlir_bufferization::bufferizable::{
    Attempt, BufferizableOp, Failure, Session, State, allocate_tensor_for, copy_buffer, get_buffer,
    replace_with_buffers,
};
use rmlir_memref as memref;
use rmlir_tensor as tensor;

pub(in crate::models) struct Concat;

/// Size `dim` of a buffer.
fn size_of(rw: &mut Rewriter, buffer: Value, dim: usize) -> MixedIndex {
    match rw.ty(buffer).shape(rw).and_then(|shape| shape.get(dim)).copied() {
        Some(size) if size != DYNAMIC => MixedIndex::Static(size),
        _ => {
            let index = constant_index(rw, dim as i64);
            MixedIndex::Dynamic(rw.value(memref::DimOp::build(buffer, index)))
        }
    }
}

impl BufferizableOp for Concat {
    fn allocates(&self, _op: OpRef, _value: Value) -> bool {
        true
    }
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let this = tensor::ConcatOp::from_id(op);
        let (result, loc) = (rw.result(op, 0), rw.loc(op));
        let tensor = rw.ty(result);
        let dim = usize::try_from(this.dim(rw)).map_err(|_| Failure::silent())?;
        let allocated = allocate_tensor_for(rw, loc, result, session, false)?;
        if session.options.default_memory_space(rw, tensor) != Some(None) {
            return Err(OpRef::new(rw, op).plain_error("memory space not implemented yet").into());
        }
        let shape = tensor.shape(rw).unwrap_or_default().to_vec();
        let ty = memref_type(rw, &shape, tensor.element_or_self(rw), None, None);
        let buffer = rw.value(ToBufferOp::build(ty, allocated));
        let sizes = (0..shape.len()).map(|dim| size_of(rw, buffer, dim)).collect();
        let offsets = vec![MixedIndex::Static(0); shape.len()];
        let mut lists = SliceLists { offsets, sizes, strides: vec![MixedIndex::Static(1); shape.len()] };
        for input in this.inputs(rw) {
            let source = get_buffer(rw, input, session)?;
            lists.sizes[dim] = size_of(rw, source, dim);
            let wanted = rw.ty(input).shape(rw).unwrap_or_default().to_vec();
            let full = memref::inferred_subview_type(rw, ty, &lists).ok_or_else(Failure::silent)?;
            let dropped = rank_reduction_mask(full.shape(rw).unwrap_or_default(), &wanted, false);
            let view = dropped.and_then(|dropped| memref::inferred_reduced_type(rw, ty, &lists, &dropped));
            let view = rw.value(memref::SubViewOp::of(rw.cx(), view.unwrap_or(full), buffer, &lists));
            copy_buffer(rw, loc, source, view);
            lists.offsets[dim] = sum(rw, lists.offsets[dim], lists.sizes[dim]);
        }
        replace_with_buffers(rw, op, &[buffer]);
        Ok(())
    }
}

/// The sum of two sizes.
fn sum(rw: &mut Rewriter, left: MixedIndex, right: MixedIndex) -> MixedIndex {
    use rmlir::affine_maps::{AffineExpr, AffineMap};
    use rmlir_affine::compose::make_composed_folded_apply;
    let map = AffineMap::new(0, 2, vec![&AffineExpr::symbol(0) + &AffineExpr::symbol(1)]);
    let loc = rw.default_loc();
    make_composed_folded_apply(rw, loc, &map, &[left, right])
}
