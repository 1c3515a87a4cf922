//! Dialect hooks: constants, and names of encodings.

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

use crate::encoding::EncodingAttr;

pub(crate) struct Hooks;

impl DialectHooks for Hooks {
    /// Constants are materialized as those of `arith`.
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        rmlir_arith::Arith::DEF.hooks().materialize_constant(cx, value, ty)
    }

    fn attr_alias(&self, cx: &Context, attr: Attr) -> Option<String> {
        EncodingAttr::from_attr(cx, attr).map(|_| "sparse".to_owned())
    }
}
