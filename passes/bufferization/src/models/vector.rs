//! Vector operations that read tensors or write to them.

use rmlir::prelude::*;
use rmlir_arith::get_constant_int_value;
use rmlir_bufferization::AllocTensorOp;
use rmlir_bufferization::bufferizable::{
    AliasingOperand, AliasingValue, Attempt, BufferizableOp, Failure, Relation, Session, State, SubsetInsertion, Use,
    get_buffer, is_tensor, replace_with_buffers, resolve_operand_conflicts,
};
use rmlir_vector::{MaskOp, ScatterOp, TransferReadOp, TransferWriteOp, YieldOp};

use super::recreate::recreate;

/// Operations that read a vector from a tensor, their first operand.
pub(super) struct Read;
pub(super) struct Write;
pub(super) struct Scatter;
pub(super) struct Mask;
pub(super) struct Yield;

impl BufferizableOp for Read {
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let mut operands: Vec<Value> = rw.operands(op).collect();
        operands[0] = get_buffer(rw, operands[0], session)?;
        let types: Vec<Type> = rw.result_types(op).collect();
        let new = recreate(rw, op, &operands, &types);
        let results = rw.results(new).to_vec();
        rw.replace(op, results);
        Ok(())
    }
}

/// The index of the destination operand.
const DEST: usize = TransferWriteOp::BASE_OPERAND;

impl BufferizableOp for Write {
    /// Whether some elements of the tensor are not overwritten.
    fn reads(&self, op: OpRef, _index: usize, _state: &State) -> bool {
        let Some(shape) = op.operand(DEST).ty().static_shape(op.cx()) else { return true };
        let vector = op.operand(TransferWriteOp::VALUE_TO_STORE_OPERAND).ty().shape(op.cx()).unwrap_or_default();
        let is_zero = |index: &ValueRef| get_constant_int_value(op.body, index.id) == Some(0);
        let is_masked = !op.operand_range(TransferWriteOp::MASK_OPERAND).is_empty()
            || op.parent().is_some_and(|parent| parent.is::<MaskOp>());
        is_masked
            || !op.values(TransferWriteOp::indices).iter().all(is_zero)
            || shape.iter().zip(vector).any(|(size, written)| size > written)
    }
    fn writes(&self, _op: OpRef, index: usize, _state: &State) -> bool {
        index == DEST
    }
    fn aliasing_values(&self, op: OpRef, index: usize, _state: &State) -> Vec<AliasingValue> {
        if index == DEST { vec![AliasingValue::equivalent(op.result(0).id)] } else { Vec::new() }
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let mut operands: Vec<Value> = rw.operands(op).collect();
        operands[DEST] = get_buffer(rw, operands[DEST], session)?;
        recreate(rw, op, &operands, &[]);
        replace_with_buffers(rw, op, &[operands[DEST]]);
        Ok(())
    }
    fn subset_insertion(&self) -> Option<&dyn SubsetInsertion> {
        Some(&VectorInsertion)
    }
}

/// Elements are written to indices of the tensor, its first operand; others are kept.
impl BufferizableOp for Scatter {
    fn writes(&self, _op: OpRef, index: usize, _state: &State) -> bool {
        index == ScatterOp::BASE_OPERAND
    }
    fn aliasing_values(&self, op: OpRef, index: usize, _state: &State) -> Vec<AliasingValue> {
        match index {
            ScatterOp::BASE_OPERAND => vec![AliasingValue::equivalent(op.result(0).id)],
            _ => Vec::new(),
        }
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let mut operands: Vec<Value> = rw.operands(op).collect();
        let base = get_buffer(rw, operands[ScatterOp::BASE_OPERAND], session)?;
        operands[ScatterOp::BASE_OPERAND] = base;
        recreate(rw, op, &operands, &[]);
        replace_with_buffers(rw, op, &[base]);
        Ok(())
    }
}

/// The subset interface of vector writes.
struct VectorInsertion;

impl SubsetInsertion for VectorInsertion {
    fn source(&self) -> usize {
        TransferWriteOp::VALUE_TO_STORE_OPERAND
    }
    fn destination(&self) -> usize {
        DEST
    }
    /// A vector that was read at the same indices of the same tensor is equivalent.
    fn is_equivalent_subset(&self, op: OpRef, candidate: ValueRef, same: &dyn Fn(Value, Value) -> bool) -> bool {
        let Some(read) = candidate.defining_op().filter(|op| op.is::<TransferReadOp>()) else { return false };
        let is_plain = |op: OpRef, mask: usize| op.operand_range(mask).is_empty();
        is_plain(read, TransferReadOp::MASK_OPERAND)
            && is_plain(op, TransferWriteOp::MASK_OPERAND)
            && candidate.ty() == op.operand(TransferWriteOp::VALUE_TO_STORE_OPERAND).ty()
            && same(read.operand(TransferReadOp::BASE_OPERAND).id, op.operand(DEST).id)
            && read.values(TransferReadOp::indices) == op.values(TransferWriteOp::indices)
            && read.attr("permutation_map") == op.attr("permutation_map")
    }
}

/// The yield at the end of a mask.
fn end_of(body: &Body, mask: OpId) -> Option<OpId> {
    body.last_op(body.entry(body.region(mask, 0))?)
}

impl BufferizableOp for Mask {
    fn aliasing_operands(&self, op: OpRef, value: Value, _state: &State) -> Vec<AliasingOperand> {
        let index = op.results().position(|result| result.id == value);
        let (Some(index), Some(end)) = (index, end_of(op.body, op.id)) else { return Vec::new() };
        vec![AliasingOperand { operand: Use { op: end, index }, relation: Relation::Equivalent, is_definite: true }]
    }
    fn resolve_conflicts(&self, op: OpId, rw: &mut Rewriter, state: &State) -> Attempt<()> {
        resolve_operand_conflicts(op, rw, state)?;
        let view = OpRef::new(rw, op);
        let mut inside = view.region(0).blocks().flat_map(|block| block.ops());
        if inside.any(|op| op.is::<AllocTensorOp>()) {
            return Err(view.error("body must bufferize in-place").into());
        }
        Ok(())
    }
    /// Yields only the results of the masked operation; other yielded values replace the results directly.
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let entry = rw.entry(rw.region(op, 0)).ok_or_else(Failure::silent)?;
        let masked = rw.first_op(entry).ok_or_else(Failure::silent)?;
        let end = end_of(rw, op).ok_or_else(Failure::silent)?;
        if session.options.model(OpRef::new(rw, masked)).is_none() {
            return Ok(());
        }
        let yielded: Vec<Value> = rw.operands(end).collect();
        let is_masked: Vec<bool> = yielded.iter().map(|&value| rw.defining_op(value) == Some(masked)).collect();
        let kept: Vec<Value> =
            yielded.iter().zip(&is_masked).filter(|(_, masked)| **masked).map(|(&value, _)| value).collect();
        rw.set_operands(end, &kept);
        let (operands, types): (Vec<Value>, Vec<Type>) =
            (rw.operands(op).collect(), kept.iter().map(|&value| rw.ty(value)).collect());
        let new = recreate(rw, op, &operands, &types);
        let mut results = rw.results(new).to_vec().into_iter();
        let values: Vec<Value> = yielded
            .iter()
            .zip(&is_masked)
            .map(|(&value, &masked)| if masked { results.next().unwrap_or(value) } else { value })
            .collect();
        replace_with_buffers(rw, op, &values);
        Ok(())
    }
}

impl BufferizableOp for Yield {
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn must_be_in_place(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        true
    }
    fn aliasing_values(&self, op: OpRef, index: usize, _state: &State) -> Vec<AliasingValue> {
        let parent = op.parent().filter(|parent| index < parent.n_results());
        parent.map(|parent| AliasingValue::equivalent(parent.result(index).id)).into_iter().collect()
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let view = OpRef::new(rw, op);
        let Some(mask) = view.parent().filter(|parent| parent.is::<MaskOp>()) else {
            return Err(view.plain_error("unsupported vector::YieldOp parent").into());
        };
        let masked = mask.region(0).entry().and_then(BlockRef::first_op);
        if masked.is_none_or(|masked| session.options.model(masked).is_none()) {
            return Ok(());
        }
        let mut values: Vec<Value> = rw.operands(op).collect();
        for value in &mut values {
            if is_tensor(rw, rw.ty(*value)) {
                *value = get_buffer(rw, *value, session)?;
            }
        }
        rw.replace_with(op, YieldOp::build(&values));
        Ok(())
    }
}
