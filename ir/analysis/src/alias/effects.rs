//! Effects of operations on the memory that a value refers to.

use rmlir_core::effects::effects_of;
use rmlir_core::interfaces::{EffectKind, EffectTarget};
use rmlir_core::{OpRef, TraitSet, Value};

use super::capture::{Holds, holds};
use super::{AliasAnalysis, Base, is_captured};

impl AliasAnalysis<'_> {
    /// Whether the effects of `op` itself, without those of its regions, must stay in order with a read of the memory
    /// of `memref`, or with a write if `is_written`. Unregistered operations are assumed to access their operands only.
    pub fn conflicts(self, op: OpRef, memref: Value, is_written: bool) -> bool {
        let is_operand = || {
            let mut addresses = op.operands().filter(|operand| holds(op.cx(), operand.ty()) == Holds::Address);
            addresses.any(|operand| self.may_alias(operand.id, memref))
        };
        let Some(effects) = effects_of(op) else {
            if op.has(TraitSet::RECURSIVE_MEMORY_EFFECTS) {
                return false;
            }
            return is_operand() || (op.def().is_some() && self.is_reachable(memref));
        };
        effects.iter().any(|effect| {
            let matters = match effect.kind {
                EffectKind::Allocate => false,
                EffectKind::Write | EffectKind::Free => true,
                EffectKind::Read => is_written,
            };
            matters
                && match effect.target {
                    EffectTarget::Value(target) => self.may_alias(target, memref),
                    _ => self.is_reachable(memref),
                }
        })
    }

    /// Whether code outside of the body may access the memory of `memref`.
    pub fn is_reachable(self, memref: Value) -> bool {
        let is_hidden = |base: Base| matches!(base, Base::Allocation(value) if !is_captured(self.body, value));
        let origins = self.origins(memref);
        origins.is_empty() || !origins.into_iter().all(|origin| is_hidden(origin.base))
    }
}
