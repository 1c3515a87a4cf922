//! The blocks of a function as LLVM IR wants them.
//!
//! Arguments of blocks become phis, which tell incoming edges apart by the
//! block they come from; a block that jumps twice to one that has arguments
//! gets a block in between for every jump but the first.

use rmlir::core::BlockId as MlirBlock;
use rmlir::prelude::*;
use rustc_hash::FxHashMap;

use crate::model::inst::BlockId;

/// What is passed to an argument.
#[derive(Clone, Copy, Debug)]
pub enum Passed {
    /// A value of the body.
    Value(rmlir::core::Value),
    /// An argument of the block the edge comes from.
    Argument(usize),
}

/// An edge: where to, and what is passed.
#[derive(Clone, Debug)]
pub struct Edge {
    pub to: BlockId,
    pub passed: Vec<Passed>,
}

/// A block.
#[derive(Clone, Debug)]
pub struct CfgBlock {
    /// The block of the body; none for those in between, which only jump on.
    pub block: Option<MlirBlock>,
    /// The types and locations of arguments.
    pub args: Vec<(Type, Loc)>,
    /// The location of the jump of a block in between.
    pub loc: Loc,
    pub edges: Vec<Edge>,
}

/// The blocks of a region.
#[derive(Debug)]
pub struct Cfg {
    pub blocks: Vec<CfgBlock>,
    /// The edges into each block, as lists of uses have them: the one made last first.
    pub into: Vec<Vec<(BlockId, usize)>>,
}

impl Cfg {
    pub fn new(region: RegionRef) -> Self {
        let blocks: Vec<BlockRef> = region.blocks().collect();
        let ids: FxHashMap<MlirBlock, BlockId> =
            blocks.iter().enumerate().map(|(index, block)| (block.id, index as BlockId)).collect();
        let mut cfg = Cfg { blocks: Vec::new(), into: Vec::new() };
        cfg.blocks.extend(blocks.iter().map(|block| read(*block, &ids)));
        cfg.into = vec![Vec::new(); cfg.blocks.len()];
        for from in 0..blocks.len() {
            for index in 0..cfg.blocks[from].edges.len() {
                let to = cfg.blocks[from].edges[index].to;
                cfg.into[to as usize].insert(0, (from as BlockId, index));
            }
        }
        for (from, block) in blocks.iter().enumerate() {
            cfg.separate(from as BlockId, block.terminator().map_or(Loc::UNKNOWN, |op| op.loc()));
        }
        cfg
    }

    /// Puts blocks in between where `from` jumps twice to the same one.
    fn separate(&mut self, from: BlockId, loc: Loc) {
        let mut seen: Vec<BlockId> = Vec::new();
        for index in 0..self.blocks[from as usize].edges.len() {
            let to = self.blocks[from as usize].edges[index].to;
            let args = self.blocks[to as usize].args.clone();
            if args.is_empty() || !seen.contains(&to) {
                seen.push(to);
                continue;
            }
            let between = self.blocks.len() as BlockId;
            let passed = (0..args.len()).map(Passed::Argument).collect();
            self.blocks.push(CfgBlock { block: None, args, loc, edges: vec![Edge { to, passed }] });
            self.blocks[from as usize].edges[index].to = between;
            self.into[to as usize].retain(|edge| *edge != (from, index));
            self.into[to as usize].insert(0, (between, 0));
            self.into.push(vec![(from, index)]);
        }
    }

    /// All blocks, each after those that it is only reached through.
    pub fn order(&self) -> Vec<BlockId> {
        let mut order = Vec::new();
        let mut done = vec![false; self.blocks.len()];
        for start in 0..self.blocks.len() {
            if done[start] {
                continue;
            }
            let mut finished = self.finished_from(start as BlockId);
            finished.reverse();
            for block in finished {
                if !std::mem::replace(&mut done[block as usize], true) {
                    order.push(block);
                }
            }
        }
        order
    }

    /// What can be reached from `start`, each block after those it leads to.
    fn finished_from(&self, start: BlockId) -> Vec<BlockId> {
        let mut seen = vec![false; self.blocks.len()];
        let mut finished = Vec::new();
        let mut path = vec![(start, 0)];
        seen[start as usize] = true;
        while let Some((block, next)) = path.last_mut() {
            match self.blocks[*block as usize].edges.get(*next) {
                Some(edge) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[edge.to as usize], true) {
                        path.push((edge.to, 0));
                    }
                }
                None => {
                    finished.push(*block);
                    path.pop();
                }
            }
        }
        finished
    }
}

fn read(block: BlockRef, ids: &FxHashMap<MlirBlock, BlockId>) -> CfgBlock {
    let args = block.args().map(|arg| (arg.ty(), arg.loc())).collect();
    let mut edges = Vec::new();
    if let Some(op) = block.terminator() {
        let branch = op.interface::<dyn BranchOp>();
        for (index, successor) in op.successors().enumerate() {
            let range = branch.map_or(0..0, |branch| branch.successor_operands(op, index).forwarded);
            let passed = range.map(|at| Passed::Value(op.operand(at).id)).collect();
            edges.push(Edge { to: ids[&successor.id], passed });
        }
    }
    CfgBlock { block: Some(block.id), args, loc: Loc::UNKNOWN, edges }
}
