//! `scf.if` and `scf.index_switch`: the results are those of one of several regions.

use rmlir::core::body::ValueDefinition;
use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::{
    AliasingOperand, Attempt, BufferizableOp, Session, State, buffer_type, buffer_type_in, is_tensor, owner_of,
    replace_with_buffers, types,
};
use rmlir_scf::IfOp;

use super::recreate;

pub(in crate::models) struct Choice;

fn result_number(value: ValueRef) -> usize {
    match value.def() {
        ValueDefinition::Result(_, index) => index as usize,
        ValueDefinition::Argument(..) => unreachable!("regions of a conditional have no arguments"),
    }
}

fn yields<'a>(op: OpRef<'a>) -> impl Iterator<Item = OpRef<'a>> {
    op.regions().filter_map(|region| region.entry()?.last_op())
}

impl BufferizableOp for Choice {
    fn aliasing_operands(&self, op: OpRef, value: Value, _state: &State) -> Vec<AliasingOperand> {
        let index = result_number(ValueRef::new(op.body, value));
        let mut found: Vec<_> = yields(op).map(|end| AliasingOperand::maybe_equivalent(end.id, index)).collect();
        // The default region is first among regions, and last here.
        if !op.is::<IfOp>() && !found.is_empty() {
            found.rotate_left(1);
        }
        found
    }
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        let (op, index) = (owner_of(value), result_number(value));
        let mut found: Option<Type> = None;
        for end in yields(op) {
            let ty = buffer_type_in(end.operand(index), session, stack)?;
            found = match found {
                Some(before) if before != ty => match types::reconcile(value.cx(), before, ty) {
                    Some(ty) => Some(ty),
                    None => {
                        let what = if op.is::<IfOp>() { "then/else branches" } else { "switch cases" };
                        return Err(op.plain_error(format!("inconsistent memory space on {what}")).into());
                    }
                },
                _ => Some(ty),
            };
        }
        Ok(found.expect("a conditional with results has regions"))
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let mut types = Vec::new();
        for result in rw.results(op).to_vec() {
            let ty = rw.ty(result);
            types.push(if is_tensor(rw, ty) { buffer_type(rw, result, session)? } else { ty });
        }
        rw.before(op);
        let operands: Vec<Value> = rw.operands(op).collect();
        let new = recreate(rw, op, &operands, &types);
        let results = rw.results(new).to_vec();
        replace_with_buffers(rw, op, &results);
        Ok(())
    }
}
