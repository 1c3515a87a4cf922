//! Extraction and insertion of slices.

use rmlir::analysis::bounds::are_equal;
use rmlir::core::effects::has_effect;
use rmlir::core::mixed_index::{MixedIndex, SliceLists, rank_reduction_mask};
use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::{
    AliasingValue, Attempt, BufferizableOp, Failure, Session, State, SubsetInsertion, buffer_type, buffer_type_in,
    copy_buffer, get_buffer, owner_of, replace_with_buffers,
};
use rmlir_memref as memref;
use rmlir_tensor as tensor;

pub(in crate::models) struct ExtractSlice;
pub(in crate::models) struct Insert;
pub(in crate::models) struct InsertSlice;
pub(in crate::models) struct ParallelInsertSlice;

/// The index of the inserted operand, for both insertions of slices.
const SOURCE: usize = tensor::InsertSliceOp::SOURCE_OPERAND;
/// The index of the destination operand.
const DEST: usize = tensor::InsertSliceOp::DEST_OPERAND;

/// The type of a view of a buffer, with the rank of `shape`.
fn view_type(cx: &Context, source: Type, lists: &SliceLists, shape: &[i64]) -> Option<Type> {
    let full = memref::inferred_subview_type(cx, source, lists)?;
    let dropped = rank_reduction_mask(full.shape(cx)?, shape, false)?;
    memref::inferred_reduced_type(cx, source, lists, &dropped)
}

/// Creates a subview of `buffer`.
fn create_view(rw: &mut Rewriter, loc: Loc, buffer: Value, lists: &SliceLists, shape: &[i64]) -> Attempt<Value> {
    let ty = view_type(rw, rw.ty(buffer), lists, shape).ok_or_else(Failure::silent)?;
    Ok(rw.value(memref::SubViewOp::of(rw.cx(), ty, buffer, lists).at(loc)))
}

impl BufferizableOp for ExtractSlice {
    fn reads(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn aliasing_values(&self, op: OpRef, _index: usize, _state: &State) -> Vec<AliasingValue> {
        vec![AliasingValue::overlapping(op.result(0).id)]
    }
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        let (cx, op) = (value.cx(), owner_of(value));
        let source = buffer_type_in(op.operand(0), session, stack)?;
        let shape = value.ty().shape(cx).unwrap_or_default();
        view_type(cx, source, &SliceLists::of(op), shape).ok_or_else(Failure::silent)
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let lists = SliceLists::of(OpRef::new(rw, op));
        let source = get_buffer(rw, rw.operand(op, 0), session)?;
        let ty = buffer_type(rw, rw.result(op, 0), session)?;
        let view = rw.value(memref::SubViewOp::of(rw.cx(), ty, source, &lists));
        replace_with_buffers(rw, op, &[view]);
        Ok(())
    }
}

impl BufferizableOp for Insert {
    fn writes(&self, _op: OpRef, index: usize, _state: &State) -> bool {
        index == tensor::InsertOp::DEST_OPERAND
    }
    fn aliasing_values(&self, op: OpRef, index: usize, _state: &State) -> Vec<AliasingValue> {
        if index == tensor::InsertOp::DEST_OPERAND {
            vec![AliasingValue::equivalent(op.result(0).id)]
        } else {
            Vec::new()
        }
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let this = tensor::InsertOp::from_id(op);
        let buffer = get_buffer(rw, this.dest(rw), session)?;
        let (scalar, indices) = (this.scalar(rw), this.indices(rw));
        rw.create(memref::StoreOp::build(scalar, buffer, &indices));
        replace_with_buffers(rw, op, &[buffer]);
        Ok(())
    }
}

/// Whether some elements of the destination are not overwritten.
fn keeps_elements(op: OpRef) -> bool {
    let lists = SliceLists::of(op);
    let shape = op.operand(DEST).ty().shape(op.cx()).unwrap_or_default();
    let is = |index: &MixedIndex, number: i64| index.is(op.body, number);
    let covers_all = lists.offsets.iter().all(|offset| is(offset, 0))
        && lists.strides.iter().all(|stride| is(stride, 1))
        && lists.sizes.iter().zip(shape).all(|(size, &wanted)| wanted >= 0 && is(size, wanted));
    !covers_all
}

/// The subset interface of slice insertions.
struct SliceInsertion;

impl SubsetInsertion for SliceInsertion {
    fn source(&self) -> usize {
        SOURCE
    }
    fn destination(&self) -> usize {
        DEST
    }
    /// A slice of the same destination with the same offsets, sizes and strides.
    fn is_equivalent_subset(&self, op: OpRef, candidate: ValueRef, same: &dyn Fn(Value, Value) -> bool) -> bool {
        let Some(slice) = candidate.defining_op().filter(|op| op.is::<tensor::ExtractSliceOp>()) else { return false };
        let (left, right) = (SliceLists::of(slice), SliceLists::of(op));
        let is_same = |left: &[MixedIndex], right: &[MixedIndex]| {
            let agree = |(&left, &right): (&MixedIndex, &MixedIndex)| {
                left == right || are_equal(op.body, &left.into(), &right.into()) == Some(true)
            };
            left.len() == right.len() && left.iter().zip(right).all(agree)
        };
        same(slice.get(tensor::ExtractSliceOp::source), op.operand(DEST).id)
            && is_same(&left.offsets, &right.offsets)
            && is_same(&left.sizes, &right.sizes)
            && is_same(&left.strides, &right.strides)
    }
    /// Offsets, sizes, strides and the destination.
    fn needed_values(&self, op: OpRef) -> Vec<Value> {
        let mut found: Vec<Value> = op.operands().skip(2).map(|operand| operand.id).collect();
        found.push(op.operand(DEST).id);
        found
    }
    fn build_extraction(&self, op: OpId, rw: &mut Rewriter, loc: Loc) -> Option<Value> {
        let view = OpRef::new(rw, op);
        let (lists, ty, dest) = (SliceLists::of(view), view.operand(SOURCE).ty(), view.operand(DEST).id);
        Some(rw.value(tensor::ExtractSliceOp::of(rw.cx(), ty, dest, &lists).at(loc)))
    }
}

impl BufferizableOp for InsertSlice {
    fn reads(&self, op: OpRef, index: usize, _state: &State) -> bool {
        index == SOURCE || keeps_elements(op)
    }
    fn writes(&self, _op: OpRef, index: usize, _state: &State) -> bool {
        index == DEST
    }
    fn aliasing_values(&self, op: OpRef, index: usize, _state: &State) -> Vec<AliasingValue> {
        if index == DEST { vec![AliasingValue::equivalent(op.result(0).id)] } else { Vec::new() }
    }
    fn subset_insertion(&self) -> Option<&dyn SubsetInsertion> {
        Some(&SliceInsertion)
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let this = tensor::InsertSliceOp::from_id(op);
        let (lists, loc) = (SliceLists::of(OpRef::new(rw, op)), rw.loc(op));
        let dest = get_buffer(rw, this.dest(rw), session)?;
        let shape = rw.ty(this.source(rw)).shape(rw).unwrap_or_default().to_vec();
        let view = create_view(rw, loc, dest, &lists, &shape)?;
        let source = get_buffer(rw, this.source(rw), session)?;
        copy_buffer(rw, loc, source, view);
        replace_with_buffers(rw, op, &[dest]);
        Ok(())
    }
}

impl BufferizableOp for ParallelInsertSlice {
    fn reads(&self, _op: OpRef, index: usize, _state: &State) -> bool {
        index == SOURCE
    }
    fn writes(&self, _op: OpRef, index: usize, _state: &State) -> bool {
        index == DEST
    }
    fn subset_insertion(&self) -> Option<&dyn SubsetInsertion> {
        Some(&SliceInsertion)
    }
    /// No conflict is possible: each thread writes to its own subset of the destination.
    fn resolve_conflicts(&self, _op: OpId, _rw: &mut Rewriter, _state: &State) -> Attempt<()> {
        Ok(())
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let this = tensor::ParallelInsertSliceOp::from_id(op);
        let (lists, loc) = (SliceLists::of(OpRef::new(rw, op)), rw.loc(op));
        let around = rw.parent_op(op).ok_or_else(Failure::silent)?;
        rw.before(around);
        let dest = get_buffer(rw, this.dest(rw), session)?;
        let source = get_buffer(rw, this.source(rw), session)?;
        let shape = rw.ty(this.source(rw)).shape(rw).unwrap_or_default().to_vec();
        let view = create_view(rw, loc, dest, &lists, &shape)?;
        copy_buffer(rw, loc, source, view);
        // If the source is freed in the body, the free must be after the copy.
        let frees = |&user: &OpId| has_effect(OpRef::new(rw, user), EffectKind::Free);
        let freed = rw.users(source).find(frees);
        if let Some(freed) = freed.filter(|&freed| rw.block_of(freed) == rw.block_of(around)) {
            rw.move_before(freed, around);
        }
        rw.erase(op);
        Ok(())
    }
}
