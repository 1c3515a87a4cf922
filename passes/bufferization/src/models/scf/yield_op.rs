//! `scf.yield`.

use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::{
    AliasingValue, Attempt, BufferizableOp, Session, State, buffer_type, cast_buffer, get_buffer, is_tensor,
};
use rmlir_scf::{ExecuteRegionOp, ForOp, IfOp, IndexSwitchOp, WhileOp, YieldOp};

pub(in crate::models) struct Yield;

/// The result or argument whose buffer type operand `index` of a yield must have, if there is one.
fn target(op: OpRef, index: usize) -> Option<Value> {
    let parent = op.parent()?;
    if parent.is::<ForOp>() || parent.is::<IfOp>() || parent.is::<IndexSwitchOp>() {
        return Some(parent.result(index).id);
    }
    let parent = parent.cast::<WhileOp>()?;
    Some(op.body.arg(parent.before_block(op.body), index))
}

impl BufferizableOp for Yield {
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn must_be_in_place(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        true
    }
    fn aliasing_values(&self, op: OpRef, index: usize, _state: &State) -> Vec<AliasingValue> {
        match op.parent() {
            Some(parent) if parent.is::<IfOp>() => vec![AliasingValue::maybe_equivalent(parent.result(index).id)],
            Some(parent) if parent.is::<ExecuteRegionOp>() => vec![AliasingValue::equivalent(parent.result(index).id)],
            _ => Vec::new(),
        }
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let mut values = Vec::new();
        for (index, value) in YieldOp::from_id(op).results(rw).into_iter().enumerate() {
            if !is_tensor(rw, rw.ty(value)) {
                values.push(value);
                continue;
            }
            let mut buffer = get_buffer(rw, value, session)?;
            if let Some(target) = target(OpRef::new(rw, op), index) {
                let ty = buffer_type(rw, target, session)?;
                buffer = cast_buffer(rw, buffer, ty);
            }
            values.push(buffer);
        }
        rw.replace_with(op, YieldOp::build(&values));
        Ok(())
    }
}
