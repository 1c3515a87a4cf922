//! The control-flow graph.
//!
//! Successors and predecessors are kept as two flat lists with the index at which each block's part starts. Successors
//! are in the order of the terminator, and repeated if it names a block twice. Predecessors are in reverse program
//! order, which is the order of LLVM's use lists when text is parsed: the block lists of the cycle hierarchy follow
//! from it.

use rmlir_core::{BlockId, Body, RegionId};
use rustc_hash::FxHashMap;

/// The index of a block in a [`Cfg`].
pub type Node = u32;

/// A control-flow graph. Block 0 is the entry.
#[derive(Clone, Debug)]
pub struct Cfg {
    successors: Adjacency,
    predecessors: Adjacency,
}

/// An adjacency list: for each block a list of blocks.
#[derive(Clone, Debug)]
pub(crate) struct Adjacency {
    /// The index at which the list of each block starts, and the end of the last one.
    starts: Vec<u32>,
    targets: Vec<Node>,
}

impl Adjacency {
    /// The adjacency from one list per block.
    fn new<L: AsRef<[Node]>>(lists: &[L]) -> Self {
        let mut starts = Vec::with_capacity(lists.len() + 1);
        let mut targets = Vec::new();
        starts.push(0);
        for list in lists {
            targets.extend_from_slice(list.as_ref());
            starts.push(targets.len() as u32);
        }
        Self { starts, targets }
    }

    /// The reversed edges: each list holds the predecessors of its block, latest first.
    fn inverse(&self) -> Self {
        let n = self.len();
        let mut starts = vec![0; n + 1];
        for &target in &self.targets {
            starts[target as usize + 1] += 1;
        }
        for at in 0..n {
            starts[at + 1] += starts[at];
        }
        // Each list is filled from its end, so that the last element is first.
        let mut ends: Vec<u32> = starts[1..].to_vec();
        let mut targets = vec![0; self.targets.len()];
        for from in 0..n as Node {
            for &to in self.of(from) {
                ends[to as usize] -= 1;
                targets[ends[to as usize] as usize] = from;
            }
        }
        Self { starts, targets }
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn of(&self, block: Node) -> &[Node] {
        let block = block as usize;
        &self.targets[self.starts[block] as usize..self.starts[block + 1] as usize]
    }
}

impl Cfg {
    /// The graph with the given successors of each block. A graph has at least one block.
    pub fn new<L: AsRef<[Node]>>(successors: &[L]) -> Self {
        assert!(!successors.is_empty(), "a graph has an entry");
        let successors = Adjacency::new(successors);
        let predecessors = successors.inverse();
        Self { successors, predecessors }
    }

    /// The number of blocks, reachable or not.
    pub fn n_blocks(&self) -> usize {
        self.successors.len()
    }

    /// All blocks, in program order.
    pub fn blocks(&self) -> std::ops::Range<Node> {
        0..self.n_blocks() as Node
    }

    /// The number of edges.
    pub fn n_edges(&self) -> usize {
        self.successors.targets.len()
    }

    /// The successors of `block`, in the order of its terminator.
    pub fn successors(&self, block: Node) -> &[Node] {
        self.successors.of(block)
    }

    /// The predecessors of `block`, latest in program order first.
    pub fn predecessors(&self, block: Node) -> &[Node] {
        self.predecessors.of(block)
    }

    /// The reversed graph with a new last block, the exit, from which `exits` are reached.
    pub(crate) fn turned_round(&self, exits: &[Node]) -> (Self, Node) {
        let exit = self.n_blocks() as Node;
        let mut lists: Vec<&[Node]> = self.blocks().map(|block| self.predecessors(block)).collect();
        lists.push(exits);
        (Self::new(&lists), exit)
    }
}

/// The graph of a region's blocks.
#[derive(Clone, Debug)]
pub struct RegionCfg {
    /// The graph.
    pub cfg: Cfg,
    /// The block of each index, in the order of the region.
    pub blocks: Vec<BlockId>,
    numbers: FxHashMap<BlockId, Node>,
}

impl RegionCfg {
    /// The graph of `region`; `None` if it has no blocks.
    pub fn new(body: &Body, region: RegionId) -> Option<Self> {
        let blocks: Vec<BlockId> = body.blocks(region).collect();
        let numbers: FxHashMap<BlockId, Node> = blocks.iter().copied().zip(0..).collect();
        let targets = |&block: &BlockId| {
            let successors = body.last_op(block).into_iter().flat_map(|op| body.successors(op));
            successors.map(|block| numbers[&block]).collect::<Vec<Node>>()
        };
        let lists: Vec<Vec<Node>> = blocks.iter().map(targets).collect();
        (!blocks.is_empty()).then(|| Self { cfg: Cfg::new(&lists), blocks, numbers })
    }

    /// The index of `block`, if it is a block of the region.
    pub fn number(&self, block: BlockId) -> Option<Node> {
        self.numbers.get(&block).copied()
    }
}
