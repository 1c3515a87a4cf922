//! Common subexpression elimination within one body.
//!
//! Plan: walk the dominator tree of each region with a table of the operations
//! seen on the way down. An operation equal to one in the table is replaced by
//! it; an operation without uses and effects is erased. An operation that only
//! reads memory is replaced by an equal one of the same block when nothing
//! between the two writes. Operations whose regions have several blocks are
//! left alone. In a graph region uses that were passed already stay as they are.
//!
//! Nested bodies are isolated: each is a run of its own.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rmlir::core::dominance::{Dominance, has_ssa_dominance};
use rmlir::core::effects::{effects_recursive, has_single_effect, is_memory_effect_free, is_trivially_dead};
use rmlir::core::equal::{EqualOptions, equal};
use rmlir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

/// What a run did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CseCounts {
    /// Operations replaced by an equal one.
    pub n_replaced: u64,
    /// Operations erased because they were dead.
    pub n_dead: u64,
}

impl CseCounts {
    /// Whether anything was changed.
    pub fn changed(self) -> bool {
        self != Self::default()
    }
}

/// Runs on the regions of the root of `rw`'s body, without nested bodies.
pub fn eliminate_common_subexpressions(rw: &mut Rewriter) -> CseCounts {
    let orders = dominator_orders(rw);
    let root = rw.root();
    let mut run = Run { rw, orders, known: Known::default(), counts: CseCounts::default(), seen: FxHashSet::default() };
    let regions = run.rw.regions(root).to_vec();
    run.work(regions);
    run.counts
}

/// The dominator tree children of each block, for regions of several blocks.
/// Elimination moves and removes no block, so they stay right.
fn dominator_orders(body: &Body) -> FxHashMap<BlockId, Vec<BlockId>> {
    let mut children = FxHashMap::default();
    let dominance = Dominance::new(body);
    body.walk_preorder(body.root(), |op| {
        for &region in body.regions(op) {
            if body.has_one_block(region) || body.is_region_empty(region) || !has_ssa_dominance(body, region) {
                continue;
            }
            for block in dominance.reverse_post_order(region) {
                children.insert(block, dominance.children(block));
            }
        }
    });
    children
}

struct Run<'r, 'a, 'c> {
    rw: &'r mut Rewriter<'a, 'c>,
    orders: FxHashMap<BlockId, Vec<BlockId>>,
    known: Known,
    counts: CseCounts,
    /// In a graph region: the operations visited so far.
    seen: FxHashSet<OpId>,
}

enum Step {
    Region(RegionId),
    /// A block and, if asked, the blocks it dominates.
    Block(BlockId),
    Ops { next: Option<OpId>, ssa: bool },
    /// Simplify an operation after its regions.
    Op { op: OpId, ssa: bool },
    Leave(usize),
}

impl Run<'_, '_, '_> {
    fn work(&mut self, regions: Vec<RegionId>) {
        let mut stack: Vec<Step> = regions.into_iter().rev().map(Step::Region).collect();
        while let Some(step) = stack.pop() {
            match step {
                Step::Region(region) => self.enter_region(region, &mut stack),
                Step::Block(block) => self.enter_block(block, true, &mut stack),
                Step::Ops { next: None, .. } => {}
                Step::Ops { next: Some(op), ssa } => self.visit(op, ssa, &mut stack),
                Step::Op { op, ssa } => self.simplify(op, ssa),
                Step::Leave(mark) => self.known.leave(self.rw, mark),
            }
        }
    }

    fn enter_region(&mut self, region: RegionId, stack: &mut Vec<Step>) {
        let Some(entry) = self.rw.entry(region) else { return };
        let ssa = has_ssa_dominance(self.rw, region);
        if ssa || self.rw.has_one_block(region) {
            self.enter_block(entry, ssa, stack);
        }
    }

    fn enter_block(&mut self, block: BlockId, ssa: bool, stack: &mut Vec<Step>) {
        stack.push(Step::Leave(self.known.mark()));
        if let Some(children) = self.orders.get(&block) {
            stack.extend(children.iter().rev().map(|&child| Step::Block(child)));
        }
        stack.push(Step::Ops { next: self.rw.first_op(block), ssa });
    }

    fn visit(&mut self, op: OpId, ssa: bool, stack: &mut Vec<Step>) {
        let next = self.rw.next_op(op);
        stack.push(Step::Ops { next, ssa });
        if is_trivially_dead(OpRef::new(self.rw, op)) {
            self.counts.n_dead += 1;
            self.rw.erase(op);
            return;
        }
        if self.rw.regions(op).is_empty() {
            return self.simplify(op, ssa);
        }
        stack.push(Step::Op { op, ssa });
        stack.extend(self.rw.regions(op).iter().rev().map(|&region| Step::Region(region)));
    }

    fn simplify(&mut self, op: OpId, ssa: bool) {
        if self.rw.has_trait(op, TraitSet::TERMINATOR) || self.rw.nested(op).is_some() {
            return;
        }
        let simple = |&region: &RegionId| self.rw.is_region_empty(region) || self.rw.has_one_block(region);
        if !self.rw.regions(op).iter().all(simple) {
            return;
        }
        if !ssa {
            self.seen.insert(op);
        }
        let free = is_memory_effect_free(OpRef::new(self.rw, op));
        if !free && !has_single_effect(OpRef::new(self.rw, op), EffectKind::Read) {
            return;
        }
        match self.known.find(self.rw, op) {
            Some(existing) if free || self.nothing_writes_between(existing, op) => self.replace(op, existing, ssa),
            _ => self.known.insert(self.rw, op),
        }
    }

    fn nothing_writes_between(&self, from: OpId, to: OpId) -> bool {
        if self.rw.block_of(from) != self.rw.block_of(to) {
            return false;
        }
        let mut at = self.rw.next_op(from);
        while let Some(op) = at.filter(|&op| op != to) {
            let effects = effects_recursive(OpRef::new(self.rw, op));
            if effects.is_none_or(|effects| effects.iter().any(|effect| effect.kind == EffectKind::Write)) {
                return false;
            }
            at = self.rw.next_op(op);
        }
        true
    }

    fn replace(&mut self, op: OpId, existing: OpId, ssa: bool) {
        self.counts.n_replaced += 1;
        if self.rw.loc(existing) == Loc::UNKNOWN {
            let loc = self.rw.loc(op);
            self.rw.set_op_loc(existing, loc);
        }
        let results = self.rw.results(existing).to_vec();
        if ssa {
            self.rw.replace(op, results);
            return;
        }
        let old = self.rw.results(op).to_vec();
        let seen = &self.seen;
        for (old, new) in old.into_iter().zip(results) {
            self.rw.replace_uses_if(old, new, |_, user, _| !seen.contains(&user));
        }
        if self.rw.results(op).iter().all(|&result| self.rw.is_unused(result)) {
            self.rw.erase(op);
        }
    }
}

/// The operations known on the way down the dominator tree: the latest of each
/// class of equal ones.
#[derive(Default)]
struct Known {
    table: HashTable<OpId>,
    /// What was inserted, and what it hid.
    log: Vec<(OpId, Option<OpId>)>,
}

impl Known {
    fn mark(&self) -> usize {
        self.log.len()
    }

    fn find(&self, body: &Body, op: OpId) -> Option<OpId> {
        self.table.find(structural_hash(body, op), |&known| same(body, known, op)).copied()
    }

    fn insert(&mut self, body: &Body, op: OpId) {
        let hash = structural_hash(body, op);
        let hidden = match self.table.find_mut(hash, |&known| same(body, known, op)) {
            Some(known) => Some(std::mem::replace(known, op)),
            None => {
                self.table.insert_unique(hash, op, |&known| structural_hash(body, known));
                None
            }
        };
        self.log.push((op, hidden));
    }

    /// Forgets what was inserted since `mark`.
    fn leave(&mut self, body: &Body, mark: usize) {
        while self.log.len() > mark {
            let (op, hidden) = self.log.pop().expect("the log is longer than the mark");
            let entry = self.table.find_entry(structural_hash(body, op), |&known| known == op);
            let mut entry = entry.unwrap_or_else(|_| panic!("a known op is in the table until its scope ends"));
            match hidden {
                Some(hidden) => *entry.get_mut() = hidden,
                None => {
                    entry.remove();
                }
            }
        }
    }
}

fn structural_hash(body: &Body, op: OpId) -> u64 {
    let mut state = FxHasher::default();
    body.name(op).hash(&mut state);
    body.props(op).hash(&mut state);
    body.attr_dict(op).hash(&mut state);
    body.result_types(op).for_each(|ty| ty.hash(&mut state));
    if body.has_trait(op, TraitSet::COMMUTATIVE) {
        sorted_operands(body, op).hash(&mut state);
    } else {
        body.operands(op).for_each(|operand| operand.hash(&mut state));
    }
    state.finish()
}

fn sorted_operands(body: &Body, op: OpId) -> smallvec::SmallVec<[Value; 4]> {
    let mut operands: smallvec::SmallVec<[Value; 4]> = body.operands(op).collect();
    operands.sort_unstable();
    operands
}

fn same(body: &Body, a: OpId, b: OpId) -> bool {
    let alike = body.name(a) == body.name(b)
        && body.props(a) == body.props(b)
        && body.attr_dict(a) == body.attr_dict(b)
        && body.result_types(a).eq(body.result_types(b))
        && (body.operands(a).eq(body.operands(b))
            || (body.has_trait(a, TraitSet::COMMUTATIVE) && sorted_operands(body, a) == sorted_operands(body, b)));
    if !alike || body.regions(a).is_empty() {
        return alike && body.regions(b).is_empty();
    }
    equal(OpRef::new(body, a), OpRef::new(body, b), EqualOptions::default())
}
