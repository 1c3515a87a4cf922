//! Whether two values may refer to the same memory.
//!
//! A value is followed through views, and through the places where control passes it on, to the values it may come
//! from. Two allocations are never the same; an allocation is not what was there before the function (or, on the stack,
//! the scope) that it is made in.

use rmlir_core::interfaces::{
    BranchOp, Effect, EffectKind, EffectTarget, FunctionOp, MemoryEffects, RegionBranchOp, RegionBranchTerminator,
    RegionPoint, ViewLike,
};
use rmlir_core::{Body, OpId, OpRef, TraitSet, Value, ValueDefinition};
use rustc_hash::FxHashSet;

/// The attribute of an argument of a function whose memory is only accessed through it, as the `llvm` dialect has it.
pub const NOALIAS: &str = "llvm.noalias";

/// Whether `a` and `b` may refer to the same memory.
pub fn may_alias(body: &Body, a: Value, b: Value) -> bool {
    if a == b {
        return true;
    }
    let (a, b) = (underlying(body, a), underlying(body, b));
    a.iter().any(|&a| b.iter().any(|&b| may_alias_directly(body, a, b)))
}

fn may_alias_directly(body: &Body, a: Value, b: Value) -> bool {
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

/// The values that `value` may be or be a view of.
fn underlying(body: &Body, value: Value) -> Vec<Value> {
    let (mut found, mut seen, mut waiting) = (Vec::new(), FxHashSet::default(), vec![value]);
    while let Some(value) = waiting.pop() {
        if !seen.insert(value) {
            continue;
        }
        match sources(body, value) {
            Some(sources) => waiting.extend(sources),
            None => found.push(value),
        }
    }
    found
}

/// What `value` is a view of, or what is passed to it; `None` if that is not known.
pub fn sources(body: &Body, value: Value) -> Option<Vec<Value>> {
    match body.value_def(value) {
        ValueDefinition::Result(op, _) => {
            if let Some(view) = body.interface::<dyn ViewLike>(op) {
                return Some(vec![body.operand(op, view.source(OpRef::new(body, op)))]);
            }
            passed_in(OpRef::new(body, op), value, RegionPoint::Parent)
        }
        ValueDefinition::Argument(block, index) if !body.is_entry(block) => {
            let mut found = Vec::new();
            for (user, number) in body.block_uses(block) {
                let view = OpRef::new(body, user);
                let passed = view.interface::<dyn BranchOp>()?.successor_operands(view, number as usize);
                let place = (index as usize).checked_sub(passed.n_produced)?;
                found.push(body.operand(user, passed.forwarded.start + place));
            }
            Some(found)
        }
        ValueDefinition::Argument(block, _) => {
            let region = body.region_of(block)?;
            let owner = OpRef::new(body, body.region_owner(region));
            passed_in(owner, value, RegionPoint::Region(body.region_index(region)))
        }
    }
}

/// What an operation that passes control between its regions passes to `value` when control goes to `target`.
fn passed_in(op: OpRef, value: Value, target: RegionPoint) -> Option<Vec<Value>> {
    let interface = op.interface::<dyn RegionBranchOp>()?;
    let mut found = Vec::new();
    let mut is_known = false;
    for from in std::iter::once(RegionPoint::Parent).chain((0..op.n_regions()).map(RegionPoint::Region)) {
        for successor in interface.successors(op, from).into_iter().filter(|successor| successor.target == target) {
            let place = successor.inputs.iter().position(|&input| input == value)?;
            is_known = true;
            match from {
                RegionPoint::Parent => {
                    let range = interface.entry_operands(op, target);
                    found.push(op.body.operand(op.id, range.start + place));
                }
                RegionPoint::Region(index) => {
                    for terminator in op.region(index).blocks().filter_map(|block| block.terminator()) {
                        let passed = match terminator.interface::<dyn RegionBranchTerminator>() {
                            Some(interface) => interface.successor_operands(terminator, target),
                            None if terminator.has(TraitSet::RETURN_LIKE) => 0..terminator.n_operands(),
                            None => continue,
                        };
                        found.push(terminator.operand(passed.start + place).id);
                    }
                }
            }
        }
    }
    is_known.then_some(found)
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

/// What `value` is a view of, at last: through operations whose first result is the view.
pub fn view_base(body: &Body, mut value: Value) -> Value {
    while let Some(op) = body.defining_op(value).map(|op| OpRef::new(body, op)) {
        let Some(view) = op.interface::<dyn ViewLike>() else { break };
        if op.result(0).id != value {
            break;
        }
        value = op.operand(view.source(op)).id;
    }
    value
}
