//! Control dependence: the branch edges that decide whether a block executes.
//!
//! Block `b` depends on successor `i` of block `a` if `b` executes whenever that edge is taken, up to an exit, and may
//! not execute otherwise: it post-dominates the successor and does not strictly post-dominate `a`. The algorithm is
//! that of Ferrante, Ottenstein and Warren ("The Program Dependence Graph and Its Use in Optimization", 1987): for
//! every edge, climb the post-dominator tree from its target up to the immediate post-dominator of its source; every
//! block passed depends on the edge. An edge is identified by the index of the successor, so that both edges of a
//! branch are distinguished.

use super::dominators::DominatorTree;
use super::graph::{Cfg, Node};

/// An edge of the graph: the successor with index `successor` of `block`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge {
    /// The source of the edge, which ends with the branch.
    pub block: Node,
    /// The index of the successor.
    pub successor: u32,
}

/// The edges that each block depends on.
#[derive(Clone, Debug)]
pub struct ControlDependence {
    on: Vec<Vec<Edge>>,
}

impl ControlDependence {
    /// The control dependences by the post-dominator tree of `cfg`.
    pub fn new(cfg: &Cfg, post: &DominatorTree) -> Self {
        let mut on: Vec<Vec<Edge>> = vec![Vec::new(); cfg.n_blocks()];
        for block in cfg.blocks() {
            let stop = post.parent(block);
            for (&to, successor) in cfg.successors(block).iter().zip(0..) {
                let mut at = Some(to);
                while at != stop {
                    let Some(passed) = at else { break };
                    on[passed as usize].push(Edge { block, successor });
                    at = post.parent(passed);
                }
            }
        }
        Self { on }
    }

    /// The edges that `block` depends on, in program order.
    pub fn edges(&self, block: Node) -> &[Edge] {
        &self.on[block as usize]
    }
}
