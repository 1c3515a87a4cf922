//! Closed paths: the blocks that lie on a cycle, and reachability between blocks.
//!
//! Blocks that reach each other form a *component*. The algorithm is Tarjan's ("Depth-First Search and Linear Graph
//! Algorithms", 1972), with an explicit stack: a block is the root of its component if no edge leads from its subtree
//! to a block above it. Components are numbered so that edges between them lead from higher numbers to lower ones.

use super::graph::{Cfg, Node};

/// The components of a graph.
#[derive(Clone, Debug)]
pub struct ClosedPaths {
    components: Vec<u32>,
    /// By component: whether a path leads from a block of it back to that block.
    is_closed: Vec<bool>,
}

/// The number of a block that is not numbered yet.
const NONE: u32 = u32::MAX;

impl ClosedPaths {
    /// The components of all blocks, reachable or not.
    pub fn new(cfg: &Cfg) -> Self {
        let n = cfg.n_blocks();
        let (mut numbers, mut low) = (vec![NONE; n], vec![NONE; n]);
        let mut paths = Self { components: vec![NONE; n], is_closed: Vec::new() };
        let (mut waiting, mut next) = (Vec::new(), 0);
        for root in cfg.blocks() {
            // The blocks on the current path, each with how many of its successors were visited.
            let mut way: Vec<(Node, usize)> = Vec::new();
            if numbers[root as usize] == NONE {
                way.push((root, 0));
            }
            while let Some((block, looked)) = way.last_mut() {
                let (block, at) = (*block, *looked);
                *looked += 1;
                if at == 0 {
                    (numbers[block as usize], low[block as usize]) = (next, next);
                    next += 1;
                    waiting.push(block);
                }
                if let Some(&to) = cfg.successors(block).get(at) {
                    if numbers[to as usize] == NONE {
                        way.push((to, 0));
                    } else if paths.components[to as usize] == NONE {
                        low[block as usize] = low[block as usize].min(numbers[to as usize]);
                    }
                    continue;
                }
                way.pop();
                if let Some(&(parent, _)) = way.last() {
                    low[parent as usize] = low[parent as usize].min(low[block as usize]);
                }
                if low[block as usize] == numbers[block as usize] {
                    paths.close(cfg, block, &mut waiting);
                }
            }
        }
        paths
    }

    /// Closes the component of `root`: the pending blocks from it on.
    fn close(&mut self, cfg: &Cfg, root: Node, waiting: &mut Vec<Node>) {
        let start = waiting.iter().rposition(|&block| block == root).expect("the root waits");
        let number = self.is_closed.len() as u32;
        self.is_closed.push(waiting.len() - start > 1 || cfg.successors(root).contains(&root));
        for block in waiting.drain(start..) {
            self.components[block as usize] = number;
        }
    }

    /// The number of components.
    pub fn n_components(&self) -> usize {
        self.is_closed.len()
    }

    /// The component of `block`.
    pub fn component(&self, block: Node) -> u32 {
        self.components[block as usize]
    }

    /// Whether a path leads from `block` back to it.
    pub fn is_on_closed_path(&self, block: Node) -> bool {
        self.is_closed[self.component(block) as usize]
    }
}

/// By block: whether a path leads from it to one of `targets` (which count themselves), without entering `barrier`.
pub fn reaching(cfg: &Cfg, targets: &[Node], barrier: impl Fn(Node) -> bool) -> Vec<bool> {
    spread(cfg.n_blocks(), targets, |block| cfg.predecessors(block), barrier)
}

/// By block: whether a path leads to it from one of `sources` (which count themselves), without entering `barrier`.
pub fn reachable(cfg: &Cfg, sources: &[Node], barrier: impl Fn(Node) -> bool) -> Vec<bool> {
    spread(cfg.n_blocks(), sources, |block| cfg.successors(block), barrier)
}

fn spread<'a>(
    n_blocks: usize,
    from: &[Node],
    next: impl Fn(Node) -> &'a [Node],
    barrier: impl Fn(Node) -> bool,
) -> Vec<bool> {
    let mut is_found = vec![false; n_blocks];
    let mut waiting: Vec<Node> = from.to_vec();
    from.iter().for_each(|&block| is_found[block as usize] = true);
    while let Some(block) = waiting.pop() {
        for &to in next(block) {
            if !is_found[to as usize] && !barrier(to) {
                is_found[to as usize] = true;
                waiting.push(to);
            }
        }
    }
    is_found
}
