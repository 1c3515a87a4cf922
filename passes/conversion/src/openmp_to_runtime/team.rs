//! Where constructs are: in teams, and in functions.

use rmlir::prelude::*;
use rmlir_omp::{ParallelOp, TerminatorOp};

/// The error that `op` cannot be lowered.
pub(super) fn unsupported(op: OpRef, what: &str) -> Box<Diagnostic> {
    op.error(format!("cannot be lowered to calls of the runtime: {what}: not supported"))
}

/// The block for stack allocations that are executed once: the entry of the team around `op`, or of the function.
pub(super) fn alloca_block(body: &Body, op: OpId) -> BlockId {
    let team = body.find_ancestor(op, |around| around != op && OpRef::new(body, around).is::<ParallelOp>());
    let region = body.region(team.unwrap_or(body.root()), 0);
    body.entry(region).expect("a construct is in a block")
}

/// Whether `op` is the last operation of its team: there is a barrier at the end anyway.
pub(super) fn ends_team(body: &Body, op: OpId) -> bool {
    let is = |op: Option<OpId>, wanted: fn(OpRef) -> bool| op.is_some_and(|op| wanted(OpRef::new(body, op)));
    is(body.next_op(op), |op| op.is::<TerminatorOp>()) && is(body.parent_op(op), |op| op.is::<ParallelOp>())
}
