//! Whether two memrefs may be the same memory.
//!
//! A value is followed through views to what it is a view of. Two allocations
//! are never the same; an allocation is not what was there before the function
//! (or, on the stack, the scope) that it is made in.

use rmlir::core::interfaces::Effect;
use rmlir::prelude::*;
use rmlir_scf::ParallelOp;

/// Whether `a` and `b`, used in parallel loops, may be the same memory.
pub fn may_alias(body: &Body, a: Value, b: Value) -> bool {
    // What is made in just one loop, or in both, is not looked into.
    if enclosing_loop(body, a) != enclosing_loop(body, b) {
        return true;
    }
    let (a, b) = (underlying(body, a), underlying(body, b));
    if a == b {
        return true;
    }
    match (allocation(body, a), allocation(body, b)) {
        (Some(_), Some(_)) => false,
        (Some(scope), None) => !is_before(body, b, scope),
        (None, Some(scope)) => !is_before(body, a, scope),
        (None, None) => true,
    }
}

/// The parallel loop in which an operation makes `value`.
fn enclosing_loop(body: &Body, value: Value) -> Option<OpId> {
    let op = body.defining_op(value)?;
    body.find_ancestor(op, |outer| OpRef::new(body, outer).is::<ParallelOp>())
}

/// What `value` is a view of.
fn underlying(body: &Body, mut value: Value) -> Value {
    while let Some(op) = body.defining_op(value)
        && let Some(view) = body.interface::<dyn ViewLike>(op)
    {
        value = body.operand(op, view.source(OpRef::new(body, op)));
    }
    value
}

/// If `value` is allocated: the operation that it cannot outlive.
fn allocation(body: &Body, value: Value) -> Option<Option<OpId>> {
    let op = body.defining_op(value)?;
    let effects = body.interface::<dyn MemoryEffects>(op)?.effects(OpRef::new(body, op));
    let is_own = |effect: &&Effect| effect.kind == EffectKind::Allocate && effect.target == EffectTarget::Value(value);
    let effect = effects.iter().find(is_own)?;
    let is_scope = |outer: OpId| match effect.resource == Effect::STACK {
        true => body.has_trait(outer, TraitSet::AUTOMATIC_ALLOCATION_SCOPE),
        false => body.interface::<dyn FunctionOp>(outer).is_some(),
    };
    Some(body.find_ancestor(op, is_scope))
}

/// Whether `value` is there before anything in `scope` runs.
fn is_before(body: &Body, value: Value, scope: Option<OpId>) -> bool {
    let Some(scope) = scope else { return false };
    let Some(owner) = body.value_region(value).map(|region| body.region_owner(region)) else { return false };
    let is_entry_arg = || matches!(body.value_def(value), ValueDefinition::Argument(block, _) if body.is_entry(block));
    if owner == scope { is_entry_arg() } else { body.is_ancestor(owner, scope) }
}
