//! Dialect hooks: constants, and inlining.

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

pub(crate) struct Hooks;

impl DialectHooks for Hooks {
    /// Constants are materialized as those of `arith`.
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        rmlir_arith::Arith::DEF.hooks().materialize_constant(cx, value, ty)
    }
    fn is_legal_to_inline_op(&self, _op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        true
    }
}
