//! Branches that go one way only.
//!
//! A branch on a bit that is only reached when another branch on the same bit went one way goes the same way: the
//! condition may be divergent in general, and is the same for all threads that come here. The value cannot have been
//! computed anew in between, since what computes it dominates the first branch.

use super::flow::{Flow, Input, ItemId};
use crate::cfg::{DominatorTree, Node};

/// By block: the one way that it goes, if it has others.
pub struct Decisions {
    ways: Vec<Option<u32>>,
}

/// How many branches on one bit are looked at to find the one that decides: a bound on quadratic time.
const MAX_BRANCHES: usize = 64;

impl Decisions {
    /// Of all branches of `flow`.
    pub fn new(flow: &Flow, tree: &DominatorTree) -> Self {
        let way = |block| flow.terminator(block).and_then(|branch| decided(flow, tree, branch));
        Self { ways: flow.cfg.blocks().map(way).collect() }
    }

    /// Whether the branch at the end of `block` goes one way only.
    pub fn is_decided(&self, block: Node) -> bool {
        self.ways[block as usize].is_some()
    }

    /// Whether control never takes successor number `successor` of `block`.
    pub fn is_dead(&self, block: Node, successor: u32) -> bool {
        self.ways[block as usize].is_some_and(|way| way != successor)
    }
}

/// The way that `branch` goes.
fn decided(flow: &Flow, tree: &DominatorTree, branch: ItemId) -> Option<u32> {
    let &[Input::Item(bit)] = flow.inputs(branch) else { return None };
    if !flow[branch].is_on_bit {
        return None;
    }
    let users = flow.users(bit).iter().take(MAX_BRANCHES);
    users.filter(|&&other| flow[other].is_on_bit && other != branch).find_map(|&other| {
        let from = flow[other].block;
        let is_way =
            |&(&to, _): &(&Node, u32)| flow.cfg.predecessors(to) == [from] && tree.dominates(to, flow[branch].block);
        flow.cfg.successors(from).iter().zip(0..).find(is_way).map(|(_, way)| way)
    })
}
