//! The normal form of a function: values of other statements are communicated through memory, and conditions have one
//! block.
//!
//! Plan: 0. conditions are on induction variables, not on values computed from these; 1. a loop-carried value, or a
//! result of a condition, is replaced by a memory element: stored where it is yielded, loaded where it is used
//! (`variables`); that is the element the program stores the value to (`home`), or one of its own; 2. an else block is
//! executed under the negation of the condition, which is one condition for each constraint: that the previous
//! constraints hold and it does not; 3. a load of a constant that was stored before is that constant; a load that cannot
//! be moved to the store that uses it is repeated there, if it is in a block around it, and its element is not written in
//! between; otherwise it is stored to an element of its own immediately (`movable`). The store's operands are recomputed
//! from that; but what was stored elsewhere before is loaded from there.
//!
//! Operations that cannot be normalized are left unchanged: extraction declines them.

mod home;
mod movable;
mod place;
mod variables;

use rmlir::affine_maps::{Constraint, IntegerSet};
use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_affine::compose::compose_set_and_operands;
use rmlir_affine::{ForOp, IfOp, StoreOp, YieldOp};

use self::movable::{forward_constant, with_movable_loads};
use self::place::Place;
use self::variables::{without_variables, yield_to};

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
    stores.iter().for_each(|&store| forward_constant(rw, store));
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
        let order: Vec<usize> = (0..places.len()).collect();
        yield_to(rw, old_end, &places, &order);
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
