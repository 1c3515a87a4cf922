//! Control flow edges, with their forwarded operands.

use rmlir::prelude::*;

/// An edge: a terminator and the index of a successor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// The terminator.
    pub op: OpId,
    /// The index of the successor.
    pub successor: usize,
}

impl Way {
    /// All outgoing edges of `block`.
    pub fn out_of(body: &Body, block: BlockId) -> Vec<Self> {
        let Some(op) = body.last_op(block) else { return Vec::new() };
        (0..body.n_successors(op)).map(|successor| Self { op, successor }).collect()
    }

    /// All incoming edges of `block`, in a deterministic order.
    pub fn into_block(body: &Body, block: BlockId) -> Vec<Self> {
        body.block_uses(block).map(|(op, successor)| Self { op, successor: successor as usize }).collect()
    }

    /// Its source block.
    pub fn from(self, body: &Body) -> BlockId {
        body.block_of(self.op).expect("a terminator stands in a block")
    }

    /// Its target block.
    pub fn target(self, body: &Body) -> BlockId {
        body.successor(self.op, self.successor)
    }

    /// Its forwarded operands.
    pub fn passed(self, body: &Body) -> Vec<Value> {
        let view = OpRef::new(body, self.op);
        let place = branch(view).successor_operands(view, self.successor).forwarded;
        place.map(|at| body.operand(self.op, at)).collect()
    }

    /// Sets its forwarded operands.
    pub fn pass(self, rw: &mut Rewriter, values: &[Value]) {
        let branch = branch(OpRef::new(rw, self.op));
        branch.set_successor_operands(rw.body_mut(), self.op, self.successor, values);
        rw.modified(self.op);
    }

    /// Redirects it to `block`.
    pub fn lead_to(self, rw: &mut Rewriter, block: BlockId) {
        rw.set_successor(self.op, self.successor, block);
    }
}

fn branch(op: OpRef<'_>) -> &'static dyn BranchOp {
    op.interface::<dyn BranchOp>().expect("what has successors is a branch")
}
