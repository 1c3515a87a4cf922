//! Reshapes of tensors.

use rmlir::core::memref_layout::{
    MemRefParts, has_identity_layout, memory_space, memref_type, strided_layout, strides_and_offset,
};
use rmlir::prelude::*;
use rmlir_bufferization::ToBufferOp;
use rmlir_bufferization::bufferizable::{
    AliasingValue, Attempt, BufferizableOp, Failure, Session, State, allocate_tensor_for, buffer_type, buffer_type_in,
    get_buffer, owner_of, replace_with_buffers, types,
};
use rmlir_memref as memref;
use rmlir_tensor as tensor;

pub(in crate::models) struct CollapseShape;
pub(in crate::models) struct ExpandShape;
pub(in crate::models) struct Reshape;

/// A copy of `tensor`, whose buffer is of type `like`, with contiguous elements.
fn contiguous_copy(rw: &mut Rewriter, loc: Loc, tensor: Value, like: Type, session: &Session) -> Attempt<Value> {
    let copy = allocate_tensor_for(rw, loc, tensor, session, true)?;
    let parts = MemRefParts::of(rw, like).ok_or_else(Failure::silent)?;
    let (shape, element) = (parts.shape, parts.element);
    let ty = memref_type(rw, shape, element, None, parts.space);
    Ok(rw.value(ToBufferOp::build(ty, copy).at(loc)))
}

/// The type of a buffer with collapsed dimensions, if they are known to be contiguous.
fn collapsed(cx: &Context, source: Type, op: OpRef) -> Option<Type> {
    let groups = tensor::CollapseShapeOp::from_id(op.id).groups(op.body);
    if !has_identity_layout(cx, source) {
        memref::collapsed_layout(cx, source, &groups, true)?;
    }
    memref::collapsed_type(cx, source, &groups)
}

impl BufferizableOp for CollapseShape {
    /// A copy may be needed, which reads the source.
    fn reads(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        true
    }
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn aliasing_values(&self, op: OpRef, _index: usize, _state: &State) -> Vec<AliasingValue> {
        vec![AliasingValue::equivalent(op.result(0).id)]
    }
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        let (cx, op) = (value.cx(), owner_of(value));
        let source = buffer_type_in(op.operand(0), session, stack)?;
        let collapsed = collapsed(cx, source, op);
        Ok(collapsed.unwrap_or_else(|| types::with_identity_layout(cx, value.ty(), memory_space(cx, source))))
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let this = tensor::CollapseShapeOp::from_id(op);
        let (loc, source, groups) = (rw.loc(op), this.src(rw), this.groups(rw));
        let mut buffer = get_buffer(rw, source, session)?;
        let from = rw.ty(buffer);
        let is_scalar = groups.is_empty();
        let ty = if is_scalar { scalar_type(rw, from) } else { collapsed(rw, from, OpRef::new(rw, op)) };
        let ty = match ty {
            Some(ty) => ty,
            None if is_scalar => return Err(Failure::silent()),
            None => {
                buffer = contiguous_copy(rw, loc, source, from, session)?;
                memref::collapsed_type(rw, rw.ty(buffer), &groups).ok_or_else(Failure::silent)?
            }
        };
        let new = rw.value(memref::CollapseShapeOp::of(rw.cx(), ty, buffer, &groups));
        replace_with_buffers(rw, op, &[new]);
        Ok(())
    }
}

/// The type of a buffer of one element whose dimensions are all collapsed.
fn scalar_type(cx: &Context, from: Type) -> Option<Type> {
    let parts = MemRefParts::of(cx, from)?;
    if has_identity_layout(cx, from) {
        return Some(parts.with(cx, &[], None));
    }
    let offset = strides_and_offset(cx, from)?.offset;
    Some(parts.with(cx, &[], Some(strided_layout(cx, offset, &[]))))
}

impl BufferizableOp for ExpandShape {
    fn reads(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn aliasing_values(&self, op: OpRef, _index: usize, _state: &State) -> Vec<AliasingValue> {
        vec![AliasingValue::equivalent(op.result(0).id)]
    }
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        let (cx, op) = (value.cx(), owner_of(value));
        let source = buffer_type_in(op.operand(0), session, stack)?;
        let groups = tensor::ExpandShapeOp::from_id(op.id).groups(op.body);
        let shape = value.ty().shape(cx).unwrap_or_default();
        memref::expanded_type(cx, source, shape, &groups).ok_or_else(Failure::silent)
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let this = tensor::ExpandShapeOp::from_id(op);
        let (groups, sizes) = (this.groups(rw), this.mixed_output_shape(rw));
        let shape = rw.ty(this.result(rw)).shape(rw).unwrap_or_default().to_vec();
        let buffer = get_buffer(rw, this.src(rw), session)?;
        let ty = memref::expanded_type(rw, rw.ty(buffer), &shape, &groups).ok_or_else(Failure::silent)?;
        let new = rw.value(memref::ExpandShapeOp::of(rw.cx(), ty, buffer, &groups, &sizes));
        replace_with_buffers(rw, op, &[new]);
        Ok(())
    }
}

impl BufferizableOp for Reshape {
    fn reads(&self, _op: OpRef, index: usize, _state: &State) -> bool {
        index == tensor::ReshapeOp::SHAPE_OPERAND
    }
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn aliasing_values(&self, op: OpRef, index: usize, _state: &State) -> Vec<AliasingValue> {
        if index == tensor::ReshapeOp::SOURCE_OPERAND {
            vec![AliasingValue::equivalent(op.result(0).id)]
        } else {
            Vec::new()
        }
    }
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        let cx = value.cx();
        let source = buffer_type_in(owner_of(value).operand(tensor::ReshapeOp::SOURCE_OPERAND), session, stack)?;
        Ok(types::with_identity_layout(cx, value.ty(), memory_space(cx, source)))
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let this = tensor::ReshapeOp::from_id(op);
        let (source, loc) = (this.source(rw), rw.loc(op));
        let mut buffer = get_buffer(rw, source, session)?;
        let shape = get_buffer(rw, this.shape(rw), session)?;
        let ty = buffer_type(rw, this.result(rw), session)?;
        let from = rw.ty(buffer);
        if from.shape(rw).is_some() && !has_identity_layout(rw, from) {
            buffer = contiguous_copy(rw, loc, source, from, session)?;
        }
        let new = rw.value(memref::ReshapeOp::build(ty, buffer, shape));
        replace_with_buffers(rw, op, &[new]);
        Ok(())
    }
}
