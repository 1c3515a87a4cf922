//! Queries of the memory effects of any operation, on memory and other resources.
//!
//! Traits take precedence ([`TraitSet::NO_MEMORY_EFFECT`], [`TraitSet::RECURSIVE_MEMORY_EFFECTS`]), then the interface
//! [`MemoryEffects`]; an operation with neither has unknown effects. No query recurses: operations nested in regions
//! are on a worklist.

use smallvec::SmallVec;

use crate::arena::Value;
use crate::interfaces::{Effect, EffectKind, EffectTarget, MemoryEffects, Speculatability, Speculatable, SymbolOp};
use crate::opref::OpRef;
use crate::traits::TraitSet;

/// Returns whether `op` is trivially dead: its results have no uses, and [`would_be_trivially_dead`] holds.
pub fn is_trivially_dead(op: OpRef) -> bool {
    let results = op.body.results(op.id);
    results.iter().all(|&result| op.body.is_unused(result)) && would_be_trivially_dead(op)
}

/// Returns whether `op` would be trivially dead if its results had no uses. Terminators, symbols and unregistered
/// operations never are.
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

/// Returns whether an effect is irrelevant once the results of `op` are unused: it is a read, or it is on memory that
/// `op` allocates for a result.
fn is_droppable(op: OpRef, effect: &Effect, all: &[Effect]) -> bool {
    if effect.kind == EffectKind::Read {
        return true;
    }
    let EffectTarget::Value(value) = effect.target else { return false };
    op.body.results(op.id).contains(&value)
        && all.iter().any(|other| other.kind == EffectKind::Allocate && other.target == effect.target)
}

/// Returns whether `op`, including nested operations, has no memory effects.
pub fn is_memory_effect_free(op: OpRef) -> bool {
    holds_inside(op, |op| match effects_of(op) {
        Some(effects) => effects.is_empty(),
        None => op.has(TraitSet::RECURSIVE_MEMORY_EFFECTS),
    })
}

/// Returns whether `wanted` holds for `op` and, if effects are recursive, for all nested operations. The last
/// operations are queried first: most stores are at the end of a block.
fn holds_inside(op: OpRef, wanted: impl Fn(OpRef) -> bool) -> bool {
    if !wanted(op) {
        return false;
    }
    // For each open block, the operation to query next; those before it follow.
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

/// Returns whether `op`, including nested operations, is known not to write.
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

/// Returns whether the effects of `op` are unknown.
pub fn has_unknown_effects(op: OpRef) -> bool {
    !op.has(TraitSet::RECURSIVE_MEMORY_EFFECTS)
        && !op.has(TraitSet::NO_MEMORY_EFFECT)
        && op.interface::<dyn MemoryEffects>().is_none()
}

/// Returns whether `op` declares an effect of this kind.
pub fn has_effect(op: OpRef, kind: EffectKind) -> bool {
    effects_of(op).is_some_and(|effects| effects.iter().any(|effect| effect.kind == kind))
}

/// Returns whether `op` declares effects, all of this kind, at least one.
pub fn has_single_effect(op: OpRef, kind: EffectKind) -> bool {
    effects_of(op).is_some_and(|effects| !effects.is_empty() && effects.iter().all(|effect| effect.kind == kind))
}

/// Returns whether `op` declares effects on `value`, all of this kind, at least one.
pub fn has_single_effect_on(op: OpRef, kind: EffectKind, value: Value) -> bool {
    let effects = effects_of(op).unwrap_or_default();
    let mut on_value = effects.iter().filter(|effect| effect.target == EffectTarget::Value(value)).peekable();
    on_value.peek().is_some() && on_value.all(|effect| effect.kind == kind)
}

/// Returns whether `op` may be executed speculatively.
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

/// Returns whether `op` has no effect and is speculatable: it may be moved and duplicated freely.
pub fn is_pure(op: OpRef) -> bool {
    is_speculatable(op) && is_memory_effect_free(op)
}
