//! Dialect hooks: inlining, attribute aliases, resources.

use rmlir::core::dialect::{DialectHooks, Resources};
use rmlir::prelude::*;

use crate::attrs::ExternAttr;

pub(crate) struct Hooks;

impl DialectHooks for Hooks {
    fn attr_alias(&self, cx: &Context, attr: Attr) -> Option<String> {
        ExternAttr::from_attr(cx, attr).map(|_| "extern".to_owned())
    }
    fn is_legal_to_inline_op(&self, _op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        true
    }
    fn resources(&self) -> Resources {
        Resources::NoneKnown
    }
}
