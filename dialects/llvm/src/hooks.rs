//! The dialect as a whole: names of attributes.

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

use crate::attrs::alias;

pub(crate) struct Hooks;

impl DialectHooks for Hooks {
    fn attr_alias(&self, cx: &Context, attr: Attr) -> Option<String> {
        alias::of(cx, attr)
    }
}
