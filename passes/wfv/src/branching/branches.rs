//! The branches of pieces that get copies.

use rmlir::prelude::*;
use rmlir_arith::{ConstantOp, XOrIOp};
use rmlir_cf::{BrOp, CondBrOp};
use rustc_hash::FxHashMap;

use crate::branching::pieces::Piece;

/// The current blocks of moved branches.
#[derive(Default)]
pub struct Branches {
    moved: FxHashMap<BlockId, BlockId>,
}

/// A branch that is preceded by a vote.
pub struct Asked {
    /// The branch condition.
    pub bit: Value,
    /// Whether the lane takes the branch into the piece, defined at the end of the block with the vote.
    pub goes: Value,
    /// A block with only the original branch.
    pub otherwise: BlockId,
}

impl Branches {
    /// The block that contains the branch to `piece` now.
    pub fn block_of(&self, piece: &Piece) -> BlockId {
        self.moved.get(&piece.from).copied().unwrap_or(piece.from)
    }

    /// Moves the branch to `piece` to a block of its own; the insertion point is the end of the block that contained
    /// it.
    pub fn ask(&mut self, rw: &mut Rewriter, piece: &Piece) -> Asked {
        let block = self.block_of(piece);
        let branch = rw.last_op(block).expect("blocks end with a terminator");
        let otherwise = rw.split_block(block, Some(branch));
        self.moved.insert(piece.from, otherwise);
        rw.at_end(block);
        rw.set_loc(rw.loc(branch));
        let bit = rw.operand(branch, 0);
        let goes = match piece.way {
            0 => bit,
            _ => {
                let one = rw.value(ConstantOp::build(rw.cx().bool_attr(true)));
                rw.value(XOrIOp::build(bit, one))
            }
        };
        Asked { bit, goes, otherwise }
    }
}

/// Terminates the block with the vote: branches to `then` if `answer` is set, else to the original branch.
pub fn branch(rw: &mut Rewriter, answer: Value, then: BlockId, otherwise: BlockId) {
    rw.create(CondBrOp::build(answer, &[], &[], then, otherwise));
}

/// The successors of the branch to a piece, with their operands.
pub struct Ways {
    /// The blocks by successor index.
    pub targets: [BlockId; 2],
    /// The successor operands by successor index.
    pub passed: [Vec<Value>; 2],
}

impl Ways {
    /// Reads the branch at the end of `block`.
    pub fn of(body: &Body, block: BlockId) -> Self {
        let branch = OpRef::new(body, body.last_op(block).expect("blocks end with a terminator"));
        let range = |way: usize| branch.operand_range(1 + way).map(|at| branch.operand(at).id).collect();
        Self { targets: [0, 1].map(|way| body.successor(branch.id, way)), passed: [range(0), range(1)] }
    }

    /// The same branch with one successor replaced by `target`, which has no block arguments.
    pub fn with(mut self, way: usize, target: BlockId) -> Self {
        self.targets[way] = target;
        self.passed[way] = Vec::new();
        self
    }

    /// Appends the branch.
    pub fn create(&self, rw: &mut Rewriter, bit: Value) {
        let ([then, otherwise], [first, second]) = (self.targets, &self.passed);
        rw.create(CondBrOp::build(bit, first, second, then, otherwise));
    }
}

/// Appends an unconditional branch.
pub fn jump(rw: &mut Rewriter, to: BlockId, passed: &[Value]) {
    rw.create(BrOp::build(passed, to));
}
