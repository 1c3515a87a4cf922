//! Aliasing of memrefs that parallel loops use.

use rmlir::analysis::alias::AliasAnalysis;
use rmlir::prelude::*;
use rmlir_scf::ParallelOp;

/// Whether `a` and `b`, used in parallel loops, may alias.
pub fn may_alias(body: &Body, a: Value, b: Value) -> bool {
    // Memrefs defined inside of one of the loops are not analyzed.
    enclosing_loop(body, a) != enclosing_loop(body, b) || AliasAnalysis::new(body).local().may_alias(a, b)
}

/// The parallel loop that contains the definition of `value`.
fn enclosing_loop(body: &Body, value: Value) -> Option<OpId> {
    let op = body.defining_op(value)?;
    body.find_ancestor(op, |outer| OpRef::new(body, outer).is::<ParallelOp>())
}
