//! An operation that fuses operations into one that contains their uses.

use rmlir::prelude::*;
use rmlir_linalg_passes::tiling::containing::fuse_into;
use rmlir_transform::effects::{OnPayload, effects};
use rmlir_transform::{
    Applied, Failure, PayloadOp, Results, TransformHandle, TransformOp, TransformState, handle_effects,
};

handle_effects! {
    consumes_producer => FuseIntoContainingOp;
}

/// Only the first operand is consumed.
fn consumes_producer(op: OpRef) -> Vec<Effect> {
    effects(op, |index| index == 0, OnPayload::Modifies)
}

/// Computes operations at their uses in another one: the used parts, where these are known, or the whole.
///
/// That is done for each use. A `scf.forall` also returns the result for later uses. It must cover all elements of the
/// results that it assembles.
///
/// ```mlir
/// %fused, %new = transform.structured.fuse_into_containing_op %fill into %loop
///     : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
/// ```
#[op(
    name = "transform.structured.fuse_into_containing_op",
    interfaces(AsmNames, MemoryEffects, TransformOp),
    format = "$producer_op `into` $containing_op attr-dict `:` functional-type(operands, results)"
)]
pub struct FuseIntoContainingOp {
    #[operand]
    producer_op: TransformHandle,
    #[operand]
    containing_op: TransformHandle,
    #[result]
    fused_op: TransformHandle,
    #[result]
    new_containing_op: TransformHandle,
}

impl AsmNames for FuseIntoContainingOp<()> {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "fused_op");
        name(1, "new_containing_op");
    }
}

impl TransformOp for FuseIntoContainingOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let containing = state.ops(op.value(FuseIntoContainingOp::containing_op));
        let [containing] = containing.as_slice() else {
            let n = containing.len();
            return Err(Failure::definite(op, format!("requires exactly one containing_op handle (got {n})")));
        };
        let mut containing = containing.clone();
        let mut remaining: Vec<PayloadOp> = Vec::new();
        for producer in state.ops(op.value(FuseIntoContainingOp::producer_op)) {
            if !remaining.contains(&producer) {
                remaining.push(producer);
            }
        }
        let mut fused_ops = Vec::new();
        while !remaining.is_empty() {
            let Some(producer) = next_producer(state, &containing, &mut remaining) else {
                let message = "could not find next producer to fuse into container";
                return Err(Failure::silenceable(op, message).note(state.op(&containing), "containing op"));
            };
            let fused = state.rewrite(&containing.path, |rw| fuse_into(rw, producer.op, containing.op));
            let Some(fused) = fused else {
                let failure = Failure::silenceable(op, "could not fuse into the containing op");
                let failure = failure.note(state.op(&producer), "producer");
                return Err(failure.note(state.op(&containing), "containing op"));
            };
            containing.op = fused.containing;
            fused_ops.extend(fused.ops.into_iter().map(|op| PayloadOp { path: containing.path.clone(), op }));
        }
        results.set(0, fused_ops);
        results.set(1, vec![containing]);
        Ok(())
    }

    fn keeps_handles(&self) -> bool {
        true
    }
}

/// The first of `remaining` that is used in `containing` or by it; it is removed at its last use.
fn next_producer(state: &TransformState, containing: &PayloadOp, remaining: &mut Vec<PayloadOp>) -> Option<PayloadOp> {
    let body = state.body(&containing.path);
    let n_uses = |producer: &PayloadOp| {
        let results = if producer.path == containing.path { body.results(producer.op) } else { &[] };
        let users = results.iter().flat_map(|&result| body.users(result));
        users.filter(|&user| body.is_ancestor(containing.op, user)).count()
    };
    let index = remaining.iter().position(|producer| n_uses(producer) > 0)?;
    if n_uses(&remaining[index]) == 1 {
        return Some(remaining.remove(index));
    }
    Some(remaining[index].clone())
}
