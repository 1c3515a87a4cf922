//! Specialization: copies of pieces of a function for some masks, created in its lowered copy before vectorization.
//!
//! Votes count the active lanes at a branch that take it into a piece. Their results are uniform, so the branch on them
//! stays one: to a scalar copy for few lanes ([`few`](mod@crate::few)), to an unmasked copy if all lanes take the
//! branch ([`coherent`](mod@crate::coherent)), and else to the original branch.

use rmlir::prelude::*;
use rmlir_arith::{ConstantOp, XOrIOp};
use rmlir_cf::{BrOp, CondBrOp};
use rustc_hash::FxHashMap;

use crate::clauses::Clauses;
use crate::coherent::coherent;
use crate::declined::Declined;
use crate::few::few;
use crate::pieces::{Piece, pieces};
use crate::plan::Plan;
use crate::wfv::{Options, symbols};

/// The minimum cost of a piece for a scalar copy: cheaper ones do not pay for the extraction of lanes.
const LEAST_SCALAR: u64 = 16;

/// Creates the copies requested by `options` in `body`, the lowered function called `name`; returns the outlined
/// functions, which are detached in `module`.
pub fn specialize<'c>(
    module: &mut Body<'c>,
    body: &mut Body<'c>,
    name: &str,
    clauses: &Clauses,
    options: Options,
) -> Result<Vec<OpId>, Declined> {
    let mut made = Vec::new();
    let Some(variant) = clauses.variants.first().filter(|_| options.few > 0 || options.coherent > 0) else {
        return Ok(made);
    };
    let plan = Plan::new(body, clauses, variant.width, None)?;
    let scalar = if options.few > 0 { pieces(&plan, LEAST_SCALAR) } else { Vec::new() };
    let whole = if options.coherent > 0 { pieces(&plan, options.coherent) } else { Vec::new() };
    drop(plan);
    let mut branches = Branches::default();
    let symbols = symbols(module);
    let mut names = (0..).map(|number| format!("{name}_few{number}")).filter(|name| !symbols.contains_key(name));
    for piece in &scalar {
        let name = names.next().expect("there are more names than symbols");
        made.push(few(module, body, &name, piece, options.few, &mut branches));
    }
    for piece in &whole {
        coherent(body, piece, &mut branches);
    }
    Ok(made)
}

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
