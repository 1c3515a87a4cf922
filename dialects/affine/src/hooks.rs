//! The dialect as a whole: constants, and inlining.

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

use crate::{ForOp, IfOp, ParallelOp};

pub(crate) struct Hooks;

/// Whether `op` is a loop or condition of this dialect.
fn is_structured(op: OpRef) -> bool {
    op.is::<ForOp>() || op.is::<IfOp>() || op.is::<ParallelOp>()
}

impl DialectHooks for Hooks {
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        rmlir_arith::Arith::DEF.hooks.materialize_constant(cx, value, ty)
    }

    /// Into affine scopes, and into loops and conditions of this dialect.
    fn is_legal_to_inline_op(&self, _op: OpRef, into: OpRef, _would_be_cloned: bool) -> bool {
        into.has(TraitSet::AFFINE_SCOPE) || is_structured(into)
    }

    /// Into loops and conditions, if it is one block of operations that have
    /// no effect.
    fn is_legal_to_inline_region(&self, into: OpRef, from: OpRef, _would_be_cloned: bool) -> bool {
        let regions: Vec<RegionRef> = from.regions().collect();
        let [region] = regions[..] else { return false };
        let Some(entry) = region.entry().filter(|_| is_structured(into) && region.has_one_block()) else {
            return false;
        };
        entry.ops().all(|op| rmlir::core::effects::effects_of(op).is_some_and(|effects| effects.is_empty()))
    }
}
