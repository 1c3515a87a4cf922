//! Loops whose last (or first) iteration stands apart.
//!
//! A loop whose step does not divide its range ends with a *partial iteration*,
//! in which less than a step is left. It becomes a loop of its own, so that all
//! iterations of the first one are full and what depends on it (`affine.min`)
//! is known.

use rmlir::affine::{AffineExpr, AffineMap};
use rmlir::core::clone::CloneMap;
use rmlir::pass::over_bodies;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig, create_or_fold};
use rmlir_affine::compose::fully_compose_map_and_operands;
use rmlir_affine::{Affine, ApplyOp, MaxOp, MinOp};
use rmlir_arith::{IndexCastOp, get_constant_int_value};
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
/// The lower bound must not be above the upper one: where constants show that it is, the loop stays as it is (upstream
/// lets the second loop run), but nothing is asked when the program runs.
#[pass(name = "scf-for-loop-peeling", title = "SCFForLoopPeeling", depends(Affine))]
pub struct ScfForLoopPeeling {
    /// Peel the first iteration out of the loop.
    #[option(default = false)]
    peel_front: bool,
    /// Do not peel loops inside of the last, partial iteration of another already peeled loop.
    #[option(default = true)]
    skip_partial: bool,
}

/// Marks loops that are not to be peeled again, while the pass runs.
const PEELED: &str = "__peeled_loop__";
/// Marks what was peeled off.
const PARTIAL: &str = "__partial_iteration__";

impl Pass for ScfForLoopPeeling {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let (peel_front, skip_partial) = (self.peel_front, self.skip_partial);
        let mut set = PatternSet::new();
        set.add(Pattern::of("peel_loop", move |op: ForOp, rw: &mut Rewriter| peel(op, rw, peel_front, skip_partial)));
        let patterns = FrozenPatterns::new(cx.cx(), set);
        // Where the driver's iterations end the rest stays as it is, as upstream has it.
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

/// Lower bound, upper bound and step, as far as they are constants.
fn constants(op: ForOp, body: &Body) -> [Option<i64>; 3] {
    [op.lowerBound(body), op.upperBound(body), op.step(body)].map(|value| get_constant_int_value(body, value))
}

/// Splits the last iteration off, if it is partial; gives its loop.
pub fn peel_last(op: ForOp, rw: &mut Rewriter) -> Option<ForOp> {
    let bounds = [op.lowerBound(rw), op.upperBound(rw), op.step(rw)];
    let known = constants(op, rw);
    if known[2].is_some_and(|step| step <= 1) {
        return None;
    }
    if let [Some(lower), Some(upper), Some(step)] = known
        && (upper <= lower || upper.wrapping_sub(lower) % step == 0)
    {
        return None;
    }
    let [lower, upper, step] = [0, 1, 2].map(AffineExpr::symbol);
    let rest = (&upper - &lower) % &step;
    let mut map = AffineMap::new(0, 3, [rest.clone()]);
    let mut operands = bounds.to_vec();
    fully_compose_map_and_operands(rw, &mut map, &mut operands);
    if map.result(0).as_constant() == Some(0) {
        return None;
    }

    let split = split_at(op, rw, AffineMap::new(0, 3, [upper - rest]), &bounds);
    rw.after(op.id());
    let partial = ForOp::from_id(rw.clone_op(op.id(), &mut CloneMap::default()));
    rw.set_operand(partial, ForOp::LOWER_BOUND_OPERAND, split);
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

/// Rewrites the minima and maxima in a loop, one where at least a step is left
/// of the range to the upper bound, or one where less is left.
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

/// Splits the first iteration off, unless it is the only one; gives its loop.
pub fn peel_first(op: ForOp, rw: &mut Rewriter) -> Option<ForOp> {
    if let [Some(lower), Some(upper), Some(step)] = constants(op, rw)
        && (upper.wrapping_sub(lower) as f32 / step as f32).ceil() <= 1.0
    {
        return None;
    }
    let map = AffineMap::new(0, 2, [AffineExpr::symbol(0) + AffineExpr::symbol(1)]);
    let operands = [op.lowerBound(rw), op.step(rw)];
    let split = split_at(op, rw, map, &operands);
    let first = ForOp::from_id(rw.clone_op(op.id(), &mut CloneMap::default()));
    rw.set_operand(first, ForOp::UPPER_BOUND_OPERAND, split);
    let results = rw.results(first.id()).to_vec();
    set_inits(rw, op, &results);
    rw.set_operand(op, ForOp::LOWER_BOUND_OPERAND, split);
    Some(first)
}

/// The bound between the two loops, as a value before `op` of its bounds' type.
fn split_at(op: ForOp, rw: &mut Rewriter, map: AffineMap, operands: &[Value]) -> Value {
    rw.before(op.id());
    let map = map_attr(rw.cx(), map);
    let split = create_or_fold(rw, ApplyOp::build(operands, map));
    let ty = rw.ty(op.lowerBound(rw));
    if rw.ty(split) == ty { split } else { create_or_fold(rw, IndexCastOp::build(ty, split)) }
}

/// What the loop-carried variables start as.
fn set_inits(rw: &mut Rewriter, op: ForOp, inits: &[Value]) {
    let mut operands: Vec<Value> = rw.operands(op.id()).take(ForOp::INIT_ARGS_OPERAND).collect();
    operands.extend(inits);
    rw.set_operands(op, &operands);
}
