//! Operations that create tensors.

use rmlir::prelude::*;
use rmlir_arith::constant_index;
use rmlir_bufferization::ToBufferOp;
use rmlir_bufferization::bufferizable::{
    Attempt, BufferizableOp, Session, State, allocate_tensor_for, buffer_type, replace_with_buffers,
};
use rmlir_memref as memref;
use rmlir_tensor as tensor;

pub(in crate::models) struct Empty;
pub(in crate::models) struct FromElements;

impl BufferizableOp for Empty {
    fn allocates(&self, _op: OpRef, _value: Value) -> bool {
        true
    }
    fn result_is_written(&self, _op: OpRef, _result: ValueRef, _state: &State) -> bool {
        false
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let result = rw.result(op, 0);
        if rw.is_unused(result) {
            rw.erase(op);
            return Ok(());
        }
        let loc = rw.loc(op);
        let new = allocate_tensor_for(rw, loc, result, session, false)?;
        rw.replace(op, [new]);
        Ok(())
    }
}

impl BufferizableOp for FromElements {
    fn allocates(&self, _op: OpRef, _value: Value) -> bool {
        true
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let (result, loc) = (rw.result(op, 0), rw.loc(op));
        let shape = rw.ty(result).shape(rw).unwrap_or_default().to_vec();
        let elements = tensor::FromElementsOp::from_id(op).elements(rw);
        let allocated = allocate_tensor_for(rw, loc, result, session, false)?;
        let ty = buffer_type(rw, allocated, session)?;
        let buffer = rw.value(ToBufferOp::build(ty, allocated));
        if !elements.is_empty() {
            let n_constants = shape.iter().copied().max().unwrap_or(0);
            let constants: Vec<Value> = (0..n_constants).map(|index| constant_index(rw, index)).collect();
            let mut at = vec![0; shape.len()];
            for element in elements {
                let indices: Vec<Value> = at.iter().map(|&index| constants[index]).collect();
                rw.create(memref::StoreOp::build(element, buffer, &indices));
                advance(&mut at, &shape);
            }
        }
        replace_with_buffers(rw, op, &[buffer]);
        Ok(())
    }
}

/// Advances to the next index tuple in row-major order.
fn advance(at: &mut [usize], shape: &[i64]) {
    for (index, &size) in at.iter_mut().zip(shape).rev() {
        *index += 1;
        if (*index as i64) < size {
            return;
        }
        *index = 0;
    }
}
