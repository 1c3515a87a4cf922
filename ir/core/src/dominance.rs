//! Dominance within the regions of one body.
//!
//! Block `a` dominates `b` if every path from the region's entry to `b` passes
//! `a`. Trees are built per region when first asked for, by the iterative
//! algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance
//! Algorithm", 2001) on reverse post-order numbers; a region of one block
//! needs none. Values, operations and regions follow upstream's rules: an
//! operation's results do not dominate what is in its own regions, and in a
//! graph region everything dominates everything.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use crate::arena::{BlockId, OpId, RegionId, Value};
use crate::body::{Body, ValueDefinition};
use crate::interfaces::RegionKinds;
use crate::opref::OpRef;
use crate::traits::TraitSet;

/// The dominator tree of one region.
#[derive(Debug, Default)]
struct Tree {
    /// Reverse post-order numbers of the reachable blocks.
    number: FxHashMap<BlockId, u32>,
    /// Immediate dominator by number; the entry's is itself.
    idom: Vec<u32>,
    blocks: Vec<BlockId>,
    /// The children of all blocks, those of the first block first; each has as many as it says in `children_from`.
    children: Vec<u32>,
    /// Where the children of each block start, and the end.
    children_from: Vec<u32>,
    /// Each block's place if every block stands right before those below it in the tree, and how many those are with it.
    below: Vec<(u32, u32)>,
}

impl Tree {
    /// Whether block number `a` dominates block number `b`, or is it.
    fn dominates(&self, a: u32, b: u32) -> bool {
        let ((first, n), (place, _)) = (self.below[a as usize], self.below[b as usize]);
        (first..first + n).contains(&place)
    }
}

/// Dominance in a body that is not changed meanwhile.
pub struct Dominance<'a> {
    body: &'a Body<'a>,
    /// By region slot.
    trees: Vec<OnceCell<Tree>>,
}

impl<'a> Dominance<'a> {
    /// For `body`; nothing is computed yet.
    pub fn new(body: &'a Body<'a>) -> Self {
        let n_slots = body.region_slots();
        Self { body, trees: (0..n_slots).map(|_| OnceCell::new()).collect() }
    }

    /// Whether `block` can be reached from the entry of its region.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        if self.body.is_entry(block) {
            return true;
        }
        let region = self.body.region_of(block).expect("dominance is asked of blocks in regions");
        self.tree(region).number.contains_key(&block)
    }

    /// Whether `a` dominates `b`, blocks of any regions of the body.
    pub fn dominates_block(&self, a: BlockId, b: BlockId) -> bool {
        a == b || self.properly_dominates_block(a, b)
    }

    /// Whether `a` dominates `b` and is not `b`.
    pub fn properly_dominates_block(&self, a: BlockId, b: BlockId) -> bool {
        if a == b {
            let region = self.body.region_of(a);
            return region.is_some_and(|region| !has_ssa_dominance(self.body, region));
        }
        let region = self.body.region_of(a).expect("dominance is asked of blocks in regions");
        let Some(b) = self.block_in_region(b, region) else { return false };
        if a == b {
            return true;
        }
        if !has_ssa_dominance(self.body, region) {
            return true;
        }
        let tree = self.tree(region);
        match (tree.number.get(&a), tree.number.get(&b)) {
            (Some(&a), Some(&b)) => tree.dominates(a, b),
            // What cannot be reached is dominated by everything.
            (_, None) => true,
            (None, Some(_)) => false,
        }
    }

    /// The immediate dominator of `block`.
    pub fn immediate_dominator(&self, block: BlockId) -> Option<BlockId> {
        let tree = self.tree(self.body.region_of(block)?);
        let &number = tree.number.get(&block)?;
        (number != 0).then(|| tree.blocks[tree.idom[number as usize] as usize])
    }

    /// The children of `block` in the dominator tree, in reverse post-order.
    pub fn children(&self, block: BlockId) -> Vec<BlockId> {
        let Some(region) = self.body.region_of(block) else { return Vec::new() };
        let tree = self.tree(region);
        let Some(&number) = tree.number.get(&block) else { return Vec::new() };
        let range = tree.children_from[number as usize] as usize..tree.children_from[number as usize + 1] as usize;
        tree.children[range].iter().map(|&child| tree.blocks[child as usize]).collect()
    }

    /// The reachable blocks of `region` in reverse post-order.
    pub fn reverse_post_order(&self, region: RegionId) -> Vec<BlockId> {
        self.tree(region).blocks.clone()
    }

    /// Whether `a` is always run before `b`: it comes first in the block, or
    /// its block dominates. `a` dominates what is in its regions only if
    /// `enclosing_ok`.
    pub fn properly_dominates_op(&self, a: OpId, b: OpId, enclosing_ok: bool) -> bool {
        let (Some(a_block), Some(_)) = (self.body.block_of(a), self.body.block_of(b)) else { return false };
        if a == b {
            let region = self.body.region_of(a_block);
            return region.is_some_and(|region| !has_ssa_dominance(self.body, region));
        }
        let Some(region) = self.body.region_of(a_block) else { return false };
        let Some(b_up) = self.op_in_region(b, region) else { return false };
        if a == b_up && enclosing_ok {
            return true;
        }
        let b_block = self.body.block_of(b_up).expect("an op in a region is in a block");
        if a_block == b_block {
            return !has_ssa_dominance(self.body, region) || (a != b_up && self.body.is_before_in_block(a, b_up));
        }
        self.properly_dominates_block(a_block, b_block)
    }

    /// Whether `value` is defined before `op` on every path.
    pub fn value_dominates(&self, value: Value, op: OpId) -> bool {
        match self.body.value_def(value) {
            ValueDefinition::Argument(block, _) => {
                self.body.block_of(op).is_some_and(|at| self.dominates_block(block, at))
            }
            ValueDefinition::Result(def, _) => self.properly_dominates_op(def, op, false),
        }
    }

    /// The ancestor of `block` (or itself) that stands directly in `region`.
    fn block_in_region(&self, block: BlockId, region: RegionId) -> Option<BlockId> {
        let mut at = block;
        while self.body.region_of(at)? != region {
            at = self.body.block_of(self.body.block_parent_op(at)?)?;
        }
        Some(at)
    }

    fn op_in_region(&self, op: OpId, region: RegionId) -> Option<OpId> {
        let mut at = op;
        while self.body.parent_region(at)? != region {
            at = self.body.parent_op(at)?;
        }
        Some(at)
    }

    fn tree(&self, region: RegionId) -> &Tree {
        self.trees[region.slot()].get_or_init(|| build(self.body, region))
    }
}

/// Whether definitions must come before uses in `region`.
pub fn has_ssa_dominance(body: &Body, region: RegionId) -> bool {
    let owner = body.region_owner(region);
    let Some(def) = body.def(owner) else { return true };
    if def.has(TraitSet::GRAPH_REGION) {
        return false;
    }
    let Some(kinds) = def.interface::<dyn RegionKinds>() else { return true };
    kinds.has_ssa_dominance(OpRef::new(body, owner), body.region_index(region))
}

fn build(body: &Body, region: RegionId) -> Tree {
    let Some(entry) = body.entry(region) else { return Tree::default() };
    let blocks = reverse_post_order(body, entry);
    let number: FxHashMap<BlockId, u32> = blocks.iter().enumerate().map(|(i, &block)| (block, i as u32)).collect();
    const NONE: u32 = u32::MAX;
    let mut idom = vec![NONE; blocks.len()];
    idom[0] = 0;
    let preds: Vec<Vec<u32>> = blocks
        .iter()
        .map(|&block| body.predecessors(block).filter_map(|pred| number.get(&pred).copied()).collect())
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for block in 1..blocks.len() {
            let known = preds[block].iter().copied().filter(|&pred| idom[pred as usize] != NONE);
            let new =
                known.reduce(|a, b| intersect(&idom, a, b)).expect("a reachable block has a processed predecessor");
            if idom[block] != new {
                idom[block] = new;
                changed = true;
            }
        }
    }
    let (children, children_from) = children(&idom);
    let below = places(&idom);
    Tree { number, idom, blocks, children, children_from, below }
}

/// The children of each block in order, and where those of each start.
fn children(idom: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut from = vec![0; idom.len() + 1];
    for &parent in &idom[1..] {
        from[parent as usize + 1] += 1;
    }
    for index in 1..from.len() {
        from[index] += from[index - 1];
    }
    let mut next = from.clone();
    let mut children = vec![0; idom.len() - 1];
    for (child, &parent) in idom.iter().enumerate().skip(1) {
        children[next[parent as usize] as usize] = child as u32;
        next[parent as usize] += 1;
    }
    (children, from)
}

/// See [`Tree::below`]. A block has a higher number than its immediate dominator.
fn places(idom: &[u32]) -> Vec<(u32, u32)> {
    let mut n_below = vec![1; idom.len()];
    for block in (1..idom.len()).rev() {
        n_below[idom[block] as usize] += n_below[block];
    }
    let mut places = vec![(0, n_below[0])];
    // Where the next child of each block goes.
    let mut next = vec![1; idom.len()];
    for block in 1..idom.len() {
        let parent = idom[block] as usize;
        let place = next[parent];
        next[parent] += n_below[block];
        next[block] = place + 1;
        places.push((place, n_below[block]));
    }
    places
}

fn intersect(idom: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = idom[a as usize];
        }
        while b > a {
            b = idom[b as usize];
        }
    }
    a
}

/// The blocks reachable from `entry`, each before its successors but for back edges.
pub fn reverse_post_order(body: &Body, entry: BlockId) -> Vec<BlockId> {
    let successors = |block: BlockId| -> Vec<BlockId> {
        body.last_op(block).map_or(Vec::new(), |last| body.successors(last).collect())
    };
    let mut seen: rustc_hash::FxHashSet<BlockId> = [entry].into_iter().collect();
    let mut order = Vec::new();
    let mut stack = vec![(entry, successors(entry), 0)];
    while let Some((block, next, index)) = stack.last_mut() {
        match next.get(*index).copied() {
            None => {
                order.push(*block);
                stack.pop();
            }
            Some(successor) => {
                *index += 1;
                if seen.insert(successor) {
                    stack.push((successor, successors(successor), 0));
                }
            }
        }
    }
    order.reverse();
    order
}
