//! The dialect as a whole: names of attributes, constants.

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

use crate::attrs::alias;
use crate::attrs::misc::ZeroAttr;
use crate::attrs::misc::{BlockAddressAttr, DSOLocalEquivalentAttr};
use crate::fold::{poison_attr, undef_attr};
use crate::ops::constant::{AddressOfOp, BlockAddressOp, ConstantOp, DSOLocalEquivalentOp, PoisonOp, UndefOp, ZeroOp};
use crate::types::PointerType;
use crate::types::constraint::is_compatible;

pub(crate) struct Hooks;

impl DialectHooks for Hooks {
    fn attr_alias(&self, cx: &Context, attr: Attr) -> Option<String> {
        alias::of(cx, attr)
    }

    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        let is_pointer = PointerType::from_type(cx, ty).is_some();
        if is_pointer && value.as_flat_symbol(cx).is_some() {
            return Some(AddressOfOp::build(ty, value).finish(cx));
        }
        if value == undef_attr(cx) {
            return Some(UndefOp::build(ty).finish(cx));
        }
        if value == poison_attr(cx) {
            return Some(PoisonOp::build(ty).finish(cx));
        }
        if ZeroAttr::from_attr(cx, value).is_some() {
            return Some(ZeroOp::build(ty).finish(cx));
        }
        if BlockAddressAttr::from_attr(cx, value).is_some() {
            return Some(BlockAddressOp::build(ty, value).finish(cx));
        }
        if let Some(function) = DSOLocalEquivalentAttr::from_attr(cx, value) {
            return Some(DSOLocalEquivalentOp::build(ty, function.sym(cx)).finish(cx));
        }
        let fits = value.ty(cx) == Some(ty) && is_compatible(cx, ty);
        fits.then(|| ConstantOp::build(ty, value).finish(cx))
    }
}
