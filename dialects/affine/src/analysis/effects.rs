//! Memory effects of operations on memrefs, by the alias analysis.

use rmlir::core::effects::effects_of;
use rmlir::prelude::*;

use super::access::MemRefAccess;
use super::alias::{alias_analysis, is_allocated_in};

/// Registered operations inside of `root` that are no affine accesses and have memory effects of their own.
fn other_operations(body: &Body, root: OpId) -> Vec<OpId> {
    let mut found = body.ops_under(root);
    found.retain(|&op| {
        let view = OpRef::new(body, op);
        let has_effects = match effects_of(view) {
            Some(effects) => effects.iter().any(|effect| effect.kind != EffectKind::Allocate),
            None => !view.has(TraitSet::RECURSIVE_MEMORY_EFFECTS),
        };
        has_effects && view.def().is_some() && MemRefAccess::new(body, op).is_none()
    });
    found
}

/// An operation in `root` that is no affine access but must keep its order with the others: it writes or frees memory
/// from outside of `root`, reads memory that an affine access writes, or has unknown effects. Unregistered operations
/// are assumed, as in LLVM 22, to be computations without side effects.
pub fn other_effect(body: &Body, root: OpId) -> Option<OpId> {
    let analysis = alias_analysis(body);
    let accesses = MemRefAccess::all_in(body, root);
    let is_written = |memref: Value| accesses.iter().any(|a| a.is_write && analysis.may_alias(a.memref, memref));
    let matters = |effect: &Effect| {
        let target = match effect.target {
            EffectTarget::Value(value) => Some(value),
            _ => None,
        };
        match effect.kind {
            EffectKind::Allocate => false,
            EffectKind::Read => target.is_none_or(is_written),
            EffectKind::Write | EffectKind::Free => target.is_none_or(|value| !is_allocated_in(body, value, root)),
        }
    };
    let is_ordered = |&op: &OpId| effects_of(OpRef::new(body, op)).is_none_or(|effects| effects.iter().any(matters));
    other_operations(body, root).into_iter().find(is_ordered)
}

/// Whether an operation in `root` that is no affine access must keep its order with one of `accesses`.
pub fn has_conflict_with(body: &Body, root: OpId, accesses: &[MemRefAccess]) -> bool {
    let analysis = alias_analysis(body);
    other_operations(body, root).into_iter().any(|op| {
        accesses.iter().any(|access| analysis.conflicts(OpRef::new(body, op), access.memref, access.is_write))
    })
}

/// Whether two operations, regions included, must keep their order due to effects other than those of affine accesses.
pub fn have_conflicting_effects(body: &Body, a: OpId, b: OpId) -> bool {
    has_conflict_with(body, a, &MemRefAccess::all_in(body, b))
        || has_conflict_with(body, b, &MemRefAccess::all_in(body, a))
        || has_other_effects(body, a) && has_other_effects(body, b)
}

/// Whether there are effects in `root` other than those of affine accesses.
pub fn has_other_effects(body: &Body, root: OpId) -> bool {
    !other_operations(body, root).is_empty()
}
