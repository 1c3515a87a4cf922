//! Merging of identical blocks.
//!
//! Blocks of one region are identical if they have the same operations in the same order and the same successors; only
//! operands defined outside of the block may differ. Those become arguments of the merged block.
//!
//! Steps: 1. blocks are grouped by successors; 2. each joins the first cluster whose leader is identical, or leads a
//! new one; 3. each cluster is merged into its leader, with differing operands forwarded along the edges.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use rmlir_core::{BlockId, Body, OpId, RegionId, Rewriter, Value, ValueDefinition};
use rustc_hash::{FxHashMap, FxHasher};

use super::branch::{Branch, edges_into};
use super::stack::{RegionStack, regions_directly_in};

/// Merges identical blocks of each of `regions` and of nested regions, in this body. Returns whether there were any.
pub fn merge_identical_blocks(rw: &mut Rewriter, regions: &[RegionId]) -> bool {
    if rw.is_structured() {
        return false;
    }
    let mut waiting = RegionStack::new(regions);
    let mut changed = false;
    while let Some(region) = waiting.pop() {
        if merge_in_region(rw, region) {
            waiting.push(region);
            changed = true;
        }
        regions_directly_in(rw, region).into_iter().for_each(|inner| waiting.push(inner));
    }
    changed
}

fn merge_in_region(rw: &mut Rewriter, region: RegionId) -> bool {
    let mut changed = false;
    for blocks in blocks_by_successors(rw, region) {
        let mut clusters: Vec<Cluster> = Vec::new();
        for block in blocks {
            if has_regions(rw, block) || rw.args(block).iter().any(|&arg| is_used_outside(rw, arg, block)) {
                continue;
            }
            let shape = Shape::new(rw, block);
            if !clusters.iter_mut().any(|cluster| cluster.add(rw, &shape)) {
                clusters.push(Cluster { leader: shape, others: Vec::new(), differing: BTreeSet::new() });
            }
        }
        for cluster in clusters {
            changed |= cluster.merge(rw);
        }
    }
    changed
}

/// The blocks other than the entry, grouped by successors, in groups of at least two.
fn blocks_by_successors(body: &Body, region: RegionId) -> Vec<Vec<BlockId>> {
    let mut groups: Vec<Vec<BlockId>> = Vec::new();
    let mut place: FxHashMap<Vec<BlockId>, usize> = FxHashMap::default();
    for block in body.blocks(region).skip(1) {
        let successors = body.last_op(block).map_or(Vec::new(), |last| body.successors(last).collect());
        let index = *place.entry(successors).or_insert(groups.len());
        match groups.get_mut(index) {
            Some(group) => group.push(block),
            None => groups.push(vec![block]),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

fn has_regions(body: &Body, block: BlockId) -> bool {
    let is_full =
        |op: OpId| body.nested(op).is_some() || body.regions(op).iter().any(|&region| !body.is_region_empty(region));
    body.ops(block).any(is_full)
}

fn is_used_outside(body: &Body, value: Value, block: BlockId) -> bool {
    body.users(value).any(|user| body.block_of(user) != Some(block))
}

/// A block with the data needed to compare it.
struct Shape {
    block: BlockId,
    hash: u64,
    ops: Vec<OpId>,
    /// For each operation, the number of values the block defines before its results.
    first_value: FxHashMap<OpId, usize>,
}

impl Shape {
    fn new(body: &Body, block: BlockId) -> Self {
        let mut n_values = body.args(block).len();
        let mut hasher = FxHasher::default();
        let mut first_value = FxHashMap::default();
        let ops: Vec<OpId> = body.ops(block).collect();
        for &op in &ops {
            first_value.insert(op, n_values);
            n_values += body.n_results(op);
            (body.name(op), body.attr_dict(op), body.props(op)).hash(&mut hasher);
            body.result_types(op).for_each(|ty| ty.hash(&mut hasher));
        }
        Self { block, hash: hasher.finish(), ops, first_value }
    }

    /// The index of `value` among the values that the block defines.
    fn order_of(&self, body: &Body, value: Value) -> usize {
        match body.value_def(value) {
            ValueDefinition::Result(op, index) => self.first_value[&op] + index as usize,
            ValueDefinition::Argument(_, index) => index as usize,
        }
    }

    fn defines(&self, body: &Body, value: Value) -> bool {
        body.value_block(value) == Some(self.block)
    }
}

/// Blocks that can be merged into the first of them.
struct Cluster {
    leader: Shape,
    others: Vec<BlockId>,
    /// Operands that differ between the blocks: operation index and operand index.
    differing: BTreeSet<(usize, usize)>,
}

/// Comparison.
impl Cluster {
    /// Adds a block if it is identical to the leader.
    fn add(&mut self, body: &Body, other: &Shape) -> bool {
        let Some(differing) = compare(body, &self.leader, other) else { return false };
        self.differing.extend(differing);
        self.others.push(other.block);
        true
    }
}

/// The operands that differ between identical blocks; `None` if the blocks are not identical.
fn compare(body: &Body, leader: &Shape, other: &Shape) -> Option<Vec<(usize, usize)>> {
    let arg_types = |shape: &Shape| body.args(shape.block).iter().map(|&arg| body.ty(arg)).collect::<Vec<_>>();
    if leader.hash != other.hash || leader.ops.len() != other.ops.len() || arg_types(leader) != arg_types(other) {
        return None;
    }
    let mut differing = Vec::new();
    for (index, (&op, &twin)) in leader.ops.iter().zip(&other.ops).enumerate() {
        if !same_operation(body, op, twin) {
            return None;
        }
        for (number, (mine, theirs)) in body.operands(op).zip(body.operands(twin)).enumerate() {
            match compare_operand(body, leader, mine, other, theirs) {
                Operands::Same => {}
                Operands::FromOutside => differing.push((index, number)),
                Operands::Unequal => return None,
            }
        }
        let escapes =
            |op: OpId, block: BlockId| body.results(op).iter().any(|&value| is_used_outside(body, value, block));
        if escapes(twin, other.block) || escapes(op, leader.block) {
            return None;
        }
    }
    Some(differing)
}

/// Returns whether the operations are equal except for operands and location.
fn same_operation(body: &Body, a: OpId, b: OpId) -> bool {
    body.name(a) == body.name(b)
        && body.props(a) == body.props(b)
        && body.attr_dict(a) == body.attr_dict(b)
        && body.n_operands(a) == body.n_operands(b)
        && body.n_successors(a) == body.n_successors(b)
        && body.regions(a).len() == body.regions(b).len()
        && body.result_types(a).eq(body.result_types(b))
}

enum Operands {
    Same,
    FromOutside,
    Unequal,
}

fn compare_operand(body: &Body, leader: &Shape, mine: Value, other: &Shape, theirs: Value) -> Operands {
    if mine == theirs {
        return Operands::Same;
    }
    let inside = leader.defines(body, mine);
    if body.ty(mine) != body.ty(theirs) || inside != other.defines(body, theirs) {
        return Operands::Unequal;
    }
    if inside {
        let same = leader.order_of(body, mine) == other.order_of(body, theirs);
        return if same { Operands::Same } else { Operands::Unequal };
    }
    if can_be_passed(body, leader.block, mine) && can_be_passed(body, other.block, theirs) {
        Operands::FromOutside
    } else {
        Operands::Unequal
    }
}

/// Returns whether `value` can be forwarded to `block` along its edges: it must not be a result of the terminator that
/// would forward it.
fn can_be_passed(body: &Body, block: BlockId, value: Value) -> bool {
    let Some(home) = body.value_block(value) else { return true };
    body.defining_op(value) != body.last_op(home) || !body.predecessors(block).any(|pred| pred == home)
}

/// Merging.
impl Cluster {
    /// Merges the blocks into the leader. Returns whether that was possible.
    fn merge(self, rw: &mut Rewriter) -> bool {
        if self.others.is_empty() {
            return false;
        }
        let leader = self.leader.block;
        let blocks: Vec<BlockId> = std::iter::once(leader).chain(self.others.iter().copied()).collect();
        if !self.differing.is_empty() {
            if !blocks.iter().all(|&block| edges_can_change(rw, block)) {
                return false;
            }
            let n_old = rw.args(leader).len();
            let passed = self.make_arguments(rw, &blocks);
            let kept = drop_repeated(rw, leader, n_old, &passed);
            for (&block, values) in blocks.iter().zip(&passed) {
                let values: Vec<Value> = kept.iter().map(|&index| values[index]).collect();
                pass_also(rw, block, &values);
            }
        }
        for &block in &self.others {
            rw.replace_block_uses(block, leader);
            rw.erase_block(block);
        }
        true
    }

    /// Replaces differing operands by new arguments of the leader. Returns for each block the values to forward to
    /// them.
    fn make_arguments(&self, rw: &mut Rewriter, blocks: &[BlockId]) -> Vec<Vec<Value>> {
        let ops: Vec<Vec<OpId>> = blocks.iter().map(|&block| rw.ops(block).collect()).collect();
        let mut passed = vec![Vec::with_capacity(self.differing.len()); blocks.len()];
        for &(op, operand) in &self.differing {
            for (values, ops) in passed.iter_mut().zip(&ops) {
                values.push(rw.operand(ops[op], operand));
            }
            let old = rw.operand(ops[0][op], operand);
            let (ty, loc) = (rw.ty(old), rw.value_loc(old));
            let arg = rw.add_arg(self.leader.block, ty, loc);
            rw.set_operand(ops[0][op], operand, arg);
        }
        passed
    }
}

fn edges_can_change(body: &Body, block: BlockId) -> bool {
    body.block_uses(block).all(|(op, _)| Branch::of(body, op).is_some())
}

/// Replaces each argument from index `n_old` on that receives the same value from every block as an earlier one by the
/// latter, and erases it. Returns the indices of the remaining ones.
fn drop_repeated(rw: &mut Rewriter, leader: BlockId, n_old: usize, passed: &[Vec<Value>]) -> Vec<usize> {
    let mut first_with: FxHashMap<Value, usize> = FxHashMap::default();
    let mut kept = Vec::new();
    let mut dropped = Vec::new();
    for (index, &value) in passed[0].iter().enumerate() {
        // Only the first argument with this value is compared, so a pair that repeats in a later one is missed (as in
        // upstream).
        let first = *first_with.entry(value).or_insert(index);
        if first != index && passed.iter().all(|values| values[first] == values[index]) {
            rw.replace_all_uses(rw.arg(leader, n_old + index), rw.arg(leader, n_old + first));
            dropped.push(n_old + index);
        } else {
            kept.push(index);
        }
    }
    dropped.into_iter().rev().for_each(|index| rw.erase_arg(leader, index));
    kept
}

fn pass_also(rw: &mut Rewriter, block: BlockId, values: &[Value]) {
    for (op, successor) in edges_into(rw, block) {
        let branch = Branch::of(rw, op).expect("all edges into a merged block are branches");
        let mut all = branch.forwarded(rw, successor);
        all.extend(values);
        branch.set_forwarded(rw, successor, &all);
    }
}
