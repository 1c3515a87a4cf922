//! Placement of allocations: [`buffer_hoisting`] moves allocations to enclosing blocks, [`promote_buffers_to_stack`] moves small ones to the
//! stack.

pub mod buffer_hoisting;
pub mod promote_buffers_to_stack;

use rmlir::analysis::alias::is_captured_beyond;
use rmlir::core::effects::effects_of;
use rmlir::prelude::*;

/// The buffers that operations of `body` allocate on the heap, one per operation, that are freed at most once, each
/// with the operation that frees it.
pub(crate) fn allocations(body: &Body) -> Vec<(Value, Option<OpId>)> {
    let mut ops = Vec::new();
    body.walk_postorder(body.root(), |op| ops.push(op));
    let mut found = Vec::new();
    for op in ops {
        let effects = effects_of(OpRef::new(body, op)).unwrap_or_default();
        let heap =
            effects.iter().filter(|effect| effect.kind == EffectKind::Allocate && effect.resource != Effect::STACK);
        let targets = heap.filter_map(|effect| match effect.target {
            EffectTarget::Value(value) if body.defining_op(value).is_some() => Some(value),
            _ => None,
        });
        if let [buffer] = targets.collect::<Vec<_>>()[..]
            && let Some(freed) = freed_by(body, buffer)
        {
            found.push((buffer, freed));
        }
    }
    found
}

/// The operation that frees `buffer`, if there is one; `None` if there are several.
fn freed_by(body: &Body, buffer: Value) -> Option<Option<OpId>> {
    let mut found = None;
    for user in body.users(buffer) {
        let op = OpRef::new(body, user);
        let frees = |effect: &Effect| effect.kind == EffectKind::Free && effect.target == EffectTarget::Value(buffer);
        if !effects_of(op).is_some_and(|effects| effects.iter().any(frees)) {
            continue;
        }
        if op.is::<rmlir_memref::ReallocOp>() || found.is_some() {
            return None;
        }
        found = Some(user);
    }
    Some(found)
}

/// Whether the address of `buffer` may be captured beyond the visible uses of it and of its views. Unregistered
/// operations are assumed to capture nothing.
pub(crate) fn is_captured(body: &Body, buffer: Value) -> bool {
    is_captured_beyond(body, buffer, &|op| op.def().is_none())
}

/// Whether a region of `op` may execute several times.
pub(crate) fn is_loop(op: OpRef) -> bool {
    let repeats = |index: usize| rmlir_bufferization::bufferizable::regions::is_repetitive(op, index);
    op.interface::<dyn LoopLike>().is_some() || (0..op.n_regions()).any(repeats)
}

/// Whether the control flow through the regions of `op` is known.
pub(crate) fn is_known_control_flow(op: OpRef) -> bool {
    op.interface::<dyn LoopLike>().is_some() || op.interface::<dyn RegionBranchOp>().is_some()
}
