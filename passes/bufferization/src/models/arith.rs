//! Constants are read-only buffers; selects select buffers.

use rmlir::core::memref_layout::{MemRefParts, memory_space, memref_type};
use rmlir::core::types::TypeData;
use rmlir::prelude::*;
use rmlir_arith::{ConstantOp, IndexCastOp, SelectOp};
use rmlir_bufferization::bufferizable::session::Global;
use rmlir_bufferization::bufferizable::{
    AliasingValue, Attempt, BufferizableOp, Failure, Session, State, buffer_type_in, cast_buffer, get_buffer, owner_of,
    replace_with_buffers, types,
};
use rmlir_memref::GetGlobalOp;

pub(super) struct Constant;
pub(super) struct IndexCast;
pub(super) struct Select;

impl BufferizableOp for Constant {
    fn is_writable(&self, _op: OpRef, _value: ValueRef, _state: &State) -> bool {
        false
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let constant = ConstantOp::from_id(op);
        let (tensor, value, loc) = (rw.ty(rw.result(op, 0)), constant.value(rw), rw.loc(op));
        let Some(shape) = tensor.shape(rw).filter(|_| tensor.is_tensor(rw)) else { return Err(Failure::silent()) };
        let Some(space) = session.options.default_memory_space(rw, tensor) else {
            return Err(OpRef::new(rw, op).plain_error("could not infer memory space").into());
        };
        let sizes: Vec<String> = shape.iter().map(i64::to_string).collect();
        let element = tensor.element_or_self(rw);
        let stem = format!("__constant_{}x{}", sizes.join("x"), rw.show_type(element));
        let ty = memref_type(rw, shape, element, None, space);
        let alignment = session.options.alignment;
        let wanted = Global { name: rw.ident(&stem), ty, value, alignment, loc };
        let found = session.globals.for_constant(rw, wanted, &stem).ok_or_else(Failure::silent)?;
        let name = rw.symbol_ref(found.name);
        let buffer = rw.value(GetGlobalOp::build(found.ty, name));
        replace_with_buffers(rw, op, &[buffer]);
        Ok(())
    }
}

impl BufferizableOp for IndexCast {
    fn reads(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn aliasing_values(&self, op: OpRef, _index: usize, _state: &State) -> Vec<AliasingValue> {
        vec![AliasingValue::equivalent(op.result(0).id)]
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let element = rw.ty(rw.result(op, 0)).element_or_self(rw);
        let source = get_buffer(rw, rw.operand(op, 0), session)?;
        let from = rw.ty(source);
        let ty = match MemRefParts::of(rw, from) {
            Some(parts) => memref_type(rw, parts.shape, element, parts.layout, parts.space),
            None => rw.cx().ty(TypeData::UnrankedMemRef { element, space: memory_space(rw, from) }),
        };
        let buffer = rw.value(IndexCastOp::build(ty, source));
        replace_with_buffers(rw, op, &[buffer]);
        Ok(())
    }
}

impl BufferizableOp for Select {
    fn reads(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn aliasing_values(&self, op: OpRef, _index: usize, _state: &State) -> Vec<AliasingValue> {
        vec![AliasingValue::maybe_equivalent(op.result(0).id)]
    }
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        let op = owner_of(value);
        let left = buffer_type_in(op.operand(SelectOp::TRUE_VALUE_OPERAND), session, stack)?;
        let right = buffer_type_in(op.operand(SelectOp::FALSE_VALUE_OPERAND), session, stack)?;
        if left == right {
            return Ok(left);
        }
        types::reconcile(value.cx(), left, right).ok_or_else(Failure::silent)
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let select = SelectOp::from_id(op);
        let condition = select.condition(rw);
        if rw.ty(condition) != Type::I1 {
            return Err(OpRef::new(rw, op).error("only i1 condition values are supported").into());
        }
        let mut left = get_buffer(rw, select.true_value(rw), session)?;
        let mut right = get_buffer(rw, select.false_value(rw), session)?;
        if rw.ty(left) != rw.ty(right) {
            let Some(ty) = types::reconcile(rw, rw.ty(left), rw.ty(right)) else {
                let message = "inconsistent memory space on true/false operands";
                return Err(OpRef::new(rw, op).plain_error(message).into());
            };
            let loc = rw.loc(op);
            left = cast_buffer(rw, left, ty);
            right = cast_buffer(rw, right, ty);
            rw.set_loc(loc);
        }
        let buffer = rw.value(SelectOp::build(condition, left, right));
        replace_with_buffers(rw, op, &[buffer]);
        Ok(())
    }
}
