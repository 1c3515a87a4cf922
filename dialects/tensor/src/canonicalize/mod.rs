//! Canonicalization patterns, one file for each family of operations.

pub(crate) mod cast;
pub(crate) mod concat;
pub(crate) mod create;
pub mod destination;
pub(crate) mod element;
pub(crate) mod insert_slice;
pub(crate) mod pad;
pub(crate) mod pad_chain;
pub(crate) mod query;
pub(crate) mod reshape;
pub(crate) mod reshape_source;
pub(crate) mod slice;

use rmlir::prelude::*;

use crate::{CastOp, can_fold_into_consumer};

/// Replaces `op` by a cast of `value` to the type of its result.
pub(crate) fn replace_by_cast(rw: &mut Rewriter, op: impl Into<OpId>, value: Value) -> Match {
    let op = op.into();
    let ty = rw.ty(rw.result(op, 0));
    rw.replace_with(op, CastOp::build(ty, value));
    Match::Yes
}

/// The source of the cast that defines `operand`, if the cast only makes sizes dynamic.
pub(crate) fn skippable_cast(body: &Body, operand: Value) -> Option<Value> {
    let cast = body.defined_by::<CastOp>(operand)?;
    can_fold_into_consumer(body, cast).then(|| cast.source(body))
}
