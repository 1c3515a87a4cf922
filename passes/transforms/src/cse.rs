//! Common subexpression elimination.
//!
//! Plan: walk the dominator tree of each region with a scoped table of the operations that dominate the current one. An
//! operation equal to one in the table is replaced by it; an operation without uses and side effects is dead. An
//! operation that only reads memory is replaced by an equal one of the same block if no operation between the two
//! writes. Operations whose regions have several blocks are not replaced. Replaced and dead operations are erased at
//! the end, so that until then they count as users of their operands.
//!
//! In a graph region a use may precede the definition. Uses by operations in the table are not replaced, because the
//! table relies on their operands.
//!
//! Nested bodies are isolated: each is processed separately.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rmlir::core::dominance::{DominatorTrees, has_ssa_dominance};
use rmlir::core::effects::{
    effects_of, has_single_effect, is_known_not_to_write, is_memory_effect_free, is_trivially_dead,
};
use rmlir::core::equal::{EqualOptions, equal};
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rustc_hash::FxHasher;

use rmlir::pass::over_bodies;

/// Eliminate common sub-expressions.
///
/// Operations that are equal to one that dominates them are replaced by it, and dead operations are erased.
///
/// ```mlir
/// func.func @twice(%a: i32, %b: i32) -> (i32, i32) {
///   %0 = arith.addi %a, %b : i32
///   %1 = arith.addi %a, %b : i32    // is %0
///   return %0, %1 : i32, i32
/// }
/// ```
#[pass(
    name = "cse",
    title = "CSE",
    stats("num-cse'd" = "Number of operations CSE'd", "num-dce'd" = "Number of operations DCE'd")
)]
pub fn cse(cx: &mut PassCx) -> PassResult {
    let clock = cx.analysis_clock();
    let runs = over_bodies(cx.body_mut(), &|body| {
        let trees = clock.measure(|| DominatorTrees::new(body));
        let root = body.root();
        eliminate_with(&mut Rewriter::new(body), root, trees)
    });
    cx.record_analysis("DominanceInfo", &clock);
    *cx.stat("num-cse'd") += runs.iter().map(|counts| counts.n_replaced).sum::<u64>();
    *cx.stat("num-dce'd") += runs.iter().map(|counts| counts.n_dead).sum::<u64>();
    Ok(())
}

/// The figures of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CseCounts {
    /// Operations replaced by an equal one.
    pub n_replaced: u64,
    /// Operations erased because they were dead.
    pub n_dead: u64,
}

/// Runs CSE on the regions of `op`, without nested bodies.
pub fn eliminate_in(rw: &mut Rewriter, op: OpId) -> CseCounts {
    let trees = DominatorTrees::new(rw);
    eliminate_with(rw, op, trees)
}

/// As [`eliminate_in`], with the dominator trees of the body. CSE moves and erases no blocks, so they remain valid.
fn eliminate_with(rw: &mut Rewriter, op: OpId, trees: DominatorTrees) -> CseCounts {
    let regions = rw.regions(op).to_vec();
    let mut run = Run { rw, trees, known: Known::default(), counts: CseCounts::default(), doomed: Vec::new() };
    run.work(regions);
    let (doomed, counts) = (run.doomed, run.counts);
    for op in doomed {
        rw.erase(op);
    }
    counts
}

struct Run<'r, 'a, 'c> {
    rw: &'r mut Rewriter<'a, 'c>,
    trees: DominatorTrees,
    known: Known,
    counts: CseCounts,
    /// The operations to erase, in this order.
    doomed: Vec<OpId>,
}

enum Step {
    Region(RegionId),
    /// A block of a region with dominance, then the blocks it dominates.
    Block(BlockId),
    /// The operations of a block from `next` on.
    Ops {
        next: Option<OpId>,
        ssa: bool,
    },
    /// Simplify an operation after its regions.
    Op {
        op: OpId,
        ssa: bool,
    },
    /// Leave the scope that began at this mark.
    Leave(usize),
    /// Restore this table.
    Recall(Known),
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
                Step::Leave(mark) => self.known.leave(mark),
                Step::Recall(known) => self.known = known,
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
        if ssa {
            let start = stack.len();
            stack.extend(self.trees.children(block).map(Step::Block));
            stack[start..].reverse();
        }
        stack.push(Step::Ops { next: self.rw.first_op(block), ssa });
    }

    fn visit(&mut self, op: OpId, ssa: bool, stack: &mut Vec<Step>) {
        let next = self.rw.next_op(op);
        stack.push(Step::Ops { next, ssa });
        if is_trivially_dead(OpRef::new(self.rw, op)) {
            self.counts.n_dead += 1;
            self.doomed.push(op);
            return;
        }
        if self.rw.regions(op).is_empty() {
            return self.simplify(op, ssa);
        }
        stack.push(Step::Op { op, ssa });
        // An unregistered operation may be isolated from above.
        if self.rw.def(op).is_none() {
            stack.push(Step::Recall(std::mem::take(&mut self.known)));
        }
        stack.extend(self.rw.regions(op).iter().rev().map(|&region| Step::Region(region)));
    }

    fn simplify(&mut self, op: OpId, ssa: bool) {
        let view = OpRef::new(self.rw, op);
        if view.has(TraitSet::TERMINATOR) || !view.regions().all(|region| region.is_empty() || region.has_one_block()) {
            return;
        }
        let Some(free) = is_free_or_reads(view) else { return };
        let hash = structural_hash(self.rw, op);
        match self.known.find(self.rw, op, hash) {
            Some(existing) if free || self.nothing_writes_between(existing, op) => self.replace(op, existing, ssa),
            _ => self.known.insert(self.rw, op, hash),
        }
    }

    fn nothing_writes_between(&self, from: OpId, to: OpId) -> bool {
        if self.rw.block_of(from) != self.rw.block_of(to) {
            return false;
        }
        let mut at = self.rw.next_op(from);
        while let Some(op) = at.filter(|&op| op != to) {
            if !is_known_not_to_write(OpRef::new(self.rw, op)) {
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
        let (old, new) = (self.rw.results(op).to_vec(), self.rw.results(existing).to_vec());
        for (old, new) in old.into_iter().zip(new) {
            if ssa {
                self.rw.replace_all_uses(old, new);
            } else {
                let known = &self.known;
                self.rw.replace_uses_if(old, new, |body, user, _| {
                    known.find(body, user, structural_hash(body, user)).is_none()
                });
            }
        }
        if ssa || self.rw.results(op).iter().all(|&result| self.rw.is_unused(result)) {
            self.doomed.push(op);
        }
    }
}

/// Whether `op` has no memory effects (true) or only reads (false); `None` if it has others.
fn is_free_or_reads(op: OpRef) -> Option<bool> {
    if op.has(TraitSet::RECURSIVE_MEMORY_EFFECTS) {
        let free = is_memory_effect_free(op);
        return (free || has_single_effect(op, EffectKind::Read)).then_some(free);
    }
    let effects = effects_of(op)?;
    effects.iter().all(|effect| effect.kind == EffectKind::Read).then_some(effects.is_empty())
}

/// The scoped table of the operations that dominate the current one: the latest of each equivalence class.
#[derive(Default)]
struct Known {
    table: HashTable<Entry>,
    /// The inserted entries, with the ones that they shadow.
    log: Vec<(Entry, Option<OpId>)>,
}

#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    op: OpId,
}

impl Known {
    fn mark(&self) -> usize {
        self.log.len()
    }

    /// The operation in the table equal to `op`, whose hash is `hash`.
    fn find(&self, body: &Body, op: OpId, hash: u64) -> Option<OpId> {
        self.table.find(hash, |known| known.hash == hash && same(body, known.op, op)).map(|known| known.op)
    }

    /// Inserts `op`, whose hash is `hash`, as the representative of its class.
    fn insert(&mut self, body: &Body, op: OpId, hash: u64) {
        let hidden = match self.table.find_mut(hash, |known| known.hash == hash && same(body, known.op, op)) {
            Some(known) => Some(std::mem::replace(&mut known.op, op)),
            None => {
                self.table.insert_unique(hash, Entry { hash, op }, |known| known.hash);
                None
            }
        };
        self.log.push((Entry { hash, op }, hidden));
    }

    /// Removes the entries inserted since `mark`.
    fn leave(&mut self, mark: usize) {
        for (Entry { hash, op }, hidden) in self.log.drain(mark..).rev() {
            let entry = self.table.find_entry(hash, |known| known.op == op);
            let mut entry = entry.unwrap_or_else(|_| panic!("a known op is in the table until its scope ends"));
            match hidden {
                Some(hidden) => entry.get_mut().op = hidden,
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
        // Commutative operands are equal up to order: a sum of hashes does not depend on it.
        let one = |operand: Value| {
            let mut state = FxHasher::default();
            operand.hash(&mut state);
            state.finish()
        };
        body.operands(op).fold(0_u64, |sum, operand| sum.wrapping_add(one(operand))).hash(&mut state);
    } else {
        body.operands(op).for_each(|operand| operand.hash(&mut state));
    }
    state.finish()
}

/// Whether `a` and `b` are equal except for locations.
fn same(body: &Body, a: OpId, b: OpId) -> bool {
    if a == b {
        return true;
    }
    let (a, b) = (OpRef::new(body, a), OpRef::new(body, b));
    if a.name() != b.name() || a.props() != b.props() || body.attr_dict(a.id) != body.attr_dict(b.id) {
        return false;
    }
    // Most have only operands.
    let is_plain = a.n_regions() + b.n_regions() + a.successors().len() + b.successors().len() == 0;
    if is_plain && body.operands(a.id).eq(body.operands(b.id)) {
        return body.result_types(a.id).eq(body.result_types(b.id));
    }
    equal(a, b, EqualOptions::default())
}
