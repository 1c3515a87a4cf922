//! Dialect hooks: constants, and inlining.

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

use crate::constant::materialize;

pub(crate) struct Hooks;

impl DialectHooks for Hooks {
    /// Poison is materialized by its own dialect.
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        if rmlir_ub::is_poison(cx, value) {
            return rmlir_ub::Ub::DEF.hooks().materialize_constant(cx, value, ty);
        }
        materialize(cx, value, ty)
    }
    fn is_legal_to_inline_op(&self, _op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        true
    }
}
