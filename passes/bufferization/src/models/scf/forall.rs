//! `scf.forall`: threads share the buffers of the destinations.

use rmlir::core::body::ValueDefinition;
use rmlir::prelude::*;
use rmlir_arith::get_constant_int_value;
use rmlir_bufferization::ToTensorOp;
use rmlir_bufferization::bufferizable::{
    AliasingValue, Attempt, BufferizableOp, Session, State, buffer_type_in, get_buffer, owner_of, replace_with_buffers,
};
use rmlir_scf::ForallOp;

use super::recreate;

pub(in crate::models) struct Forall;
pub(in crate::models) struct InParallel;

fn first_output(op: OpRef) -> usize {
    op.operand_range(ForallOp::OUTPUTS_OPERAND).start
}

impl BufferizableOp for Forall {
    fn aliasing_values(&self, op: OpRef, index: usize, _state: &State) -> Vec<AliasingValue> {
        vec![AliasingValue::equivalent(op.result(index - first_output(op)).id)]
    }
    fn is_writable(&self, _op: OpRef, _value: ValueRef, _state: &State) -> bool {
        true
    }
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        let op = owner_of(value);
        let index = match value.def() {
            ValueDefinition::Result(_, index) => index as usize,
            ValueDefinition::Argument(_, index) => index as usize - ForallOp::rank(op),
        };
        buffer_type_in(op.operand(first_output(op) + index), session, stack)
    }
    /// Whether there is more than one thread.
    fn is_repetitive_region(&self, op: OpRef, _index: usize) -> bool {
        let LoopBounds { lower, upper, step } = ForallOp::mixed_bounds(op);
        let number = |bound: &ValueOrAttr| match bound {
            ValueOrAttr::Value(value) => get_constant_int_value(op.body, *value),
            ValueOrAttr::Attr(attr) => attr.as_i64(op.cx()),
        };
        lower.iter().zip(&upper).zip(&step).any(|((lower, upper), step)| {
            match (number(lower), number(upper), number(step)) {
                (Some(lower), Some(upper), Some(step)) => lower.saturating_add(step) < upper,
                _ => true,
            }
        })
    }
    fn is_parallel_region(&self, op: OpRef, index: usize) -> bool {
        self.is_repetitive_region(op, index)
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let this = ForallOp::from_id(op);
        let view = OpRef::new(rw, op);
        let (rank, n_control, loc) = (ForallOp::rank(view), first_output(view), rw.loc(op));
        let mut buffers = Vec::new();
        for output in this.outputs(rw) {
            buffers.push(get_buffer(rw, output, session)?);
        }
        let block = this.body(rw);
        rw.at_start(block);
        for (&arg, &buffer) in rw.args(block)[rank..].to_vec().iter().zip(&buffers) {
            let ty = rw.ty(arg);
            let tensor = rw.value(ToTensorOp::build(ty, buffer).at(loc));
            rw.replace_all_uses(arg, tensor);
        }
        rw.before(op);
        let control: Vec<Value> = rw.operands(op).take(n_control).collect();
        let attrs = rw.attr_dict(op);
        let new = recreate(rw, op, &control, &[]);
        rw.set_attr_dict(new, attrs);
        let mut sizes =
            rw.attr(new, "operandSegmentSizes").and_then(|sizes| sizes.as_int_array(rw)).unwrap_or_default();
        if let Some(last) = sizes.last_mut() {
            *last = 0;
        }
        let sizes: Vec<i32> = sizes.into_iter().map(|size| size as i32).collect();
        let sizes = rw.cx().i32_array(&sizes);
        rw.set_attr(new, "operandSegmentSizes", sizes);
        for index in (rank..rw.args(block).len()).rev() {
            rw.erase_arg(block, index);
        }
        replace_with_buffers(rw, op, &buffers);
        Ok(())
    }
}

impl BufferizableOp for InParallel {
    /// Does nothing: the operation has no tensors itself.
    fn bufferize(&self, _op: OpId, _rw: &mut Rewriter, _session: &mut Session) -> Attempt<()> {
        Ok(())
    }
}
