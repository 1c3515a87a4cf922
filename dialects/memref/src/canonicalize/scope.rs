//! Scopes of stack allocations.

use rmlir::core::effects::effects_of;
use rmlir::core::interfaces::{Effect, EffectKind, EffectTarget};
use rmlir::prelude::*;

use crate::AllocaScopeOp;

canonicalize! {
    AllocaScopeOp: inline_scope, hoist_allocations;
}

/// Whether `op` has an effect that allocates stack memory for a result.
fn allocates_on_stack(op: OpRef) -> bool {
    let for_result = |effect: &Effect| {
        let EffectTarget::Value(value) = effect.target else { return false };
        effect.kind == EffectKind::Allocate
            && effect.resource == Effect::STACK
            && op.body.results(op.id).contains(&value)
    };
    effects_of(op).is_some_and(|effects| effects.iter().any(for_result))
}

/// Whether `op` itself, without nested operations, may allocate stack memory.
fn may_allocate_on_stack(op: OpRef) -> bool {
    if op.has(TraitSet::RECURSIVE_MEMORY_EFFECTS) {
        return false;
    }
    effects_of(op).is_none() || allocates_on_stack(op)
}

/// Whether only the terminator follows `op`, in a region of one block: then the lifetime of allocations is not extended
/// by moving them out of `op`.
fn is_last_in_region(op: OpRef) -> bool {
    let Some(block) = op.block() else { return false };
    let next = op.body.next_op(op.id);
    let is_before_terminator = next.is_some() && next == block.terminator().map(|last| last.id);
    is_before_terminator && block.region().is_some_and(RegionRef::has_one_block)
}

/// Whether an operation in the scope, outside nested scopes, may allocate stack memory.
fn contains_allocation(scope: OpRef) -> bool {
    let mut waiting: Vec<RegionRef> = scope.regions().collect();
    while let Some(region) = waiting.pop() {
        for op in region.blocks().flat_map(BlockRef::ops) {
            if may_allocate_on_stack(op) {
                return true;
            }
            if !op.has(TraitSet::AUTOMATIC_ALLOCATION_SCOPE) {
                waiting.extend(op.regions());
            }
        }
    }
    false
}

/// Inlines a scope without allocations, or one that ends at the end of the enclosing scope.
#[pattern]
pub(crate) fn inline_scope(op: AllocaScopeOp, rw: &mut Rewriter) -> Match {
    let view = OpRef::new(rw, op.id());
    if contains_allocation(view) {
        let is_in_scope = view.parent().is_some_and(|parent| parent.has(TraitSet::AUTOMATIC_ALLOCATION_SCOPE));
        if !is_in_scope || !is_last_in_region(view) {
            return Match::No;
        }
    }
    let block = rw.entry(op.bodyRegion(rw)).expect("the region has a block");
    let Some(terminator) = rw.last_op(block) else { return Match::No };
    let results: Vec<Value> = rw.operands(terminator).collect();
    rw.inline_block_before(block, op.id(), &[]);
    rw.replace(op, results);
    rw.erase(terminator)
}

/// Hoists allocations out of the operations between a scope and the enclosing scope, if all of them end
/// where the enclosing scope ends.
#[pattern]
pub(crate) fn hoist_allocations(op: AllocaScopeOp, rw: &mut Rewriter) -> Match {
    let Some((outermost, to_hoist)) = hoistable(OpRef::new(rw, op.id())) else { return Match::No };
    rw.before(outermost);
    for alloc in to_hoist {
        let copy = rw.clone_op(alloc, &mut Default::default());
        let results = rw.results(copy).to_vec();
        rw.replace(alloc, results);
    }
    Match::Yes
}

/// The outermost ancestor of the scope `op` that is directly in the enclosing scope, and the allocations in `op` that
/// can be hoisted before it.
fn hoistable(op: OpRef) -> Option<(OpId, Vec<OpId>)> {
    let is_scope = |op: OpRef| op.has(TraitSet::AUTOMATIC_ALLOCATION_SCOPE);
    let mut outermost = op.parent().filter(|&parent| !is_scope(parent))?;
    if !is_last_in_region(op) || !is_last_in_region(outermost) {
        return None;
    }
    while !is_scope(outermost.parent()?) {
        outermost = outermost.parent()?;
        if !is_last_in_region(outermost) {
            return None;
        }
    }
    let body = op.body;
    let is_outside = |value: Value| !body.is_defined_inside(outermost.id, value);
    let mut found = Vec::new();
    body.walk_postorder(op.id, |inner| {
        if allocates_on_stack(OpRef::new(body, inner)) && body.operands(inner).all(is_outside) {
            found.push(inner);
        }
    });
    (!found.is_empty()).then_some((outermost.id, found))
}
