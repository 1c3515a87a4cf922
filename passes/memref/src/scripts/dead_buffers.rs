//! Erasure of buffers without reads.

use rmlir::core::effects::effects_of;
use rmlir::prelude::*;
use rmlir_memref::{AllocOp, AllocaOp, DeallocOp};
use rmlir_transform::effects::changes_payload;
use rmlir_transform::{Applied, Results, TransformHandle, TransformOp, TransformState, handle_effects};
use rmlir_vector_passes::rewrite::transfer_flow;

handle_effects! {
    changes_payload => EraseDeadAllocAndStoresOp;
}

/// Forwards stores to loads, and erases stores and buffers without reads.
#[op(
    name = "transform.memref.erase_dead_alloc_and_stores",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` functional-type($target, results)"
)]
pub struct EraseDeadAllocAndStoresOp {
    #[operand]
    target: TransformHandle,
}

impl TransformOp for EraseDeadAllocAndStoresOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, _results: &mut Results) -> Applied {
        for target in state.ops(op.value(EraseDeadAllocAndStoresOp::target)) {
            state.rewrite_bodies(&target, &mut |rw, root| {
                transfer_flow::optimize(rw, root);
                erase_dead_buffers(rw, root);
                false
            });
        }
        Ok(())
    }

    fn keeps_handles(&self) -> bool {
        true
    }
}

/// Erases the buffers allocated in `root` that have no reads, with all their stores.
pub fn erase_dead_buffers(rw: &mut Rewriter, root: OpId) {
    let mut dead = Vec::new();
    rw.walk_postorder(root, |op| {
        let view = OpRef::new(rw, op);
        let is_allocation = view.is::<AllocOp>() || view.is::<AllocaOp>();
        if let Some(users) = view.results().next().filter(|_| is_allocation).and_then(|buffer| writers(buffer)) {
            dead.extend(users);
            dead.push(op);
        }
    });
    dead.into_iter().for_each(|op| _ = rw.erase(op));
}

/// The users of `buffer`, those of a view before the view; `None` if one may read it. Upstream also erases unknown
/// operations.
fn writers(buffer: ValueRef) -> Option<Vec<OpId>> {
    let body = buffer.body;
    let mut found = Vec::new();
    for user in body.users(buffer.id) {
        let view = OpRef::new(body, user);
        if view.has(TraitSet::TERMINATOR) {
            return None;
        }
        let is_silent = view.n_results() == 0 && view.n_regions() == 0;
        // An operation that stores the buffer itself writes to another one.
        let is_own =
            |effect: &Effect| effect.target == EffectTarget::Value(buffer.id) && effect.kind != EffectKind::Read;
        let is_write = is_silent && effects_of(view).is_some_and(|effects| effects.iter().all(is_own));
        if !is_write && !view.is::<DeallocOp>() {
            view.interface::<dyn ViewLike>()?;
            found.extend(writers(view.result(0))?);
        }
        // An operation with several uses of it is erased once.
        if !found.contains(&user) {
            found.push(user);
        }
    }
    Some(found)
}
