//! Conversion of loops to other loops, and of conditionals to one of their branches.

use rmlir::prelude::*;
use rmlir_scf::{ForallOp, IfOp, ParallelOp};
use rmlir_scf_passes::forall_to_for::forall_to_fors;
use rmlir_scf_passes::forall_to_parallel::forall_to_parallel;
use rmlir_scf_passes::parallel_for_to_nested_fors::parallel_to_fors;
use rmlir_transform::effects::{changes_payload, replaces_payload};
use rmlir_transform::{
    Applied, Failure, PayloadOp, Results, TransformHandle, TransformOp, TransformState, handle_effects,
};

use super::payload::{for_each, of_kind};

handle_effects! {
    replaces_payload => ForallToForOp, ForallToParallelOp, ParallelForToNestedForsOp;
    changes_payload => TakeAssumedBranchOp;
}

/// Converts a `scf.forall` to a nest of `scf.for`, and returns a handle to each of these.
#[op(
    name = "transform.loop.forall_to_for",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` functional-type(operands, results)"
)]
pub struct ForallToForOp {
    #[operand]
    target: TransformHandle,
    #[result]
    transformed: Vec<TransformHandle>,
}

impl TransformOp for ForallToForOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let (payload, forall) = only::<ForallOp>(op, state, ForallOp::NAME)?;
        check_no_outputs(op, state, &payload, forall)?;
        let n_dims = ForallOp::mixed_bounds(state.op(&payload)).lower.len();
        if n_dims != op.n_results() {
            let n = op.n_results();
            let message = format!("op expects as many results ({n}) as payload has induction variables ({n_dims})");
            return Err(Failure::silenceable(op, message).note(state.op(&payload), "payload op"));
        }
        let loops = state.rewrite(&payload.path, |rw| forall_to_fors(rw, forall));
        for (index, made) in loops.into_iter().enumerate() {
            results.set(index, vec![PayloadOp { path: payload.path.clone(), op: made }]);
        }
        Ok(())
    }
}

/// Converts a `scf.forall` to a `scf.parallel`.
#[op(
    name = "transform.loop.forall_to_parallel",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` functional-type(operands, results)"
)]
pub struct ForallToParallelOp {
    #[operand]
    target: TransformHandle,
    #[result]
    transformed: Vec<TransformHandle>,
}

impl TransformOp for ForallToParallelOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let (payload, forall) = only::<ForallOp>(op, state, ForallOp::NAME)?;
        check_no_outputs(op, state, &payload, forall)?;
        check_one_result(op, state, &payload)?;
        let made = state.rewrite(&payload.path, |rw| {
            rw.before(forall.id());
            forall_to_parallel(forall, rw)
        });
        results.set(0, vec![PayloadOp { path: payload.path, op: made.id() }]);
        Ok(())
    }
}

/// Converts a `scf.parallel` to a nest of `scf.for`; returns a handle to the outermost one.
#[op(
    name = "transform.loop.parallel_for_to_nested_fors",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` functional-type(operands, results)"
)]
pub struct ParallelForToNestedForsOp {
    #[operand]
    target: TransformHandle,
    #[result]
    transformed: Vec<TransformHandle>,
}

impl TransformOp for ParallelForToNestedForsOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let (payload, parallel) = only::<ParallelOp>(op, state, ParallelOp::NAME)?;
        check_one_result(op, state, &payload)?;
        if state.op(&payload).n_results() > 0 {
            return Err(Failure::silenceable(op, "failed to convert parallel into nested fors"));
        }
        let loops = state.rewrite(&payload.path, |rw| parallel_to_fors(rw, parallel));
        let outermost = loops.into_iter().take(1);
        let made = outermost.map(|op| PayloadOp { path: payload.path.clone(), op });
        results.set(0, made.collect::<Vec<_>>());
        Ok(())
    }
}

/// Replaces each `scf.if` by the contents of one of its branches, which is assumed to be taken.
#[op(
    name = "transform.scf.take_assumed_branch",
    interfaces(MemoryEffects, TransformOp),
    format = "$target (`take_else_branch` $take_else_branch^)? attr-dict `:` functional-type(operands, results)"
)]
pub struct TakeAssumedBranchOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    take_else_branch: Option<UnitAttr>,
}

impl TransformOp for TakeAssumedBranchOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let takes_else = op.get(TakeAssumedBranchOp::take_else_branch);
        for_each(op, state, results, |state, target| {
            let payload: IfOp = of_kind(op, state, target)?;
            let region = state.op(target).region(usize::from(takes_else));
            if !region.has_one_block() {
                let branch = if takes_else { "else" } else { "then" };
                let message = format!("requires an scf.if op with a single-block `{branch}` region");
                return Err(Failure::definite(op, message));
            }
            let region = region.id;
            state.rewrite(&target.path, |rw| take_branch(rw, payload.id(), region));
            Ok(Vec::new())
        })
    }
}

/// Replaces `op` by the contents of `region`, which has one block.
fn take_branch(rw: &mut Rewriter, op: OpId, region: RegionId) {
    let block = rw.entry(region).expect("the branch has a block");
    let end = rw.last_op(block).expect("a branch ends with a yield");
    let values: Vec<Value> = rw.operands(end).collect();
    rw.inline_block_before(block, op, &[]);
    rw.replace(op, values);
    rw.erase(end);
}

/// The only operation associated with the operand of `op`, which must be called `name`.
fn only<T: Op>(op: OpRef, state: &TransformState, name: &str) -> Result<(PayloadOp, T), Failure> {
    let payload = state.only_op(op, op.operand(0))?;
    match state.op(&payload).cast::<T>() {
        Some(typed) => Ok((payload, typed)),
        None => {
            let failure = Failure::silenceable(op, format!("expected the payload to be {name}"));
            Err(failure.note(state.op(&payload), "payload op"))
        }
    }
}

fn check_no_outputs(op: OpRef, state: &TransformState, payload: &PayloadOp, forall: ForallOp) -> Applied {
    if forall.outputs(state.op(payload).body).is_empty() {
        return Ok(());
    }
    Err(Failure::silenceable(op, "unsupported shared outputs (didn't bufferize?)"))
}

fn check_one_result(op: OpRef, state: &TransformState, payload: &PayloadOp) -> Applied {
    if op.n_results() == 1 {
        return Ok(());
    }
    let message = format!("op expects one result, given {}", op.n_results());
    Err(Failure::silenceable(op, message).note(state.op(payload), "payload op"))
}
