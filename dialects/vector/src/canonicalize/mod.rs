//! Canonicalization patterns.
//!
//! Patterns are listed at their root operations, in upstream's order; one file per family of operations.

pub mod contract;
pub mod elements;
pub mod extract;
pub mod insert;
mod lowering;
pub mod mask;
pub mod memory;
pub mod reduce;
pub mod shape;
pub mod shuffle;
pub mod slice;
pub mod step;
pub mod transfer;
pub mod transpose;

use rmlir::prelude::*;

pub use self::lowering::vector_to_vector_patterns;
use crate::BroadcastOp;
use crate::fold::defining;

/// The scalar source of `value`, if it is a broadcast of a scalar.
fn splat_source(body: &Body, value: Value) -> Option<Value> {
    let source = defining::<BroadcastOp>(body, value)?.source(body);
    (!body.ty(source).is_vector(body)).then_some(source)
}

/// The type of the only result of `op`.
fn result_type(body: &Body, op: impl Into<OpId>) -> Type {
    body.ty(body.result(op.into(), 0))
}

/// Replaces `op` by a broadcast of `source`.
fn replace_with_broadcast(rw: &mut Rewriter, op: OpId, source: Value) -> Match {
    let ty = result_type(rw, op);
    rw.replace_with(op, BroadcastOp::build(ty, source));
    Match::Yes
}
