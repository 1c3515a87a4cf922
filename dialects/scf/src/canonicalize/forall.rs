//! Canonicalization of `scf.forall`: constant bounds, unchanged tensors, and dimensions with trip count zero or one.

use rmlir::core::clone::CloneMap;
use rmlir::core::fold::constant_value;
use rmlir::core::mixed_index::SliceLists;
use rmlir::prelude::*;
use rmlir_tensor::{InsertSliceOp, ParallelInsertSliceOp};

use super::bound_value;
use super::region_branch::erase_results;
use crate::forall::{ForallOp, split};
use crate::trip_count::constant_trip_count;

canonicalize! {
    ForallOp: crate::canonicalize::tensor_casts::share_what_is_cast, fold_control_operands, fold_iter_args, fold_single_or_zero_iteration_dims, replace_constant_induction_vars;
}

/// Makes constant bounds static attributes.
#[pattern]
pub(crate) fn fold_control_operands(op: ForallOp, rw: &mut Rewriter) -> Match {
    let LoopBounds { mut lower, mut upper, mut step } = ForallOp::mixed_bounds(OpRef::new(rw, op.id()));
    if !fold_bounds(rw, &mut lower) && !fold_bounds(rw, &mut upper) && !fold_bounds(rw, &mut step) {
        return rw.no_match(op, "no bound is a constant that is a value");
    }
    set_bounds(rw, op, [&lower, &upper, &step]);
    Match::Yes
}

/// Replaces the constants among `bounds` by attributes.
fn fold_bounds(body: &Body, bounds: &mut [ValueOrAttr]) -> bool {
    let mut changed = false;
    for bound in bounds {
        if let ValueOrAttr::Value(value) = *bound
            && let Some(attr) = constant_value(body, value)
        {
            *bound = ValueOrAttr::Attr(attr);
            changed = true;
        }
    }
    changed
}

fn set_bounds(rw: &mut Rewriter, op: ForallOp, bounds: [&[ValueOrAttr]; 3]) {
    let outputs = op.outputs(rw);
    let mut operands = Vec::new();
    let mut sizes = Vec::new();
    rw.modifying(op.id());
    let body = rw.body_mut();
    let slots = [ForallOp::STATIC_LOWER_BOUND, ForallOp::STATIC_UPPER_BOUND, ForallOp::STATIC_STEP];
    for (bounds, slot) in bounds.into_iter().zip(slots) {
        let (values, fixed) = split(body, bounds);
        body.set_prop(op.id(), slot, body.i64_array(&fixed));
        sizes.push(values.len() as i32);
        operands.extend(values);
    }
    sizes.push(outputs.len() as i32);
    operands.extend(outputs);
    body.set_operands(op.id(), &operands);
    let sizes = body.i32_array(&sizes);
    body.set_attr(op.id(), "operandSegmentSizes", sizes);
    rw.modified(op.id());
}

/// Removes shared tensors whose result is unused, or into which nothing is inserted.
#[pattern]
pub(crate) fn fold_iter_args(op: ForallOp, rw: &mut Rewriter) -> Match {
    let outputs = op.outputs(rw);
    let rank = ForallOp::rank(OpRef::new(rw, op.id()));
    let args = rw.args(op.body(rw))[rank..].to_vec();
    let results = rw.results(op.id()).to_vec();
    let is_dead = |index: &usize| rw.is_unused(results[*index]) || combining_ops(rw, args[*index]).is_empty();
    let dead: Vec<usize> = (0..outputs.len()).filter(is_dead).collect();
    if dead.is_empty() {
        return rw.no_match(op, "all shared tensors are changed and used");
    }
    for &index in &dead {
        for combining in combining_ops(rw, args[index]) {
            rw.erase(combining);
        }
    }
    for &index in &dead {
        rw.replace_all_uses(args[index], outputs[index]);
        rw.replace_all_uses(results[index], outputs[index]);
    }
    let block = op.body(rw);
    for &index in dead.iter().rev() {
        rw.erase_arg(block, rank + index);
    }
    rw.modified(op.id());
    let kept: Vec<Value> =
        outputs.iter().enumerate().filter(|(index, _)| !dead.contains(index)).map(|(_, &output)| output).collect();
    let smaller = erase_results(rw, op.id(), &dead);
    let bounds = ForallOp::mixed_bounds(OpRef::new(rw, smaller));
    set_outputs(rw.body_mut(), smaller, &bounds, &kept);
    Match::Yes
}

fn set_outputs(body: &mut Body, op: OpId, bounds: &LoopBounds, outputs: &[Value]) {
    let lists = [&bounds.lower, &bounds.upper, &bounds.step].map(|list| split(body, list).0);
    let mut sizes: Vec<i32> = lists.iter().map(|list| list.len() as i32).collect();
    sizes.push(outputs.len() as i32);
    let operands: Vec<Value> = lists.into_iter().flatten().chain(outputs.iter().copied()).collect();
    body.set_operands(op, &operands);
    let sizes = body.i32_array(&sizes);
    body.set_attr(op, "operandSegmentSizes", sizes);
}

/// The combining operations with destination `arg`, a shared tensor.
fn combining_ops(body: &Body, arg: Value) -> Vec<OpId> {
    body.users(arg).filter(|&user| body.interface::<dyn ParallelCombining>(user).is_some()).collect()
}

/// Removes dimensions with trip count one; removes a loop that has a dimension with trip count zero.
#[pattern]
pub(crate) fn fold_single_or_zero_iteration_dims(op: ForallOp, rw: &mut Rewriter) -> Match {
    let is_mapped = op.mapping(rw).is_some_and(|list| !list.is_empty());
    if is_mapped {
        return rw.no_match(op, "the dimensions are mapped to processing units");
    }
    let LoopBounds { lower, upper, step } = ForallOp::mixed_bounds(OpRef::new(rw, op.id()));
    let induction_vars = rw.args(op.body(rw)).to_vec();
    let mut left: [Vec<ValueOrAttr>; 3] = Default::default();
    let mut map = CloneMap::default();
    for dim in 0..lower.len() {
        let n_iterations = constant_trip_count(rw, lower[dim], upper[dim], step[dim], true);
        if n_iterations.as_ref().is_some_and(ApInt::is_zero) {
            return rw.replace(op, op.outputs(rw));
        }
        if n_iterations.as_ref().is_some_and(ApInt::is_one) {
            let value = bound_value(rw, lower[dim]);
            map.values.insert(induction_vars[dim], value);
            continue;
        }
        let bounds = [lower[dim], upper[dim], step[dim]];
        left.iter_mut().zip(bounds).for_each(|(list, bound)| list.push(bound));
    }
    if left[0].is_empty() {
        return promote(op, rw, &lower);
    }
    if left[0].len() == lower.len() {
        return rw.no_match(op, "no dimensions have 0 or 1 iterations");
    }
    let [lower, upper, step] = left;
    let smaller = create_like(rw, op, &LoopBounds { lower, upper, step });
    rw.clone_region(op.region(rw), smaller.region(rw), &mut map);
    let results = rw.results(smaller.id()).to_vec();
    rw.replace(op, results)
}

/// Replaces the loop by its body, for a single iteration.
fn promote(op: ForallOp, rw: &mut Rewriter, lower: &[ValueOrAttr]) -> Match {
    let block = op.body(rw);
    let shared = rw.args(block)[lower.len()..].to_vec();
    let end = op.terminator(rw);
    let Some(insertions) = insertions(rw, end, &shared) else {
        return rw.no_match(op, "something else than slices is put into the tensors");
    };
    let mut args: Vec<Value> = lower.iter().map(|&bound| bound_value(rw, bound)).collect();
    let mut results = op.outputs(rw);
    args.extend(&results);
    rw.inline_block_before(block, op.id(), &args);
    rw.after(op.id());
    for (insertion, index) in insertions {
        let lists = SliceLists::of(OpRef::new(rw, insertion.id()));
        let dest = results[index];
        let insert = InsertSliceOp::of(rw.cx(), rw.ty(dest), insertion.source(rw), dest, &lists);
        results[index] = rw.value(insert.at(rw.loc(op.id())));
    }
    rw.erase(end);
    rw.replace(op, results)
}

/// The parallel insertions in `end`, each with the index of its shared tensor; `None` if there are other operations.
fn insertions(body: &Body, end: OpId, shared: &[Value]) -> Option<Vec<(ParallelInsertSliceOp, usize)>> {
    let block = body.entry(body.region(end, 0))?;
    let insertion = |op: OpId| {
        let insertion = OpRef::new(body, op).cast::<ParallelInsertSliceOp>()?;
        let dest = insertion.dest(body);
        Some((insertion, shared.iter().position(|&arg| arg == dest)?))
    };
    body.ops(block).map(insertion).collect()
}

/// A loop with the attributes and tensors of `op`, other bounds, and no body.
fn create_like(rw: &mut Rewriter, op: ForallOp, bounds: &LoopBounds) -> ForallOp {
    let (loc, outputs, mapping) = (rw.loc(op.id()), op.outputs(rw), op.mapping(rw));
    let new = ForallOp::create_without_body(rw, loc, bounds, &outputs, mapping);
    let discardable = rw.attr_dict(op.id());
    rw.set_attr_dict(new, discardable);
    new
}

/// Replaces induction variables with a single value by that value.
#[pattern]
pub(crate) fn replace_constant_induction_vars(op: ForallOp, rw: &mut Rewriter) -> Match {
    let LoopBounds { lower, upper, step } = ForallOp::mixed_bounds(OpRef::new(rw, op.id()));
    let induction_vars = rw.args(op.body(rw)).to_vec();
    let mut changed = false;
    for dim in 0..lower.len() {
        if rw.is_unused(induction_vars[dim]) {
            continue;
        }
        let n_iterations = constant_trip_count(rw, lower[dim], upper[dim], step[dim], true);
        if n_iterations.as_ref().is_some_and(ApInt::is_one) {
            let value = bound_value(rw, lower[dim]);
            rw.replace_all_uses(induction_vars[dim], value);
            changed = true;
        }
    }
    if changed { Match::Yes } else { rw.no_match(op, "no used induction variable has one value") }
}
