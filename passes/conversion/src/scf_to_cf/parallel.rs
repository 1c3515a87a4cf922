//! Lowering of `scf.parallel` to one-dimensional loops.

use rmlir::prelude::*;
use rmlir_scf::{ForOp, ParallelOp, ReduceOp, YieldOp};

/// Creates a loop nest, one loop for each dimension. Reductions are done in the innermost, on loop-carried values.
#[pattern]
pub(super) fn lower_parallel(op: ParallelOp, rw: &mut Rewriter) -> Match {
    let loc = rw.loc(op.id());
    let reduce = op.reduce_op(rw);
    if !OpRef::new(rw, reduce.id()).is::<ReduceOp>() {
        return rw.no_match(op, "the body does not end with a reduce");
    }
    let (lower, upper, step) = (op.lowerBound(rw), op.upperBound(rw), op.step(rw));
    let mut carried = op.initVals(rw);
    let mut results = carried.clone();
    let mut induction_vars = Vec::new();
    for dim in 0..lower.len() {
        let inner = ForOp::create(rw, loc, [lower[dim], upper[dim], step[dim]], &carried);
        induction_vars.push(inner.induction_var(rw));
        carried = inner.iter_args(rw);
        let inner_results = rw.results(inner.id()).to_vec();
        if dim == 0 {
            results = inner_results;
        } else if !inner_results.is_empty() {
            let block = rw.insert_block().expect("the loop was made in a block");
            rw.at_end(block);
            rw.create(YieldOp::build(&inner_results).at(loc));
        }
        rw.at_start(inner.body(rw));
    }
    let reduced = inline_reductions(rw, reduce, &carried);
    rw.erase(reduce);

    let target = rw.insert_block().expect("the innermost loop has a body");
    let source = op.body(rw);
    match rw.last_op(target) {
        Some(last) => rw.inline_block_before(source, last, &induction_vars),
        None => rw.merge_blocks(source, target, &induction_vars),
    }
    if !reduced.is_empty() {
        rw.at_end(target);
        rw.create(YieldOp::build(&reduced).at(loc));
    }
    rw.replace(op, results)
}

/// Inlines the reductions before `reduce`, with `carried` and its operands as arguments. Returns the reduced values.
fn inline_reductions(rw: &mut Rewriter, reduce: ReduceOp, carried: &[Value]) -> Vec<Value> {
    let mut reduced = Vec::new();
    for (index, region) in reduce.reductions(rw).into_iter().enumerate() {
        let block = rw.entry(region).expect("a reduction has a block");
        let last = rw.last_op(block).expect("a reduction ends with its value");
        reduced.push(rw.operand(last, 0));
        rw.erase(last);
        let args = [carried[index], rw.operand(reduce.id(), index)];
        rw.inline_block_before(block, reduce.id(), &args);
    }
    reduced
}
