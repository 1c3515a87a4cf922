//! `scf.while` and `scf.condition`.

use rmlir::core::body::ValueDefinition;
use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::{
    AliasingValue, Attempt, BufferizableOp, Relation, Session, State, allocate_tensor_for, buffer_type, buffer_type_in,
    cast_buffer, get_buffer, is_tensor, owner_of, replace_with_buffers, resolve_operand_conflicts,
};
use rmlir_scf::{ConditionOp, WhileOp};

use super::for_op::retype_args;
use super::{buffers_of, carried_type, recreate};

pub(in crate::models) struct While;
pub(in crate::models) struct Condition;

/// The relation of the buffer of result `index` to that of the initial value.
fn relation(op: OpRef, index: usize, state: &State) -> Relation {
    let (this, body) = (WhileOp::from_id(op.id), op.body);
    let (before, after) = (body.args(this.before_block(body)), body.args(this.after_block(body)));
    let Some(&arg) = before.get(index).filter(|&&arg| body.ty(arg) == op.result(index).ty()) else {
        return Relation::Unknown;
    };
    let passed = this.condition_op(body).args(body)[index];
    let yielded = body.operand(this.yield_op(body).id(), index);
    if state.are_equivalent(arg, passed) && state.are_equivalent(after[index], yielded) {
        Relation::Equivalent
    } else {
        Relation::Unknown
    }
}

/// By index: whether the value is equivalent to the argument.
fn equivalent_to_args(args: &[Value], values: &[Value], state: &State) -> Vec<bool> {
    let same = |(index, &value): (usize, &Value)| args.get(index).is_some_and(|&arg| state.are_equivalent(arg, value));
    values.iter().enumerate().map(same).collect()
}

impl BufferizableOp for While {
    fn aliasing_values(&self, op: OpRef, index: usize, state: &State) -> Vec<AliasingValue> {
        if index >= op.n_results() || op.operand(index).ty() != op.result(index).ty() {
            return Vec::new();
        }
        let relation = relation(op, index, state);
        let is_definite = relation == Relation::Equivalent;
        vec![AliasingValue { value: op.result(index).id, relation, is_definite }]
    }
    fn is_writable(&self, _op: OpRef, _value: ValueRef, _state: &State) -> bool {
        true
    }
    /// A forwarded value that is not equivalent to the argument gets a buffer of its own.
    fn resolve_conflicts(&self, op: OpId, rw: &mut Rewriter, state: &State) -> Attempt<()> {
        resolve_operand_conflicts(op, rw, state)?;
        if state.session.options.copy_before_write {
            return Ok(());
        }
        let this = WhileOp::from_id(op);
        let condition = this.condition_op(rw);
        let mut passed = condition.args(rw);
        let yielded: Vec<Value> = rw.operands(this.yield_op(rw).id()).collect();
        let before = equivalent_to_args(rw.args(this.before_block(rw)), &passed, state);
        let after = equivalent_to_args(rw.args(this.after_block(rw)), &yielded, state);
        let loc = rw.loc(condition.id());
        rw.before(condition.id());
        for (index, value) in passed.iter_mut().enumerate() {
            let is_kept = before[index] && after.get(index).copied().unwrap_or(false);
            if is_tensor(rw, rw.ty(*value)) && !is_kept {
                *value = allocate_tensor_for(rw, loc, *value, state.session, true)?;
            }
        }
        let mut operands = vec![condition.condition(rw)];
        operands.extend(passed);
        rw.set_operands(condition, &operands);
        Ok(())
    }
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        let op = owner_of(value);
        let (this, body) = (WhileOp::from_id(op.id), op.body);
        let index = match value.def() {
            ValueDefinition::Argument(block, index) if block == this.before_block(body) => {
                let index = index as usize;
                let yielded = ValueRef::new(body, body.operand(this.yield_op(body).id(), index));
                return carried_type(value, op.operand(index), yielded, session, stack);
            }
            ValueDefinition::Argument(_, index) | ValueDefinition::Result(_, index) => index as usize,
        };
        let passed = this.condition_op(body).args(body)[index];
        buffer_type_in(ValueRef::new(body, passed), session, stack)
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let this = WhileOp::from_id(op);
        let before = rw.args(this.before_block(rw)).to_vec();
        let after = rw.args(this.after_block(rw)).to_vec();
        let inits: Vec<Value> = rw.operands(op).collect();
        let mut inits = buffers_of(rw, &inits, session)?;
        for (init, &arg) in inits.iter_mut().zip(&before) {
            if is_tensor(rw, rw.ty(arg)) {
                let ty = buffer_type(rw, arg, session)?;
                *init = cast_buffer(rw, *init, ty);
            }
        }
        let mut types = Vec::new();
        for &arg in &after {
            types.push(buffer_type_if_tensor(rw, arg, session)?);
        }
        let init_types: Vec<Type> = inits.iter().map(|&init| rw.ty(init)).collect();
        let new = recreate(rw, op, &inits, &types);
        retype_args(rw, &before, &init_types);
        retype_args(rw, &after, &types);
        let results = rw.results(new).to_vec();
        replace_with_buffers(rw, op, &results);
        Ok(())
    }
    fn verify_analysis(&self, op: OpRef, state: &State) -> Checked {
        if state.session.options.allow_return_allocs_from_loops {
            return Ok(());
        }
        let (this, body) = (WhileOp::from_id(op.id), op.body);
        let (condition, end) = (this.condition_op(body), this.yield_op(body).id());
        let yielded: Vec<Value> = body.operands(end).collect();
        check_equivalent(OpRef::new(body, condition.id()), "Condition arg", &condition.args(body), state)?;
        check_equivalent(OpRef::new(body, end), "Yield operand", &yielded, state)
    }
}

fn buffer_type_if_tensor(body: &Body, value: Value, session: &Session) -> Attempt<Type> {
    let ty = body.ty(value);
    if is_tensor(body, ty) { buffer_type(body, value, session) } else { Ok(ty) }
}

/// Checks that the operands of the terminator `end` are equivalent to the arguments of its block.
fn check_equivalent(end: OpRef, what: &str, values: &[Value], state: &State) -> Checked {
    let block = end.block().expect("a terminator is in a block");
    let args: Vec<Value> = value_ids(block.args());
    let same = equivalent_to_args(&args, values, state);
    for (index, &value) in values.iter().enumerate() {
        if is_tensor(end.cx(), end.body.ty(value)) && !same[index] {
            let message = format!("{what} #{index} is not equivalent to the corresponding iter bbArg");
            return Err(end.plain_error(message));
        }
    }
    Ok(())
}

impl BufferizableOp for Condition {
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn must_be_in_place(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        true
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let this = ConditionOp::from_id(op);
        let parent = WhileOp::from_id(rw.parent_op(op).expect("a condition is in a loop"));
        let after = rw.args(parent.after_block(rw)).to_vec();
        let mut passed = Vec::new();
        for (index, value) in this.args(rw).into_iter().enumerate() {
            if !is_tensor(rw, rw.ty(value)) {
                passed.push(value);
                continue;
            }
            let buffer = get_buffer(rw, value, session)?;
            let ty = buffer_type(rw, after[index], session)?;
            passed.push(cast_buffer(rw, buffer, ty));
        }
        let condition = this.condition(rw);
        rw.replace_with(op, ConditionOp::build(condition, &passed));
        Ok(())
    }
}
