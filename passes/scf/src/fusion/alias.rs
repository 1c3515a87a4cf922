//! Whether memrefs that parallel loops use may be the same memory.

use rmlir::analysis::alias::AliasAnalysis;
use rmlir::prelude::*;
use rmlir_scf::ParallelOp;

/// Whether `a` and `b`, used in parallel loops, may be the same memory.
pub fn may_alias(body: &Body, a: Value, b: Value) -> bool {
    // What is made in just one loop, or in both, is not looked into.
    enclosing_loop(body, a) != enclosing_loop(body, b) || AliasAnalysis::new(body).local().may_alias(a, b)
}

/// The parallel loop in which an operation makes `value`.
fn enclosing_loop(body: &Body, value: Value) -> Option<OpId> {
    let op = body.defining_op(value)?;
    body.find_ancestor(op, |outer| OpRef::new(body, outer).is::<ParallelOp>())
}
