//! Marked `scf.parallel` loops: lanes are iterations of the last dimension, which is contiguous in memory in most
//! cases.
//!
//! A loop of several dimensions becomes a parallel loop of all but the last around a marked one of the last. Its vector
//! iterations stay parallel. A loop with reductions becomes a nest of `scf.for`, one of the legal orders: the innermost
//! loop has the mark, and carries the accumulators.

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_scf::{ForOp, ParallelOp, ReduceOp, YieldOp};

use crate::marks::MARK;

/// Splits marked loops so that only loops of one dimension are marked.
pub fn split_marked(body: &mut Body) {
    let mut marked = Vec::new();
    body.walk_postorder(body.root(), |op| {
        if body.attr(op, MARK).is_some() {
            marked.extend(OpRef::new(body, op).cast::<ParallelOp>());
        }
    });
    for op in marked {
        if OpRef::new(body, op.id()).n_results() > 0 {
            sequence(&mut Rewriter::new(body), op);
        } else if op.lowerBound(body).len() > 1 {
            split(&mut Rewriter::new(body), op);
        }
    }
}

/// Replaces `op`, which has reductions, by a nest of `scf.for`.
fn sequence(rw: &mut Rewriter, op: ParallelOp) {
    let (lower, upper, step) = (op.lowerBound(rw).to_vec(), op.upperBound(rw).to_vec(), op.step(rw).to_vec());
    let (block, loc, mark) = (op.body(rw), rw.loc(op.id()), rw.attr(op.id(), MARK));
    let last = rw.last_op(block).expect("the body of a loop ends with a terminator");
    let mut state: Vec<Value> = op.initVals(rw).to_vec();
    rw.before(op.id());
    rw.set_loc(loc);
    let (mut nest, mut map) = (Vec::new(), CloneMap::default());
    for (dim, bounds) in lower.into_iter().zip(upper).zip(step).enumerate() {
        let ((lower, upper), step) = bounds;
        let inner = ForOp::create(rw, loc, [lower, upper, step], &state);
        map.values.insert(rw.arg(block, dim), inner.induction_var(rw));
        rw.at_end(inner.body(rw));
        state = inner.iter_args(rw);
        nest.push(inner);
    }
    for inner in rw.ops(block).filter(|&inner| inner != last).collect::<Vec<OpId>>() {
        rw.clone_op(inner, &mut map);
    }
    let mut next = Vec::new();
    for (number, &carried) in state.iter().enumerate() {
        let combiner = rw.entry(rw.region(last, number)).expect("a reduction has a block");
        let value = map.value(rw.operand(last, number));
        map.values.insert(rw.arg(combiner, 0), carried);
        map.values.insert(rw.arg(combiner, 1), value);
        let end = rw.last_op(combiner).expect("a reduction ends with a terminator");
        for inner in rw.ops(combiner).filter(|&inner| inner != end).collect::<Vec<OpId>>() {
            rw.clone_op(inner, &mut map);
        }
        next.push(map.value(rw.operand(end, 0)));
    }
    for inner in nest.iter().rev() {
        rw.at_end(inner.body(rw));
        rw.create(YieldOp::build(&next));
        next = rw.results(inner.id()).to_vec();
    }
    if let (Some(mark), Some(innermost)) = (mark, nest.last()) {
        rw.set_attr(innermost.id(), MARK, mark);
    }
    for (old, new) in rw.results(op.id()).to_vec().into_iter().zip(next) {
        rw.replace_all_uses(old, new);
    }
    rw.erase(op.id());
}

/// Moves the last dimension of `op` into a loop of its own.
fn split(rw: &mut Rewriter, op: ParallelOp) {
    let bounds = [op.lowerBound(rw), op.upperBound(rw), op.step(rw)];
    let n_outer = bounds[0].len() - 1;
    let loc = rw.loc(op.id());
    rw.before(op.id());
    rw.set_loc(loc);
    let outer = bounds.each_ref().map(|bound| bound[..n_outer].to_vec());
    let around = parallel(rw, &outer);
    let place = rw.insert_point();
    let block = around.body(rw);
    let last = rw.last_op(block).expect("the body of a loop ends with a terminator");
    rw.before(last);
    let inner = bounds.each_ref().map(|bound| bound[n_outer..].to_vec());
    let new = rw.create(ParallelOp::build(&[], &inner[0], &inner[1], &inner[2], &[]));
    let old_block = op.body(rw);
    rw.take_blocks(op.region(rw), new.region(rw));
    for dim in 0..n_outer {
        let (old, outer) = (rw.arg(old_block, dim), rw.arg(block, dim));
        rw.replace_all_uses(old, outer);
    }
    for dim in (0..n_outer).rev() {
        rw.erase_arg(old_block, dim);
    }
    if let Some(mark) = rw.attr(op.id(), MARK) {
        rw.set_attr(new, MARK, mark);
    }
    rw.set_insert_point(place);
    rw.erase(op.id());
}

/// Creates an empty parallel loop from `[lower, upper, step]` at the insertion point, which is after it on return.
pub(crate) fn parallel(rw: &mut Rewriter, [lower, upper, step]: &[Vec<Value>; 3]) -> ParallelOp {
    let new = rw.create(ParallelOp::build(&[], lower, upper, step, &[]));
    let (around, loc) = (rw.insert_point(), rw.default_loc());
    let region = new.region(rw);
    let block = rw.create_block(region, &vec![Type::INDEX; lower.len()], &vec![loc; lower.len()]);
    rw.at_end(block);
    rw.create(ReduceOp::build(&[]).regions(0));
    rw.set_insert_point(around);
    new
}
