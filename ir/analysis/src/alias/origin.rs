//! The base objects that a value may refer to: the backward walk.

use rmlir_core::interfaces::{
    BranchOp, Effect, EffectKind, EffectTarget, FunctionOp, GlobalAddress, GlobalVariable, MemoryEffects,
    RegionBranchOp, RegionBranchTerminator, RegionPoint, SelectLike, ViewLike,
};
use rmlir_core::{Body, OpId, OpRef, TraitSet, Value, ValueDefinition};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::capture::{Holds, holds};
use super::view::view_source;

/// A base object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// The memory that the operation which defines this value allocates.
    Allocation(Value),
    /// A global variable.
    Global(GlobalVariable),
    /// The memory that this argument of a function refers to.
    Argument(Value),
    /// The memory that this value refers to, which was loaded or returned by a call: memory that was captured, or that
    /// existed before the function was called.
    Unknown(Value),
    /// The memory that this value refers to, which may be any visible object.
    Any(Value),
}

/// The results of `memref.distinct_objects` that a value is, or is a view of.
type Distinct = SmallVec<[(OpId, u32); 2]>;

/// A base object, with the facts known on the path from a value to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The base object.
    pub base: Base,
    distinct: Distinct,
}

impl Origin {
    /// Whether the paths pass different results of one operation whose results are distinct objects.
    pub(super) fn is_distinct_from(&self, other: &Self) -> bool {
        let is_apart = |&(op, index): &(OpId, u32)| other.distinct.iter().any(|&(at, of)| at == op && of != index);
        self.distinct.iter().any(is_apart)
    }
}

/// A value on a path to base objects.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Step {
    value: Value,
    distinct: Distinct,
    /// Operations whose values may be of another execution: loops and other control flow that the path crossed.
    crossed: SmallVec<[OpId; 2]>,
}

impl Step {
    fn to(&self, value: Value) -> Self {
        Self { value, ..self.clone() }
    }

    fn across(&self, value: Value, op: OpId) -> Self {
        let mut next = self.to(value);
        if !next.crossed.contains(&op) {
            next.crossed.push(op);
        }
        next
    }
}

/// The limit of the length of a path: whole-program functions of a few thousand operations stay far below it.
const MAX_STEPS: usize = 2_000;

/// The base objects that `value` may refer to; `around` is the loop whose iterations may differ.
pub(super) fn origins(body: &Body, value: Value, around: Option<OpId>, is_local: bool) -> Vec<Origin> {
    let start = Step { value, distinct: SmallVec::new(), crossed: around.into_iter().collect() };
    let (mut found, mut seen, mut waiting) = (Vec::new(), FxHashSet::default(), vec![start]);
    while let Some(step) = waiting.pop() {
        if !seen.insert(step.clone()) {
            continue;
        }
        if seen.len() > MAX_STEPS {
            return vec![Origin { base: Base::Any(value), distinct: SmallVec::new() }];
        }
        match walk(body, &step, is_local) {
            Ok(next) => waiting.extend(next),
            Err(base) => {
                let origin = Origin { base, distinct: step.distinct };
                if !found.contains(&origin) {
                    found.push(origin);
                }
            }
        }
    }
    found
}

/// One step backward, or the base object at which the path ends.
fn walk(body: &Body, step: &Step, is_local: bool) -> Result<Vec<Step>, Base> {
    let value = step.value;
    let (op, index) = match body.value_def(value) {
        ValueDefinition::Result(op, index) => (OpRef::new(body, op), index),
        ValueDefinition::Argument(block, _) => {
            if function_argument(body, value).is_some() {
                return Err(Base::Argument(value));
            }
            let owner = body.region_of(block).map(|region| body.region_owner(region)).ok_or(Base::Any(value))?;
            let passed = passed_to_argument(body, value).ok_or(Base::Any(value))?;
            return Ok(passed.into_iter().map(|value| step.across(value, owner)).collect());
        }
    };
    if let Some(source) = view_source(body, value) {
        return Ok(vec![step.to(source)]);
    }
    if op.interface::<dyn RegionBranchOp>().is_some() {
        let passed = passed_in(op, value, RegionPoint::Parent).ok_or(Base::Any(value))?;
        return Ok(passed.into_iter().map(|value| step.across(value, op.id)).collect());
    }
    if is_allocation(body, value) {
        return Err(Base::Allocation(value));
    }
    if is_local {
        return Err(Base::Unknown(value));
    }
    if let Some(global) = op.interface::<dyn GlobalAddress>() {
        return Err(Base::Global(global.global(op)));
    }
    if op.has(TraitSet::DISTINCT_OBJECTS) {
        let mut next = step.to(op.operand(index as usize).id);
        let is_stale = step.crossed.iter().any(|&crossed| body.is_ancestor(crossed, op.id));
        if !is_stale && !next.distinct.contains(&(op.id, index)) {
            next.distinct.push((op.id, index));
        }
        return Ok(vec![next]);
    }
    if let Some(select) = op.interface::<dyn SelectLike>() {
        let (_, if_true, if_false) = select.parts();
        return Ok([if_true, if_false].map(|number| step.to(op.operand(number).id)).to_vec());
    }
    let carried = address_operands(op);
    if carried.is_empty() { Err(Base::Unknown(value)) } else { Ok(carried.into_iter().map(|it| step.to(it)).collect()) }
}

/// The operands whose memory the results of an operation without effects may refer to.
pub fn address_operands(op: OpRef) -> Vec<Value> {
    if !op.has(TraitSet::NO_MEMORY_EFFECT) || op.n_regions() > 0 {
        return Vec::new();
    }
    let operands = op.operands().filter(|operand| holds(op.cx(), operand.ty()) == Holds::Address);
    operands.map(|operand| operand.id).collect()
}

/// The values that `value` may be equal to or a view of, one step backward; `None` if that is not known.
pub fn sources(body: &Body, value: Value) -> Option<Vec<Value>> {
    let ValueDefinition::Result(op, _) = body.value_def(value) else { return passed_to_argument(body, value) };
    let view = OpRef::new(body, op);
    match view.interface::<dyn ViewLike>() {
        Some(interface) => Some(vec![view.operand(interface.source(view)).id]),
        None => passed_in(view, value, RegionPoint::Parent),
    }
}

/// The values that branches, or an operation that passes control between its regions, forward to a block argument.
fn passed_to_argument(body: &Body, value: Value) -> Option<Vec<Value>> {
    let ValueDefinition::Argument(block, index) = body.value_def(value) else { return None };
    if body.is_entry(block) {
        let region = body.region_of(block)?;
        let owner = OpRef::new(body, body.region_owner(region));
        return passed_in(owner, value, RegionPoint::Region(body.region_index(region)));
    }
    let mut found = Vec::new();
    for (user, number) in body.block_uses(block) {
        let view = OpRef::new(body, user);
        let passed = view.interface::<dyn BranchOp>()?.successor_operands(view, number as usize);
        let place = (index as usize).checked_sub(passed.n_produced)?;
        found.push(body.operand(user, passed.forwarded.start + place));
    }
    Some(found)
}

/// The values that a region-branch operation forwards to `value` when control passes to `target`; `None` if not known.
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
                            None if terminator.n_operands() == 0
                                || terminator.interface::<dyn BranchOp>().is_some() =>
                            {
                                continue;
                            }
                            None => return None,
                        };
                        found.push(terminator.operand(passed.start + place).id);
                    }
                }
            }
        }
    }
    is_known.then_some(found)
}

/// The function that `value` is an argument of, and its index.
pub fn function_argument<'a>(body: &'a Body<'a>, value: Value) -> Option<(OpRef<'a>, usize)> {
    let ValueDefinition::Argument(block, index) = body.value_def(value) else { return None };
    if !body.is_entry(block) {
        return None;
    }
    let function = OpRef::new(body, body.region_owner(body.region_of(block)?));
    function.interface::<dyn FunctionOp>().is_some().then_some((function, index as usize))
}

/// The effect by which the operation that defines `value` allocates its memory.
pub(super) fn allocation_effect(body: &Body, value: Value) -> Option<Effect> {
    let op = body.defining_op(value)?;
    let effects = body.interface::<dyn MemoryEffects>(op)?.effects(OpRef::new(body, op));
    let is_own = |effect: &Effect| effect.kind == EffectKind::Allocate && effect.target == EffectTarget::Value(value);
    effects.into_iter().find(is_own)
}

/// Whether the operation that defines `value` allocates its memory.
pub fn is_allocation(body: &Body, value: Value) -> bool {
    allocation_effect(body, value).is_some()
}
