//! Dominators and post-dominators.
//!
//! Block `a` dominates `b` if every path from the entry to `b` passes `a`; it post-dominates `b` if every path from `b`
//! to an exit passes `a`. The algorithm is semi-NCA of Georgiadis ("Linear-Time Algorithms for Dominators and Related
//! Problems", 2005): 1. search the graph depth first; 2. in reverse preorder compute each block's semidominator by
//! evaluation along compressed paths, after Lengauer and Tarjan; 3. in preorder climb from the parent to the first
//! block that is not below the semidominator: that is the immediate dominator; 4. number the tree so that dominance is
//! a comparison of intervals. Steps 2 and 3 take quadratic time in the worst case and are linear in practice.
//!
//! Post-dominators are dominators of the reversed graph, from a virtual exit that is a successor of every block without
//! successors. An infinite loop has no exit; its first block in program order then leads to the virtual exit, so that
//! every block is in the tree.

use super::closed_paths::ClosedPaths;
use super::graph::{Cfg, Node};
use super::order::{DepthFirst, DfsOrder, UNREACHED};

/// The tree of immediate dominators, or of immediate post-dominators.
#[derive(Clone, Debug)]
pub struct DominatorTree {
    /// By block: the immediate dominator; [`UNREACHED`] for the root and for blocks that are not in the tree.
    parents: Vec<u32>,
    /// By block: its position in a preorder of the tree.
    enter: Vec<u32>,
    /// By block: the last position below it.
    leave: Vec<u32>,
    root: Node,
    /// The number of blocks of the graph; the root of post-dominators is an additional one.
    n_blocks: usize,
    /// The blocks of the tree, each after its parent.
    order: Vec<Node>,
}

impl DominatorTree {
    /// Dominators from the entry.
    pub fn new(cfg: &Cfg) -> Self {
        Self::from_root(cfg, 0, cfg.n_blocks())
    }

    /// Post-dominators.
    pub fn post(cfg: &Cfg) -> Self {
        let (turned, exit) = cfg.turned_round(&exits(cfg));
        Self::from_root(&turned, exit, cfg.n_blocks())
    }

    fn from_root(cfg: &Cfg, root: Node, n_blocks: usize) -> Self {
        let walk = DepthFirst::new(cfg, root, DfsOrder::LastFirst);
        let idom = immediate_dominators(cfg, &walk);
        let order = walk.preorder().to_vec();
        let mut parents = vec![UNREACHED; cfg.n_blocks()];
        for (place, &block) in order.iter().enumerate().skip(1) {
            parents[block as usize] = order[idom[place] as usize];
        }
        let (enter, leave) = intervals(&parents, &order);
        Self { parents, enter, leave, root, n_blocks, order }
    }

    /// The immediate dominator of `block`; `None` for the root, for unreachable blocks, and where it is the virtual
    /// exit.
    pub fn parent(&self, block: Node) -> Option<Node> {
        let parent = self.parents[block as usize];
        ((parent as usize) < self.n_blocks).then_some(parent)
    }

    /// Whether `block` is in the tree.
    pub fn is_reachable(&self, block: Node) -> bool {
        block == self.root || self.parents[block as usize] != UNREACHED
    }

    /// The position of `block`, which is reachable, in a preorder of the tree: after all that dominate it.
    pub fn place(&self, block: Node) -> u32 {
        self.enter[block as usize]
    }

    /// Whether `a` dominates `b`. Unreachable blocks are dominated by all blocks and dominate no other.
    pub fn dominates(&self, a: Node, b: Node) -> bool {
        if a == b || !self.is_reachable(b) {
            return true;
        }
        let (a, b) = (a as usize, b as usize);
        self.is_reachable(a as Node) && self.enter[a] <= self.enter[b] && self.leave[b] <= self.leave[a]
    }

    /// Whether `a` dominates `b` and differs from it.
    pub fn strictly_dominates(&self, a: Node, b: Node) -> bool {
        a != b && self.dominates(a, b)
    }

    /// The blocks of the tree, each after its parent; without the virtual exit.
    pub fn preorder(&self) -> impl DoubleEndedIterator<Item = Node> + '_ {
        self.order.iter().copied().filter(|&block| (block as usize) < self.n_blocks)
    }

    /// The nearest common dominator of `a` and `b`, both reachable.
    pub fn common(&self, mut a: Node, b: Node) -> Option<Node> {
        while !self.dominates(a, b) {
            a = self.parent(a)?;
        }
        Some(a)
    }
}

/// The blocks that lead to the virtual exit.
fn exits(cfg: &Cfg) -> Vec<Node> {
    let mut exits: Vec<Node> = cfg.blocks().filter(|&block| cfg.successors(block).is_empty()).collect();
    let paths = ClosedPaths::new(cfg);
    let mut is_left = vec![false; paths.n_components()];
    for block in cfg.blocks() {
        let own = paths.component(block);
        let is_out = |&to: &Node| paths.component(to) != own;
        if cfg.successors(block).is_empty() || cfg.successors(block).iter().any(is_out) {
            is_left[own as usize] = true;
        }
    }
    for block in cfg.blocks() {
        if !std::mem::replace(&mut is_left[paths.component(block) as usize], true) {
            exits.push(block);
        }
    }
    exits.sort_unstable();
    exits
}

/// By position in the preorder.
fn immediate_dominators(cfg: &Cfg, walk: &DepthFirst) -> Vec<u32> {
    let n = walk.preorder().len() as u32;
    let mut paths = Paths {
        ancestors: (0..n).map(|place| walk.parent(place)).collect(),
        best: (0..n).collect(),
        semi: (0..n).collect(),
        way: Vec::new(),
    };
    for place in (1..n).rev() {
        let mut semi = walk.parent(place);
        for &from in cfg.predecessors(walk.preorder()[place as usize]) {
            let Some(from) = walk.place(from) else { continue };
            semi = semi.min(paths.evaluate(from, place));
        }
        paths.semi[place as usize] = semi;
    }
    let mut idom: Vec<u32> = (0..n).map(|place| walk.parent(place)).collect();
    for place in 1..n as usize {
        let mut at = idom[place];
        while at > paths.semi[place] {
            at = idom[at as usize];
        }
        idom[place] = at;
    }
    idom
}

/// Paths up the tree of the walk, compressed when they are evaluated.
struct Paths {
    ancestors: Vec<u32>,
    /// The position with the smallest semidominator on the compressed part of the path.
    best: Vec<u32>,
    semi: Vec<u32>,
    way: Vec<u32>,
}

impl Paths {
    /// The smallest semidominator on the path up from `from`, among the positions after `limit`.
    fn evaluate(&mut self, from: u32, limit: u32) -> u32 {
        if from <= limit {
            return from;
        }
        let mut at = from;
        while self.ancestors[at as usize] > limit {
            self.way.push(at);
            at = self.ancestors[at as usize];
        }
        let (top, mut best) = (self.ancestors[at as usize], self.best[at as usize]);
        while let Some(at) = self.way.pop() {
            let own = self.best[at as usize];
            if self.semi[best as usize] < self.semi[own as usize] {
                self.best[at as usize] = best;
            }
            best = self.best[at as usize];
            self.ancestors[at as usize] = top;
        }
        self.semi[best as usize]
    }
}

/// The start and end of each block's interval in a preorder of the tree. Parents precede children in `order`.
fn intervals(parents: &[u32], order: &[Node]) -> (Vec<u32>, Vec<u32>) {
    let mut sizes = vec![1; parents.len()];
    for &block in order.iter().skip(1).rev() {
        sizes[parents[block as usize] as usize] += sizes[block as usize];
    }
    let (mut enter, mut next) = (vec![0; parents.len()], vec![1; parents.len()]);
    for &block in order.iter().skip(1) {
        let (block, parent) = (block as usize, parents[block as usize] as usize);
        enter[block] = next[parent];
        next[parent] += sizes[block];
        next[block] = enter[block] + 1;
    }
    let leave = enter.iter().zip(&sizes).map(|(enter, size)| enter + size - 1).collect();
    (enter, leave)
}
