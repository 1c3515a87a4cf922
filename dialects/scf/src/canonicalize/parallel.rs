//! Canonicalization of `scf.parallel`: dimensions with trip count zero or one, and perfectly nested loops.

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;

use crate::trip_count::constant_trip_count;
use crate::{ParallelOp, ReduceOp};

canonicalize! {
    ParallelOp: fold_single_or_zero_iteration_dims, merge_nested_parallel_loops;
}

/// Lower bounds, upper bounds and steps.
type Bounds = [Vec<Value>; 3];

fn bounds(body: &Body, op: ParallelOp) -> Bounds {
    [op.lowerBound(body), op.upperBound(body), op.step(body)]
}

/// Removes dimensions with trip count one; removes a loop that has a dimension with trip count zero.
#[pattern]
pub(crate) fn fold_single_or_zero_iteration_dims(op: ParallelOp, rw: &mut Rewriter) -> Match {
    let [lower, upper, step] = bounds(rw, op);
    let induction_vars = rw.args(op.body(rw)).to_vec();
    let mut left: Bounds = Default::default();
    let mut map = CloneMap::default();
    let n_dims = lower.len().min(upper.len()).min(step.len());
    for dim in 0..n_dims {
        let bounds = [lower[dim], upper[dim], step[dim]];
        let [low, high, by] = bounds.map(ValueOrAttr::Value);
        let n_iterations = constant_trip_count(rw, low, high, by, true);
        if n_iterations.as_ref().is_some_and(ApInt::is_zero) {
            return rw.replace(op, op.initVals(rw));
        }
        if n_iterations.as_ref().is_some_and(ApInt::is_one) {
            map.values.insert(induction_vars[dim], lower[dim]);
            continue;
        }
        left.iter_mut().zip(bounds).for_each(|(list, bound)| list.push(bound));
    }
    if left[0].len() == lower.len() {
        return rw.no_match(op, "no dimension is known to run once or never");
    }
    if left[0].is_empty() {
        return inline_body(op, rw, map);
    }
    let [lower, upper, step] = left;
    let types: Vec<Type> = rw.result_types(op.id()).collect();
    let smaller = rw.create(ParallelOp::build(&types, &lower, &upper, &step, &op.initVals(rw)));
    rw.clone_region(op.region(rw), smaller.region(rw), &mut map);
    let results = rw.results(smaller.id()).to_vec();
    rw.replace(op, results)
}

/// Replaces the loop by its body and reductions, for a single iteration.
fn inline_body(op: ParallelOp, rw: &mut Rewriter, mut map: CloneMap) -> Match {
    let reduce = op.reduce_op(rw);
    clone_without_terminator(op.body(rw), rw, &mut map);
    let mut results = Vec::new();
    for (index, region) in reduce.reductions(rw).into_iter().enumerate() {
        let block = rw.entry(region).expect("a reduction has a block");
        let init = op.initVals(rw)[index];
        let value = map.value(rw.operand(reduce.id(), index));
        map.values.insert(rw.arg(block, 0), init);
        map.values.insert(rw.arg(block, 1), value);
        clone_without_terminator(block, rw, &mut map);
        let last = rw.last_op(block).expect("a reduction ends with its value");
        results.push(map.value(rw.operand(last, 0)));
    }
    rw.replace(op, results)
}

fn clone_without_terminator(block: BlockId, rw: &mut Rewriter, map: &mut CloneMap) {
    let last = rw.last_op(block);
    for inner in rw.ops(block).filter(|&inner| Some(inner) != last).collect::<Vec<_>>() {
        rw.clone_op(inner, map);
    }
}

/// Merges perfectly nested loops.
#[pattern]
pub(crate) fn merge_nested_parallel_loops(op: ParallelOp, rw: &mut Rewriter) -> Match {
    let outer = op.body(rw);
    let first = rw.first_op(outer).expect("the body ends with a reduce");
    let is_alone = rw.next_op(first).is_some() && rw.next_op(first) == rw.last_op(outer);
    let Some(inner) = OpRef::new(rw, first).cast::<ParallelOp>().filter(|_| is_alone) else {
        return rw.no_match(op, "it does not hold just another loop");
    };
    let inner_bounds = bounds(rw, inner);
    if rw.args(outer).iter().any(|arg| inner_bounds.iter().any(|list| list.contains(arg))) {
        return rw.no_match(op, "the bounds of the inner loop depend on the outer one");
    }
    if !op.initVals(rw).is_empty() || !inner.initVals(rw).is_empty() {
        return rw.no_match(op, "there are reductions");
    }
    let mut all = bounds(rw, op);
    all.iter_mut().zip(&inner_bounds).for_each(|(list, inner)| list.extend(inner));
    let [lower, upper, step] = all;
    let merged = rw.create(ParallelOp::build(&[], &lower, &upper, &step, &[]));
    let inner_block = inner.body(rw);
    build_merged_body(rw.body_mut(), merged, [outer, inner_block]);
    rw.replace(op, [])
}

/// Builds the body of `merged` from the innermost of `blocks`. As in upstream, the driver is not notified of the new
/// operations: it visits them in its next iteration.
fn build_merged_body(body: &mut Body, merged: ParallelOp, blocks: [BlockId; 2]) {
    let loc = body.loc(merged.id());
    let old_args: Vec<Value> = blocks.iter().flat_map(|&block| body.args(block).to_vec()).collect();
    let n = old_args.len();
    let block = body.create_block(&vec![Type::INDEX; n], &vec![loc; n]);
    body.append_block(merged.region(body), block);
    let mut map = CloneMap::default();
    map.values.extend(old_args.into_iter().zip(body.args(block).to_vec()));
    let last = body.last_op(blocks[1]);
    for inner in body.ops(blocks[1]).filter(|&inner| Some(inner) != last).collect::<Vec<_>>() {
        let copy = body.clone_op(inner, &mut map);
        body.append_op(block, copy);
    }
    let end = ReduceOp::build(&[]).at(loc).finish(body);
    let end = body.create_op(end);
    body.append_op(block, end);
}
