//! `scf.for`.

use rmlir::core::body::ValueDefinition;
use rmlir::prelude::*;
use rmlir_arith::get_constant_int_value;
use rmlir_bufferization::ToTensorOp;
use rmlir_bufferization::bufferizable::{
    AliasingValue, Attempt, BufferizableOp, Relation, Session, State, allocate_tensor_for, buffer_type, buffer_type_in,
    cast_buffer, is_tensor, owner_of, replace_with_buffers, resolve_operand_conflicts,
};
use rmlir_scf::ForOp;

use super::{buffers_of, carried_type, is_local, recreate};

pub(in crate::models) struct For;

/// The number of operands before the initial values.
const N_CONTROL: usize = ForOp::INIT_ARGS_OPERAND;

fn may_not_run(op: OpRef) -> bool {
    let bound = |index: usize| get_constant_int_value(op.body, op.operand(index).id);
    match (bound(ForOp::LOWER_BOUND_OPERAND), bound(ForOp::UPPER_BOUND_OPERAND)) {
        (Some(lower), Some(upper)) => upper <= lower,
        _ => true,
    }
}

/// The relation of the buffer of result `index` to that of the initial value.
fn relation(op: OpRef, index: usize, state: &State) -> Relation {
    let this = ForOp::from_id(op.id);
    let (arg, yielded) = (this.iter_args(op.body)[index], op.body.operand(this.terminator(op.body), index));
    if state.are_equivalent(arg, yielded) { Relation::Equivalent } else { Relation::Unknown }
}

impl BufferizableOp for For {
    /// If the trip count may be zero the result is the initial value.
    fn reads(&self, op: OpRef, index: usize, state: &State) -> bool {
        may_not_run(op) || state.is_value_read(op.body, ForOp::from_id(op.id).iter_args(op.body)[index - N_CONTROL])
    }
    fn aliasing_values(&self, op: OpRef, index: usize, state: &State) -> Vec<AliasingValue> {
        let relation = relation(op, index - N_CONTROL, state);
        let is_definite = relation == Relation::Equivalent;
        vec![AliasingValue { value: op.result(index - N_CONTROL).id, relation, is_definite }]
    }
    fn is_writable(&self, _op: OpRef, _value: ValueRef, _state: &State) -> bool {
        true
    }
    /// The yielded value must not be a buffer from outside of the loop.
    fn resolve_conflicts(&self, op: OpId, rw: &mut Rewriter, state: &State) -> Attempt<()> {
        resolve_operand_conflicts(op, rw, state)?;
        if state.session.options.copy_before_write {
            return Ok(());
        }
        let this = ForOp::from_id(op);
        let (end, region, args) = (this.terminator(rw), this.region(rw), this.iter_args(rw));
        let loc = rw.loc(end);
        rw.before(end);
        let mut yielded: Vec<Value> = rw.operands(end).collect();
        for (value, &arg) in yielded.iter_mut().zip(&args) {
            if is_tensor(rw, rw.ty(arg)) && !is_local(rw, *value, region, arg, state) {
                *value = allocate_tensor_for(rw, loc, *value, state.session, true)?;
            }
        }
        rw.set_operands(end, &yielded);
        Ok(())
    }
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        let op = owner_of(value);
        let this = ForOp::from_id(op.id);
        let view = |value: Value| ValueRef::new(op.body, value);
        match value.def() {
            ValueDefinition::Result(_, index) => {
                buffer_type_in(view(this.iter_args(op.body)[index as usize]), session, stack)
            }
            ValueDefinition::Argument(_, index) => {
                let index = index as usize - 1;
                let yielded = op.body.operand(this.terminator(op.body), index);
                carried_type(value, op.operand(N_CONTROL + index), view(yielded), session, stack)
            }
        }
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let this = ForOp::from_id(op);
        let mut operands: Vec<Value> = rw.operands(op).collect();
        let mut inits = buffers_of(rw, &operands[N_CONTROL..], session)?;
        let results = rw.results(op).to_vec();
        for (init, &result) in inits.iter_mut().zip(&results) {
            if is_tensor(rw, rw.ty(result)) {
                let ty = buffer_type(rw, result, session)?;
                *init = cast_buffer(rw, *init, ty);
            }
        }
        operands.truncate(N_CONTROL);
        operands.extend(&inits);
        let types: Vec<Type> = inits.iter().map(|&init| rw.ty(init)).collect();
        let (args, attrs) = (this.iter_args(rw), rw.attr_dict(op));
        let new = recreate(rw, op, &operands, &types);
        rw.set_attr_dict(new, attrs);
        retype_args(rw, &args, &types);
        let results = rw.results(new).to_vec();
        replace_with_buffers(rw, op, &results);
        Ok(())
    }
    fn verify_analysis(&self, op: OpRef, state: &State) -> Checked {
        if state.session.options.allow_return_allocs_from_loops {
            return Ok(());
        }
        for (index, result) in op.results().enumerate() {
            if is_tensor(op.cx(), result.ty()) && relation(op, index, state) != Relation::Equivalent {
                let end = OpRef::new(op.body, ForOp::from_id(op.id).terminator(op.body));
                let message = format!("Yield operand #{index} is not equivalent to the corresponding iter bbArg");
                return Err(end.plain_error(message));
            }
        }
        Ok(())
    }
}

/// Converts arguments of a block to buffers of these types; tensors of them are created at the start of the block, in
/// order.
pub(super) fn retype_args(rw: &mut Rewriter, args: &[Value], types: &[Type]) {
    let Some(block) = args.first().and_then(|&arg| rw.value_block(arg)) else { return };
    rw.at_start(block);
    for (&arg, &ty) in args.iter().zip(types) {
        let tensor = rw.ty(arg);
        if tensor == ty {
            continue;
        }
        let loc = rw.value_loc(arg);
        rw.set_type(arg, ty);
        let made = rw.create(ToTensorOp::build(tensor, arg).at(loc));
        let new = made.result(rw);
        rw.replace_uses_if(arg, new, |_, user, _| user != made.id());
    }
}
