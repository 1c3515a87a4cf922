//! Depth-first search of the graph.
//!
//! The search keeps its own stack: all successors of a block are pushed in the order of [`DfsOrder`], and the last one
//! is visited next. A block's *interval* spans from its own position to the last position below it, so that "is an
//! ancestor of" is a comparison.

use super::graph::{Cfg, Node};

/// The order in which the successors of a block are visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DfsOrder {
    /// The last successor first, as in LLVM's hierarchy of cycles.
    #[default]
    LastFirst,
    /// The first successor first.
    FirstFirst,
    /// By a hash of the edge and this seed.
    Shuffled(u64),
}

impl DfsOrder {
    /// Pushes the successors so that the last one is visited first.
    fn push(self, cfg: &Cfg, block: Node, stack: &mut Vec<Node>) {
        let start = stack.len();
        stack.extend_from_slice(cfg.successors(block));
        match self {
            Self::LastFirst => {}
            Self::FirstFirst => stack[start..].reverse(),
            Self::Shuffled(seed) => stack[start..].sort_by_key(|&to| mixed(seed, block, to)),
        }
    }
}

/// A hash of the seed and the edge.
fn mixed(seed: u64, from: Node, to: Node) -> u64 {
    let mut word = seed ^ (u64::from(from) << 32 | u64::from(to));
    for _ in 0..2 {
        word = (word ^ (word >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    word ^ (word >> 32)
}

/// The position of a block that is not reached.
pub(crate) const UNREACHED: u32 = u32::MAX;

/// A depth-first search from the entry.
#[derive(Clone, Debug)]
pub struct DepthFirst {
    /// The reached blocks in preorder.
    preorder: Vec<Node>,
    /// By block: its position in `preorder`.
    starts: Vec<u32>,
    /// By block: the last position in `preorder` below it.
    ends: Vec<u32>,
    /// By position in `preorder`: the position of the parent; that of the entry is its own.
    parents: Vec<u32>,
    /// The reached blocks in postorder.
    postorder: Vec<Node>,
}

impl DepthFirst {
    /// Searches `cfg` from `root`.
    pub fn new(cfg: &Cfg, root: Node, order: DfsOrder) -> Self {
        let n = cfg.n_blocks();
        let mut walk = Self {
            preorder: Vec::with_capacity(n),
            starts: vec![UNREACHED; n],
            ends: vec![UNREACHED; n],
            parents: Vec::with_capacity(n),
            postorder: Vec::with_capacity(n),
        };
        let mut stack = vec![root];
        // The blocks on the current path, each with the height of the stack under its successors.
        let mut open: Vec<(Node, usize)> = Vec::new();
        while let Some(&block) = stack.last() {
            if walk.starts[block as usize] == UNREACHED {
                let place = walk.preorder.len() as u32;
                let parent = open.last().map_or(place, |&(parent, _)| walk.starts[parent as usize]);
                walk.starts[block as usize] = place;
                walk.preorder.push(block);
                walk.parents.push(parent);
                open.push((block, stack.len()));
                order.push(cfg, block, &mut stack);
                continue;
            }
            if open.last() == Some(&(block, stack.len())) {
                open.pop();
                walk.ends[block as usize] = walk.preorder.len() as u32 - 1;
                walk.postorder.push(block);
            }
            stack.pop();
        }
        walk
    }

    /// The reached blocks in preorder.
    pub fn preorder(&self) -> &[Node] {
        &self.preorder
    }

    /// The reached blocks in postorder.
    pub fn postorder(&self) -> &[Node] {
        &self.postorder
    }

    /// Whether `block` is reached.
    pub fn is_reached(&self, block: Node) -> bool {
        self.starts[block as usize] != UNREACHED
    }

    /// The position of `block` in [`DepthFirst::preorder`], if it is reached.
    pub fn place(&self, block: Node) -> Option<u32> {
        let place = self.starts[block as usize];
        (place != UNREACHED).then_some(place)
    }

    /// The position of the parent of the block at `place`; that of the root is its own.
    pub(crate) fn parent(&self, place: u32) -> u32 {
        self.parents[place as usize]
    }

    /// Whether `below` is `block` or was found below it. Both are reached.
    pub fn is_ancestor(&self, block: Node, below: Node) -> bool {
        let (block, below) = (block as usize, below as usize);
        self.starts[block] <= self.starts[below] && self.ends[below] <= self.ends[block]
    }
}
