//! The greedy driver. See the parent module.

use rmlir_core::actions::{Action, GREEDY_ITERATION};
use rmlir_core::effects::is_trivially_dead;
use rmlir_core::{Attr, Body, Fold, FoldValue, Listener, OpId, OpRef, RegionId, Rewriter, TraitSet, Type, Value};

use super::budget::Budget;
use super::config::{GreedyConfig, NotConverged, SimplifyRegions, Strictness};
use super::cycles;
use super::work::{Carried, Known, SiblingOutcome, Work, carry};
use super::worklist::Worklist;
use crate::fold::{Folder, fold_op_of, known_op_constant, operand_makers};
use crate::listener::reborrow;
use crate::patterns::FrozenPatterns;
use crate::regions;
use crate::step::{self, Change};

/// The constant parameters of one execution.
pub struct Driver<'a> {
    pub patterns: &'a FrozenPatterns,
    pub config: &'a GreedyConfig,
    /// The region outside of which no operation is visited.
    pub scope: Option<RegionId>,
}

type User<'a> = Option<&'a mut dyn Listener>;

/// Simplification of regions and of lists of operations.
impl Driver<'_> {
    /// Simplifies the regions of the root of `body`, each to a fixed point. Returns whether any operation changed.
    pub fn simplify_body(
        body: &mut Body,
        patterns: &FrozenPatterns,
        config: &GreedyConfig,
        mut listener: Option<&mut dyn Listener>,
    ) -> Result<bool, NotConverged> {
        let (mut changed, mut limited) = (false, None);
        for region in body.regions(body.root()).to_vec() {
            let driver = Driver { patterns, config, scope: Some(config.scope.unwrap_or(region)) };
            let outcome = driver.simplify_region(body, region, reborrow(&mut listener));
            match outcome {
                Ok(region_changed) => changed |= region_changed,
                Err(limit) => {
                    changed |= limit.changed;
                    NotConverged::add(&mut limited, limit);
                }
            }
        }
        limited.map_or(Ok(changed), |limited| Err(NotConverged { changed, ..limited }))
    }

    /// Iterates over `region`, a region of the root of `body`.
    pub fn simplify_region(&self, body: &mut Body, region: RegionId, mut user: User) -> Result<bool, NotConverged> {
        let mut again = false;
        let mut n_done = 0;
        let mut budget = Budget::new(body, self.config);
        let mut carried = self.carried_at_start(body, &[region]);
        let mut outcome = if user.is_none() { self.simplify_siblings(body, region) } else { SiblingOutcome::default() };
        carried.nested.append(&mut outcome.carried.nested);
        loop {
            n_done += 1;
            if self.config.max_iterations.is_some_and(|max| n_done > max) {
                break;
            }
            let mut work = self.seed(body, &[region], self.scope, carried, reborrow(&mut user));
            again = self.erase_unreachable(body, &[region], &mut work, reborrow(&mut user));
            if begin_iteration(body, region, n_done) {
                budget.n_rewrites_left = self.config.max_rewrites;
                again |= self.process(body, &mut work, &mut budget, reborrow(&mut user));
                again |= self.simplify_structure(body, &[region], &mut work, reborrow(&mut user));
                body.cx().end_action(GREEDY_ITERATION);
            }
            carried = carry(work, body, true);
            if !again || budget.is_used_up() {
                break;
            }
        }
        let changed = n_done > 1 || budget.is_used_up() || outcome.changed;
        match outcome.limited {
            Some(limited) if !limited.kept_applying.is_empty() => Err(NotConverged { changed, ..limited }),
            limited if again || limited.is_some() => Err(budget.not_converged(body, changed)),
            _ => Ok(changed),
        }
    }

    /// Simplifies starting from `ops`, in one iteration.
    pub fn simplify_ops(&self, body: &mut Body, ops: &[OpId], user: User) -> Result<bool, NotConverged> {
        let mut work = Work { scope: self.scope, ..Work::default() };
        if self.config.strictness != Strictness::AnyOp {
            work.allowed.extend(ops);
        }
        ops.iter().for_each(|&op| work.worklist.push(op));
        let mut budget = Budget::new(body, self.config);
        let changed = self.process(body, &mut work, &mut budget, user);
        if work.worklist.is_empty() { Ok(changed) } else { Err(budget.not_converged(body, changed)) }
    }

    fn simplify_structure(&self, body: &mut Body, of: &[RegionId], work: &mut Work, mut user: User) -> bool {
        let merge_blocks = match self.config.simplify_regions {
            SimplifyRegions::Disabled => return false,
            SimplifyRegions::Normal => false,
            SimplifyRegions::Aggressive => true,
        };
        let mut changed = false;
        if work.known.simple != Some(body.version()) {
            changed = step::simplify_body(body, "simplification of the regions", |body| {
                regions::simplify_own_regions(body, of, merge_blocks, reborrow(&mut user))
            });
            work.known.simple = (!changed).then_some(body.version());
            work.known.reachable = Some(body.version());
        }
        for op in regions::proxies_in(body, of) {
            let inner = work.nested.entry(op).or_default();
            if inner.settled.is_none() {
                let nested = body.nested_mut(op).expect("a proxy has a nested body");
                let of = nested.regions(nested.root()).to_vec();
                changed |= self.simplify_structure(nested, &of, inner, reborrow(&mut user));
            }
        }
        changed
    }

    fn erase_unreachable(&self, body: &mut Body, of: &[RegionId], work: &mut Work, mut user: User) -> bool {
        let mut changed = false;
        let is_known = work.known.reachable == Some(body.version());
        // In debug builds, a cached result is checked.
        if !is_known || cfg!(debug_assertions) {
            let mut tracker = Tracker { config: self.config, work, user: reborrow(&mut user) };
            changed = step::simplify_body(body, "erasure of unreachable blocks", |body| {
                regions::erase_unreachable_blocks(&mut Rewriter::with_listener(body, &mut tracker), of)
            });
            assert!(!(changed && is_known), "simplifying left unreachable blocks");
        }
        work.nested.retain(|&op, _| body.contains_op(op));
        for (&op, inner) in work.nested.iter_mut().filter(|(_, inner)| inner.settled.is_none()) {
            let nested = body.nested_mut(op).expect("work is nested where a body is");
            let of = nested.regions(nested.root()).to_vec();
            changed |= self.erase_unreachable(nested, &of, inner, reborrow(&mut user));
        }
        changed
    }
}

/// Announces iteration `number` over `region`; returns whether to execute it.
fn begin_iteration(body: &Body, region: RegionId, number: usize) -> bool {
    let op = OpRef::new(body, body.region_owner(region));
    let text = || format!("{GREEDY_ITERATION}({number})");
    let index = body.regions(op.id).iter().position(|&other| other == region);
    body.cx().begin_action(&Action { tag: GREEDY_ITERATION, text: &text, op, region: index })
}

/// Start of an iteration.
impl Driver<'_> {
    /// All existing operations, if only those may be visited.
    fn carried_at_start(&self, body: &Body, of: &[RegionId]) -> Carried {
        let mut carried = Carried::default();
        if self.config.strictness == Strictness::AnyOp {
            return carried;
        }
        for op in ops_in(body, of, true) {
            carried.allowed.insert(op);
            if let Some(nested) = body.nested(op) {
                let inner = self.carried_at_start(nested, nested.regions(nested.root()));
                carried.nested.insert(op, inner);
            }
        }
        carried
    }

    /// Fills the worklists of the regions `of` and of the bodies nested in them; constants are hoisted and uniqued
    /// instead.
    fn seed(
        &self,
        body: &mut Body,
        of: &[RegionId],
        scope: Option<RegionId>,
        mut carried: Carried,
        mut user: User,
    ) -> Work {
        let known = Known { at_start: body.version(), ..carried.known };
        let worklist = Worklist::with_slots(body.op_slots());
        let allowed = std::mem::take(&mut carried.allowed);
        let mut work = Work { worklist, allowed, scope, known, ..Work::default() };
        let mut folder = Folder::new();
        // In top-down order all enclosing operations are on the list already.
        let is_alone = self.config.top_down && scope.is_none_or(|scope| of.contains(&scope));
        for op in ops_in(body, of, self.config.top_down) {
            if let Some(nested) = body.nested_mut(op) {
                let inner = carried.nested.remove(&op).unwrap_or_default();
                let inner = match inner.known.settled {
                    true => Work { settled: Some(inner), ..Work::default() },
                    false => {
                        let of = nested.regions(nested.root()).to_vec();
                        self.seed(nested, &of, None, inner, reborrow(&mut user))
                    }
                };
                work.nested.insert(op, inner);
            }
            let mut tracker = Tracker { config: self.config, work: &mut work, user: reborrow(&mut user) };
            if self.config.cse_constants
                && let Some(value) = known_op_constant(body, op)
            {
                let mut rw = Rewriter::with_listener(body, &mut tracker);
                if !folder.insert_known_constant(&mut rw, op, Some(value)) {
                    continue;
                }
            }
            match is_alone {
                true => tracker.add_one(op),
                false => tracker.add(body, op),
            }
        }
        if self.config.top_down {
            work.worklist.reverse();
        }
        work
    }
}

/// The operations in `of` in pre-order or post-order. Nested bodies are not entered.
fn ops_in(body: &Body, of: &[RegionId], outside_in: bool) -> Vec<OpId> {
    let mut found = Vec::with_capacity(body.n_ops());
    let has_inner = body.has_inner_regions();
    for block in of.iter().flat_map(|&region| body.blocks(region)) {
        for op in body.ops(block) {
            match (has_inner, outside_in) {
                (false, _) => found.push(op),
                (true, true) => body.walk_preorder(op, |op| found.push(op)),
                (true, false) => body.walk_postorder(op, |op| found.push(op)),
            }
        }
    }
    found
}

/// After this many changes in an iteration, blocks that have become unreachable are erased immediately. Their
/// operations may use their own results, and patterns apply to these without end (upstream does not terminate then).
/// The limit exceeds the changes of most iterations, so that the changes, and their order, remain upstream's.
const PATIENCE: usize = 1 << 14;

/// After this many changes in an iteration, or as many as there are operations, operations that depend on themselves
/// are searched for. Below it there is no cost, and few iterations exceed it.
const MIN_CHANGES_WITH_CYCLES: usize = 1 << 11;

/// Processing of the worklist.
impl Driver<'_> {
    /// Processes the worklist until it is empty or the budget is exhausted; returns whether any operation changed.
    fn process(&self, body: &mut Body, work: &mut Work, budget: &mut Budget, mut user: User) -> bool {
        let mut changed = false;
        let mut n_changes = 0usize;
        let mut next_search = MIN_CHANGES_WITH_CYCLES.max(body.n_ops());
        while budget.has_more() {
            let Some(op) = work.worklist.pop() else { break };
            // In a graph region, an operand may have been erased before its user.
            if !body.contains_op(op) {
                continue;
            }
            let change = step::rewrite_op(body, op, |body| self.visit(body, op, work, reborrow(&mut user)));
            if let Some(change) = change {
                budget.spend(change);
                changed = true;
                n_changes += 1;
                if n_changes == next_search {
                    work.known.has_cycles = cycles::has_cycles(body);
                    next_search *= 2;
                }
                if n_changes.is_multiple_of(PATIENCE) && self.config.strictness == Strictness::AnyOp {
                    let of = work.scope.map_or_else(|| body.regions(body.root()).to_vec(), |scope| vec![scope]);
                    self.erase_unreachable(body, &of, work, reborrow(&mut user));
                }
            }
            if !work.nested.is_empty()
                && let Some(mut inner) = work.nested.remove(&op)
                && body.contains_op(op)
                && let Some(nested) = body.nested_mut(op)
            {
                if self.process(nested, &mut inner, budget, reborrow(&mut user)) {
                    body.sync_proxy(op);
                    Tracker { config: self.config, work, user: reborrow(&mut user) }.add(body, op);
                    changed = true;
                }
                work.nested.insert(op, inner);
            }
        }
        changed
    }

    /// Erases, folds or rewrites one operation.
    fn visit(&self, body: &mut Body, op: OpId, work: &mut Work, user: User) -> Option<Change> {
        let mut tracker = Tracker { config: self.config, work, user };
        if is_trivially_dead(OpRef::new(body, op)) {
            Rewriter::with_listener(body, &mut tracker).erase(op);
            return Some(Change::Erased);
        }
        let makers = operand_makers(body, op);
        if tracker.work.known.has_cycles && cycles::depends_on_cycle(body, op) {
            return None;
        }
        let folded = Change::Folded(body.name(op));
        if self.config.fold && !body.has_trait(op, TraitSet::CONSTANT_LIKE) {
            match fold_op_of(body, op, &makers) {
                Fold::No => {}
                Fold::InPlace => {
                    tracker.modified(body, op);
                    return Some(folded);
                }
                Fold::Results(results) => {
                    let mut rw = Rewriter::with_listener(body, &mut tracker);
                    if replace_folded(&mut rw, op, &results) {
                        return Some(folded);
                    }
                }
            }
        }
        if cycles::uses_itself(body, op, &makers) {
            return None;
        }
        let mut rw = Rewriter::with_listener(body, &mut tracker);
        self.patterns.apply_where(&mut rw, op, &makers).map(Change::Pattern)
    }
}

/// Replaces `op` by its fold results, with constants materialized before it. Changes nothing if one of them cannot be
/// materialized.
fn replace_folded(rw: &mut Rewriter, op: OpId, results: &[FoldValue]) -> bool {
    rw.before(op);
    let mut values: Vec<Value> = Vec::with_capacity(results.len());
    let mut made: Vec<OpId> = Vec::new();
    for (index, &found) in results.iter().enumerate() {
        match found {
            FoldValue::Value(value) => values.push(value),
            FoldValue::Attr(attr) => {
                let ty = rw.ty(rw.result(op, index));
                let Some(constant) = constant_for(rw, op, attr, ty) else {
                    rw.erase_ops(&made);
                    return false;
                };
                made.push(constant);
                values.push(rw.result(constant, 0));
            }
        }
    }
    rw.replace(op, values);
    true
}

fn constant_for(rw: &mut Rewriter, op: OpId, value: Attr, ty: Type) -> Option<OpId> {
    let dialect = rw.def(op)?.dialect();
    rw.constant(dialect, value, ty)
}

/// A listener that keeps the worklist up to date.
struct Tracker<'a, 'u> {
    config: &'a GreedyConfig,
    work: &'a mut Work,
    user: User<'u>,
}

impl Tracker<'_, '_> {
    /// Adds `op` and its enclosing operations to the worklist, if it is in scope.
    fn add(&mut self, body: &Body, op: OpId) {
        let mut n_around = 0;
        let mut at = op;
        while let Some(region) = body.parent_region(at) {
            let owner = body.region_owner(region);
            if self.work.scope.map_or(owner == body.root(), |scope| scope == region) {
                return self.add_chain(body, op, n_around);
            }
            at = owner;
            n_around += 1;
        }
    }

    fn add_chain(&mut self, body: &Body, op: OpId, n_around: usize) {
        let mut at = op;
        self.add_one(at);
        for _ in 0..n_around {
            at = body.parent_op(at).expect("the chain was walked before");
            self.add_one(at);
        }
    }

    fn add_one(&mut self, op: OpId) {
        if self.config.strictness == Strictness::AnyOp || self.work.allowed.contains(&op) {
            self.work.worklist.push(op);
        }
    }

    fn insert(&mut self, body: &Body, op: OpId) {
        if self.config.strictness == Strictness::ExistingAndNewOps {
            self.work.allowed.insert(op);
        }
        self.add(body, op);
    }

    /// Adds the definitions of the operands of `op` to the worklist that may be dead or have one user once `op` is
    /// erased.
    fn add_operands(&mut self, body: &Body, op: OpId) {
        for operand in body.operands(op) {
            let Some(definition) = body.defining_op(operand) else { continue };
            let mut others = body.users(operand).filter(|&user| user != op);
            let first = others.next();
            if others.all(|user| Some(user) == first) {
                self.add(body, definition);
            }
        }
    }
}

impl Listener for Tracker<'_, '_> {
    fn outer(&mut self) -> Option<&mut dyn Listener> {
        reborrow(&mut self.user)
    }

    fn created(&mut self, body: &Body, op: OpId) {
        if let Some(user) = &mut self.user {
            user.created(body, op);
        }
        self.insert(body, op);
    }

    fn moved(&mut self, body: &Body, op: OpId) {
        if let Some(user) = &mut self.user {
            user.moved(body, op);
        }
        self.insert(body, op);
    }

    fn modified(&mut self, body: &Body, op: OpId) {
        if let Some(user) = &mut self.user {
            user.modified(body, op);
        }
        self.add(body, op);
    }

    fn erasing(&mut self, body: &Body, op: OpId) {
        if let Some(user) = &mut self.user {
            user.erasing(body, op);
        }
        self.add_operands(body, op);
        self.work.worklist.remove(op);
        if self.config.strictness != Strictness::AnyOp {
            self.work.allowed.remove(&op);
        }
    }

    fn wants_patterns(&self) -> bool {
        self.user.as_ref().is_some_and(|user| user.wants_patterns())
    }
}
