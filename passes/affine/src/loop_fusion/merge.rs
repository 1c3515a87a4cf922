//! Insertion of a slice of a nest into another one.

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_affine::ForOp;
use rmlir_affine::analysis::parallel::is_parallel_reduction;
use rmlir_affine::analysis::slice::Slice;
use rmlir_affine::compose::canonicalize_map_and_operands;
use rmlir_affine::scope::for_of_induction_var;
use rmlir_affine::trip_count::static_trip_count;

use crate::promote::promote_if_single_iteration;
use crate::yields::with_additional_yields;

/// Inserts a copy of `source`, restricted to the slice, into the target of the slice. With `keep_reductions`,
/// reductions of single iterations become reductions of the surrounding loop: returns the replaced loops with their
/// replacements.
pub fn fuse_loops(rw: &mut Rewriter, source: ForOp, slice: &Slice, keep_reductions: bool) -> Vec<(ForOp, ForOp)> {
    let target = slice.target.body(rw);
    let place = if slice.is_backward { rw.first_op(target) } else { rw.last_op(target) };
    rw.before(place.expect("a loop's body ends with a yield"));
    let mut map = CloneMap::default();
    rw.clone_op(source.id(), &mut map);
    let mut loops = Vec::new();
    for (iv, bounds) in slice.ivs.iter().zip(&slice.bounds) {
        let Some(op) = map.values.get(iv).and_then(|&iv| for_of_induction_var(rw, iv)) else { continue };
        loops.push(op);
        for (is_lower, bound) in [(true, &bounds.0), (false, &bounds.1)] {
            let Some(bound) = bound else { continue };
            let (mut bound, mut operands) = (bound.clone(), slice.operands.clone());
            canonicalize_map_and_operands(rw, &mut bound, &mut operands);
            op.set_bound(rw, is_lower, &(bound, operands));
        }
    }
    let mut replaced = Vec::new();
    for op in loops {
        if keep_reductions && is_parallel_reduction(rw, op) && slice.is_unit(rw) {
            replaced.extend(promote_reduction(rw, op));
        } else {
            promote_if_single_iteration(rw, op);
        }
    }
    replaced
}

/// Promotes a loop with a single iteration into the surrounding loop, to which its loop-carried variables are added.
/// Users of its results are moved after the surrounding loop. Returns that loop and its replacement.
fn promote_reduction(rw: &mut Rewriter, op: ForOp) -> Option<(ForOp, ForOp)> {
    if static_trip_count(rw, op) != Some(1) {
        return None;
    }
    let parent = OpRef::new(rw, rw.parent_op(op.id())?).cast::<ForOp>()?;
    let (inits, n_before) = (ForOp::inits(op, rw), rw.n_results(parent.id()));
    let terminator = op.terminator(rw);
    let yielded: Vec<Value> = rw.operands(terminator).collect();
    let around = with_additional_yields(rw, parent, &inits, &yielded);
    let results = rw.results(op.id()).to_vec();
    let users = transitive_users(rw, &results);
    for (index, &result) in results.iter().enumerate() {
        let new = rw.result(around.id(), n_before + index);
        rw.replace_all_uses(result, new);
    }
    for user in users.into_iter().rev() {
        rw.move_after(user, around.id());
    }
    let (old_iv, new_iv) = (op.induction_var(rw), around.induction_var(rw));
    rw.replace_all_uses(old_iv, new_iv);
    let (old_args, new_args) = (op.iter_args(rw), around.iter_args(rw));
    for (old, &new) in old_args.into_iter().zip(&new_args[n_before..]) {
        rw.replace_all_uses(old, new);
    }
    rw.erase(terminator);
    let block = op.body(rw);
    while let Some(first) = rw.first_op(block) {
        rw.move_before(first, op.id());
    }
    rw.erase(op);
    Some((parent, around))
}

/// The transitive users of `values`, in program order.
fn transitive_users(body: &Body, values: &[Value]) -> Vec<OpId> {
    let mut found: Vec<OpId> = Vec::new();
    let mut waiting = values.to_vec();
    while let Some(value) = waiting.pop() {
        for user in body.users(value) {
            if !found.contains(&user) {
                found.push(user);
                body.walk_preorder(user, |inner| waiting.extend_from_slice(body.results(inner)));
            }
        }
    }
    let mut ordered = Vec::new();
    body.walk_preorder(body.root(), |op| {
        if found.contains(&op) {
            ordered.push(op);
        }
    });
    ordered
}
