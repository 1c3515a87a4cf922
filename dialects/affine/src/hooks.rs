//! Dialect hooks: constants, and inlining.

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

use crate::inline;
use crate::{ForOp, IfOp, ParallelOp};

pub(crate) struct Hooks;

/// Whether `op` is a loop or conditional of this dialect.
fn is_structured(op: OpRef) -> bool {
    op.is::<ForOp>() || op.is::<IfOp>() || op.is::<ParallelOp>()
}

impl DialectHooks for Hooks {
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        rmlir_arith::Arith::DEF.hooks().materialize_constant(cx, value, ty)
    }

    /// Operations may be inlined into affine scopes, and into loops and conditionals of this dialect.
    fn is_legal_to_inline_op(&self, _op: OpRef, into: OpRef, _would_be_cloned: bool) -> bool {
        into.has(TraitSet::AFFINE_SCOPE) || is_structured(into)
    }

    fn is_legal_to_inline_region(&self, into: RegionRef, from: RegionRef, args: &[Value], _: bool) -> bool {
        is_structured(into.owner()) && inline::is_legal_region(into, from, args)
    }
}
