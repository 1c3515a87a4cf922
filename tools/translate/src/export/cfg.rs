//! The control flow graph of a function as LLVM IR requires it.
//!
//! Block arguments become phis, whose incoming edges are distinguished by the predecessor; if a block branches twice to
//! the same block with arguments, every such edge but the first is split by a new block.

use rmlir::core::BlockId as MlirBlock;
use rmlir::prelude::*;
use rmlir_llvm_ir::model::inst::BlockId;
use rustc_hash::FxHashMap;

/// An operand that is forwarded to a block argument.
#[derive(Clone, Copy, Debug)]
pub enum Passed {
    /// A value of the body.
    Value(rmlir::core::Value),
    /// An argument of the block that splits the edge.
    Argument(usize),
}

/// An edge: its target, and the forwarded operands.
#[derive(Clone, Debug)]
pub struct Edge {
    pub to: BlockId,
    pub passed: Vec<Passed>,
}

/// A block.
#[derive(Clone, Debug)]
pub struct CfgBlock {
    /// The block of the body; `None` for blocks that split an edge.
    pub block: Option<MlirBlock>,
    /// The types and locations of arguments.
    pub args: Vec<(Type, Loc)>,
    /// The location of the branch in a block that splits an edge.
    pub loc: Loc,
    pub edges: Vec<Edge>,
}

/// The blocks of a region.
#[derive(Debug)]
pub struct Cfg {
    pub blocks: Vec<CfgBlock>,
    /// The edges into each block, in the order of use lists: the one created last first.
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

    /// Splits edges where `from` branches twice to the same block.
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

    /// All blocks in reverse postorder.
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

    /// The blocks reachable from `start`, in postorder.
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
