//! Clean-up of payload: common subexpressions, dead code, loop-invariant code.

use rmlir::core::effects::is_trivially_dead;
use rmlir::prelude::*;
use rmlir_transform::effects::changes_payload;
use rmlir_transform::{
    Applied, Failure, PayloadOp, Results, TransformHandle, TransformOp, TransformState, handle_effects,
};
use rmlir_transforms::cse::eliminate_in;
use rmlir_transforms::loop_invariant_code_motion::hoist_from_loop;

handle_effects! {
    changes_payload => ApplyCseOp, ApplyDceOp, ApplyLicmOp;
}

/// Eliminates common subexpressions in operations.
#[op(
    name = "transform.apply_cse",
    interfaces(MemoryEffects, TransformOp),
    format = "`to` $target attr-dict `:` type($target)"
)]
pub struct ApplyCseOp {
    #[operand]
    target: TransformHandle,
}

impl TransformOp for ApplyCseOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, _results: &mut Results) -> Applied {
        for target in state.ops(op.value(ApplyCseOp::target)) {
            state.check_separate(op, &target)?;
            eliminate_common(state, &target);
        }
        Ok(())
    }

    fn keeps_handles(&self) -> bool {
        true
    }
}

/// Eliminates common subexpressions in `target`; returns whether there were any, or dead operations.
pub(crate) fn eliminate_common(state: &mut TransformState, target: &PayloadOp) -> bool {
    state.rewrite_bodies(target, &mut |rw, op| {
        let counts = eliminate_in(rw, op);
        counts.n_replaced + counts.n_dead > 0
    })
}

/// Erases operations without side effects whose results are unused.
#[op(
    name = "transform.apply_dce",
    interfaces(MemoryEffects, TransformOp),
    format = "`to` $target attr-dict `:` type($target)"
)]
pub struct ApplyDceOp {
    #[operand]
    target: TransformHandle,
}

impl TransformOp for ApplyDceOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, _results: &mut Results) -> Applied {
        for target in state.ops(op.value(ApplyDceOp::target)) {
            state.check_separate(op, &target)?;
            state.rewrite_bodies(&target, &mut erase_dead);
        }
        Ok(())
    }

    fn keeps_handles(&self) -> bool {
        true
    }
}

/// From the last operation to the first, so that the operands of a dead one are dead when they are visited.
fn erase_dead(rw: &mut Rewriter, root: OpId) -> bool {
    let mut inside = Vec::new();
    rw.walk_postorder(root, |op| inside.push(op));
    let mut changed = false;
    while let Some(op) = inside.pop() {
        if op == root || !rw.contains_op(op) || !is_trivially_dead(OpRef::new(rw, op)) {
            continue;
        }
        let used: Vec<Value> = rw.operands(op).collect();
        rw.erase(op);
        changed = true;
        inside.extend(used.into_iter().filter_map(|value| rw.defining_op(value)));
    }
    changed
}

/// Hoists loop-invariant operations.
#[op(
    name = "transform.apply_licm",
    interfaces(MemoryEffects, TransformOp),
    format = "`to` $target attr-dict `:` type($target)"
)]
pub struct ApplyLicmOp {
    #[operand]
    target: TransformHandle,
}

impl TransformOp for ApplyLicmOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, _results: &mut Results) -> Applied {
        for target in state.ops(op.value(ApplyLicmOp::target)) {
            if state.op(&target).interface::<dyn LoopLike>().is_none() {
                let failure = Failure::silenceable(op, "transform applied to the wrong op kind");
                return Err(failure.note(state.op(&target), "when applied to this op"));
            }
            state.check_separate(op, &target)?;
            state.rewrite(&target.path, |rw| hoist_from_loop(rw, target.op));
        }
        Ok(())
    }

    fn keeps_handles(&self) -> bool {
        true
    }
}
