//! Dominance within the regions of one body.
//!
//! Block `a` dominates `b` if every path from the region's entry to `b` contains `a`. Steps for every region with
//! several blocks: 1. number the reachable blocks in reverse post-order; 2. compute immediate dominators by the
//! iterative algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm", 2001) on those numbers; 3.
//! number the dominator tree in a depth-first walk, on entry and exit, so that a dominates b exactly if the interval of
//! b is contained in that of a. Regions with one block need no tree. Values, operations and regions follow upstream's
//! rules: an operation's results do not dominate the contents of its own regions, and in a graph region everything
//! dominates everything.

use crate::arena::{BlockId, OpId, RegionId, Value};
use crate::body::{Body, ValueDefinition};
use crate::interfaces::RegionKinds;
use crate::opdef::RegionShape;
use crate::opref::{OpRef, RegionRef};
use crate::traits::TraitSet;

/// Dominance in a body that is not changed meanwhile.
pub struct Dominance<'a> {
    body: &'a Body<'a>,
    trees: DominatorTrees,
}

/// The dominator trees of all regions of a body that have several blocks. They are valid as long as no block is added
/// or erased and no terminator changes.
#[derive(Default)]
pub struct DominatorTrees {
    /// By block slot, for reachable blocks in these regions.
    nodes: Vec<Option<Node>>,
}

/// A block in the dominator tree of its region.
#[derive(Clone, Copy)]
struct Node {
    /// The immediate dominator; the entry's is itself.
    parent: BlockId,
    /// The first of the blocks this one dominates immediately, in reverse post-order.
    first_child: Option<BlockId>,
    /// The next such block of `parent`.
    next_sibling: Option<BlockId>,
    /// The position of this block in a depth-first walk of the tree.
    enter: u32,
    /// The last position in the subtree of this block.
    leave: u32,
}

impl DominatorTrees {
    /// For `body`.
    pub fn new(body: &Body) -> Self {
        let has_several = |&region: &RegionId| !body.is_region_empty(region) && !body.has_one_block(region);
        let (mut nodes, mut numbers) = (Vec::new(), Vec::new());
        for region in body.region_ids().filter(has_several) {
            nodes.resize(body.block_slots(), None);
            numbers.resize(body.block_slots(), NONE);
            build(body, region, &mut nodes, &mut numbers);
        }
        Self { nodes }
    }

    #[inline]
    fn node(&self, block: BlockId) -> Option<&Node> {
        self.nodes.get(block.slot())?.as_ref()
    }

    /// The immediate dominator of `block`.
    #[inline]
    pub fn immediate_dominator(&self, block: BlockId) -> Option<BlockId> {
        self.node(block).map(|node| node.parent).filter(|&parent| parent != block)
    }

    /// The children of `block`, in reverse post-order.
    #[inline]
    pub fn children(&self, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        let first = self.node(block).and_then(|node| node.first_child);
        std::iter::successors(first, |&child| self.node(child).and_then(|node| node.next_sibling))
    }
}

impl<'a> Dominance<'a> {
    /// For `body`.
    #[inline]
    pub fn new(body: &'a Body<'a>) -> Self {
        Self { body, trees: DominatorTrees::new(body) }
    }

    /// The dominator trees.
    #[inline]
    pub fn trees(&self) -> &DominatorTrees {
        &self.trees
    }

    /// Returns whether `block` is reachable from the entry of its region.
    #[inline]
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.trees.node(block).is_some() || self.body.is_entry(block)
    }

    /// Returns whether `a` dominates `b`, blocks of any regions of the body.
    #[inline]
    pub fn dominates_block(&self, a: BlockId, b: BlockId) -> bool {
        a == b || self.properly_dominates_block(a, b)
    }

    /// Returns whether `a` dominates `b` and is not `b`.
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
        match (self.trees.node(a), self.trees.node(b)) {
            (Some(a), Some(b)) => a.enter <= b.enter && b.leave <= a.leave,
            // Unreachable blocks are dominated by every block.
            (_, None) => true,
            (None, Some(_)) => false,
        }
    }

    /// Returns whether `a` properly dominates `b`: it precedes `b` in the block, or its block dominates that of `b`.
    /// `a` dominates the contents of its regions only if `enclosing_ok`.
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

    /// Returns whether `value` is defined before `op` on every path.
    pub fn value_dominates(&self, value: Value, op: OpId) -> bool {
        match self.body.value_def(value) {
            ValueDefinition::Argument(block, _) => {
                self.body.block_of(op).is_some_and(|at| self.dominates_block(block, at))
            }
            ValueDefinition::Result(def, _) => self.properly_dominates_op(def, op, false),
        }
    }

    /// As [`Self::value_dominates`] for an operation in `block`.
    pub(crate) fn value_dominates_in(&self, value: Value, op: OpId, block: BlockId) -> bool {
        match self.body.value_def(value) {
            ValueDefinition::Argument(at, _) if at == block => true,
            // Within one block the order decides; definition before use is sufficient in any kind of region.
            ValueDefinition::Result(def, _)
                if self.body.block_of(def) == Some(block) && self.body.is_before_in_block(def, op) =>
            {
                true
            }
            _ => self.value_dominates(value, op),
        }
    }

    /// The ancestor of `block` (or itself) directly in `region`.
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
}

impl RegionRef<'_> {
    /// Whether the verifier allows it to have several blocks.
    pub fn may_have_several_blocks(self) -> bool {
        let Some(def) = self.owner().def() else { return true };
        let declared = def.regions.get(self.body.region_index(self.id)).or(def.regions.last());
        let is_sized = declared.is_some_and(|it| matches!(it.shape, RegionShape::Sized(1) | RegionShape::AtMostOne));
        !is_sized && !def.has(TraitSet::SINGLE_BLOCK) && has_ssa_dominance(self.body, self.id)
    }
}

/// Returns whether definitions must dominate uses in `region`. That is unknown for a region of one block in an
/// unregistered operation.
pub fn has_ssa_dominance(body: &Body, region: RegionId) -> bool {
    let owner = body.region_owner(region);
    let Some(def) = body.def(owner) else { return !body.has_one_block(region) };
    if def.has(TraitSet::GRAPH_REGION) {
        return false;
    }
    let Some(kinds) = def.interface::<dyn RegionKinds>() else { return true };
    kinds.has_ssa_dominance(OpRef::new(body, owner), body.region_index(region))
}

const NONE: u32 = u32::MAX;

/// Computes the nodes and the post-order numbers of the reachable blocks of `region`.
fn build(body: &Body, region: RegionId, nodes: &mut [Option<Node>], numbers: &mut [u32]) {
    let entry = body.entry(region).expect("the region has blocks");
    let blocks = reverse_post_order(body, entry);
    for (number, block) in blocks.iter().enumerate() {
        numbers[block.slot()] = number as u32;
    }
    let idom = immediate_dominators(body, &blocks, numbers);
    for (number, &block) in blocks.iter().enumerate() {
        let parent = blocks[idom[number] as usize];
        let node = Node { parent, first_child: None, next_sibling: None, enter: 0, leave: 0 };
        nodes[block.slot()] = Some(node);
    }
    for &child in blocks[1..].iter().rev() {
        let parent = reached(nodes, child).parent;
        let sibling = reached(nodes, parent).first_child.replace(child);
        reached(nodes, child).next_sibling = sibling;
    }
    number_tree(entry, nodes);
}

#[inline]
fn reached(nodes: &mut [Option<Node>], block: BlockId) -> &mut Node {
    nodes[block.slot()].as_mut().expect("the dominator tree holds all reachable blocks")
}

/// Numbers the tree below `entry`, depth first.
fn number_tree(entry: BlockId, nodes: &mut [Option<Node>]) {
    let mut next = 0;
    let mut at = entry;
    loop {
        let node = reached(nodes, at);
        node.enter = next;
        next += 1;
        if let Some(child) = node.first_child {
            at = child;
            continue;
        }
        // Ascends to the nearest ancestor with another child.
        loop {
            let node = reached(nodes, at);
            node.leave = next - 1;
            if let Some(sibling) = node.next_sibling {
                at = sibling;
                break;
            }
            if at == entry {
                return;
            }
            at = node.parent;
        }
    }
}

/// The immediate dominators, indexed as `blocks`, which are in reverse post-order.
fn immediate_dominators(body: &Body, blocks: &[BlockId], numbers: &[u32]) -> Vec<u32> {
    let mut idom = vec![NONE; blocks.len()];
    idom[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for block in 1..blocks.len() {
            let preds = body.predecessors(blocks[block]).map(|pred| numbers[pred.slot()]);
            let known = preds.filter(|&pred| pred != NONE && idom[pred as usize] != NONE);
            let new =
                known.reduce(|a, b| intersect(&idom, a, b)).expect("a reachable block has a processed predecessor");
            if idom[block] != new {
                idom[block] = new;
                changed = true;
            }
        }
    }
    idom
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

/// The blocks reachable from `entry` in reverse post-order.
#[inline]
pub fn reverse_post_order(body: &Body, entry: BlockId) -> Vec<BlockId> {
    let mut order = body.blocks_post_order(entry).into_vec();
    order.reverse();
    order
}
