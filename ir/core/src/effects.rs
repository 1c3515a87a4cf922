//! What operations do to memory and other resources, asked of any operation.
//!
//! Traits answer first ([`TraitSet::NO_MEMORY_EFFECT`],
//! [`TraitSet::RECURSIVE_MEMORY_EFFECTS`]), then the interface
//! [`MemoryEffects`]; an operation with neither may do anything. Nothing here
//! recurses: operations nested in regions wait on a list.

use smallvec::SmallVec;

use crate::arena::Value;
use crate::interfaces::{Effect, EffectKind, EffectTarget, MemoryEffects, Speculatability, Speculatable, SymbolOp};
use crate::opref::OpRef;
use crate::traits::TraitSet;

/// Whether erasing `op` changes nothing: no result is used, and it would be
/// dead then.
pub fn is_trivially_dead(op: OpRef) -> bool {
    let results = op.body.results(op.id);
    results.iter().all(|&result| op.body.is_unused(result)) && would_be_trivially_dead(op)
}

/// Whether erasing `op` changes nothing if no result is used. Terminators,
/// symbols and operations that are not registered never are.
pub fn would_be_trivially_dead(op: OpRef) -> bool {
    let Some(def) = op.def() else { return false };
    if def.has(TraitSet::TERMINATOR) || def.has(TraitSet::SYMBOL) || def.interface::<dyn SymbolOp>().is_some() {
        return false;
    }
    if def.has(TraitSet::NO_MEMORY_EFFECT) && !def.has(TraitSet::RECURSIVE_MEMORY_EFFECTS) {
        return true;
    }
    holds_inside(op, |op| match effects_of(op) {
        Some(effects) => effects.iter().all(|effect| is_droppable(op, effect, &effects)),
        None => op.has(TraitSet::RECURSIVE_MEMORY_EFFECTS),
    })
}

/// Whether an effect does not matter once the results of `op` are unused: it
/// reads, or it is on memory that `op` allocates for a result.
fn is_droppable(op: OpRef, effect: &Effect, all: &[Effect]) -> bool {
    if effect.kind == EffectKind::Read {
        return true;
    }
    let EffectTarget::Value(value) = effect.target else { return false };
    op.body.results(op.id).contains(&value)
        && all.iter().any(|other| other.kind == EffectKind::Allocate && other.target == effect.target)
}

/// Whether `op`, with what is inside, has no effect at all.
pub fn is_memory_effect_free(op: OpRef) -> bool {
    holds_inside(op, |op| match effects_of(op) {
        Some(effects) => effects.is_empty(),
        None => op.has(TraitSet::RECURSIVE_MEMORY_EFFECTS),
    })
}

/// Whether `wanted` holds for `op` and, as far as effects are recursive, for
/// all operations inside. The last ones are asked first: most that store do so
/// at the end.
fn holds_inside(op: OpRef, wanted: impl Fn(OpRef) -> bool) -> bool {
    if !wanted(op) {
        return false;
    }
    // Of the blocks that are open, the operation to ask next; those before it come later.
    let mut open: SmallVec<[OpRef; 8]> = SmallVec::new();
    open_inside(op, &mut open);
    while let Some(op) = open.pop() {
        if !wanted(op) {
            return false;
        }
        open.extend(op.body.prev_op(op.id).map(|prev| OpRef::new(op.body, prev)));
        open_inside(op, &mut open);
    }
    true
}

/// Adds the last operations of the blocks in `op`, if its effects are recursive.
fn open_inside<'a>(op: OpRef<'a>, open: &mut SmallVec<[OpRef<'a>; 8]>) {
    if op.has(TraitSet::RECURSIVE_MEMORY_EFFECTS) {
        open.extend(op.regions().flat_map(|region| region.blocks()).filter_map(|block| block.last_op()));
    }
}

/// Whether `op`, with what is inside, is known not to write.
pub fn is_known_not_to_write(op: OpRef) -> bool {
    holds_inside(op, |op| match effects_of(op) {
        Some(effects) => effects.iter().all(|effect| effect.kind != EffectKind::Write),
        None => op.has(TraitSet::RECURSIVE_MEMORY_EFFECTS),
    })
}

fn push_inside<'a>(op: OpRef<'a>, waiting: &mut Vec<OpRef<'a>>) {
    for region in op.regions() {
        for block in region.blocks() {
            waiting.extend(block.ops());
        }
    }
}

/// The effects of `op` itself as it states them; `None` if it states none.
pub fn effects_of(op: OpRef) -> Option<Vec<Effect>> {
    let def = op.def()?;
    if def.has(TraitSet::NO_MEMORY_EFFECT) {
        return Some(Vec::new());
    }
    def.interface::<dyn MemoryEffects>().map(|interface| interface.effects(op))
}

/// The effects of `op` and, where its effects are recursive, of all operations
/// inside, with duplicates; `None` if some are unknown.
pub fn effects_recursive(op: OpRef) -> Option<Vec<Effect>> {
    let mut found = Vec::new();
    let mut waiting = vec![op];
    while let Some(op) = waiting.pop() {
        let recursive = op.has(TraitSet::RECURSIVE_MEMORY_EFFECTS);
        if recursive {
            push_inside(op, &mut waiting);
        }
        match effects_of(op) {
            Some(effects) => found.extend(effects),
            None if recursive => {}
            None => return None,
        }
    }
    Some(found)
}

/// Whether nothing says what `op` does.
pub fn has_unknown_effects(op: OpRef) -> bool {
    !op.has(TraitSet::RECURSIVE_MEMORY_EFFECTS)
        && !op.has(TraitSet::NO_MEMORY_EFFECT)
        && op.interface::<dyn MemoryEffects>().is_none()
}

/// Whether `op` states an effect of this kind.
pub fn has_effect(op: OpRef, kind: EffectKind) -> bool {
    effects_of(op).is_some_and(|effects| effects.iter().any(|effect| effect.kind == kind))
}

/// Whether `op` states effects, all of this kind, at least one.
pub fn has_single_effect(op: OpRef, kind: EffectKind) -> bool {
    effects_of(op).is_some_and(|effects| !effects.is_empty() && effects.iter().all(|effect| effect.kind == kind))
}

/// Whether `op` states effects on `value`, all of this kind, at least one.
pub fn has_single_effect_on(op: OpRef, kind: EffectKind, value: Value) -> bool {
    let effects = effects_of(op).unwrap_or_default();
    let mut on_value = effects.iter().filter(|effect| effect.target == EffectTarget::Value(value)).peekable();
    on_value.peek().is_some() && on_value.all(|effect| effect.kind == kind)
}

/// Whether `op` is harmless where the program would not have run it.
pub fn is_speculatable(op: OpRef) -> bool {
    let mut waiting = vec![op];
    while let Some(op) = waiting.pop() {
        match speculatability(op) {
            Speculatability::No => return false,
            Speculatability::Yes => {}
            Speculatability::Recursive => push_inside(op, &mut waiting),
        }
    }
    true
}

fn speculatability(op: OpRef) -> Speculatability {
    let Some(def) = op.def() else { return Speculatability::No };
    if def.has(TraitSet::ALWAYS_SPECULATABLE) {
        Speculatability::Yes
    } else if def.has(TraitSet::RECURSIVELY_SPECULATABLE) {
        Speculatability::Recursive
    } else {
        def.interface::<dyn Speculatable>().map_or(Speculatability::No, |interface| interface.speculatability(op))
    }
}

/// Whether `op` has no effect and is speculatable: it may be moved and
/// duplicated freely.
pub fn is_pure(op: OpRef) -> bool {
    is_speculatable(op) && is_memory_effect_free(op)
}
