//! Structured operations, and others in destination-passing style.

use rmlir::core::opdef::OpDef;
use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::{
    AliasingValue, Attempt, BufferizableOp, Session, State, SubsetInsertion, Use, get_buffer, is_tensor,
    replace_with_buffers,
};
use rmlir_linalg::structured::{Loops, Structured, inits};
use rmlir_linalg::{CopyOp, IteratorType, SoftmaxOp};

use super::recreate::recreate;

/// A structured operation reads the operands whose block arguments have uses.
struct StructuredModel;
/// A copy, which overwrites all elements.
struct Copy;
/// Other operations in destination-passing style read the operands that are not destinations.
struct Destination;

/// The model of an operation of `linalg`.
pub(super) fn model_of(def: &'static OpDef) -> Option<&'static dyn BufferizableOp> {
    if def.name == CopyOp::DEF.name {
        return Some(&Copy);
    }
    if def.interface::<dyn Structured>().is_some() {
        return Some(&StructuredModel);
    }
    (def.name == SoftmaxOp::DEF.name).then_some(&Destination)
}

/// The result that is tied to the init operand `index`.
fn aliases(op: OpRef, index: usize) -> Vec<AliasingValue> {
    let inits = inits(op);
    if inits.contains(&index) { vec![AliasingValue::equivalent(op.result(index - inits.start).id)] } else { Vec::new() }
}

/// Creates the same operation on buffers, without results.
fn bufferize(op: OpId, rw: &mut Rewriter, session: &Session) -> Attempt<()> {
    let view = OpRef::new(rw, op);
    if view.operands().any(|operand| operand.ty().is_memref(rw)) {
        return Err(view.plain_error("op does not have pure tensor semantics").into());
    }
    let inits = inits(view);
    let mut operands: Vec<Value> = rw.operands(op).collect();
    for operand in &mut operands {
        if is_tensor(rw, rw.ty(*operand)) {
            *operand = get_buffer(rw, *operand, session)?;
        }
    }
    let attrs = rw.attr_dict(op);
    let new = recreate(rw, op, &operands, &[]);
    rw.set_attr_dict(new, attrs);
    replace_with_buffers(rw, op, &operands[inits]);
    Ok(())
}

impl BufferizableOp for StructuredModel {
    fn reads(&self, op: OpRef, index: usize, _state: &State) -> bool {
        let arg = op.region(0).entry().and_then(|entry| entry.args().nth(index));
        arg.is_some_and(|arg| !op.body.is_unused(arg.id))
    }
    fn writes(&self, op: OpRef, index: usize, _state: &State) -> bool {
        inits(op).contains(&index)
    }
    fn aliasing_values(&self, op: OpRef, index: usize, _state: &State) -> Vec<AliasingValue> {
        aliases(op, index)
    }
    fn is_elementwise(&self, op: OpRef, operands: [Use; 2], _state: &State) -> bool {
        let Some(Loops { iterators, maps }) = Loops::of(op) else { return false };
        let is_parallel = iterators.iter().all(|&iterator| iterator == IteratorType::Parallel);
        is_parallel && operands.iter().all(|operand| maps.get(operand.index).is_some_and(|map| map.is_identity()))
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        bufferize(op, rw, session)
    }
}

impl BufferizableOp for Destination {
    fn reads(&self, op: OpRef, index: usize, _state: &State) -> bool {
        !inits(op).contains(&index)
    }
    fn writes(&self, op: OpRef, index: usize, _state: &State) -> bool {
        inits(op).contains(&index)
    }
    fn aliasing_values(&self, op: OpRef, index: usize, _state: &State) -> Vec<AliasingValue> {
        aliases(op, index)
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        bufferize(op, rw, session)
    }
}

impl BufferizableOp for Copy {
    fn reads(&self, op: OpRef, index: usize, state: &State) -> bool {
        StructuredModel.reads(op, index, state)
    }
    fn writes(&self, op: OpRef, index: usize, state: &State) -> bool {
        StructuredModel.writes(op, index, state)
    }
    fn aliasing_values(&self, op: OpRef, index: usize, _state: &State) -> Vec<AliasingValue> {
        aliases(op, index)
    }
    fn is_elementwise(&self, op: OpRef, operands: [Use; 2], state: &State) -> bool {
        StructuredModel.is_elementwise(op, operands, state)
    }
    fn subset_insertion(&self) -> Option<&dyn SubsetInsertion> {
        Some(self)
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        bufferize(op, rw, session)
    }
}

impl SubsetInsertion for Copy {
    fn source(&self) -> usize {
        0
    }
    fn destination(&self) -> usize {
        1
    }
    fn is_equivalent_subset(&self, op: OpRef, candidate: ValueRef, same: &dyn Fn(Value, Value) -> bool) -> bool {
        same(candidate.id, op.operand(self.destination()).id)
    }
    fn needed_values(&self, op: OpRef) -> Vec<Value> {
        vec![op.operand(self.destination()).id]
    }
    fn build_extraction(&self, op: OpId, rw: &mut Rewriter, _loc: Loc) -> Option<Value> {
        Some(rw.operand(op, 1))
    }
}
