//! Functions and calls: the effects of a call on its operands are those that the analysis found for the arguments of
//! the callee.

use rmlir::core::body::ValueDefinition;
use rmlir::core::memref_layout::{MemRefParts, memref_type};
use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::{
    Access, AliasingOperand, AliasingValue, Attempt, BufferizableOp, FunctionInfo, Options, Relation, Session, State,
    buffer_type, cast_or_realloc, get_buffer, is_tensor, owner_of, replace_with_buffers,
};
use rmlir_bufferization::{BUFFER_LAYOUT, ToBufferOp, WRITABLE};
use rmlir_func::{CallOp, FuncOp, ReturnOp};

use super::branch;

pub(super) struct Call;
pub(super) struct Function;
pub(super) struct Return;

/// Attribute `name` of argument `index` of a function.
fn arg_attr(cx: &Context, info: &FunctionInfo, index: usize, name: &str) -> Option<Attr> {
    info.arg_attrs.get(index)?.dict_get(cx, cx.find_ident(name)?)
}

/// The type of the buffer of argument `index` of a function.
fn arg_type(cx: &Context, info: &FunctionInfo, index: usize, options: &Options) -> Type {
    let ty = info.inputs[index];
    if !is_tensor(cx, ty) {
        return ty;
    }
    let buffer = options.boundary_type(cx, ty);
    match (arg_attr(cx, info, index, BUFFER_LAYOUT), MemRefParts::of(cx, buffer)) {
        (Some(layout), Some(parts)) => memref_type(cx, parts.shape, parts.element, Some(layout), parts.space),
        _ => buffer,
    }
}

/// The facts about function `op`, the root of its body.
fn info_of(op: OpRef) -> FunctionInfo {
    let function = op.interface::<dyn FunctionOp>().expect("a function is a function-like operation");
    let inputs = function.argument_types(op);
    FunctionInfo {
        arg_attrs: rmlir::core::function::attrs_of(op, FuncOp::ARG_ATTRS, inputs.len()),
        inputs,
        results: function.result_types(op),
        facts: None,
    }
}

/// The access to operand `index` of a call; read and write if the callee is unknown.
fn access(op: OpRef, index: usize, state: &State) -> Access {
    let facts = state.session.functions.callee(op).and_then(|info| info.facts.as_ref());
    match facts.filter(|_| state.facts.is_some()) {
        Some(facts) => facts.access.get(&index).copied().unwrap_or_default(),
        None => Access { read: true, written: true },
    }
}

impl BufferizableOp for Call {
    fn reads(&self, op: OpRef, index: usize, state: &State) -> bool {
        access(op, index, state).read
    }
    fn writes(&self, op: OpRef, index: usize, state: &State) -> bool {
        access(op, index, state).written
    }
    fn aliasing_values(&self, op: OpRef, index: usize, state: &State) -> Vec<AliasingValue> {
        let facts = state.session.functions.callee(op).and_then(|info| info.facts.as_ref());
        let Some(facts) = facts.filter(|_| state.facts.is_some()) else {
            let tensors = op.results().filter(|result| is_tensor(op.cx(), result.ty()));
            return tensors.map(|result| AliasingValue::unknown(result.id)).collect();
        };
        let results = facts.aliasing.get(&index).map_or(&[][..], Vec::as_slice);
        let is_equivalent = matches!(results, [only] if facts.equivalent.contains_key(only));
        let relation = if is_equivalent { Relation::Equivalent } else { Relation::Unknown };
        let alias =
            |&result: &usize| AliasingValue { value: op.result(result).id, relation, is_definite: is_equivalent };
        results.iter().map(alias).collect()
    }
    fn buffer_type(&self, value: ValueRef, session: &Session, _stack: &mut Vec<Value>) -> Attempt<Type> {
        let cx = value.cx();
        let index = match value.def() {
            ValueDefinition::Result(_, index) => index as usize,
            ValueDefinition::Argument(..) => unreachable!("a call has no regions"),
        };
        let callee = session.functions.callee(owner_of(value));
        let ty = callee.and_then(|info| info.results.get(index).copied()).unwrap_or(value.ty());
        Ok(if is_tensor(cx, ty) { session.options.boundary_type(cx, ty) } else { ty })
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let call = CallOp::from_id(op);
        let mut types = Vec::new();
        for result in rw.results(op).to_vec() {
            let ty = rw.ty(result);
            types.push(if is_tensor(rw, ty) { buffer_type(rw, result, session)? } else { ty });
        }
        let wanted: Vec<Type> = match session.functions.callee(OpRef::new(rw, op)) {
            Some(info) => (0..info.inputs.len()).map(|index| arg_type(rw, info, index, &session.options)).collect(),
            None => return Err(OpRef::new(rw, op).plain_error("call of an unknown function").into()),
        };
        let mut operands = call.operands(rw);
        for (operand, wanted) in operands.iter_mut().zip(wanted) {
            if !is_tensor(rw, rw.ty(*operand)) {
                continue;
            }
            let mut buffer = get_buffer(rw, *operand, session)?;
            if rw.ty(buffer) != wanted {
                let silent = rmlir_bufferization::bufferizable::Failure::silent;
                buffer = cast_or_realloc(rw, buffer, wanted, &session.options).ok_or_else(silent)?;
            }
            *operand = buffer;
        }
        let new = rw.create(CallOp::build(&types, &operands, call.callee(rw)));
        for (slot, value) in rw.props(op).to_vec().into_iter().enumerate() {
            rw.set_prop(new, slot, value);
        }
        rw.set_attr_dict(new, rw.attr_dict(op));
        let results = rw.results(new.id()).to_vec();
        replace_with_buffers(rw, op, &results);
        Ok(())
    }
}

impl BufferizableOp for Return {
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    /// The function converts the returned values.
    fn bufferize(&self, _op: OpId, _rw: &mut Rewriter, _session: &mut Session) -> Attempt<()> {
        Ok(())
    }
}

impl BufferizableOp for Function {
    fn supports_unstructured_control_flow(&self) -> bool {
        true
    }
    fn has_tensor_semantics(&self, op: OpRef) -> bool {
        let info = info_of(op);
        let is = |ty: &Type| is_tensor(op.cx(), *ty);
        info.inputs.iter().any(is)
            || info.results.iter().any(is)
            || op.region(0).blocks().any(|block| block.args().any(|arg| is(&arg.ty())))
    }
    fn aliasing_operands(&self, _op: OpRef, value: Value, _state: &State) -> Vec<AliasingOperand> {
        branch::aliasing_operands(ValueRef::new(_op.body, value))
    }
    fn is_writable(&self, op: OpRef, value: ValueRef, _state: &State) -> bool {
        let ValueDefinition::Argument(block, index) = value.def() else { return true };
        if !value.body.is_entry(block) {
            return true;
        }
        arg_attr(op.cx(), &info_of(op), index as usize, WRITABLE).and_then(|attr| attr.as_bool(op.cx())).unwrap_or(true)
    }
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        match value.def() {
            ValueDefinition::Argument(block, index) if value.body.is_entry(block) => {
                Ok(arg_type(value.cx(), &info_of(owner_of(value)), index as usize, &session.options))
            }
            _ => branch::arg_buffer_type(value, session, stack),
        }
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let view = OpRef::new(rw, op);
        let info = info_of(view);
        let inputs: Vec<Type> =
            (0..info.inputs.len()).map(|index| arg_type(rw, &info, index, &session.options)).collect();
        let boundary = |&ty: &Type| if is_tensor(rw, ty) { session.options.boundary_type(rw, ty) } else { ty };
        let results: Vec<Type> = info.results.iter().map(boundary).collect();
        let blocks: Vec<BlockId> = view.region(0).blocks().map(|block| block.id).collect();
        for &block in &blocks {
            branch::bufferize_signature(block, rw, session)?;
        }
        for block in blocks {
            let Some(end) = rw.last_op(block).filter(|&end| OpRef::new(rw, end).is::<ReturnOp>()) else { continue };
            rw.before(end);
            for (index, &ty) in results.iter().enumerate() {
                let value = rw.operand(end, index);
                if is_tensor(rw, rw.ty(value)) {
                    let buffer = rw.value(ToBufferOp::build(ty, value));
                    rw.set_operand(end, index, buffer);
                }
            }
        }
        let ty = rw.cx().type_attr(rw.cx().function_type(&inputs, &results));
        rw.set_prop(op, FuncOp::FUNCTION_TYPE, ty);
        let name = OpRef::new(rw, op).symbol_name();
        if let Some(known) = name.and_then(|name| session.functions.get_mut(name)) {
            (known.inputs, known.results) = (inputs, results);
        }
        Ok(())
    }
}
