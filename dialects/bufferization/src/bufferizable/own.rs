//! Implementations of the interface by the operations of this dialect.

use rmlir::core::memref_layout::memory_space;
use rmlir::prelude::*;
use rmlir_memref::DeallocOp as FreeOp;

use super::{
    AliasingValue, Attempt, BufferizableOp, Session, State, SubsetInsertion, Use, buffer_type, buffer_type_in,
    copy_buffer, create_alloc, dynamic_sizes_of, fold_to_buffer_of_to_tensor, get_buffer, owner_of,
    replace_with_buffers, types,
};
use crate::{AllocTensorOp, DeallocTensorOp, MaterializeInDestinationOp, ToBufferOp, ToTensorOp};

impl BufferizableOp for AllocTensorOp {
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn allocates(&self, _op: OpRef, _value: Value) -> bool {
        true
    }
    /// Without a copy the elements are undefined.
    fn result_is_written(&self, op: OpRef, _result: ValueRef, _state: &State) -> bool {
        !op.operand_range(AllocTensorOp::COPY_OPERAND).is_empty()
    }
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        let (op, cx) = (owner_of(value), value.cx());
        let space = if let Some(space) = op.get(AllocTensorOp::memory_space) {
            Some(space)
        } else if let [copy] = op.values(AllocTensorOp::copy)[..] {
            memory_space(cx, buffer_type_in(copy, session, stack)?)
        } else {
            match session.options.default_memory_space(cx, value.ty()) {
                Some(space) => space,
                None => return Err(op.plain_error("could not infer memory space").into()),
            }
        };
        Ok(types::with_identity_layout(cx, value.ty(), space))
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let this = AllocTensorOp::from_id(op);
        let (result, loc) = (this.result(rw), rw.loc(op));
        if rw.is_unused(result) {
            rw.erase(op);
            return Ok(());
        }
        let copied = match this.copy(rw) {
            Some(copy) => Some(get_buffer(rw, copy, session)?),
            None => None,
        };
        let ty = buffer_type(rw, result, session)?;
        let sizes = match copied {
            Some(buffer) => dynamic_sizes_of(rw, loc, buffer),
            None => this.dynamic_sizes(rw),
        };
        let buffer = create_alloc(rw, loc, ty, &sizes, &session.options);
        if let Some(copied) = copied {
            copy_buffer(rw, loc, copied, buffer);
        }
        replace_with_buffers(rw, op, &[buffer]);
        Ok(())
    }
}

impl BufferizableOp for DeallocTensorOp {
    fn reads(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let tensor = DeallocTensorOp::from_id(op).tensor(rw);
        let buffer = get_buffer(rw, tensor, session)?;
        rw.create(FreeOp::build(buffer));
        rw.erase(op);
        Ok(())
    }
}

impl BufferizableOp for MaterializeInDestinationOp {
    fn reads(&self, _op: OpRef, index: usize, _state: &State) -> bool {
        index == Self::SOURCE_OPERAND
    }
    fn writes(&self, _op: OpRef, index: usize, _state: &State) -> bool {
        index == Self::DEST_OPERAND
    }
    fn must_be_in_place(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        true
    }
    fn aliasing_values(&self, op: OpRef, index: usize, _state: &State) -> Vec<AliasingValue> {
        if index == Self::DEST_OPERAND { vec![AliasingValue::equivalent(op.result(0).id)] } else { Vec::new() }
    }
    fn is_elementwise(&self, _op: OpRef, _operands: [Use; 2], _state: &State) -> bool {
        true
    }
    fn is_writable(&self, op: OpRef, _value: ValueRef, _state: &State) -> bool {
        op.value(Self::dest).ty().is_tensor(op.cx()) || op.get(Self::writable)
    }
    fn subset_insertion(&self) -> Option<&dyn SubsetInsertion> {
        Some(&WholeDestination)
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let this = Self::from_id(op);
        let (source, dest, loc) = (this.source(rw), this.dest(rw), rw.loc(op));
        let has_result = rw.ty(dest).is_tensor(rw);
        let dest = if has_result { get_buffer(rw, dest, session)? } else { dest };
        let source = get_buffer(rw, source, session)?;
        copy_buffer(rw, loc, source, dest);
        replace_with_buffers(rw, op, if has_result { std::slice::from_ref(&dest) } else { &[] });
        Ok(())
    }
}

/// The subset is the whole destination.
struct WholeDestination;

impl SubsetInsertion for WholeDestination {
    fn source(&self) -> usize {
        MaterializeInDestinationOp::SOURCE_OPERAND
    }
    fn destination(&self) -> usize {
        MaterializeInDestinationOp::DEST_OPERAND
    }
    fn is_equivalent_subset(&self, op: OpRef, candidate: ValueRef, same: &dyn Fn(Value, Value) -> bool) -> bool {
        same(op.operand(MaterializeInDestinationOp::DEST_OPERAND).id, candidate.id)
    }
    fn needed_values(&self, op: OpRef) -> Vec<Value> {
        vec![op.operand(MaterializeInDestinationOp::DEST_OPERAND).id]
    }
    /// A buffer with the attribute `restrict` becomes a tensor, which then is the only access to it.
    fn build_extraction(&self, op: OpId, rw: &mut Rewriter, loc: Loc) -> Option<Value> {
        let this = MaterializeInDestinationOp::from_id(op);
        let dest = this.dest(rw);
        let ty = rw.ty(dest);
        if ty.is_tensor(rw) {
            return Some(dest);
        }
        if !this.restrict(rw) {
            return None;
        }
        let writable = if this.writable(rw) { Attr::UNIT } else { Attr::ABSENT };
        rw.set_prop(op, MaterializeInDestinationOp::RESTRICT, Attr::ABSENT);
        let tensor = types::tensor_of(rw, ty);
        let made = ToTensorOp::build(tensor, dest).prop(ToTensorOp::RESTRICT, Attr::UNIT);
        Some(rw.value(made.prop(ToTensorOp::WRITABLE, writable).at(loc)))
    }
}

impl BufferizableOp for ToTensorOp {
    fn is_writable(&self, op: OpRef, _value: ValueRef, _state: &State) -> bool {
        op.get(Self::writable)
    }
    fn buffer_type(&self, value: ValueRef, _session: &Session, _stack: &mut Vec<Value>) -> Attempt<Type> {
        Ok(owner_of(value).operand(0).ty())
    }
    /// The operation is the definition of a buffer's tensor already, and is erased when that has no uses.
    fn bufferize(&self, _op: OpId, _rw: &mut Rewriter, _session: &mut Session) -> Attempt<()> {
        Ok(())
    }
}

impl BufferizableOp for ToBufferOp {
    /// Writes to the buffer are unknown here.
    fn writes(&self, op: OpRef, _index: usize, _state: &State) -> bool {
        !op.get(Self::read_only)
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        fold_to_buffer_of_to_tensor(rw, Self::from_id(op), &session.options);
        Ok(())
    }
}
