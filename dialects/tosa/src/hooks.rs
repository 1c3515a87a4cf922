//! Hooks of the dialect: constants and inlining.

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

use crate::control::{IfOp, WhileOp};
use crate::convert::ConstOp;
use crate::shape::ConstShapeOp;
use crate::types::ShapeType;

pub(crate) struct Hooks;

impl DialectHooks for Hooks {
    /// A constant shape or a constant tensor.
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        if ShapeType::from_type(cx, ty).is_some() {
            return Some(ConstShapeOp::build(ty, value).finish(cx));
        }
        (ElementsAttr.check)(cx, value).then(|| ConstOp::build(ty, value).finish(cx))
    }
    fn is_legal_to_inline_op(&self, _op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        true
    }
    /// Regions are inlined into those of control flow.
    fn is_legal_to_inline_region(&self, into: RegionRef, _from: RegionRef, _args: &[Value], _: bool) -> bool {
        into.owner().is::<IfOp>() || into.owner().is::<WhileOp>()
    }
}
