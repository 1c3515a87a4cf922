//! Loop unrolling with a remainder loop.

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, ConstantOp, DivUIOp, MaxSIOp, MaxUIOp, MulIOp, RemSIOp, SubIOp, get_constant_int_value};
use rmlir_scf::ForOp;

/// Unrolls `op` by `factor`. Returns whether it succeeded.
pub fn unroll_by(rw: &mut Rewriter, op: ForOp, factor: u64) -> bool {
    let block = op.body(rw);
    if rw.first_op(block) == rw.last_op(block) {
        return true;
    }
    let count = op.trip_count(rw);
    if factor <= 1 && count.is_some() {
        return count.is_none_or(|count| !count.is_one()) || promote_if_single_iteration(rw, op);
    }
    rw.before(op.id());
    let step = op.step(rw);
    let known = [op.lowerBound(rw), op.upperBound(rw), step].map(|bound| get_constant_int_value(rw, bound));
    let (upper, scaled, has_rest) = match (count.and_then(|count| count.to_u64()), known) {
        (Some(count), [Some(lower), Some(upper), Some(by)]) => {
            if op.unsignedCmp(rw) && [lower, upper, by].iter().any(|&bound| bound < 0) {
                return false;
            }
            if !fits_step(rw, step, by, factor) {
                return false;
            }
            known_bounds(rw, op, [lower, upper, by], count, factor)
        }
        // In a narrow type the range may exceed the largest step.
        (None, _) if rw.ty(step).int_or_index_width(rw).is_some_and(|width| width < 32) => return false,
        (None, _) => unknown_bounds(rw, op, factor),
        // The trip count is known, the bounds are not.
        _ => return false,
    };
    if has_rest {
        rest(rw, op, upper);
    }
    rw.set_operand(op, ForOp::UPPER_BOUND_OPERAND, upper);
    rw.set_operand(op, ForOp::STEP_OPERAND, scaled);
    repeat_body(rw, op, factor, step);
    promote_if_single_iteration(rw, op);
    true
}

/// Whether `factor` times the constant step `by` is a positive integer of the type of `step`.
pub(crate) fn fits_step(body: &Body, step: Value, by: i64, factor: u64) -> bool {
    let width = body.ty(step).int_or_index_width(body).unwrap_or(0);
    let scaled = i128::from(by) * i128::from(factor);
    scaled > 0 && (128 - scaled.leading_zeros()) < width
}

/// Creates a constant of the type of the loop's bounds.
fn constant(rw: &mut Rewriter, value: i64, ty: Type) -> Value {
    let value = rw.int_attr(ty, value);
    rw.value(ConstantOp::build(value))
}

/// The upper bound and the step of the unrolled loop, and whether there is a remainder.
fn known_bounds(
    rw: &mut Rewriter,
    op: ForOp,
    [lower, upper, step]: [i64; 3],
    count: u64,
    factor: u64,
) -> (Value, Value, bool) {
    let n_whole = count - count % factor;
    let end = lower.wrapping_add((n_whole as i64).wrapping_mul(step));
    let has_rest = end < upper;
    let new_upper = match has_rest {
        true => constant(rw, end, rw.ty(op.upperBound(rw))),
        false => op.upperBound(rw),
    };
    let scaled = match n_whole == 0 || factor == 1 {
        true => op.step(rw),
        false => constant(rw, step.wrapping_mul(factor as i64), rw.ty(op.step(rw))),
    };
    (new_upper, scaled, has_rest)
}

/// Like [`known_bounds`], for bounds that are not constant. A lower bound above the upper one is clamped to it, so that
/// neither loop has an iteration; upstream treats the negative range as a large one.
fn unknown_bounds(rw: &mut Rewriter, op: ForOp, factor: u64) -> (Value, Value, bool) {
    let (lower, step) = (op.lowerBound(rw), op.step(rw));
    let upper = match op.unsignedCmp(rw) {
        true => rw.value(MaxUIOp::build(op.upperBound(rw), lower)),
        false => rw.value(MaxSIOp::build(op.upperBound(rw), lower)),
    };
    let ty = rw.ty(lower);
    let difference = rw.value(SubIOp::build(upper, lower));
    let one = constant(rw, 1, ty);
    let less = rw.value(SubIOp::build(step, one));
    let sum = rw.value(AddIOp::build(difference, less));
    let count = rw.value(DivUIOp::build(sum, step));
    let factor = constant(rw, factor as i64, ty);
    let n_rest = rw.value(RemSIOp::build(count, factor));
    let n_whole = rw.value(SubIOp::build(count, n_rest));
    let length = rw.value(MulIOp::build(n_whole, step));
    let end = rw.value(AddIOp::build(lower, length));
    let scaled = rw.value(MulIOp::build(step, factor));
    (end, scaled, true)
}

/// Creates a copy of the loop after it for the iterations from `start` on.
fn rest(rw: &mut Rewriter, op: ForOp, start: Value) {
    rw.after(op.id());
    let rest = ForOp::from_id(rw.clone_op(op.id(), &mut CloneMap::default()));
    rw.set_operand(rest, ForOp::LOWER_BOUND_OPERAND, start);
    let (old, new) = (rw.results(op.id()).to_vec(), rw.results(rest.id()).to_vec());
    for (&old, &new) in old.iter().zip(&new) {
        rw.replace_all_uses(old, new);
    }
    let mut operands: Vec<Value> = rw.operands(rest.id()).take(ForOp::INIT_ARGS_OPERAND).collect();
    operands.extend(&old);
    rw.set_operands(rest, &operands);
    promote_if_single_iteration(rw, rest);
}

/// Clones the body `factor - 1` times before its terminator; each clone uses the values that the previous one would
/// yield.
fn repeat_body(rw: &mut Rewriter, op: ForOp, factor: u64, step: Value) {
    let (block, end, loc) = (op.body(rw), op.terminator(rw), rw.loc(op.id()));
    let (variable, args) = (op.induction_var(rw), op.iter_args(rw));
    let ops: Vec<OpId> = rw.ops(block).filter(|&inner| inner != end).collect();
    let yielded: Vec<Value> = rw.operands(end).collect();
    let mut last = yielded.clone();
    for number in 1..factor {
        rw.before(end);
        rw.set_loc(loc);
        let mut map = CloneMap::default();
        for (&arg, &value) in args.iter().zip(&last) {
            map.values.insert(arg, value);
        }
        if !rw.is_unused(variable) {
            let ty = rw.ty(variable);
            let number = constant(rw, number as i64, ty);
            let offset = rw.value(MulIOp::build(step, number));
            let at = rw.value(AddIOp::build(variable, offset));
            map.values.insert(variable, at);
        }
        for &inner in &ops {
            rw.clone_op(inner, &mut map);
        }
        last = yielded.iter().map(|&value| map.value(value)).collect();
    }
    rw.set_operands(end, &last);
}

/// Replaces a loop with a trip count of at most 1 by its body. Returns whether it was replaced.
pub fn promote_if_single_iteration(rw: &mut Rewriter, op: ForOp) -> bool {
    let Some(count) = op.trip_count(rw).and_then(|count| count.to_u64()).filter(|&count| count <= 1) else {
        return false;
    };
    let (results, inits) = (rw.results(op.id()).to_vec(), op.initArgs(rw));
    if count == 0 {
        results.iter().zip(&inits).for_each(|(&result, &init)| rw.replace_all_uses(result, init));
        rw.erase(op);
        return true;
    }
    let (block, end) = (op.body(rw), op.terminator(rw));
    let yielded: Vec<Value> = rw.operands(end).collect();
    results.iter().zip(&yielded).for_each(|(&result, &value)| rw.replace_all_uses(result, value));
    let mut args = vec![op.lowerBound(rw)];
    args.extend(inits);
    rw.inline_block_before(block, op.id(), &args);
    rw.erase(end);
    rw.erase(op);
    true
}
