//! `scf.execute_region`: the results are the operands of its unique yield.

use rmlir::core::body::ValueDefinition;
use rmlir::prelude::*;
use rmlir_bufferization::ToTensorOp;
use rmlir_bufferization::bufferizable::{
    AliasingOperand, Attempt, BufferizableOp, Failure, Relation, Session, State, Use, is_tensor, types,
};
use rmlir_scf::YieldOp;

use super::super::branch;
use super::recreate;

pub(in crate::models) struct ExecuteRegion;

/// The unique yield, if there is exactly one.
fn unique_yield(op: OpRef) -> Option<OpRef> {
    let mut ends = op.region(0).blocks().filter_map(BlockRef::last_op).filter(|end| end.is::<YieldOp>());
    ends.next().filter(|_| ends.next().is_none())
}

impl BufferizableOp for ExecuteRegion {
    fn supports_unstructured_control_flow(&self) -> bool {
        true
    }
    fn is_writable(&self, _op: OpRef, _value: ValueRef, _state: &State) -> bool {
        true
    }
    fn verify_analysis(&self, op: OpRef, _state: &State) -> Checked {
        match unique_yield(op) {
            Some(_) => Ok(()),
            None => Err(op.error("op without unique scf.yield is not supported")),
        }
    }
    fn aliasing_operands(&self, op: OpRef, value: Value, _state: &State) -> Vec<AliasingOperand> {
        let value = ValueRef::new(op.body, value);
        let ValueDefinition::Result(_, index) = value.def() else { return branch::aliasing_operands(value) };
        let alias = |end: OpRef| AliasingOperand {
            operand: Use { op: end.id, index: index as usize },
            relation: Relation::Equivalent,
            is_definite: true,
        };
        unique_yield(op).map(alias).into_iter().collect()
    }
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        match value.def() {
            ValueDefinition::Result(..) => types::default_buffer_type(value, session, stack),
            ValueDefinition::Argument(..) => branch::arg_buffer_type(value, session, stack),
        }
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let Some(end) = unique_yield(OpRef::new(rw, op)) else { return Err(Failure::silent()) };
        let types: Vec<Type> = end.operands().map(ValueRef::ty).collect();
        let loc = rw.loc(op);
        let new = recreate(rw, op, &[], &types);
        let blocks: Vec<BlockId> = rw.blocks(rw.region(new, 0)).collect();
        for block in blocks {
            branch::bufferize_signature(block, rw, session)?;
        }
        rw.after(new);
        let mut values = Vec::new();
        for (index, old) in rw.results(op).to_vec().into_iter().enumerate() {
            let (ty, value) = (rw.ty(old), rw.result(new, index));
            let is_buffer = is_tensor(rw, ty) && !is_tensor(rw, rw.ty(value));
            values.push(if is_buffer { rw.value(ToTensorOp::build(ty, value).at(loc)) } else { value });
        }
        rw.replace(op, values);
        Ok(())
    }
}
