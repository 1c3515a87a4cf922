//! Capture analysis: the forward walk over the uses of the address of an object.
//!
//! An address is captured if it is stored, passed to a call, converted to an integer, or used by an operation that is
//! not understood. A value that is loaded from memory, returned by a call or converted from an integer may refer to any
//! captured object, but to no other. Returning an address from the function does not capture it: no code of the
//! function runs later.

use rmlir_core::effects::effects_of;
use rmlir_core::interfaces::{
    BranchOp, EffectTarget, FunctionOp, RegionBranchOp, RegionBranchTerminator, RegionPoint, SelectLike, ViewLike,
};
use rmlir_core::types::TypeData;
use rmlir_core::{Body, Context, OpRef, TraitSet, Type, Value};
use rustc_hash::FxHashSet;

/// The part of an address that values of a type may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holds {
    /// The address itself.
    Address,
    /// The address as an integer.
    Number,
    /// No part of it.
    Nothing,
}

/// Returns the part of an address that values of type `ty` may hold.
pub(super) fn holds(cx: &Context, ty: Type) -> Holds {
    match ty.data(cx) {
        TypeData::Integer { width: 1, .. } | TypeData::Float(_) | TypeData::Complex(_) | TypeData::None => {
            Holds::Nothing
        }
        TypeData::Integer { .. } | TypeData::Index => Holds::Number,
        TypeData::Vector { element, .. } => holds(cx, *element),
        _ => Holds::Address,
    }
}

/// Objects with more uses are assumed to be captured.
const MAX_USES: usize = 2_000;

/// Whether an address into the memory of `value` may be kept by anything but the visible values that it flows to.
pub fn is_captured(body: &Body, value: Value) -> bool {
    is_captured_beyond(body, value, &|_| false)
}

/// As [`is_captured`], where the operations that `is_trusted` selects keep their operands in their results only.
pub fn is_captured_beyond(body: &Body, value: Value, is_trusted: &dyn Fn(OpRef) -> bool) -> bool {
    let (mut seen, mut waiting) = (FxHashSet::default(), vec![value]);
    let mut n_uses = 0;
    while let Some(value) = waiting.pop() {
        if !seen.insert(value) {
            continue;
        }
        for (user, number) in body.uses(value) {
            n_uses += 1;
            let op = OpRef::new(body, user);
            let next = if is_trusted(op) { Some(address_results(op)) } else { flows_to(op, number as usize, value) };
            match next {
                Some(next) if n_uses <= MAX_USES => waiting.extend(next),
                _ => return true,
            }
        }
    }
    false
}

/// The values that may refer to the memory of operand `number` because of a use; `None` if the use may capture it.
fn flows_to(op: OpRef, number: usize, value: Value) -> Option<Vec<Value>> {
    let result = |index: usize| op.result(index).id;
    if op.interface::<dyn ViewLike>().is_some_and(|view| view.source(op) == number) {
        return Some(vec![result(0)]);
    }
    if op.has(TraitSet::DISTINCT_OBJECTS) {
        return Some(vec![result(number)]);
    }
    if let Some(select) = op.interface::<dyn SelectLike>() {
        let (condition, ..) = select.parts();
        return Some(if number == condition { Vec::new() } else { vec![result(0)] });
    }
    if op.has(TraitSet::TERMINATOR) {
        return passed_on(op, number);
    }
    if op.interface::<dyn RegionBranchOp>().is_some() {
        return passed_in(op, number).or_else(|| is_address_only(op, value).then(Vec::new));
    }
    if op.has(TraitSet::NO_MEMORY_EFFECT) && op.n_regions() == 0 {
        return passed_by(op);
    }
    is_address_only(op, value).then(Vec::new)
}

/// The results of an operation without effects that may hold the address of an operand.
fn passed_by(op: OpRef) -> Option<Vec<Value>> {
    if op.has(TraitSet::NO_CAPTURE) {
        return Some(Vec::new());
    }
    let has_number = op.results().any(|result| holds(op.cx(), result.ty()) == Holds::Number);
    (!has_number).then(|| address_results(op))
}

/// The results of `op` that may hold an address.
fn address_results(op: OpRef) -> Vec<Value> {
    op.results().filter(|result| holds(op.cx(), result.ty()) == Holds::Address).map(|result| result.id).collect()
}

/// Whether `op` uses `value` only to access its memory.
fn is_address_only(op: OpRef, value: Value) -> bool {
    let Some(effects) = effects_of(op) else { return false };
    let is_accessed = effects.iter().any(|effect| effect.target == EffectTarget::Value(value));
    // A pointer may be stored to the memory that it points to; a memref does not hold memrefs of its own type.
    let is_memref = op.body.ty(value).is_memref(op.cx());
    let is_once = op.operands().filter(|operand| operand.id == value).count() == 1;
    let has_memory_args = op
        .regions()
        .filter_map(|region| region.entry())
        .any(|entry| entry.args().any(|arg| holds(op.cx(), arg.ty()) == Holds::Address));
    // The value that a load returns is not the address that it reads; a tensor may share the memory that it was created
    // from.
    let is_memory_shared = |ty: Type| match is_memref {
        true => !ty.is_memref(op.cx()) && holds(op.cx(), ty) == Holds::Address,
        false => ty.is_tensor(op.cx()),
    };
    let is_shared = op.results().any(|result| is_memory_shared(result.ty()));
    is_accessed && (is_memref || is_once) && !has_memory_args && !is_shared
}

/// The values that a terminator forwards an operand to.
fn passed_on(op: OpRef, number: usize) -> Option<Vec<Value>> {
    if let Some(branch) = op.interface::<dyn BranchOp>() {
        let mut found = Vec::new();
        for (index, block) in op.body.successors(op.id).enumerate() {
            let passed = branch.successor_operands(op, index);
            if passed.forwarded.contains(&number) {
                found.push(op.body.arg(block, passed.n_produced + number - passed.forwarded.start));
            }
        }
        // An operand that is forwarded to no block is an argument of a call that terminates its block.
        return (!found.is_empty()).then_some(found);
    }
    let parent = op.parent()?;
    if parent.interface::<dyn FunctionOp>().is_some() {
        return op.has(TraitSet::RETURN_LIKE).then(Vec::new);
    }
    let outer = parent.interface::<dyn RegionBranchOp>()?;
    let own = op.interface::<dyn RegionBranchTerminator>();
    if own.is_none() && !op.has(TraitSet::RETURN_LIKE) {
        return None;
    }
    let region = op.body.region_index(op.body.parent_region(op.id)?);
    let mut found = Vec::new();
    for successor in outer.successors(parent, RegionPoint::Region(region)) {
        let range = own.map_or(0..op.n_operands(), |own| own.successor_operands(op, successor.target));
        if range.contains(&number) {
            found.push(*successor.inputs.get(number - range.start)?);
        }
    }
    Some(found)
}

/// The values that an operation forwards an operand to, on entry to its regions or as results if it skips them; `None`
/// if there are none.
fn passed_in(op: OpRef, number: usize) -> Option<Vec<Value>> {
    let interface = op.interface::<dyn RegionBranchOp>()?;
    let mut found = Vec::new();
    for successor in interface.successors(op, RegionPoint::Parent) {
        let range = interface.entry_operands(op, successor.target);
        if range.contains(&number) {
            found.push(*successor.inputs.get(number - range.start)?);
        }
    }
    (!found.is_empty()).then_some(found)
}
