//! Constants, and constant folding.

use rmlir::core::fold::ConstantOp;
use rmlir::prelude::*;

use crate::convert::ConstOp;
use crate::shape::ConstShapeOp;

impl ConstantOp for ConstOp<()> {
    fn value(&self, op: OpRef) -> Option<Attr> {
        op.prop(ConstOp::VALUES)
    }
}

impl ConstantOp for ConstShapeOp<()> {
    fn value(&self, op: OpRef) -> Option<Attr> {
        op.prop(ConstShapeOp::VALUES)
    }
}

#[fold(ConstOp, ConstShapeOp)]
fn constant(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    cx.prop(cx.op(), 0).into()
}
