//! Folders of loops and conditionals: bounds and sets are composed with the definitions of their operands, and results
//! of loops with empty bodies are folded.

use rmlir::prelude::*;
use smallvec::SmallVec;

use crate::compose::{canonicalize_map_and_operands, compose_map_and_operands, compose_set_and_operands};
use crate::for_op::Bound;
use crate::simplify::simplify_min_or_max;
use crate::syntax::{map_attr, set_attr};
use crate::{ForOp, IfOp, ParallelOp};
use rmlir::affine_maps::AffineMap;
use rmlir::core::fold::constant_value;

#[fold(ForOp)]
pub(crate) fn fold_for(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = ForOp::from_id(cx.op());
    let mut changed = false;
    for is_lower in [true, false] {
        if let Some(value) = constant_bound(cx, op, is_lower) {
            set_bound(cx, op, is_lower, &(AffineMap::constant(value), Vec::new()));
            changed = true;
        }
    }
    for is_lower in [true, false] {
        changed |= canonicalize_bound(cx, op, is_lower);
    }
    let results = empty_loop_results(cx, op).or_else(|| {
        let has_results = cx.n_results(cx.op()) > 0;
        (has_results && op.trivial_trip_count(cx) == Some(0)).then(|| op.inits(cx))
    });
    match results {
        Some(values) => Fold::Results(values.into_iter().map(FoldValue::Value).collect::<SmallVec<_>>()),
        None if changed => Fold::InPlace,
        None => Fold::No,
    }
}

fn bound_of(body: &Body, op: ForOp, is_lower: bool) -> Bound {
    if is_lower { op.lower_bound(body) } else { op.upper_bound(body) }
}

fn set_bound(cx: &mut FoldCx, op: ForOp, is_lower: bool, bound: &Bound) {
    let (operands, sizes) = op.with_bound_operands(cx, is_lower, &bound.1);
    let map = map_attr(cx, bound.0.clone());
    cx.set_operands(&operands);
    cx.set_prop(ForOp::OPERAND_SEGMENT_SIZES, sizes);
    cx.set_prop(if is_lower { ForOp::LOWER_BOUND_MAP } else { ForOp::UPPER_BOUND_MAP }, map);
}

/// The constant value of a bound whose map is not a single constant.
fn constant_bound(body: &Body, op: ForOp, is_lower: bool) -> Option<i64> {
    let (map, operands) = bound_of(body, op, is_lower);
    if map.is_single_constant() {
        return None;
    }
    let known: Vec<Option<i64>> = operands.iter().map(|&operand| constant_value(body, operand)?.as_i64(body)).collect();
    let results = map.constant_fold(&known)?;
    if is_lower { results.into_iter().max() } else { results.into_iter().min() }
}

/// The upper bound is simplified before it is composed, the lower one after: the order is
/// upstream's, and affects the result.
fn canonicalize_bound(cx: &mut FoldCx, op: ForOp, is_lower: bool) -> bool {
    let old = bound_of(cx, op, is_lower);
    if old.0.is_single_constant() {
        return false;
    }
    let mut new = old.clone();
    if is_lower {
        compose(cx, &mut new);
    }
    new.0 = simplify_min_or_max(cx, &new.0, &new.1, is_lower);
    if !is_lower {
        compose(cx, &mut new);
    }
    new.0 = new.0.remove_duplicate_exprs();
    let changed = new.0 != old.0;
    if changed {
        set_bound(cx, op, is_lower, &new);
    }
    changed
}

fn compose(body: &Body, (map, operands): &mut Bound) {
    if operands.is_empty() {
        return;
    }
    compose_map_and_operands(body, map, operands);
    canonicalize_map_and_operands(body, map, operands);
}

/// The results of a loop whose body contains only the yield, if they are known.
fn empty_loop_results(body: &Body, op: ForOp) -> Option<Vec<Value>> {
    let block = op.body(body);
    if body.first_op(block) != body.last_op(block) || body.n_results(op.id()) == 0 {
        return None;
    }
    let (trip_count, inits) = (op.trivial_trip_count(body), op.inits(body));
    if trip_count == Some(0) {
        return Some(inits);
    }
    let args = body.args(block);
    let (mut any_from_outside, mut any_moved) = (false, false);
    let mut results = Vec::with_capacity(inits.len());
    for (index, value) in body.operands(op.terminator(body)).enumerate() {
        match args.iter().position(|&arg| arg == value) {
            Some(0) => return None,
            Some(position) => {
                any_moved |= position - 1 != index;
                results.push(inits[position - 1]);
            }
            None => {
                any_from_outside = true;
                results.push(value);
            }
        }
    }
    let is_known = match trip_count {
        None => !any_from_outside && !any_moved,
        Some(count) => count < 2 || !any_moved,
    };
    is_known.then_some(results)
}

/// The condition is composed with the definitions of its operands.
#[fold(IfOp)]
pub(crate) fn fold_if(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = IfOp::from_id(cx.op());
    let old_operands: Vec<Value> = cx.operands(cx.op()).collect();
    let (mut set, mut operands) = (op.condition(cx).clone(), old_operands.clone());
    compose_set_and_operands(cx, &mut set, &mut operands);
    if set == *op.condition(cx) && operands == old_operands {
        return Fold::No;
    }
    let set = set_attr(cx, set);
    cx.set_prop(IfOp::CONDITION, set);
    cx.set_operands(&operands);
    Fold::InPlace
}

/// The bounds are composed with the definitions of their operands.
#[fold(ParallelOp)]
pub(crate) fn fold_parallel(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = ParallelOp::from_id(cx.op());
    let (old_lower, old_upper) = (op.lower_bounds(cx), op.upper_bounds(cx));
    let (mut lower, mut upper) = (old_lower.clone(), old_upper.clone());
    compose_map_and_operands(cx, &mut lower.0, &mut lower.1);
    compose_map_and_operands(cx, &mut upper.0, &mut upper.1);
    if (&lower, &upper) == (&old_lower, &old_upper) {
        return Fold::No;
    }
    for (slot, map) in [(ParallelOp::LOWER_BOUNDS_MAP, lower.0), (ParallelOp::UPPER_BOUNDS_MAP, upper.0)] {
        let map = map_attr(cx, map);
        cx.set_prop(slot, map);
    }
    cx.set_operands(&[lower.1, upper.1].concat());
    Fold::InPlace
}
