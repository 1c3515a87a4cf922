//! Building of tensors that bufferize to new allocations.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::memref_layout::memory_space;
use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_affine::compose::make_composed_folded_apply;
use rmlir_arith::{constant_index, materialize_index};
use rmlir_memref as memref;
use rmlir_tensor as tensor;

use super::types::tensor_of;
use super::{Attempt, Session, buffer_type, is_tensor, owner_of};
use crate::{AllocTensorOp, MaterializeInDestinationOp, ToTensorOp};

/// The dynamic sizes of `value`, a tensor or a buffer, read from it.
pub fn dynamic_sizes_of(rw: &mut Rewriter, loc: Loc, value: Value) -> Vec<Value> {
    let shape = rw.ty(value).shape(rw).unwrap_or_default().to_vec();
    let is_buffer = rw.ty(value).is_memref(rw);
    let default_loc = rw.default_loc();
    rw.set_loc(loc);
    let mut sizes = Vec::new();
    for (dim, _) in shape.iter().enumerate().filter(|(_, size)| **size == DYNAMIC) {
        let index = constant_index(rw, dim as i64);
        sizes.push(if is_buffer {
            rw.value(memref::DimOp::build(value, index))
        } else {
            rw.value(tensor::DimOp::build(value, index))
        });
    }
    rw.set_loc(default_loc);
    sizes
}

/// The dynamic sizes of a result, computed from the operands of the operation that defines it;
/// `None` if it does not reify them.
pub fn reified_dynamic_sizes(rw: &mut Rewriter, loc: Loc, value: Value) -> Option<Vec<Value>> {
    let op = OpRef::new(rw, rw.defining_op(value)?);
    if let Some(op) = op.cast::<tensor::EmptyOp>() {
        return Some(op.dynamicSizes(rw));
    }
    if let Some(op) = op.cast::<tensor::GenerateOp>() {
        return Some(op.dynamicExtents(rw));
    }
    if let Some(op) = op.cast::<tensor::SplatOp>() {
        return Some(op.dynamicSizes(rw));
    }
    if let Some(op) = op.cast::<AllocTensorOp>() {
        return match op.copy(rw) {
            None => Some(op.dynamic_sizes(rw)),
            Some(copy) => Some(dynamic_sizes_of(rw, loc, copy)),
        };
    }
    if let Some(op) = op.cast::<tensor::ExpandShapeOp>() {
        return Some(op.mixed_output_shape(rw).into_iter().filter_map(MixedIndex::value).collect());
    }
    if let Some(op) = op.cast::<tensor::PadOp>() {
        return Some(padded_sizes(rw, loc, op));
    }
    if let Some(op) = op.cast::<tensor::ConcatOp>() {
        return concatenated_sizes(rw, loc, op);
    }
    if op.is::<tensor::ExtractSliceOp>() {
        let (sizes, shape) = (SliceLists::of(op).sizes, rw.ty(value).shape(rw)?.to_vec());
        let dropped = tensor::dropped_dims(&shape, &sizes);
        let kept = sizes.into_iter().zip(dropped).filter(|(_, dropped)| !dropped).map(|(size, _)| size);
        let wanted: Vec<MixedIndex> =
            kept.zip(shape).filter(|(_, size)| *size == DYNAMIC).map(|(size, _)| size).collect();
        return Some(wanted.into_iter().map(|size| as_value(rw, loc, size)).collect());
    }
    let dest = if let Some(op) = op.cast::<tensor::InsertSliceOp>() {
        op.dest(rw)
    } else {
        op.cast::<MaterializeInDestinationOp>()?.dest(rw)
    };
    Some(dynamic_sizes_of(rw, loc, dest))
}

/// Size `dim` of a tensor, as an operand of an affine map.
fn size_operand(rw: &mut Rewriter, loc: Loc, tensor: Value, dim: usize) -> MixedIndex {
    match rw.ty(tensor).shape(rw).and_then(|shape| shape.get(dim)).copied() {
        Some(size) if size != DYNAMIC => MixedIndex::Static(size),
        _ => {
            let index = as_value(rw, loc, MixedIndex::Static(dim as i64));
            MixedIndex::Dynamic(rw.value(tensor::DimOp::build(tensor, index).at(loc)))
        }
    }
}

/// The dynamic sizes of a padded tensor.
fn padded_sizes(rw: &mut Rewriter, loc: Loc, op: tensor::PadOp) -> Vec<Value> {
    let (low, high, source) = (op.mixed_low(rw), op.mixed_high(rw), op.source(rw));
    let shape = rw.ty(op.result(rw)).shape(rw).unwrap_or_default().to_vec();
    let sum = &(&AffineExpr::symbol(0) + &AffineExpr::symbol(1)) + &AffineExpr::symbol(2);
    let map = AffineMap::new(0, 3, vec![sum]);
    let mut sizes = Vec::new();
    for dim in (0..shape.len()).filter(|&dim| shape[dim] == DYNAMIC) {
        let operands = [size_operand(rw, loc, source, dim), low[dim], high[dim]];
        let size = make_composed_folded_apply(rw, loc, &map, &operands);
        sizes.push(materialize_index(rw, size));
    }
    sizes
}

/// The dynamic sizes of concatenated tensors.
fn concatenated_sizes(rw: &mut Rewriter, loc: Loc, op: tensor::ConcatOp) -> Option<Vec<Value>> {
    let along = usize::try_from(op.dim(rw)).ok()?;
    let (inputs, inferred) = (op.inputs(rw), op.inferred_type(rw)?);
    let inferred = inferred.shape(rw)?.to_vec();
    let shape = rw.ty(op.result(rw)).shape(rw)?.to_vec();
    let &first = inputs.first()?;
    let mut sizes = vec![None; shape.len()];
    for dim in (0..shape.len()).filter(|&dim| dim != along && shape[dim] == DYNAMIC) {
        let size = if inferred[dim] == DYNAMIC {
            size_operand(rw, loc, first, dim)
        } else {
            MixedIndex::Static(inferred[dim])
        };
        sizes[dim] = Some(materialize_index(rw, size));
    }
    if shape[along] == DYNAMIC {
        let mut operands = Vec::new();
        let mut sum = AffineExpr::dim(0);
        for (index, &input) in inputs.iter().enumerate() {
            operands.push(size_operand(rw, loc, input, along));
            if index > 0 {
                sum = &sum + &AffineExpr::dim(index as u32);
            }
        }
        let map = AffineMap::new(inputs.len() as u32, 0, vec![sum]);
        let size = make_composed_folded_apply(rw, loc, &map, &operands);
        sizes[along] = Some(materialize_index(rw, size));
    }
    Some(sizes.into_iter().flatten().collect())
}

fn as_value(rw: &mut Rewriter, loc: Loc, size: MixedIndex) -> Value {
    match size {
        MixedIndex::Dynamic(value) => value,
        MixedIndex::Static(number) => {
            let default_loc = rw.default_loc();
            rw.set_loc(loc);
            let value = constant_index(rw, number);
            rw.set_loc(default_loc);
            value
        }
    }
}

/// An `alloc_tensor` of the type and sizes of `value`, a ranked tensor or buffer; with its elements if `copy`.
pub fn allocate_tensor_for(rw: &mut Rewriter, loc: Loc, value: Value, session: &Session, copy: bool) -> Attempt<Value> {
    let ty = rw.ty(value);
    if ty.shape(rw).is_none() {
        let owner = owner_of(ValueRef::new(rw, value));
        return Err(owner.plain_error("copying of unranked tensors is not implemented").into());
    }
    let is_result = is_tensor(rw, ty) && rw.defining_op(value).is_some();
    let source = if is_tensor(rw, ty) {
        value
    } else {
        let ty = tensor_of(rw, ty);
        rw.value(ToTensorOp::build(ty, value).at(loc))
    };
    let ty = rw.ty(source);
    if copy {
        return Ok(rw.value(AllocTensorOp::build(ty, &[], Some(source), None).at(loc)));
    }
    let reified = if is_result { reified_dynamic_sizes(rw, loc, value) } else { None };
    let sizes = match reified {
        Some(sizes) => sizes,
        None => dynamic_sizes_of(rw, loc, source),
    };
    let new = rw.create(AllocTensorOp::build(ty, &sizes, None, None).at(loc));
    let found = buffer_type(rw, source, session)?;
    let space = memory_space(rw, found).or_else(|| session.options.default_memory_space(rw, ty).flatten());
    if let Some(space) = space {
        rw.set_prop(new, AllocTensorOp::MEMORY_SPACE, space);
    }
    Ok(rw.result(new.id(), 0))
}
