//! `eliminate-empty-tensors`: results that are computed in an empty tensor and then inserted into a destination are
//! computed in the destination.

use rmlir::core::dominance::Dominance;
use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;
use rmlir_bufferization::bufferizable::{State, Traversal, Use};
use rmlir_tensor::{CastOp, EmptyOp};

use super::order::post_order;

/// Replaces empty tensors in `body`, which has been analyzed.
pub(super) fn eliminate(body: &mut Body, state: &State) {
    for op in post_order(body) {
        let Some(insertion) = state.subset_insertion(OpRef::new(body, op)).map(|insertion| insertion.source()) else {
            continue;
        };
        let source = Use { op, index: insertion };
        if state.is_in_place(body, source) {
            eliminate_for(body, state, source);
        }
    }
}

/// Replaces the empty tensors whose buffers `source`, the inserted operand, may have.
fn eliminate_for(body: &mut Body, state: &State, source: Use) {
    let config = Traversal {
        include_leaves: false,
        equivalent_only: true,
        same_type_or_casts_only: true,
        ..Traversal::default()
    };
    let mut visited = Vec::new();
    let is_empty = |value: ValueRef| value.defining_op().is_some_and(|op| op.is::<EmptyOp>());
    let found = state.find_in_chain_visiting(body, source, &is_empty, config, &mut visited);
    for empty in found {
        let Some(place) = visited.iter().copied().find(|operand| operand.value(body) == empty) else { continue };
        let Some(replacement) = extract(body, state, source.op, empty, place.op) else { continue };
        let (from, to) = (body.ty(replacement), body.ty(empty));
        let loc = body.value_loc(empty);
        let mut rw = Rewriter::new(body);
        let mut value = replacement;
        if replacement == empty {
            continue;
        }
        if from != to {
            if from.element(&rw) != to.element(&rw) {
                continue;
            }
            rw.after_value(replacement);
            value = rw.value(CastOp::build(to, replacement).at(loc));
        }
        rw.set_operand(place.op, place.index, value);
    }
}

/// Creates the subset of the destination, at an insertion point that its operands dominate, and that dominates `user`.
fn extract(body: &mut Body, state: &State, op: OpId, empty: Value, user: OpId) -> Option<Value> {
    let insertion = state.session.options.any_model(OpRef::new(body, op))?.subset_insertion()?;
    let needed = insertion.needed_values(OpRef::new(body, op));
    let at = match insert_point(body, body.defining_op(empty)?, user, &needed) {
        Some(at) => at,
        None => {
            move_definitions(body, &needed, user)?;
            user
        }
    };
    let loc = body.value_loc(empty);
    let mut rw = Rewriter::new(body);
    rw.before(at);
    insertion.build_extraction(op, &mut rw, loc)
}

fn insert_point(body: &Body, empty: OpId, user: OpId, needed: &[Value]) -> Option<OpId> {
    let dominance = Dominance::new(body);
    let mut candidates = vec![empty];
    for &value in needed {
        candidates.extend(match body.defining_op(value) {
            Some(op) => body.next_op(op),
            None => body.value_block(value).and_then(|block| body.first_op(block)),
        });
    }
    candidates.into_iter().find(|&at| {
        needed.iter().all(|&value| is_defined_at(body, &dominance, value, at))
            && (at == user || dominance.properly_dominates_op(at, user, true))
    })
}

fn is_defined_at(body: &Body, dominance: &Dominance, value: Value, at: OpId) -> bool {
    match body.defining_op(value) {
        Some(op) => dominance.properly_dominates_op(op, at, true),
        None => body.value_block(value).is_some_and(|block| body.ancestor_in_block(at, block).is_some()),
    }
}

/// Moves the definitions of `needed` before `user`, if none of them has side effects or depends on `user`.
fn move_definitions(body: &mut Body, needed: &[Value], user: OpId) -> Option<()> {
    let dominance = Dominance::new(body);
    let mut slice: Vec<OpId> = Vec::new();
    let mut work: Vec<Value> = needed.to_vec();
    while let Some(value) = work.pop() {
        if is_defined_at(body, &dominance, value, user) {
            continue;
        }
        let op = body.defining_op(value)?;
        let is_movable =
            op != user && is_memory_effect_free(OpRef::new(body, op)) && body.block_of(op) == body.block_of(user);
        if !is_movable {
            return None;
        }
        if !slice.contains(&op) {
            slice.push(op);
            for inner in body.ops_under(op) {
                work.extend(body.operands(inner).filter(|&operand| {
                    body.defining_op(operand).is_none_or(|definition| !body.is_ancestor(op, definition))
                }));
            }
        }
    }
    let block = body.block_of(user)?;
    let in_order: Vec<OpId> = body.ops(block).filter(|op| slice.contains(op)).collect();
    for op in in_order {
        Rewriter::new(body).move_before(op, user);
    }
    Some(())
}
