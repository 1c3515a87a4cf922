//! Canonicalization patterns, one file for each family of operations.

pub(crate) mod alloc;
pub(crate) mod copy;
pub(crate) mod metadata;
pub(crate) mod reinterpret;
pub(crate) mod reshape;
pub(crate) mod scope;
pub(crate) mod subview;
pub(crate) mod view;

use rmlir::prelude::*;

use crate::CastOp;

/// Replaces `op` by a cast of `value` to the type of its result.
pub(crate) fn replace_by_cast(rw: &mut Rewriter, op: impl Into<OpId>, value: Value) -> Match {
    let op = op.into();
    let ty = rw.ty(rw.result(op, 0));
    rw.replace_with(op, CastOp::build(ty, value));
    Match::Yes
}
