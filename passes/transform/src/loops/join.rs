//! Merging of loops: nests, and siblings.

use rmlir::core::dominance::Dominance;
use rmlir::prelude::*;
use rmlir_affine::ForOp as AffineForOp;
use rmlir_affine_passes::loop_coalescing;
use rmlir_scf::{ForOp, ForallOp};
use rmlir_scf_passes::sibling_fusion;
use rmlir_transform::effects::replaces_payload;
use rmlir_transform::{
    Applied, Failure, PayloadOp, Results, TransformHandle, TransformOp, TransformState, handle_effects,
};

use super::payload::for_each;

handle_effects! {
    replaces_payload => LoopCoalesceOp, LoopFuseSiblingOp;
}

/// Coalesces each perfect nest to one loop, as far as inner bounds do not depend on outer induction variables.
#[op(
    name = "transform.loop.coalesce",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` functional-type($target, $transformed)"
)]
pub struct LoopCoalesceOp {
    #[operand]
    target: TransformHandle,
    #[result]
    transformed: TransformHandle,
}

impl TransformOp for LoopCoalesceOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        for_each(op, state, results, |state, target| {
            let view = state.op(target);
            let (plain, affine) = (view.cast::<ForOp>(), view.cast::<AffineForOp>());
            let coalesced = state.rewrite(&target.path, |rw| match (plain, affine) {
                (Some(payload), _) => loop_coalescing::for_scf::coalesce_nest(rw, payload),
                (_, Some(payload)) => loop_coalescing::for_affine::coalesce_nest(rw, payload),
                _ => false,
            });
            match coalesced {
                true => Ok(vec![target.clone()]),
                false => Err(Failure::silenceable(op, "failed to coalesce")),
            }
        })
    }
}

/// Fuses two `scf.for`, or two `scf.forall`, of one block with the same bounds. Their independence is not checked.
#[op(
    name = "transform.loop.fuse_sibling",
    interfaces(MemoryEffects, TransformOp),
    format = "$target `into` $source attr-dict `:` functional-type(operands, results)"
)]
pub struct LoopFuseSiblingOp {
    #[operand]
    target: TransformHandle,
    #[operand]
    source: TransformHandle,
    #[result]
    fused_loop: TransformHandle,
}

impl TransformOp for LoopFuseSiblingOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let (targets, sources) =
            (state.ops(op.value(LoopFuseSiblingOp::target)), state.ops(op.value(LoopFuseSiblingOp::source)));
        let ([target], [source]) = (&targets[..], &sources[..]) else {
            let (n_targets, n_sources) = (targets.len(), sources.len());
            return Err(Failure::definite(
                op,
                format!(
                    "requires exactly one target handle (got {n_targets}) and exactly one source handle (got {n_sources})"
                ),
            ));
        };
        check_siblings(state, target, source)?;
        let (first, second) = (state.op(target), state.op(source));
        let loops = first.cast::<ForOp>().zip(second.cast::<ForOp>());
        let loops = loops.filter(|&(target, source)| sibling_fusion::fit(first.body, target, source));
        let foralls = first.cast::<ForallOp>().zip(second.cast::<ForallOp>());
        let foralls = foralls.filter(|&(target, source)| sibling_fusion::fit_foralls(first.body, target, source));
        let fused = state.rewrite(&target.path, |rw| match (loops, foralls) {
            (Some((first, second)), _) => Some(sibling_fusion::fuse(rw, first, second).id()),
            (_, Some((first, second))) => Some(sibling_fusion::fuse_foralls(rw, first, second).id()),
            _ => None,
        });
        let Some(fused) = fused else {
            return Err(Failure::silenceable(state.op(target), "operations cannot be fused"));
        };
        results.set(0, vec![PayloadOp { path: target.path.clone(), op: fused }]);
        Ok(())
    }
}

/// Checks that `target` can be moved to the position of `source`, by its operands and uses.
fn check_siblings(state: &TransformState, target: &PayloadOp, source: &PayloadOp) -> Applied {
    let (first, second) = (state.op(target), state.op(source));
    if target == source {
        return Err(Failure::silenceable(second, "target and source need to be different loops"));
    }
    let body = first.body;
    if target.path != source.path || body.block_of(target.op) != body.block_of(source.op) {
        return Err(Failure::silenceable(second, "target and source are not in the same block"));
    }
    let dominance = Dominance::new(body);
    let comes_first = |a: OpId, b: OpId| dominance.properly_dominates_op(a, b, false);
    if body.is_before_in_block(target.op, source.op) {
        let mut users = body.results(target.op).iter().flat_map(|&result| body.users(result));
        if users.any(|user| !comes_first(source.op, user)) {
            let message = "user of results of target should be properly dominated by source";
            return Err(Failure::silenceable(first, message));
        }
        return Ok(());
    }
    let is_late = |value: Value| body.defining_op(value).is_some_and(|made_by| !comes_first(made_by, source.op));
    if body.operands(target.op).any(is_late) {
        let message = "operands of target should be properly dominated by source";
        return Err(Failure::silenceable(first, message));
    }
    for inner in body.ops_under(target.op) {
        let from_outside = |value: Value| body.defining_op(value).is_none_or(|by| !body.is_ancestor(target.op, by));
        if inner != target.op && body.operands(inner).any(|value| from_outside(value) && is_late(value)) {
            let message = "values used inside regions of target should be properly dominated by source";
            return Err(Failure::silenceable(OpRef::new(body, inner), message));
        }
    }
    Ok(())
}
