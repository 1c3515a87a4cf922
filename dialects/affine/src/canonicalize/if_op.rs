//! Canonicalization of `affine.if`: constant conditions and empty regions.

use rmlir::prelude::*;

use crate::IfOp;

canonicalize! {
    IfOp: remove_dead_else, remove_known_condition;
}

/// Removes an else region without operations.
#[pattern]
pub(crate) fn remove_dead_else(op: IfOp, rw: &mut Rewriter) -> Match {
    let Some(block) = op.else_block(rw) else { return rw.no_match(op, "it has no second region") };
    if rw.first_op(block) != rw.last_op(block) || rw.n_results(op.id()) > 0 {
        return rw.no_match(op, "its second region does something");
    }
    rw.modifying(op.id());
    rw.erase_block(block);
    rw.modified(op.id());
    Match::Yes
}

/// Inlines the region that is executed if the set is empty or universal.
#[pattern]
pub(crate) fn remove_known_condition(op: IfOp, rw: &mut Rewriter) -> Match {
    let set = op.condition(rw);
    let is_universe =
        matches!(set.constraints(), [constraint] if constraint.is_eq && constraint.expr.as_constant() == Some(0));
    let block = if set.is_canonical_empty() {
        match op.else_block(rw) {
            Some(block) => block,
            None => return rw.erase(op),
        }
    } else if is_universe {
        op.then_block(rw)
    } else {
        return rw.no_match(op, "the condition is not known");
    };
    let terminator = rw.last_op(block).expect("blocks of an `affine.if` end with a yield");
    rw.inline_block_before(block, op.id(), &[]);
    let results: Vec<Value> = rw.operands(terminator).collect();
    rw.replace(op, results);
    rw.erase(terminator)
}
