//! Partial reverse if-conversion: branches around operations that have no effect if a predicate is false.
//!
//! August, Hwu, Mahlke, "A Framework for Balancing Control Flow and Predication", MICRO 1997. Guarded code fetches all
//! operations that it does not execute; if there are many a branch is better. Plan, for each predicate, in the order of
//! definitions, so that outer ones come first: 1. the *stretch* begins with the first guard under the predicate or one
//! that implies it, and ends before the first other operation with side effects; its *members* are guards, definitions
//! and selects under such predicates; 2. operations that only members use become members: that undoes promotion; 3. if
//! the members take [`Limit::min_cycles`] or more, they move into an `scf.if`, whose results are their values if the
//! predicate is false otherwise. The same is done inside.

use rmlir::core::effects;
use rmlir::prelude::*;
use rmlir_pvec::{BitsOp, CmppOp, CompareType, GuardOp, PandOp, PandnOp, PclearOp, PorOp, PredType, SelectOp};
use rmlir_scf::{IfOp, YieldOp};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cost::cycles_of;
use crate::promote::may_run_always;

/// The minimum gain of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// The minimum number of cycles of the operations that are skipped.
    pub min_cycles: u32,
}

impl Default for Limit {
    fn default() -> Self {
        Self { min_cycles: 24 }
    }
}

/// Branch around long stretches of code that have no effect if a predicate is false.
///
/// Consecutive guards under one predicate, or under predicates that imply it, become an `scf.if` if they take enough
/// cycles.
///
/// ```mlir
/// %p = pvec.cmpp un %c : !pvec.pred
/// pvec.guard %p { … }
/// %q = pvec.cmpp un %d if %p : !pvec.pred
/// pvec.guard %q { … }
/// // becomes
/// %p = pvec.cmpp un %c : !pvec.pred
/// %bit = pvec.bits %p : !pvec.pred to i1
/// scf.if %bit {
///   …
///   %q = pvec.cmpp un %d if %p : !pvec.pred
///   pvec.guard %q { … }
/// }
/// ```
#[pass(name = "pvec-reverse-if-convert", anchor = "func.func", depends(rmlir_pvec::Pvec, rmlir_scf::Scf),
       stats("num-branches" = "Number of branches put back"))]
pub struct PvecReverseIfConvert {
    /// The minimum number of cycles of the skipped operations
    #[option(default = 24)]
    min_cycles: u32,
}

impl Pass for PvecReverseIfConvert {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let n = reverse_all(&mut cx.rewriter(), Limit { min_cycles: self.min_cycles });
        *cx.stat("num-branches") += n;
        Ok(())
    }
}

/// Inserts branches into all blocks of a body; returns their number.
pub fn reverse_all(rw: &mut Rewriter, limit: Limit) -> u64 {
    let mut blocks = Vec::new();
    rw.walk_preorder(rw.root(), |op| blocks.extend(rw.regions(op).iter().flat_map(|&region| rw.blocks(region))));
    let mut n_branches = 0;
    while let Some(block) = blocks.pop() {
        for predicate in predicates(rw, block) {
            let Some(stretch) = Stretch::find(rw, block, predicate) else { continue };
            if stretch.cycles(rw) >= f64::from(limit.min_cycles) {
                blocks.push(stretch.branch_over(rw));
                n_branches += 1;
            }
        }
    }
    n_branches
}

/// The predicates of guards in `block`, without duplicates.
fn predicates(body: &Body, block: BlockId) -> Vec<Value> {
    let mut found = Vec::new();
    for op in body.ops(block) {
        let is_scalar = |value: &Value| PredType::from_type(body.cx(), body.ty(*value)).is_some();
        found.extend(body.results(op).iter().copied().filter(is_scalar));
    }
    let guards_here = |value: &Value| {
        let mut users = body.users(*value);
        users.any(|user| body.block_of(user) == Some(block) && OpRef::new(body, user).is::<GuardOp>())
    };
    found.retain(guards_here);
    found
}

/// Operations that have no effect if a predicate is false.
struct Stretch {
    block: BlockId,
    predicate: Value,
    /// In program order.
    members: Vec<OpId>,
    is_member: FxHashSet<OpId>,
    /// Operations among the members that use them.
    after: Vec<OpId>,
}

impl Stretch {
    fn find(body: &Body, block: BlockId, predicate: Value) -> Option<Self> {
        if !body.users(predicate).any(|user| body.block_of(user) == Some(block)) {
            return None;
        }
        let mut stretch =
            Self { block, predicate, members: Vec::new(), is_member: FxHashSet::default(), after: Vec::new() };
        stretch.collect(body);
        stretch.members.first()?;
        stretch.join(body);
        Some(stretch)
    }

    /// Scans the block from the definition of the predicate to the end of the stretch.
    fn collect(&mut self, body: &Body) {
        let mut implied = Implied { predicates: FxHashSet::from_iter([self.predicate]) };
        let mut is_after: FxHashSet<OpId> = FxHashSet::default();
        let mut n_before_last = 0;
        let mut next = body.defining_op(self.predicate).and_then(|op| body.next_op(op));
        while let Some(op) = next.filter(|&op| !body.has_trait(op, TraitSet::TERMINATOR)) {
            next = body.next_op(op);
            let needs = |set: &FxHashSet<OpId>| reads(body, op).any(|def| set.contains(&def));
            if implied.does_nothing(OpRef::new(body, op)) {
                if needs(&is_after) {
                    break;
                }
                n_before_last = self.after.len();
                self.members.push(op);
                self.is_member.insert(op);
            } else if self.members.is_empty() {
                continue;
            } else if !effects::is_memory_effect_free(OpRef::new(body, op)) {
                break;
            } else if needs(&self.is_member) || needs(&is_after) {
                is_after.insert(op);
                self.after.push(op);
            }
        }
        self.after.truncate(n_before_last);
    }

    /// Adds operations that only members use.
    fn join(&mut self, body: &Body) {
        let mut waiting = self.members.clone();
        while let Some(op) = waiting.pop() {
            let defs: Vec<OpId> = reads(body, op).collect();
            for def in defs {
                let view = OpRef::new(body, def);
                let is_free = body.block_of(def) == Some(self.block)
                    && may_run_always(view)
                    && !view.has(TraitSet::CONSTANT_LIKE)
                    && view.results().all(|result| result.id != self.predicate);
                if is_free && !self.is_member.contains(&def) && self.is_used_inside(body, def) {
                    self.is_member.insert(def);
                    self.members.push(def);
                    waiting.push(def);
                }
            }
        }
        self.members.sort_by(|&a, &b| match a == b {
            true => std::cmp::Ordering::Equal,
            false => body.is_before_in_block(b, a).cmp(&body.is_before_in_block(a, b)),
        });
    }

    /// Whether only members use `op`, and only if the predicate holds.
    fn is_used_inside(&self, body: &Body, op: OpId) -> bool {
        let mut uses = body.results(op).iter().flat_map(|&result| body.uses(result));
        uses.all(|(user, operand)| {
            let view = OpRef::new(body, user);
            let is_other = view.is::<GuardOp>() && operand > 0 || view.is::<SelectOp>() && operand == 2;
            let at = body.ancestor_in_block(user, self.block);
            at.is_some_and(|at| self.is_member.contains(&at)) && !(is_other && body.block_of(user) == Some(self.block))
        })
    }

    fn cycles(&self, body: &Body) -> f64 {
        let of = |&op: &OpId| match OpRef::new(body, op).cast::<GuardOp>() {
            Some(guard) => body.ops(guard.block(body)).map(|op| cycles_of(OpRef::new(body, op))).sum(),
            None => cycles_of(OpRef::new(body, op)),
        };
        self.members.iter().map(of).sum()
    }

    /// Creates the branch; returns the block that it skips.
    fn branch_over(self, rw: &mut Rewriter) -> BlockId {
        let last = *self.members.last().expect("a stretch has members");
        for &op in self.after.iter().rev() {
            rw.move_after(op, last);
        }
        let leaving: Vec<Value> = self.members.iter().flat_map(|&op| rw.results(op)).copied().collect();
        let is_outside = |body: &Body, user: OpId| {
            body.ancestor_in_block(user, self.block).is_none_or(|at| !self.is_member.contains(&at))
        };
        let leaving: Vec<Value> =
            leaving.into_iter().filter(|&value| rw.users(value).any(|user| is_outside(rw, user))).collect();
        let types: Vec<Type> = leaving.iter().map(|&value| rw.ty(value)).collect();
        let loc = rw.loc(last);
        rw.before(last);
        let bit = rw.value(BitsOp::build(Type::I1, self.predicate).at(loc));
        let others = self.others(rw, &leaving, loc);
        let branch = rw.create(IfOp::build(&types, bit).at(loc));
        for (at, &value) in leaving.iter().enumerate() {
            let result = rw.result(branch.id(), at);
            rw.replace_uses_if(value, result, |body, user, _| is_outside(body, user));
        }
        let then = branch.thenRegion(rw);
        let block = rw.create_block(then, &[], &[]);
        rw.create(YieldOp::build(&leaving).at(loc));
        let end = rw.last_op(block).expect("a yield was made");
        self.members.iter().for_each(|&op| rw.move_before(op, end));
        if !leaving.is_empty() {
            let otherwise = branch.elseRegion(rw);
            rw.create_block(otherwise, &[], &[]);
            rw.create(YieldOp::build(&others).at(loc));
        }
        self.open_guards(rw);
        block
    }

    /// The value of each of `values` if the predicate is false.
    fn others(&self, rw: &mut Rewriter, values: &[Value], loc: Loc) -> Vec<Value> {
        let mut known: FxHashMap<Value, Value> = FxHashMap::default();
        let mut never = None;
        for &op in &self.members {
            let results = rw.results(op).to_vec();
            let view = OpRef::new(rw, op);
            let others: Vec<Option<Value>> = match view.name_str() {
                "pvec.guard" => view.operands().skip(1).map(|other| Some(other.id)).collect(),
                "pvec.select" => vec![Some(view.get(SelectOp::false_value))],
                _ => vec![None; results.len()],
            };
            for (result, other) in results.into_iter().zip(others) {
                if let Some(other) = other {
                    known.insert(result, known.get(&other).copied().unwrap_or(other));
                } else if PredType::from_type(rw.cx(), rw.ty(result)).is_some() {
                    let ty = rw.ty(result);
                    let value = *never.get_or_insert_with(|| rw.value(PclearOp::build(ty).at(loc)));
                    known.insert(result, value);
                }
            }
        }
        values.iter().map(|value| known[value]).collect()
    }

    /// Inlines guards under the predicate itself, which holds now.
    fn open_guards(&self, rw: &mut Rewriter) {
        for &op in &self.members {
            let view = OpRef::new(rw, op);
            if view.operands().next().is_none_or(|first| first.id != self.predicate) {
                continue;
            }
            if let Some(guard) = view.cast::<GuardOp>() {
                let given: Vec<Value> = rw.operands(guard.terminator(rw)).collect();
                let last = guard.terminator(rw);
                rw.erase(last);
                rw.inline_block_before(guard.block(rw), op, &[]);
                rw.replace(op, given);
            } else if let Some(select) = view.cast::<SelectOp>() {
                rw.replace(op, [select.true_value(rw)]);
            }
        }
    }
}

/// The operations whose results `op` uses, including its regions.
fn reads<'b>(body: &'b Body, op: OpId) -> impl Iterator<Item = OpId> + 'b {
    let mut ops = vec![op];
    if !body.regions(op).is_empty() {
        body.walk_preorder(op, |inner| ops.push(inner));
    }
    ops.into_iter()
        .flat_map(move |op| body.operands(op).filter_map(|value| body.defining_op(value)).collect::<Vec<_>>())
}

/// The predicates that imply a given one.
struct Implied {
    predicates: FxHashSet<Value>,
}

impl Implied {
    /// Whether `op` is a guard, a definition or a select that has no effect if the predicate is false; the definitions
    /// that are 0 then are recorded.
    fn does_nothing(&mut self, op: OpRef) -> bool {
        let has = |value: ValueRef| {
            let is_clear = || op.body.defined_by::<PclearOp>(value.id).is_some();
            self.predicates.contains(&value.id) || is_clear()
        };
        let is_scalar = op.results().all(|result| PredType::from_type(op.cx(), result.ty()).is_some());
        let implies: Vec<bool> = match op.name_str() {
            "pvec.guard" | "pvec.select" => return self.predicates.contains(&op.operand(0).id),
            "pvec.cmpp" => definition_implies(op, &has),
            _ if op.is::<PandOp>() => vec![has(op.value(PandOp::lhs)) || has(op.value(PandOp::rhs))],
            _ if op.is::<PandnOp>() => vec![has(op.value(PandnOp::lhs))],
            _ if op.is::<PorOp>() => vec![has(op.value(PorOp::lhs)) && has(op.value(PorOp::rhs))],
            _ => return false,
        };
        let does_nothing = is_scalar && implies.iter().all(|&implies| implies);
        let results = op.results().zip(implies).filter(|(_, implies)| is_scalar && *implies);
        let found: Vec<Value> = results.map(|(result, _)| result.id).collect();
        self.predicates.extend(found);
        does_nothing
    }
}

/// The results of a definition that imply the predicate; `has` is whether a value implies it.
fn definition_implies(op: OpRef, has: &dyn Fn(ValueRef) -> bool) -> Vec<bool> {
    let guard = op.values(CmppOp::guard).first().copied();
    let mut olds = op.values(CmppOp::olds).into_iter();
    let mut implies = Vec::new();
    for ty in CmppOp::types_of(op) {
        let old = if ty.takes_old() { olds.next() } else { None };
        let is_kept = old.is_none_or(has);
        let can_only_clear = matches!(ty, CompareType::An | CompareType::Ac);
        implies.push(is_kept && (can_only_clear || guard.is_some_and(has)));
    }
    implies
}
