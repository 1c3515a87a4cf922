//! Redundant copies.

use rmlir::prelude::*;

use crate::CopyOp;

canonicalize! {
    CopyOp: nothing_to_copy, copy_to_itself;
}

#[pattern]
pub(crate) fn nothing_to_copy(op: CopyOp, rw: &mut Rewriter) -> Match {
    let is_empty = |value: Value| rw.ty(value).shape(rw).is_some_and(|shape| shape.contains(&0));
    if is_empty(op.source(rw)) || is_empty(op.target(rw)) { rw.erase(op) } else { Match::No }
}

#[pattern]
pub(crate) fn copy_to_itself(op: CopyOp, rw: &mut Rewriter) -> Match {
    if op.source(rw) == op.target(rw) { rw.erase(op) } else { Match::No }
}
