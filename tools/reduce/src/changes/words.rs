//! Simpler attributes for operations that remain.

use std::ops::Range;

use rmlir::core::arena::OpId;
use rmlir::core::attrs::Attr;
use rmlir::core::{Body, OpRef};
use rmlir_arith::ConstantOp;

use super::change::Change;

/// Drops the discardable attributes of an operation.
pub struct DropAttributes;

/// Makes a constant zero.
pub struct ZeroConstants;

fn ops(body: &Body, wanted: impl Fn(OpRef) -> bool) -> Vec<OpId> {
    let mut found = Vec::new();
    body.walk_preorder(body.root(), |op| {
        if wanted(OpRef::new(body, op)) {
            found.push(op);
        }
    });
    found
}

fn with_attributes(body: &Body) -> Vec<OpId> {
    ops(body, |op| op.body.attr_dict(op.id) != Attr::EMPTY_DICT)
}

fn constants(body: &Body) -> Vec<OpId> {
    ops(body, |op| op.is::<ConstantOp>())
}

impl Change for DropAttributes {
    fn count(&self, body: &Body) -> usize {
        with_attributes(body).len()
    }

    fn apply(&self, body: &mut Body, which: Range<usize>) {
        for op in with_attributes(body).drain(which) {
            body.set_attr_dict(op, Attr::EMPTY_DICT);
        }
    }
}

impl Change for ZeroConstants {
    fn count(&self, body: &Body) -> usize {
        constants(body).len()
    }

    fn apply(&self, body: &mut Body, which: Range<usize>) {
        for op in constants(body).drain(which) {
            if let Some(zero) = body.cx().zero_attr(body.ty(body.result(op, 0))) {
                body.set_prop(op, ConstantOp::VALUE, zero);
            }
        }
    }
}
