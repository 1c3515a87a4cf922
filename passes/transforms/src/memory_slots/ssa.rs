//! Merge points of definitions: dominator trees and dominance frontiers.
//!
//! Cytron, Ferrante, Rosen, Wegman, Zadeck: Efficiently Computing Static Single Assignment Form and the Control
//! Dependence Graph, 1991. The frontier of a block is computed by walking up from the predecessors of join blocks, as
//! Cooper, Harvey and Kennedy do (A Simple, Fast Dominance Algorithm, 2001).

use rmlir::core::dominance::{DominatorTrees, reverse_post_order};
use rmlir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// The dominator tree of a region. It is valid as long as branches and blocks do not change.
pub struct DominatorTree {
    /// The reachable blocks in reverse post-order.
    pub blocks: Vec<BlockId>,
    /// For each block its children, the blocks that it immediately dominates, in reverse post-order.
    pub children: FxHashMap<BlockId, Vec<BlockId>>,
    parent: FxHashMap<BlockId, BlockId>,
    /// Every block's position in an order in which dominators come first.
    pub place: FxHashMap<BlockId, usize>,
}

impl DominatorTree {
    /// The tree of `region`.
    pub fn new(body: &Body, region: RegionId) -> Self {
        let trees = DominatorTrees::new(body);
        let blocks = body.entry(region).map_or_else(Vec::new, |entry| reverse_post_order(body, entry));
        let mut parent = FxHashMap::default();
        let mut children: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
        for &block in &blocks {
            if let Some(dominator) = trees.immediate_dominator(block) {
                parent.insert(block, dominator);
                children.entry(dominator).or_default().push(block);
            }
        }
        let reachable: FxHashSet<BlockId> = blocks.iter().copied().collect();
        let unreachable = body.blocks(region).filter(|block| !reachable.contains(block));
        let place = blocks.iter().copied().chain(unreachable).enumerate().map(|(place, block)| (block, place));
        let place = place.collect();
        Self { blocks, children, parent, place }
    }

    /// The merge points of definitions in the `defining` blocks, among those in `wanted` (the iterated dominance
    /// frontier, pruned).
    pub fn merge_points(
        &self,
        body: &Body,
        defining: &FxHashSet<BlockId>,
        wanted: &FxHashSet<BlockId>,
    ) -> FxHashSet<BlockId> {
        let mut frontier: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
        for &block in &self.blocks {
            for predecessor in body.predecessors(block) {
                let mut runner = Some(predecessor).filter(|runner| self.place[runner] < self.blocks.len());
                while let Some(at) = runner.filter(|at| self.parent.get(&block) != Some(at)) {
                    frontier.entry(at).or_default().push(block);
                    runner = self.parent.get(&at).copied();
                }
            }
        }
        let mut found = FxHashSet::default();
        let mut waiting: Vec<BlockId> = defining.iter().copied().collect();
        while let Some(block) = waiting.pop() {
            for &meeting in frontier.get(&block).into_iter().flatten() {
                if wanted.contains(&meeting) && found.insert(meeting) {
                    waiting.push(meeting);
                }
            }
        }
        found
    }
}
