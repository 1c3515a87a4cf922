//! Branches forward buffers.

use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::{AliasingValue, Attempt, BufferizableOp, Session, State};

pub(super) struct Branch;

impl BufferizableOp for Branch {
    fn reads(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn writes(&self, _op: OpRef, _index: usize, _state: &State) -> bool {
        false
    }
    fn aliasing_values(&self, op: OpRef, index: usize, _state: &State) -> Vec<AliasingValue> {
        let Some(branch) = op.interface::<dyn BranchOp>() else { return Vec::new() };
        let mut found = Vec::new();
        for (successor, block) in op.successors().enumerate() {
            let forwarded = branch.successor_operands(op, successor).forwarded;
            if forwarded.contains(&index) {
                let arg =
                    block.args().nth(index - forwarded.start).expect("a branch passes as many as there are arguments");
                found.push(AliasingValue::maybe_equivalent(arg.id));
            }
        }
        found
    }
    /// The enclosing operation converts the forwarded operands.
    fn bufferize(&self, _op: OpId, _rw: &mut Rewriter, _session: &mut Session) -> Attempt<()> {
        Ok(())
    }
}
