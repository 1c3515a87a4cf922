//! Postorder with nested cycles as units.
//!
//! Numbers are those of a postorder of the graph in which a cycle is one block: first the blocks after the cycle, then
//! its header, then its other blocks, ordered the same way. The numbers of a cycle are an interval that starts with its
//! header. From the largest number to the smallest, a block is visited after all its predecessors except the header of
//! its cycle.

use crate::cfg::order::UNREACHED;
use crate::cfg::{Cfg, CycleId, Cycles, Node};

/// The numbers of blocks. Unreachable blocks have none.
#[derive(Clone, Debug)]
pub struct ModifiedPostOrder {
    blocks: Vec<Node>,
    numbers: Vec<u32>,
    is_reducible_header: Vec<bool>,
}

/// A cycle, or all of the graph, that is being numbered.
struct Frame {
    cycle: Option<CycleId>,
    waiting: Vec<Node>,
}

impl ModifiedPostOrder {
    /// The order of the blocks that are reachable from the entry.
    pub fn new(cfg: &Cfg, cycles: &Cycles) -> Self {
        let n = cfg.n_blocks();
        let mut order =
            Self { blocks: Vec::with_capacity(n), numbers: vec![UNREACHED; n], is_reducible_header: vec![false; n] };
        let mut frames = vec![Frame { cycle: None, waiting: vec![0] }];
        while let Some(frame) = frames.last_mut() {
            let Some(&block) = frame.waiting.last() else {
                frames.pop();
                continue;
            };
            if order.is_numbered(block) {
                frame.waiting.pop();
                continue;
            }
            let nested = cycles.outward(cycles.innermost(block)).take_while(|&cycle| Some(cycle) != frame.cycle).last();
            let next = nested.map_or(cfg.successors(block), |cycle| &cycles[cycle].exits);
            let is_inside = |to: Node| frame.cycle.is_none_or(|cycle| cycles.contains(cycle, to));
            let height = frame.waiting.len();
            frame.waiting.extend(next.iter().filter(|&&to| is_inside(to) && !order.is_numbered(to)));
            if frame.waiting.len() > height {
                continue;
            }
            frame.waiting.pop();
            match nested {
                None => order.append(block),
                Some(cycle) => frames.push(order.enter(cfg, cycles, cycle)),
            }
        }
        order
    }

    /// Numbers the header of `cycle`; its other blocks are numbered next.
    fn enter(&mut self, cfg: &Cfg, cycles: &Cycles, cycle: CycleId) -> Frame {
        let header = cycles[cycle].header();
        self.append(header);
        self.is_reducible_header[header as usize] = cycles[cycle].is_reducible();
        let is_inside = |&&to: &&Node| cycles.contains(cycle, to) && !self.is_numbered(to);
        let waiting = cfg.successors(header).iter().filter(is_inside).copied().collect();
        Frame { cycle: Some(cycle), waiting }
    }

    fn append(&mut self, block: Node) {
        self.numbers[block as usize] = self.blocks.len() as u32;
        self.blocks.push(block);
    }

    /// Whether `block` is reachable.
    pub fn is_numbered(&self, block: Node) -> bool {
        self.numbers[block as usize] != UNREACHED
    }

    /// The block with number `number`.
    pub fn block(&self, number: u32) -> Node {
        self.blocks[number as usize]
    }

    /// The number of `block`, which is reachable.
    pub fn number(&self, block: Node) -> u32 {
        self.numbers[block as usize]
    }

    /// Whether `block` is the header of a reducible cycle.
    pub fn is_reducible_header(&self, block: Node) -> bool {
        self.is_reducible_header[block as usize]
    }
}
