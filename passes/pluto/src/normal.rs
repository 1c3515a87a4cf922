//! The normal form of a function: values of other statements are communicated through memory, and conditions have one
//! block.
//!
//! Plan: 0. conditions are on induction variables, not on values computed from these; 1. a loop-carried value, or a
//! result of a condition, is replaced by a memory element of its own: stored where it is yielded, loaded where it is
//! used; 2. an else block is executed under the negation of the condition, which is one condition for each constraint:
//! that the previous constraints hold and it does not; 3. a load that cannot be moved to the store that uses it,
//! because it is in another block or its memref is written in between, is stored to an element of its own immediately,
//! and the store's operands are recomputed from that.
//!
//! Operations that cannot be normalized are left unchanged: extraction declines them.

use rmlir::affine_maps::{AffineMap, Constraint, IntegerSet};
use rmlir::core::clone::CloneMap;
use rmlir::core::effects::is_pure;
use rmlir::core::memref_layout::memref_type;
use rmlir::prelude::*;
use rmlir_affine::compose::compose_set_and_operands;
use rmlir_affine::{ForOp, IfOp, LoadOp, StoreOp, YieldOp};
use rmlir_memref::AllocaOp;

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

/// Whether a value's type is a memref element type that loops may load and store.
fn is_storable(rw: &Rewriter, value: Value) -> bool {
    matches!(rw.cx().type_data(rw.ty(value)), TypeData::Integer { .. } | TypeData::Index | TypeData::Float(_))
}

/// Allocates memory for one element, at the start of the function.
fn element(rw: &mut Rewriter, ty: Type) -> Value {
    let point = rw.insert_point();
    let entry = rw.entry(rw.region(rw.root(), 0)).expect("the function has a body");
    rw.at_start(entry);
    let memref = memref_type(rw.cx(), &[], ty, None, None);
    let element = rw.value(AllocaOp::build(memref, &[], &[]));
    rw.set_insert_point(point);
    element
}

fn nowhere(rw: &Rewriter) -> Attr {
    rw.cx().attr(AttrData::AffineMap(AffineMap::new(0, 0, Vec::new())))
}

fn store(rw: &mut Rewriter, value: Value, element: Value, loc: Loc) {
    let map = nowhere(rw);
    rw.create(StoreOp::build(value, element, &[], map).at(loc));
}

fn load(rw: &mut Rewriter, ty: Type, element: Value, loc: Loc) -> Value {
    let map = nowhere(rw);
    rw.value(LoadOp::build(ty, element, &[], map).at(loc))
}

/// Elements for values of these types.
fn elements(rw: &mut Rewriter, values: &[Value]) -> Vec<(Type, Value)> {
    let types: Vec<Type> = values.iter().map(|&value| rw.ty(value)).collect();
    types.into_iter().map(|ty| (ty, element(rw, ty))).collect()
}

/// Step 1 for a loop.
fn without_variables(rw: &mut Rewriter, loop_: ForOp) {
    let inits = loop_.inits(rw);
    if inits.is_empty() || !inits.iter().all(|&init| is_storable(rw, init)) {
        return;
    }
    let loc = rw.loc(loop_.id());
    let elements = elements(rw, &inits);
    rw.before(loop_.id());
    std::iter::zip(&inits, &elements).for_each(|(&init, &(_, place))| store(rw, init, place, loc));
    let (lower, upper, step) = (loop_.lower_bound(rw), loop_.upper_bound(rw), loop_.step(rw));
    let new = ForOp::create(rw, loc, &lower, &upper, step, &[]);
    let (new_end, old_end) = (new.terminator(rw), loop_.terminator(rw));
    rw.before(new_end);
    let mut args = vec![new.induction_var(rw)];
    let loads: Vec<Value> = elements.iter().map(|&(ty, place)| load(rw, ty, place, loc)).collect();
    args.extend(&loads);
    rw.inline_block_before(loop_.body(rw), new_end, &args);
    yield_to(rw, old_end, &elements, &loads);
    rw.before(loop_.id());
    let results: Vec<Value> = elements.iter().map(|&(ty, place)| load(rw, ty, place, loc)).collect();
    rw.replace(loop_.id(), results);
}

/// Stores the yielded values, and erases the yield. A value that replaces the old one, read by `loads` that others use,
/// is stored after those, as far as possible.
fn yield_to(rw: &mut Rewriter, end: OpId, elements: &[(Type, Value)], loads: &[Value]) {
    let (yielded, loc): (Vec<Value>, Loc) = (rw.operands(end).collect(), rw.loc(end));
    let needs: Vec<Vec<OpId>> = yielded.iter().map(|&value| loads_of(rw, &[value])).collect();
    let is_needed = |variable: usize, by: usize| {
        let load = loads.get(variable).and_then(|&load| rw.defining_op(load));
        by != variable && load.is_some_and(|load| needs[by].contains(&load))
    };
    let mut left: Vec<usize> = (0..yielded.len()).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let is_free = |&variable: &usize| !left.iter().any(|&other| is_needed(variable, other));
        let next = left.iter().position(is_free).unwrap_or(0);
        order.push(left.remove(next));
    }
    rw.before(end);
    order.into_iter().for_each(|variable| store(rw, yielded[variable], elements[variable].1, loc));
    rw.erase(end);
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
    if is_too_much || !results.iter().all(|&result| is_storable(rw, result)) {
        return;
    }
    let loc = rw.loc(op);
    let elements = elements(rw, &results);
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
        yield_to(rw, old_end, &elements, &[]);
        debug_assert_eq!(rw.last_op(block), Some(end), "the new yield is last");
        rw.before(op);
    }
    let loads: Vec<Value> = elements.iter().map(|&(ty, place)| load(rw, ty, place, loc)).collect();
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
fn with_movable_loads(rw: &mut Rewriter, store_: OpId, spilled: &mut Vec<(OpId, Value)>) {
    let operands: Vec<Value> = rw.operands(store_).collect();
    let mut stuck = loads_of(rw, &operands);
    stuck.retain(|&load| may_move(rw, load, store_).is_err());
    if stuck.is_empty() || !stuck.iter().all(|&load| is_storable(rw, rw.result(load, 0))) {
        return;
    }
    let slice = copied(rw, store_);
    let is_copyable = |&op: &OpId| {
        let op = OpRef::new(rw, op);
        op.id == store_ || op.is::<LoadOp>() || (is_pure(op) && op.regions().len() == 0)
    };
    if !slice.iter().all(is_copyable) {
        return;
    }
    let mut map = CloneMap::default();
    for op in slice {
        let operands: Vec<Value> = rw.operands(op).collect();
        if stuck.contains(&op) {
            let (value, place) = (rw.result(op, 0), spilled_to(rw, op, spilled));
            rw.before(store_);
            let again = load(rw, rw.ty(value), place, rw.loc(op));
            map.values.insert(value, again);
        } else if op == store_ {
            let new: Vec<Value> = operands.iter().map(|&operand| map.value(operand)).collect();
            rw.set_operands(op, &new);
        } else if operands.iter().any(|operand| map.values.contains_key(operand)) {
            rw.before(store_);
            rw.clone_op(op, &mut map);
        }
    }
}

/// The element to which the load's value is stored right after it.
fn spilled_to(rw: &mut Rewriter, op: OpId, spilled: &mut Vec<(OpId, Value)>) -> Value {
    if let Some(&(_, place)) = spilled.iter().find(|(load, _)| *load == op) {
        return place;
    }
    let value = rw.result(op, 0);
    let place = element(rw, rw.ty(value));
    rw.after(op);
    store(rw, value, place, rw.loc(op));
    spilled.push((op, place));
    place
}
