//! Pieces of a function once more for some masks, put into its lowered copy before it is made for lanes.
//!
//! Votes ask how many of the lanes that come to a branch go into a piece. What they tell is the same for all lanes, so the
//! branch on it stays one: to a scalar copy for few lanes ([`few`](mod@crate::few)), to a copy without masks if all go
//! there ([`coherent`](mod@crate::coherent)), and else to the branch as it was.

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

/// What a piece costs at least that scalar code is made for: less is done before lanes are taken apart.
const LEAST_SCALAR: u64 = 16;

/// Makes the copies that `options` ask for in `body`, the lowered function called `name`; the functions that it calls then,
/// in `module` and detached.
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

/// Where branches have gone to.
#[derive(Default)]
pub struct Branches {
    moved: FxHashMap<BlockId, BlockId>,
}

/// A branch before which something is asked.
pub struct Asked {
    /// The bit that decides.
    pub bit: Value,
    /// Whether it leads into the piece, which is at the end of the block that asks.
    pub goes: Value,
    /// A block with the branch as it was, and nothing else.
    pub otherwise: BlockId,
}

impl Branches {
    /// The block that has the branch to `piece` now.
    pub fn block_of(&self, piece: &Piece) -> BlockId {
        self.moved.get(&piece.from).copied().unwrap_or(piece.from)
    }

    /// Moves the branch to `piece` to a block of its own; code goes on at the end of the block that it was in.
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

/// Ends the block that asks: to `then` if `answer` is set, else to the branch as it was.
pub fn branch(rw: &mut Rewriter, answer: Value, then: BlockId, otherwise: BlockId) {
    rw.create(CondBrOp::build(answer, &[], &[], then, otherwise));
}

/// The branch to a piece: what it passes to either way.
pub struct Ways {
    /// By way: the block.
    pub targets: [BlockId; 2],
    /// By way: its arguments.
    pub passed: [Vec<Value>; 2],
}

impl Ways {
    /// Of the branch at the end of `block`.
    pub fn of(body: &Body, block: BlockId) -> Self {
        let branch = OpRef::new(body, body.last_op(block).expect("blocks end with a terminator"));
        let range = |way: usize| branch.operand_range(1 + way).map(|at| branch.operand(at).id).collect();
        Self { targets: [0, 1].map(|way| body.successor(branch.id, way)), passed: [range(0), range(1)] }
    }

    /// The same branch with another block, which takes no arguments, in place of one way.
    pub fn with(mut self, way: usize, target: BlockId) -> Self {
        self.targets[way] = target;
        self.passed[way] = Vec::new();
        self
    }

    /// Appends it.
    pub fn create(&self, rw: &mut Rewriter, bit: Value) {
        let ([then, otherwise], [first, second]) = (self.targets, &self.passed);
        rw.create(CondBrOp::build(bit, first, second, then, otherwise));
    }
}

/// Appends a jump.
pub fn jump(rw: &mut Rewriter, to: BlockId, passed: &[Value]) {
    rw.create(BrOp::build(passed, to));
}
