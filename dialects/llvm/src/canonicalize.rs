//! Canonicalization.

use rmlir::prelude::*;

use crate::ops::aggregate::{ExtractValueOp, InsertValueOp};

/// Where the outermost position of `op` in property `slot` is.
fn outermost(body: &Body, op: OpId, slot: usize) -> Option<i64> {
    body.prop(op, slot)?.as_int_array(body)?.first().copied()
}

/// Extractions from the end of a chain of insertions read from the nearest one
/// that writes their member, or from the start of the chain.
#[pattern]
pub fn extract_from_nearest_insert(op: InsertValueOp, rw: &mut Rewriter) -> Match {
    let own = outermost(rw, op.id(), InsertValueOp::POSITION);
    let result = rw.result(op.id(), 0);
    let mut waiting: Vec<(Option<i64>, OpId)> = Vec::new();
    for user in rw.users(result).collect::<Vec<OpId>>() {
        if OpRef::new(rw, user).is::<ExtractValueOp>() {
            let member = outermost(rw, user, ExtractValueOp::POSITION);
            if member != own {
                waiting.push((member, user));
            }
        }
    }
    if waiting.is_empty() {
        return rw.no_match(op, "nothing extracts another member");
    }
    let mut next = rw.operand(op.id(), InsertValueOp::CONTAINER_OPERAND);
    while !waiting.is_empty() {
        let Some(insert) = rw.defining_op(next).filter(|&def| OpRef::new(rw, def).is::<InsertValueOp>()) else {
            break;
        };
        let member = outermost(rw, insert, InsertValueOp::POSITION);
        let (found, rest): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|(wanted, _)| *wanted == member);
        for (_, user) in found {
            rw.set_operand(user, 0, next);
        }
        waiting = rest;
        next = rw.operand(insert, InsertValueOp::CONTAINER_OPERAND);
    }
    for (_, user) in waiting {
        rw.set_operand(user, 0, next);
    }
    Match::Yes
}
