//! Dominator trees that remain valid during changes.
//!
//! A tree is kept while the region around it changes in ways that do not affect the queries; `ir/core` has the one for
//! unchanged bodies.

use rmlir::prelude::*;
use rustc_hash::FxHashMap;

/// The dominator tree of a region.
pub struct Dominators {
    /// The blocks in reverse postorder; the indices below are positions in it.
    blocks: Vec<BlockId>,
    number: FxHashMap<BlockId, usize>,
    /// The immediate dominators; that of the entry is itself.
    parent: Vec<usize>,
    /// The children of each block in the tree, in preorder.
    children: Vec<Vec<usize>>,
}

impl Dominators {
    /// The tree of `region`.
    pub fn new(body: &Body, region: RegionId) -> Self {
        let entry = body.entry(region).expect("the region has blocks");
        let (pre_order, blocks) = orders(body, entry);
        let number: FxHashMap<BlockId, usize> = blocks.iter().enumerate().map(|(at, &block)| (block, at)).collect();
        let parent = immediate(body, &blocks, &number);
        let mut children = vec![Vec::new(); blocks.len()];
        for block in pre_order.into_iter().skip(1) {
            let at = number[&block];
            children[parent[at]].push(at);
        }
        Self { blocks, number, parent, children }
    }

    /// Whether `a` dominates `b`. A block that is not in the tree is dominated by all blocks.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        if a == b {
            return true;
        }
        let Some(&b) = self.number.get(&b) else { return true };
        let Some(&a) = self.number.get(&a) else { return false };
        let mut at = b;
        while at > a {
            at = self.parent[at];
        }
        at == a
    }

    /// The blocks that `block` dominates, in preorder, itself first.
    pub fn subtree(&self, block: BlockId) -> Vec<BlockId> {
        let mut found = Vec::new();
        let mut waiting: Vec<usize> = self.number.get(&block).copied().into_iter().collect();
        while let Some(at) = waiting.pop() {
            found.push(self.blocks[at]);
            waiting.extend(self.children[at].iter().rev());
        }
        found
    }
}

/// The reachable blocks in preorder and in reverse postorder.
fn orders(body: &Body, entry: BlockId) -> (Vec<BlockId>, Vec<BlockId>) {
    let successors = |block| body.last_op(block).map_or(Vec::new(), |op| body.successors(op).collect::<Vec<_>>());
    let mut seen = rustc_hash::FxHashSet::from_iter([entry]);
    let (mut pre, mut post) = (vec![entry], Vec::new());
    let mut path = vec![(entry, successors(entry).into_iter())];
    while let Some((block, rest)) = path.last_mut() {
        match rest.next() {
            Some(next) if seen.insert(next) => {
                pre.push(next);
                path.push((next, successors(next).into_iter()));
            }
            Some(_) => {}
            None => {
                post.push(*block);
                path.pop();
            }
        }
    }
    post.reverse();
    (pre, post)
}

/// The iterative algorithm of Cooper, Harvey and Kennedy.
fn immediate(body: &Body, blocks: &[BlockId], number: &FxHashMap<BlockId, usize>) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut parent = vec![NONE; blocks.len()];
    parent[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for at in 1..blocks.len() {
            let known = body.predecessors(blocks[at]).filter_map(|block| number.get(&block).copied());
            let known = known.filter(|&pred| parent[pred] != NONE);
            let found = known.reduce(|mut a, mut b| {
                while a != b {
                    if a > b { a = parent[a] } else { b = parent[b] }
                }
                a
            });
            let found = found.unwrap_or(NONE);
            changed |= parent[at] != found;
            parent[at] = found;
        }
    }
    parent
}
