//! Votes: uniform queries of all instances of a function that are executed together.
//!
//! In a scalar function the only instance votes, in a vector variant the active lanes. Code may branch on the result to
//! be faster; its results must not depend on it.

use rmlir::analysis::uniformity::{InferUniformity, Nature, Target};
use rmlir::prelude::*;

/// Queries of all instances that are executed together.
#[op_class(interfaces(InferUniformity), eval, format = "$bit attr-dict")]
struct Vote {
    #[operand]
    bit: I1,
}

/// Whether all instances that run this together have the bit set.
///
/// One instance alone has the answer in its bit.
///
/// ```mlir
/// %all = pvec.vote_all %bit
/// ```
#[op(name = "pvec.vote_all", classes(Vote))]
pub struct VoteAllOp {
    #[result]
    result: I1,
}

impl InferUniformity for VoteAllOp<()> {
    fn result_nature(&self, _op: OpRef, _result: usize, _target: Target) -> Nature {
        Nature::Uniform
    }
}

/// How many of the instances that run this together have the bit set.
///
/// For one instance alone that is 0 or 1.
///
/// ```mlir
/// %n = pvec.vote_count %bit
/// ```
#[op(name = "pvec.vote_count", classes(Vote))]
pub struct VoteCountOp {
    #[result]
    result: Index,
}

impl InferUniformity for VoteCountOp<()> {
    fn result_nature(&self, _op: OpRef, _result: usize, _target: Target) -> Nature {
        Nature::Uniform
    }
}
