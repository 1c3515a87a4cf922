//! Loop peeling of the last or first iteration.
//!
//! A loop whose step does not divide its range ends with a *partial iteration*, with less than a step of the range. It
//! is split off as a loop of its own, so that all iterations of the first loop are full and operations that depend on
//! that (`affine.min`) can be simplified.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::analysis::bounds::{Variable, compare};
use rmlir::core::clone::CloneMap;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::value_bounds::Relation;
use rmlir::pass::over_bodies;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig, create_or_fold};
use rmlir_affine::compose::fully_compose_map_and_operands;
use rmlir_affine::{Affine, ApplyOp, MaxOp, MinOp};
use rmlir_arith::{AddIOp, CmpIOp, CmpIPredicate, MaxSIOp, MinSIOp, RemUIOp, SelectOp, SubIOp, get_constant_int_value};
use rmlir_scf::ForOp;

use crate::create::map_attr;
use crate::min_max::{Facts, simplify_min_max};

/// Peel `for` loops at their upper bounds.
///
/// ```mlir
/// scf.for %i = %lb to %ub step %step {
///   "f"(%i) : (index) -> ()
/// }
/// // becomes
/// %split = affine.apply affine_map<()[s0, s1, s2] -> (s1 - (s1 - s0) mod s2)>()[%lb, %ub, %step]
/// scf.for %i = %lb to %split step %step {
///   "f"(%i) : (index) -> ()
/// }
/// scf.for %i = %split to %ub step %step {
///   "f"(%i) : (index) -> ()
/// }
/// ```
///
/// If it is unknown whether the lower bound is at most the upper one, the second loop starts at the maximum of `%split`
/// and the lower bound, so that neither loop has an iteration; upstream executes the second one. Bounds of integer
/// types other than `index` are computed with `arith`, without overflow.
#[pass(name = "scf-for-loop-peeling", title = "SCFForLoopPeeling", depends(Affine))]
pub struct ScfForLoopPeeling {
    /// Peel the first iteration out of the loop.
    #[option(default = false)]
    peel_front: bool,
    /// Do not peel loops inside of the last, partial iteration of another already peeled loop.
    #[option(default = true)]
    skip_partial: bool,
}

/// The attribute of loops that are not to be peeled again during the pass.
const PEELED: &str = "__peeled_loop__";
/// The attribute of loops that were peeled off.
const PARTIAL: &str = "__partial_iteration__";

impl Pass for ScfForLoopPeeling {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let (peel_front, skip_partial) = (self.peel_front, self.skip_partial);
        let mut set = PatternSet::new();
        set.add(Pattern::of("peel_loop", move |op: ForOp, rw: &mut Rewriter| peel(op, rw, peel_front, skip_partial)));
        let patterns = FrozenPatterns::new(cx.cx(), set);
        // Not reaching a fixed point is no failure, as in upstream.
        let _ = cx.apply_patterns(&patterns, &GreedyConfig::default());
        over_bodies(cx.body_mut(), &|body| {
            for op in body.ops_under(body.root()) {
                body.remove_attr(op, PEELED);
                body.remove_attr(op, PARTIAL);
            }
        });
        Ok(())
    }
}

fn peel(op: ForOp, rw: &mut Rewriter, peel_front: bool, skip_partial: bool) -> Match {
    if op.unsignedCmp(rw) {
        return rw.no_match(op, "unsigned loops are not supported");
    }
    if rw.attr(op.id(), PEELED).is_some() {
        return rw.no_match(op, "the loop was peeled before");
    }
    let peeled = if peel_front {
        peel_first(op, rw)
    } else {
        let is_partial = |outer: OpId| OpRef::new(rw, outer).is::<ForOp>() && rw.attr(outer, PARTIAL).is_some();
        if skip_partial && rw.find_ancestor(op.id(), is_partial).is_some() {
            return rw.no_match(op, "the loop is in a partial iteration");
        }
        peel_last(op, rw)
    };
    let Some(peeled) = peeled else {
        return rw.no_match(op, "there is nothing to peel");
    };
    rw.set_attr(peeled, PEELED, Attr::UNIT);
    rw.set_attr(peeled, PARTIAL, Attr::UNIT);
    rw.set_attr(op, PEELED, Attr::UNIT);
    Match::Yes
}

/// The lower bound, upper bound and step, as far as they are constants.
fn constants(op: ForOp, body: &Body) -> [Option<i64>; 3] {
    [op.lowerBound(body), op.upperBound(body), op.step(body)].map(|value| get_constant_int_value(body, value))
}

/// Peels the last iteration, if it is partial; returns its loop.
pub fn peel_last(op: ForOp, rw: &mut Rewriter) -> Option<ForOp> {
    let bounds = [op.lowerBound(rw), op.upperBound(rw), op.step(rw)];
    let known = constants(op, rw);
    if known[2].is_some_and(|step| step <= 1) {
        return None;
    }
    if let [Some(lower), Some(upper), Some(step)] = known
        && (upper <= lower || (i128::from(upper) - i128::from(lower)) % i128::from(step) == 0)
    {
        return None;
    }
    let (split, start) = split_before_rest(op, rw, bounds)?;
    rw.after(op.id());
    let partial = ForOp::from_id(rw.clone_op(op.id(), &mut CloneMap::default()));
    rw.set_operand(partial, ForOp::LOWER_BOUND_OPERAND, start);
    let (old, new) = (rw.results(op.id()).to_vec(), rw.results(partial.id()).to_vec());
    for (&old, &new) in old.iter().zip(&new) {
        rw.replace_all_uses(old, new);
    }
    set_inits(rw, partial, &old);
    rw.set_operand(op, ForOp::UPPER_BOUND_OPERAND, split);
    simplify_inside(rw, op, bounds, true);
    simplify_inside(rw, partial, bounds, false);
    Some(partial)
}

/// Computes, before `op`, the split point: the upper bound of the loop of full iterations and the lower bound of the
/// remainder loop; `None` if it is known to be the upper bound. If there is no iteration neither loop has any.
fn split_before_rest(op: ForOp, rw: &mut Rewriter, bounds: [Value; 3]) -> Option<(Value, Value)> {
    let [lower, upper, step] = bounds;
    let is_index = rw.ty(lower).is_index();
    let split = if is_index {
        let [lower, upper, step] = [0, 1, 2].map(AffineExpr::symbol);
        let rest = (&upper - &lower) % &step;
        let mut map = AffineMap::new(0, 3, [rest.clone()]);
        let mut operands = bounds.to_vec();
        fully_compose_map_and_operands(rw, &mut map, &mut operands);
        if map.result(0).as_constant() == Some(0) {
            return None;
        }
        apply_before(op, rw, AffineMap::new(0, 3, [upper - rest]), &bounds)
    } else {
        rw.before(op.id());
        // As an unsigned integer the range never overflows.
        let range = create_or_fold(rw, SubIOp::build(upper, lower));
        let rest = create_or_fold(rw, RemUIOp::build(range, step));
        create_or_fold(rw, SubIOp::build(upper, rest))
    };
    if is_known_to_run(rw, bounds, Relation::AtMost) {
        return Some((split, split));
    }
    if is_index {
        return Some((split, create_or_fold(rw, MaxSIOp::build(split, lower))));
    }
    let less = CmpIPredicate::Slt.attr(rw.cx());
    let runs = create_or_fold(rw, CmpIOp::build(lower, upper, less));
    let split = create_or_fold(rw, SelectOp::build(runs, split, lower));
    Some((split, split))
}

/// Whether the lower bound is known to be less than the upper one, or less than or equal to it.
fn is_known_to_run(body: &Body, [lower, upper, _]: [Value; 3], relation: Relation) -> bool {
    let known = [lower, upper].map(|bound| get_constant_int_value(body, bound));
    if let [Some(lower), Some(upper)] = known {
        return lower < upper || (lower == upper && relation == Relation::AtMost);
    }
    let bound = |value, known: Option<i64>| match known {
        Some(number) => Variable::from(MixedIndex::Static(number)),
        None => Variable::from(MixedIndex::Dynamic(value)),
    };
    body.ty(lower).is_index() && compare(body, &bound(lower, known[0]), relation, &bound(upper, known[1]))
}

/// Simplifies the minima and maxima in a loop, one with at least a step of the range to the upper bound left in each
/// iteration, or one with less.
fn simplify_inside(rw: &mut Rewriter, op: ForOp, [_, upper, step]: [Value; 3], is_full: bool) {
    let mut inside = Vec::new();
    rw.walk_postorder(op.id(), |inner| {
        let view = OpRef::new(rw, inner);
        if view.is::<MinOp>() || view.is::<MaxOp>() {
            inside.push(inner);
        }
    });
    for inner in inside {
        let mut facts = Facts::default();
        let at = facts.dim(op.induction_var(rw));
        let upper = facts.symbol(rw, ValueOrAttr::Value(upper));
        let step = facts.symbol(rw, ValueOrAttr::Value(step));
        let surplus = upper - at - step;
        facts.not_negative(if is_full { surplus } else { -surplus - 1 });
        simplify_min_max(rw, inner, facts);
    }
}

/// Peels the first iteration, unless it is the only one; returns its loop.
pub fn peel_first(op: ForOp, rw: &mut Rewriter) -> Option<ForOp> {
    if let [Some(lower), Some(upper), Some(step)] = constants(op, rw)
        && i128::from(upper) - i128::from(lower) <= i128::from(step)
    {
        return None;
    }
    let (end, split) = split_after_first(op, rw);
    let first = ForOp::from_id(rw.clone_op(op.id(), &mut CloneMap::default()));
    rw.set_operand(first, ForOp::UPPER_BOUND_OPERAND, end);
    let results = rw.results(first.id()).to_vec();
    set_inits(rw, op, &results);
    rw.set_operand(op, ForOp::LOWER_BOUND_OPERAND, split);
    Some(first)
}

/// Computes, before `op`, the upper bound of the loop of the first iteration and the lower bound of that of the others:
/// the lower bound plus a step. The former is clamped to the original upper bound, so that no iteration is added.
fn split_after_first(op: ForOp, rw: &mut Rewriter) -> (Value, Value) {
    let bounds = [op.lowerBound(rw), op.upperBound(rw), op.step(rw)];
    let [lower, upper, step] = bounds;
    if rw.ty(lower).is_index() {
        let map = AffineMap::new(0, 2, [AffineExpr::symbol(0) + AffineExpr::symbol(1)]);
        let split = apply_before(op, rw, map, &[lower, step]);
        if is_known_to_run(rw, bounds, Relation::Below) {
            return (split, split);
        }
        return (create_or_fold(rw, MinSIOp::build(split, upper)), split);
    }
    rw.before(op.id());
    let next = create_or_fold(rw, AddIOp::build(lower, step));
    let [less, at_most] = [CmpIPredicate::Slt, CmpIPredicate::Ule].map(|predicate| predicate.attr(rw.cx()));
    // As an unsigned integer the range never overflows; the lower bound plus a step may.
    let range = create_or_fold(rw, SubIOp::build(upper, lower));
    let is_last = create_or_fold(rw, CmpIOp::build(range, step, at_most));
    let end = create_or_fold(rw, SelectOp::build(is_last, upper, next));
    let runs = create_or_fold(rw, CmpIOp::build(lower, upper, less));
    let split = create_or_fold(rw, SelectOp::build(runs, end, upper));
    (split, split)
}

/// Computes the result of `map` before `op`.
fn apply_before(op: ForOp, rw: &mut Rewriter, map: AffineMap, operands: &[Value]) -> Value {
    rw.before(op.id());
    let map = map_attr(rw.cx(), map);
    create_or_fold(rw, ApplyOp::build(operands, map))
}

/// Sets the initial values of the loop-carried values.
fn set_inits(rw: &mut Rewriter, op: ForOp, inits: &[Value]) {
    let mut operands: Vec<Value> = rw.operands(op.id()).take(ForOp::INIT_ARGS_OPERAND).collect();
    operands.extend(inits);
    rw.set_operands(op, &operands);
}
