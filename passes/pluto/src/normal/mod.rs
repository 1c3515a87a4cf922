//! The normal form of a function: values of other statements are communicated through memory, and conditions have one
//! block.
//!
//! Plan: 0. conditions are on induction variables, not on values computed from these; 1. a loop-carried value, or a
//! result of a condition, is replaced by a memory element: stored where it is yielded, loaded where it is used
//! (`variables`); that is the element the program stores the value to (`home`), or one of its own; 2. an else block is executed under the negation of the condition, which is one condition for each constraint:
//! that the previous constraints hold and it does not; 3. a load that cannot be moved to the store that uses it is repeated
//! there, if it is in a block around it, and its memref is not written in between; otherwise it is stored to an element of
//! its own immediately. The store's operands are recomputed from that; but what was stored elsewhere before is loaded from
//! there.
//!
//! Operations that cannot be normalized are left unchanged: extraction declines them.

mod home;
mod place;
mod variables;

use rmlir::affine_maps::{Constraint, IntegerSet};
use rmlir::core::clone::CloneMap;
use rmlir::core::effects::is_pure;
use rmlir::prelude::*;
use rmlir_affine::compose::compose_set_and_operands;
use rmlir_affine::{ForOp, IfOp, LoadOp, StoreOp, YieldOp};
use rmlir_affine_passes::analysis::access::MemRefAccess;

use self::place::Place;
use self::variables::{without_variables, yield_to};
use crate::extract::{loads_of, may_move};
use crate::generate::copied;

/// The maximum number of conditions that a condition with an else block becomes.
const MAX_CONDITIONS: usize = 8;

/// The maximum number of operations to which a function may grow: nested else blocks multiply.
const MAX_OPERATIONS: usize = 20_000;

/// Normalizes the function in `rw`. Its results are unchanged, bit for bit.
pub fn normalize(rw: &mut Rewriter) {
    let mut inner_first = Vec::new();
    rw.walk_postorder(rw.root(), |op| inner_first.push(op));
    inner_first.retain(|&op| OpRef::new(rw, op).is::<ForOp>() || OpRef::new(rw, op).is::<IfOp>());
    for op in inner_first {
        let view = OpRef::new(rw, op);
        if let Some(loop_) = view.cast::<ForOp>() {
            without_variables(rw, loop_);
        } else if let Some(condition) = view.cast::<IfOp>() {
            of_loops(rw, condition);
            without_results(rw, condition);
        }
    }
    let mut stores = Vec::new();
    rw.walk_postorder(rw.root(), |op| stores.push(op));
    stores.retain(|&op| OpRef::new(rw, op).is::<StoreOp>());
    let mut spilled = Vec::new();
    stores.into_iter().for_each(|store| with_movable_loads(rw, store, &mut spilled));
}

/// Elements of their own for values of these types.
fn elements(rw: &mut Rewriter, values: &[Value]) -> Vec<(Type, Place)> {
    let types: Vec<Type> = values.iter().map(|&value| rw.ty(value)).collect();
    types.into_iter().map(|ty| (ty, Place::new(rw, ty))).collect()
}

/// Rewrites a condition in terms of induction variables and symbols.
fn of_loops(rw: &mut Rewriter, condition: IfOp) {
    let (mut set, mut operands) = (condition.condition(rw).clone(), condition.operands(rw));
    compose_set_and_operands(rw, &mut set, &mut operands);
    let set = rw.cx().attr(AttrData::IntegerSet(set));
    rw.set_operands(condition.id(), &operands);
    rw.set_prop(condition.id(), IfOp::CONDITION, set);
}

/// Steps 1 and 2 for a condition.
fn without_results(rw: &mut Rewriter, condition: IfOp) {
    let op = condition.id();
    let Some(second) = condition.else_block(rw) else { return };
    let results = rw.results(op).to_vec();
    let opposites = opposites(condition.condition(rw));
    let is_too_much = opposites.len() > MAX_CONDITIONS || rw.n_ops() > MAX_OPERATIONS;
    if is_too_much || !results.iter().all(|&result| Place::is_possible(rw, result)) {
        return;
    }
    let loc = rw.loc(op);
    let elements = elements(rw, &results);
    let places: Vec<Option<&Place>> = elements.iter().map(|(_, place)| Some(place)).collect();
    let first = condition.then_block(rw);
    let (set, operands) = (condition.condition(rw).clone(), condition.operands(rw));
    rw.before(op);
    for (is_first, set) in opposites.into_iter().map(|set| (false, set)).chain([(true, set)]) {
        let attr = rw.cx().attr(AttrData::IntegerSet(set));
        let new = rw.create(IfOp::build(&[], &operands, attr).at(loc));
        let region = new.thenRegion(rw);
        let block = rw.create_block(region, &[], &[]);
        let end = rw.create(YieldOp::build(&[]).at(loc)).id();
        let old_end = match is_first {
            true => {
                let old_end = rw.last_op(first).expect("a block ends with a yield");
                rw.inline_block_before(first, end, &[]);
                old_end
            }
            false => copy_before(rw, second, end),
        };
        yield_to(rw, old_end, &places, &[]);
        debug_assert_eq!(rw.last_op(block), Some(end), "the new yield is last");
        rw.before(op);
    }
    let loads: Vec<Value> = elements.iter().map(|(ty, place)| place.load(rw, *ty, loc)).collect();
    rw.replace(op, loads);
}

/// Clones the operations of a block; returns the clone of the last one.
fn copy_before(rw: &mut Rewriter, block: BlockId, next: OpId) -> OpId {
    rw.before(next);
    let mut map = CloneMap::default();
    let ops: Vec<OpId> = rw.ops(block).collect();
    ops.into_iter().map(|op| rw.clone_op(op, &mut map)).last().expect("a block ends with a yield")
}

/// Disjoint sets whose union is the complement of `set`.
pub(crate) fn opposites(set: &IntegerSet) -> Vec<IntegerSet> {
    let mut before: Vec<Constraint> = Vec::new();
    let mut found = Vec::new();
    for constraint in set.constraints() {
        let below = Constraint { expr: constraint.expr.clone() * -1 - 1, is_eq: false };
        let above = Constraint { expr: constraint.expr.clone() - 1, is_eq: false };
        for violated in [Some(below), constraint.is_eq.then_some(above)].into_iter().flatten() {
            let constraints: Vec<Constraint> = before.iter().cloned().chain([violated]).collect();
            found.push(IntegerSet::new(set.n_dims(), set.n_symbols(), constraints));
        }
        before.push(constraint.clone());
    }
    found
}

/// Step 3 for one store. `spilled` are the loads that have an element.
fn with_movable_loads(rw: &mut Rewriter, store_: OpId, spilled: &mut Vec<(OpId, Place)>) {
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

/// Where a value was stored before another store, and still is.
fn stored_before(body: &Body, value: Value, store: OpId) -> Option<Place> {
    let users = body.users(value).filter(|&op| op != store);
    let mut stores =
        users.filter(|&op| OpRef::new(body, op).is::<StoreOp>() && body.operands(op).next() == Some(value));
    stores.find(|&op| is_unchanged_between(body, op, store)).map(|op| Place::of_access(body, op))
}

/// Whether the memref of an access is not written between this and a later store, which is in the same block or in loops
/// of that: they do not write it, either.
fn is_unchanged_between(body: &Body, access: OpId, store: OpId) -> bool {
    let block = body.block_of(access);
    let mut parents = std::iter::successors(Some(store), |&op| body.parent_op(op));
    let Some(outermost) = parents.find(|&op| body.block_of(op) == block) else { return false };
    let memref = MemRefAccess::new(body, access).expect("a load or store is an access").memref;
    let is_write = |access: &MemRefAccess| access.is_write && access.memref == memref;
    let between = std::iter::successors(body.next_op(access), |&op| body.next_op(op).filter(|_| op != outermost));
    let mut between = between.filter(|&op| op != store);
    body.is_before_in_block(access, outermost) && !between.any(|op| MemRefAccess::all_in(body, op).iter().any(is_write))
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
