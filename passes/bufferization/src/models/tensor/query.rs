//! Operations that read sizes, ranks and elements.

use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::{Attempt, BufferizableOp, Session, State, get_buffer};
use rmlir_memref as memref;
use rmlir_tensor as tensor;

pub(in crate::models) struct Dim;
pub(in crate::models) struct Rank;
pub(in crate::models) struct Extract;

impl BufferizableOp for Dim {
    fn reads(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let this = tensor::DimOp::from_id(op);
        let (buffer, index) = (get_buffer(rw, this.source(rw), session)?, this.index(rw));
        rw.replace_with(op, memref::DimOp::build(buffer, index));
        Ok(())
    }
}

impl BufferizableOp for Rank {
    fn reads(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let buffer = get_buffer(rw, rw.operand(op, 0), session)?;
        rw.replace_with(op, memref::RankOp::build(buffer));
        Ok(())
    }
}

impl BufferizableOp for Extract {
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()> {
        let this = tensor::ExtractOp::from_id(op);
        let (buffer, indices) = (get_buffer(rw, this.tensor(rw), session)?, this.indices(rw));
        rw.replace_with(op, memref::LoadOp::build(buffer, &indices));
        Ok(())
    }
}
