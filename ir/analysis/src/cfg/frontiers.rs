//! Dominance frontiers.
//!
//! The frontier of `a` holds the blocks that `a` does not strictly dominate but that have a predecessor which `a`
//! dominates: there a definition below `a` joins others. The algorithm is that of Cooper, Harvey and Kennedy ("A
//! Simple, Fast Dominance Algorithm", 2001): from every predecessor of a block climb the tree up to the block's
//! immediate dominator; the block is in the frontier of all blocks that are passed.

use super::dominators::DominatorTree;
use super::graph::{Cfg, Node};

/// By block: its frontier, sorted. The frontiers of unreachable blocks are empty.
pub fn dominance_frontiers(cfg: &Cfg, tree: &DominatorTree) -> Vec<Vec<Node>> {
    let mut frontiers: Vec<Vec<Node>> = vec![Vec::new(); cfg.n_blocks()];
    for block in cfg.blocks().filter(|&block| tree.is_reachable(block)) {
        for &from in cfg.predecessors(block).iter().filter(|&&from| tree.is_reachable(from)) {
            let mut at = Some(from);
            while at != tree.parent(block) {
                let Some(passed) = at else { break };
                if frontiers[passed as usize].last() == Some(&block) {
                    break;
                }
                frontiers[passed as usize].push(block);
                at = tree.parent(passed);
            }
        }
    }
    frontiers
}
