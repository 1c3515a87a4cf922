//! Promotion of loops with a single iteration: the loop is replaced by its body.

use rmlir::affine_maps::AffineMap;
use rmlir::prelude::*;
use rmlir_affine::trip_count::static_trip_count;
use rmlir_affine::{ApplyOp, ForOp};

/// Replaces a loop with a trip count of 1 by its body. Returns whether it was replaced.
///
/// The induction variable is replaced by the lower bound: a constant at the start of the function, or the result of the
/// map before the loop.
pub fn promote_if_single_iteration(rw: &mut Rewriter, op: ForOp) -> bool {
    if static_trip_count(rw, op) != Some(1) || op.lower_map(rw).n_results() != 1 {
        return false;
    }
    let induction_var = op.induction_var(rw);
    if !rw.is_unused(induction_var) {
        let value = lower_bound_value(rw, op);
        rw.replace_all_uses(induction_var, value);
    }
    let inits = op.inits(rw);
    for (arg, init) in op.iter_args(rw).into_iter().zip(inits) {
        rw.replace_all_uses(arg, init);
    }
    let (block, terminator) = (op.body(rw), op.terminator(rw));
    let yielded: Vec<Value> = rw.operands(terminator).collect();
    for (result, value) in rw.results(op.id()).to_vec().into_iter().zip(yielded) {
        rw.replace_all_uses(result, value);
    }
    rw.erase(terminator);
    while let Some(first) = rw.first_op(block) {
        rw.move_before(first, op.id());
    }
    rw.erase(op);
    true
}

fn lower_bound_value(rw: &mut Rewriter, op: ForOp) -> Value {
    let loc = rw.loc(op.id());
    if let Some(value) = op.constant_lower_bound(rw) {
        match function_entry(rw, op) {
            Some(entry) => rw.at_start(entry),
            None => rw.before(op.id()),
        }
        let value = rw.index_attr(value);
        return rw.value(rmlir_arith::ConstantOp::build(value).at(loc));
    }
    let (map, operands) = op.lower_bound(rw);
    if map == AffineMap::dim_identity() {
        return operands[0];
    }
    rw.before(op.id());
    let map = op.lowerBoundMap(rw);
    rw.value(ApplyOp::build(&operands, map).at(loc))
}

/// The entry block of the surrounding function.
fn function_entry(body: &Body, op: ForOp) -> Option<BlockId> {
    let function = body.find_ancestor(op.id(), |outer| body.interface::<dyn FunctionOp>(outer).is_some())?;
    body.entry(*body.regions(function).first()?)
}
