//! Edges between blocks, with the values that pass along them.

use rmlir::prelude::*;

/// A way out of a block: its terminator and which of the successors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// The terminator.
    pub op: OpId,
    /// The number of the successor.
    pub successor: usize,
}

impl Way {
    /// All ways out of `block`.
    pub fn out_of(body: &Body, block: BlockId) -> Vec<Self> {
        let Some(op) = body.last_op(block) else { return Vec::new() };
        (0..body.n_successors(op)).map(|successor| Self { op, successor }).collect()
    }

    /// All ways into `block`, in an order that depends on the program only.
    pub fn into_block(body: &Body, block: BlockId) -> Vec<Self> {
        body.block_uses(block).map(|(op, successor)| Self { op, successor: successor as usize }).collect()
    }

    /// The block that it leaves.
    pub fn from(self, body: &Body) -> BlockId {
        body.block_of(self.op).expect("a terminator stands in a block")
    }

    /// The block that it leads to.
    pub fn target(self, body: &Body) -> BlockId {
        body.successor(self.op, self.successor)
    }

    /// The values that pass along it.
    pub fn passed(self, body: &Body) -> Vec<Value> {
        let view = OpRef::new(body, self.op);
        let place = branch(view).successor_operands(view, self.successor).forwarded;
        place.map(|at| body.operand(self.op, at)).collect()
    }

    /// Makes `values` pass along it.
    pub fn pass(self, rw: &mut Rewriter, values: &[Value]) {
        let branch = branch(OpRef::new(rw, self.op));
        branch.set_successor_operands(rw.body_mut(), self.op, self.successor, values);
        rw.modified(self.op);
    }

    /// Makes it lead to `block`.
    pub fn lead_to(self, rw: &mut Rewriter, block: BlockId) {
        rw.set_successor(self.op, self.successor, block);
    }
}

fn branch(op: OpRef<'_>) -> &'static dyn BranchOp {
    op.interface::<dyn BranchOp>().expect("what has successors is a branch")
}
