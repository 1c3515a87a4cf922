//! Memory accesses of a loop: the memory that each operation may read or write, as far as it is known.
//!
//! Operations with recursive memory effects are traversed, so accesses under conditions and in inner loops are found.
//! An operation with unknown effects may access all memory.

use rmlir::core::effects::{effects_of, is_memory_effect_free};
use rmlir::prelude::*;
use rmlir_func::CallOp;
use rustc_hash::FxHashSet;

use super::subscript::{Access, Reader};

/// A read or write of memory in an iteration.
#[derive(Clone, Debug)]
pub struct MemoryOperation {
    /// The accessing operation.
    pub op: OpId,
    /// The accessed memref or pointer; `None` if it may be any memory.
    pub memory: Option<Value>,
    /// Whether it writes.
    pub is_write: bool,
    /// The subscripts, if they are affine.
    pub access: Option<Access>,
}

/// Collects all memory accesses in the loop of `reader`; calls of functions in `free` have no memory effects.
pub fn memory_operations(reader: &mut Reader, free: &FxHashSet<String>) -> Vec<MemoryOperation> {
    let (body, around) = (reader.body, reader.around);
    let mut inner = Vec::new();
    body.walk_postorder(around, |op| inner.extend((op != around).then_some(op)));
    let mut found = Vec::new();
    for op in inner {
        if let Some(access) = reader.access(op) {
            let (memory, is_write) = (Some(access.memref), access.is_write);
            found.push(MemoryOperation { op, memory, is_write, access: Some(access) });
            continue;
        }
        let view = OpRef::new(body, op);
        let effects = effects_of(view);
        let is_harmless = match &effects {
            Some(effects) => effects.is_empty(),
            None => view.has(TraitSet::RECURSIVE_MEMORY_EFFECTS) || is_memory_effect_free(view),
        };
        if is_harmless || is_free_call(view, free) {
            continue;
        }
        let everything = |is_write: bool| MemoryOperation { op, memory: None, is_write, access: None };
        let Some(effects) = effects else {
            found.push(everything(true));
            continue;
        };
        for effect in effects {
            let is_write = match effect.kind {
                EffectKind::Allocate => continue,
                EffectKind::Read => false,
                EffectKind::Write | EffectKind::Free => true,
            };
            found.push(match effect.target {
                EffectTarget::Value(memory) => MemoryOperation { memory: Some(memory), ..everything(is_write) },
                EffectTarget::Resource | EffectTarget::Symbol(_) => everything(is_write),
            });
        }
    }
    found
}

/// Whether `op` calls a function without memory effects.
pub fn is_free_call(op: OpRef, free: &FxHashSet<String>) -> bool {
    op.is::<CallOp>() && free.contains(op.get(CallOp::callee).str(op.cx()))
}
