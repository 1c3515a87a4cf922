//! Step 3: a load of a constant that was stored before is that constant; a load that cannot be moved to the store that uses it is repeated there, or its value is communicated through
//! memory.

use rmlir::core::clone::CloneMap;
use rmlir::core::effects::is_pure;
use rmlir::core::fold::op_constant;
use rmlir::prelude::*;
use rmlir_affine::analysis::access::{MemRefAccess, is_equal_place};
use rmlir_affine::{LoadOp, StoreOp};

use super::place::Place;
use crate::extract::{loads_of, may_change, may_move};
use crate::generate::copied;

/// Replaces the loads in the block of a store of a constant that load this constant.
pub(super) fn forward_constant(rw: &mut Rewriter, store: OpId) {
    let value = rw.operand(store, 0);
    if rw.defining_op(value).and_then(|op| op_constant(rw, op)).is_none() {
        return;
    }
    let element = MemRefAccess::new(rw, store).expect("a store is an access");
    let next = std::iter::successors(rw.next_op(store), |&op| rw.next_op(op));
    let is_it = |&op: &OpId| {
        let read = MemRefAccess::new(rw, op).filter(|_| OpRef::new(rw, op).is::<LoadOp>());
        read.is_some_and(|read| read.memref == element.memref && is_equal_place(&read.map(rw), &element.map(rw)))
    };
    let loads: Vec<OpId> = next.take_while(|&op| !may_change(rw, op, &element)).filter(is_it).collect();
    for load in loads {
        rw.replace(load, vec![value]);
    }
}

/// Step 3 for one store. `spilled` are the loads that have an element.
pub(super) fn with_movable_loads(rw: &mut Rewriter, store_: OpId, spilled: &mut Vec<(OpId, Place)>) {
    let operands: Vec<Value> = rw.operands(store_).collect();
    let mut stuck = loads_of(rw, &operands);
    stuck.retain(|&load| may_move(rw, load, store_).is_err());
    if stuck.is_empty() || !stuck.iter().all(|&load| Place::is_possible(rw, rw.result(load, 0))) {
        return;
    }
    let mut slice = copied(rw, store_);
    let is_copyable = |&op: &OpId| {
        let op = OpRef::new(rw, op);
        op.id == store_ || op.is::<LoadOp>() || (is_pure(op) && op.regions().len() == 0)
    };
    if !slice.iter().all(is_copyable) {
        return;
    }
    let mut map = CloneMap::default();
    let needed = loaded_instead(rw, store_, &stuck, &mut map);
    slice.retain(|op| needed.contains(op));
    for op in slice {
        let operands: Vec<Value> = rw.operands(op).collect();
        if stuck.contains(&op) && is_unchanged_between(rw, op, store_) {
            rw.before(store_);
            rw.clone_op(op, &mut map);
        } else if stuck.contains(&op) {
            let (value, place) = (rw.result(op, 0), spilled_to(rw, op, spilled));
            rw.before(store_);
            let (ty, loc) = (rw.ty(value), rw.loc(op));
            map.values.insert(value, place.load(rw, ty, loc));
        } else if op == store_ {
            let new: Vec<Value> = operands.iter().map(|&operand| map.value(operand)).collect();
            rw.set_operands(op, &new);
        } else if operands.iter().any(|operand| map.values.contains_key(operand)) {
            rw.before(store_);
            rw.clone_op(op, &mut map);
        }
    }
}

/// Loads, right before the store, the values computed from `stuck` loads that are in memory already. Returns the operations
/// that compute the operands of the store from these and other values.
fn loaded_instead(rw: &mut Rewriter, store_: OpId, stuck: &[OpId], map: &mut CloneMap) -> Vec<OpId> {
    let (mut needed, mut next) = (vec![store_], 0);
    while let Some(&op) = needed.get(next) {
        next += 1;
        let operands: Vec<Value> = rw.operands(op).collect();
        for operand in operands {
            let Some(definition) = rw.defining_op(operand).filter(|definition| !needed.contains(definition)) else {
                continue;
            };
            if map.values.contains_key(&operand) {
                continue;
            }
            match is_stuck(rw, operand, stuck).then(|| stored_before(rw, operand, store_)).flatten() {
                Some(place) => {
                    rw.before(store_);
                    let (ty, loc) = (rw.ty(operand), rw.loc(store_));
                    map.values.insert(operand, place.load(rw, ty, loc));
                }
                None => needed.push(definition),
            }
        }
    }
    needed
}

/// Whether a value is computed, and from a `stuck` load.
fn is_stuck(body: &Body, value: Value, stuck: &[OpId]) -> bool {
    let is_loaded = body.defining_op(value).is_some_and(|op| OpRef::new(body, op).is::<LoadOp>());
    !is_loaded && loads_of(body, &[value]).iter().any(|load| stuck.contains(load))
}

/// Where a value was stored before another store, or the end of a block, and still is.
pub(super) fn stored_before(body: &Body, value: Value, store: OpId) -> Option<Place> {
    let users = body.users(value).filter(|&op| op != store);
    let mut stores =
        users.filter(|&op| OpRef::new(body, op).is::<StoreOp>() && body.operands(op).next() == Some(value));
    stores.find(|&op| is_unchanged_between(body, op, store)).map(|op| Place::of_access(body, op))
}

/// Whether the element of an access is not written between this and a later store, which is in the same block or in loops
/// of that: they do not write it, either.
fn is_unchanged_between(body: &Body, access: OpId, store: OpId) -> bool {
    let block = body.block_of(access);
    let mut parents = std::iter::successors(Some(store), |&op| body.parent_op(op));
    let Some(outermost) = parents.find(|&op| body.block_of(op) == block) else { return false };
    let element = MemRefAccess::new(body, access).expect("a load or store is an access");
    let between = std::iter::successors(body.next_op(access), |&op| body.next_op(op).filter(|_| op != outermost));
    let mut between = between.filter(|&op| op != store);
    body.is_before_in_block(access, outermost) && !between.any(|op| may_change(body, op, &element))
}

/// The element to which the load's value is stored right after it.
fn spilled_to<'s>(rw: &mut Rewriter, op: OpId, spilled: &'s mut Vec<(OpId, Place)>) -> &'s Place {
    let known = spilled.iter().position(|(load, _)| *load == op);
    let index = known.unwrap_or_else(|| {
        let (value, loc) = (rw.result(op, 0), rw.loc(op));
        let place = Place::new(rw, rw.ty(value));
        rw.after(op);
        place.store(rw, value, loc);
        spilled.push((op, place));
        spilled.len() - 1
    });
    &spilled[index].1
}
