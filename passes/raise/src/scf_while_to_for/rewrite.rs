//! The counted loop in place of the `do` loop.

use rmlir::prelude::*;
use rmlir_arith::{AddIOp, IndexCastOp, MaxSIOp, MinSIOp, MulIOp, SubIOp, constant_index, constant_int};
use rmlir_scf::{ForOp, WhileOp, YieldOp};
use rmlir_ub::PoisonOp;

use super::recurrence::CountedLoop;
use crate::annotation::ANNOTATION;
use crate::expression::{loop_of, polynomial};
use crate::hoist::hoist;
use crate::number::Number;
use crate::polynomial::Polynomial;

/// Replaces `op`. Values that the loop returns besides the loop-carried ones are carried too: as the loop is executed at
/// least once, their initial values do not matter.
pub(super) fn replace(rw: &mut Rewriter, op: WhileOp, counted: &CountedLoop) {
    let loc = rw.loc(op.id());
    rw.set_loc(loc);
    rw.before(op.id());
    let inits = op.inits(rw);
    let init = inits[counted.variable];
    let (bounds, first) = bounds(rw, counted, init);
    let carried: Vec<usize> = (0..inits.len()).filter(|&index| counted.increments[index].is_none()).collect();
    let returned = Returned::of(rw, op, counted, &carried);

    let mut new_inits: Vec<Value> = carried.iter().map(|&index| inits[index]).collect();
    for &value in &returned.extra {
        let ty = rw.ty(value);
        new_inits.push(rw.value(PoisonOp::build(ty)));
    }
    let new = ForOp::create(rw, loc, bounds, &new_inits);
    if let Some(annotation) = rw.attr(op.id(), ANNOTATION) {
        rw.set_attr(new.id(), ANNOTATION, annotation);
    }
    let block = new.body(rw);
    if new_inits.is_empty() {
        let end = new.terminator(rw);
        rw.erase(end);
    }
    rw.at_start(block);
    let variable = induction_value(rw, counted, new.induction_var(rw), first, init);
    let iter_args = new.iter_args(rw);
    let mut args = vec![variable; inits.len()];
    let distance = distance(rw, counted, new.induction_var(rw), first);
    for (index, increment) in counted.increments.iter().enumerate() {
        if let Some(increment) = increment.filter(|_| index != counted.variable) {
            args[index] = derived(rw, distance, inits[index], increment / counted.step.abs());
        }
    }
    carried.iter().zip(&iter_args).for_each(|(&index, &arg)| args[index] = arg);
    let end = op.condition_op(rw).id();
    rw.erase(end);
    let before = op.before_block(rw);
    let mut yielded: Vec<Value> = carried.iter().map(|&index| counted.next_values[index]).collect();
    yielded.extend(&returned.extra);
    // Values that are arguments of the old block are those of the new one.
    let old_args = rw.args(before).to_vec();
    let renamed = |value: Value| old_args.iter().position(|&arg| arg == value).map_or(value, |index| args[index]);
    let yielded: Vec<Value> = yielded.into_iter().map(renamed).collect();
    rw.at_end(block);
    let last = rw.create(YieldOp::build(&yielded).at(loc)).id();
    rw.inline_block_before(before, last, &args);

    for (result, source) in rw.results(op.id()).to_vec().into_iter().zip(returned.sources) {
        match source {
            Source::Unused => {}
            Source::Outside(value) => rw.replace_all_uses(result, value),
            Source::Result(index) => {
                let value = rw.result(new.id(), index);
                rw.replace_all_uses(result, value);
            }
        }
    }
    rw.erase(op.id());
}

/// The bounds of the new loop. A loop that counts down becomes one that counts its iterations, whose values are computed
/// from the initial one.
fn bounds(rw: &mut Rewriter, counted: &CountedLoop, init: Value) -> ([Value; 3], Value) {
    let ty = rw.ty(init);
    let mut bound = counted.bound;
    if counted.is_early {
        let step = constant_int(rw, counted.step, ty);
        bound = rw.value(AddIOp::build(bound, step));
    }
    if !counted.is_guarded {
        bound = at_least_one(rw, counted, init, bound);
    }
    let first = to_index(rw, init);
    let end = to_index(rw, bound);
    let step = constant_index(rw, counted.step.abs());
    if counted.step > 0 {
        return ([first, end, step], first);
    }
    let zero = constant_index(rw, 0);
    let range = rw.value(SubIOp::build(first, end));
    hoist(rw, range);
    ([zero, range, step], first)
}

/// The bound, or the value after the initial one if the bound is not after that.
fn at_least_one(rw: &mut Rewriter, counted: &CountedLoop, init: Value, bound: Value) -> Value {
    let ty = rw.ty(init);
    let one = constant_int(rw, counted.step.signum(), ty);
    let least = rw.value(AddIOp::build(init, one));
    match counted.step > 0 {
        true => rw.value(MaxSIOp::build(bound, least)),
        false => rw.value(MinSIOp::build(bound, least)),
    }
}

/// The old induction variable, computed from the new one.
fn induction_value(rw: &mut Rewriter, counted: &CountedLoop, at: Value, first: Value, init: Value) -> Value {
    let ty = rw.ty(init);
    let value = if counted.step > 0 { at } else { rw.value(SubIOp::build(first, at)) };
    rw.value(IndexCastOp::build(ty, value))
}

/// The sum of the increments since the first iteration, if they are positive.
fn distance(rw: &mut Rewriter, counted: &CountedLoop, at: Value, first: Value) -> Value {
    if counted.step > 0 { rw.value(SubIOp::build(at, first)) } else { at }
}

/// A variable with the increment `factor` where `distance` has one.
fn derived(rw: &mut Rewriter, distance: Value, init: Value, factor: i64) -> Value {
    let ty = rw.ty(init);
    let mut distance = rw.value(IndexCastOp::build(ty, distance));
    if factor != 1 {
        let factor = constant_int(rw, factor, ty);
        distance = rw.value(MulIOp::build(distance, factor));
    }
    rw.value(AddIOp::build(init, distance))
}

fn to_index(rw: &mut Rewriter, value: Value) -> Value {
    let cast = rw.value(IndexCastOp::build(Type::INDEX, value));
    hoist(rw, cast);
    cast
}

/// Where the results of the old loop come from.
struct Returned {
    sources: Vec<Source>,
    /// Values of the last iteration that are carried only to be returned.
    extra: Vec<Value>,
}

enum Source {
    /// The result has no uses.
    Unused,
    /// A value from outside the loop.
    Outside(Value),
    /// A result of the new loop.
    Result(usize),
}

impl Returned {
    fn of(rw: &Rewriter, op: WhileOp, counted: &CountedLoop, carried: &[usize]) -> Self {
        let (mut sources, mut extra) = (Vec::new(), Vec::new());
        let forwarded = op.condition_op(rw).args(rw);
        for (&value, &result) in forwarded.iter().zip(rw.results(op.id())) {
            let known = carried.iter().position(|&index| counted.next_values[index] == value);
            sources.push(match known {
                _ if rw.is_unused(result) => Source::Unused,
                _ if !rw.is_defined_inside(op.id(), value) => Source::Outside(value),
                _ if value == counted.tested && counted.ends_at_bound => Source::Outside(counted.bound),
                Some(index) => Source::Result(index),
                None => {
                    let index = extra.iter().position(|&other| other == value).unwrap_or_else(|| {
                        extra.push(value);
                        extra.len() - 1
                    });
                    Source::Result(carried.len() + index)
                }
            });
        }
        Self { sources, extra }
    }
}

/// Computes the bounds that depend on outer loops in `index`: they were computed from integers, which are no affine
/// expressions.
pub(super) fn simplify_bounds(rw: &mut Rewriter) {
    let mut loops = Vec::new();
    rw.walk_preorder(rw.root(), |op| loops.extend(OpRef::new(rw, op).cast::<ForOp>()));
    loops.retain(|op: &ForOp| rw.ty(op.lowerBound(rw)).is_index());
    for op in loops {
        rw.before(op.id());
        rw.set_loc(rw.loc(op.id()));
        for (place, bound) in [op.lowerBound(rw), op.upperBound(rw)].into_iter().enumerate() {
            let polynomial = polynomial(rw, bound);
            let mut factors = polynomial.terms().flat_map(|(product, _)| product);
            let is_inner = factors.any(|&factor| loop_of(rw, factor).is_some());
            if is_inner && polynomial != Polynomial::value(bound) {
                let bound = Number::of_polynomial(rw, &polynomial).value(rw);
                rw.set_operand(op.id(), place, bound);
            }
        }
    }
}
