//! Aliases of memrefs, and memory that a region allocates.

use rmlir::analysis::alias::{AliasAnalysis, is_allocation, view_base};
use rmlir::prelude::*;

/// The alias analysis of passes on affine operations: it assumes, as upstream's does, that different arguments of a
/// function do not alias.
pub fn alias_analysis<'a>(body: &'a Body<'a>) -> AliasAnalysis<'a> {
    AliasAnalysis::new(body).noalias_arguments(true)
}

/// Whether the memory of `value` is allocated by an operation inside of `around`.
pub fn is_allocated_in(body: &Body, value: Value, around: OpId) -> bool {
    let base = view_base(body, value);
    let is_inside = |op: OpId| op != around && body.is_ancestor(around, op);
    is_allocation(body, base) && body.defining_op(base).is_some_and(is_inside)
}
