//! Canonicalization of `scf.for`.

use super::region_branch::add_region_branch_patterns;
use rmlir::prelude::*;

use super::replace_with_region;
use crate::ForOp;
use crate::trip_count::constant_trip_count;

impl Canonicalizer for ForOp {
    fn add_patterns(set: &mut PatternSet) {
        set.extend(patterns![super::tensor_casts::carry_what_is_cast, simplify_trivial_loops]);
        add_region_branch_patterns(set, ForOp::DEF.name);
    }
}

/// Removes a loop with trip count zero or one, and a loop without effects.
#[pattern]
pub(crate) fn simplify_trivial_loops(op: ForOp, rw: &mut Rewriter) -> Match {
    let Some(n_iterations) = op.trip_count(rw) else {
        return rw.no_match(op, "the number of iterations is not known");
    };
    let inits = op.initArgs(rw);
    if n_iterations.is_zero() {
        return rw.replace(op, inits);
    }
    if n_iterations.is_one() {
        let mut args = vec![op.lowerBound(rw)];
        args.extend(inits);
        return replace_with_region(rw, op.id(), op.region(rw), &args);
    }
    let block = op.body(rw);
    if rw.first_op(block) != rw.last_op(block) {
        return rw.no_match(op, "it does something");
    }
    let yielded: Vec<Value> = rw.operands(op.terminator(rw)).collect();
    if yielded.iter().any(|&value| rw.value_block(value) == Some(block)) {
        return rw.no_match(op, "it gives a value that changes");
    }
    rw.replace(op, yielded)
}

impl ForOp {
    /// The trip count of the loop, if it is constant.
    pub fn trip_count(self, body: &Body) -> Option<ApInt> {
        let [lower, upper, step] =
            [self.lowerBound(body), self.upperBound(body), self.step(body)].map(ValueOrAttr::Value);
        constant_trip_count(body, lower, upper, step, !self.unsignedCmp(body))
    }
}
