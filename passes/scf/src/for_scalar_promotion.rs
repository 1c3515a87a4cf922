//! Promotion of memref elements at loop-invariant indices to loop-carried values.
//!
//! Steps, inner loops first: 1. `accesses` finds the loads and stores that are executed in each iteration, by element;
//! 2. a *place* is promoted if nothing else in the loop has a conflicting effect on it; 3. its element is loaded before
//! the loop, carried by it if it is stored, and stored after it. All of that is executed only if there is an iteration:
//! a condition is added unless the trip count is known to be positive.
//!
//! Notation: a *place* is a memref and indices, all loop-invariant.

use rmlir::analysis::alias::AliasAnalysis;
use rmlir::analysis::layout::is_injective;
use rmlir::core::effects::effects_of;
use rmlir::core::interfaces::Effect;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_arith::{CmpIOp, CmpIPredicate};
use rmlir_memref::{LoadOp, StoreOp};
use rmlir_scf::{ForOp, IfOp, YieldOp};

use crate::index_order::always_differ;
use crate::walk::rewrite_each;

/// Promote accesses to loop-invariant memref elements to loop-carried variables.
///
/// ```mlir
/// scf.for %k = %c0 to %c8 step %c1 {
///   %0 = memref.load %sum[%i] : memref<8xf32>
///   %1 = memref.load %a[%k] : memref<8xf32>
///   %2 = arith.addf %0, %1 : f32
///   memref.store %2, %sum[%i] : memref<8xf32>
/// }
/// // becomes, if %a and %sum are different memory
/// %first = memref.load %sum[%i] : memref<8xf32>
/// %last = scf.for %k = %c0 to %c8 step %c1 iter_args(%0 = %first) -> (f32) {
///   %1 = memref.load %a[%k] : memref<8xf32>
///   %2 = arith.addf %0, %1 : f32
///   scf.yield %2 : f32
/// }
/// memref.store %last, %sum[%i] : memref<8xf32>
/// ```
///
/// If there are only loads, they are hoisted before the loop. Function arguments do not alias other memory if they are
/// `llvm.noalias`.
#[pass(name = "scf-for-scalar-promotion", title = "SCFForScalarPromotion", depends(rmlir_arith::Arith))]
pub fn scf_for_scalar_promotion(cx: &mut PassCx) -> PassResult {
    rewrite_each::<ForOp>(cx.body_mut(), &|rw, op| {
        let places = promotable(rw, op);
        if !places.is_empty() {
            promote(rw, op, &places);
        }
    });
    Ok(())
}

/// A memref and loop-invariant indices, with the accesses; see the module.
struct Place {
    memref: Value,
    indices: Vec<Value>,
    /// The loads and stores, in program order.
    accesses: Vec<OpId>,
    is_stored: bool,
}

/// A memory effect of an operation in the loop.
struct Touch {
    op: OpId,
    effect: Effect,
}

/// The places that may be promoted.
fn promotable(body: &Body, op: ForOp) -> Vec<Place> {
    let Some(touches) = touches(body, op) else { return Vec::new() };
    let places = places(body, op);
    let aliases = AliasAnalysis::new(body).across(op.id());
    let is_alone = |place: &Place| touches.iter().all(|touch| is_harmless(body, aliases, place, touch));
    places.into_iter().filter(is_alone).collect()
}

/// The memory effects of the loop; `None` if they are unknown, or if an iteration may not reach the end of the body.
fn touches(body: &Body, op: ForOp) -> Option<Vec<Touch>> {
    let mut found = Vec::new();
    for inner in body.ops_under(op.id()).into_iter().filter(|&inner| inner != op.id()) {
        let view = OpRef::new(body, inner);
        if view.is::<ForOp>() || view.is::<IfOp>() || view.is::<YieldOp>() {
            continue;
        }
        if view.n_regions() > 0 {
            return None;
        }
        found.extend(effects_of(view)?.into_iter().map(|effect| Touch { op: inner, effect }));
    }
    Some(found)
}

/// The places that are accessed in each iteration.
fn places(body: &Body, op: ForOp) -> Vec<Place> {
    let mut found: Vec<Place> = Vec::new();
    let is_outside = |value: Value| !body.is_defined_inside(op.id(), value);
    for inner in body.ops(op.body(body)) {
        let view = OpRef::new(body, inner);
        let (memref, indices, is_store) = match (view.cast::<LoadOp>(), view.cast::<StoreOp>()) {
            (Some(load), _) => (load.memref(body), load.indices(body), false),
            (_, Some(store)) => (store.memref(body), store.indices(body), true),
            _ => continue,
        };
        if !is_outside(memref) || !indices.iter().all(|&index| is_outside(index)) {
            continue;
        }
        match found.iter_mut().find(|place| place.memref == memref && place.indices == indices) {
            Some(place) => {
                place.accesses.push(inner);
                place.is_stored |= is_store;
            }
            None => found.push(Place { memref, indices, accesses: vec![inner], is_stored: is_store }),
        }
    }
    found
}

/// Whether an effect allows promotion of the place.
fn is_harmless(body: &Body, aliases: AliasAnalysis, place: &Place, touch: &Touch) -> bool {
    if place.accesses.contains(&touch.op) || (touch.effect.kind == EffectKind::Read && !place.is_stored) {
        return true;
    }
    // Memory allocated in the loop cannot alias a loop-invariant place.
    if touch.effect.kind == EffectKind::Allocate {
        return true;
    }
    let EffectTarget::Value(target) = touch.effect.target else { return false };
    !aliases.may_alias(place.memref, target) || is_elsewhere(body, aliases, place, touch.op)
}

/// Whether `op` accesses another element of the same memref: an index is known to differ, and the layout is injective.
fn is_elsewhere(body: &Body, aliases: AliasAnalysis, place: &Place, op: OpId) -> bool {
    let view = OpRef::new(body, op);
    let (memref, indices) = match (view.cast::<LoadOp>(), view.cast::<StoreOp>()) {
        (Some(load), _) => (load.memref(body), load.indices(body)),
        (_, Some(store)) => (store.memref(body), store.indices(body)),
        _ => return false,
    };
    let mut pairs = indices.iter().zip(&place.indices);
    let is_comparable = || [memref, place.memref].iter().any(|&memref| is_injective(body.cx(), body.ty(memref)));
    aliases.is_same(memref, place.memref)
        && is_comparable()
        && pairs.any(|(&own, &other)| always_differ(body, own, other))
}

/// Promotes the places of the loop before which the insertion point is.
fn promote(rw: &mut Rewriter, op: ForOp, places: &[Place]) {
    let loc = rw.loc(op.id());
    rw.set_loc(loc);
    let old_results = rw.results(op.id()).to_vec();
    let inits = op.initArgs(rw);
    let outer = if_runs(rw, op);
    let first: Vec<Value> = places.iter().map(|place| load(rw, place)).collect();

    let stored: Vec<&Place> = places.iter().filter(|place| place.is_stored).collect();
    let carried_first = places.iter().zip(&first).filter(|(place, _)| place.is_stored).map(|(_, &value)| value);
    let all_inits: Vec<Value> = inits.iter().copied().chain(carried_first).collect();
    let new = replaced_loop(rw, op, &all_inits);

    let carried = rw.args(new.body(rw))[1 + inits.len()..].to_vec();
    let mut carried = carried.into_iter();
    for (place, &first) in places.iter().zip(&first) {
        let start = if place.is_stored { carried.next().expect("stored places are carried") } else { first };
        let last = forward(rw, place, start);
        if place.is_stored {
            let terminator = new.terminator(rw);
            let yielded: Vec<Value> = rw.operands(terminator).chain([last]).collect();
            rw.set_operands(terminator, &yielded);
        }
    }

    let results = rw.results(new.id()).to_vec();
    for (place, &result) in stored.iter().zip(&results[inits.len()..]) {
        rw.create(StoreOp::build(result, place.memref, &place.indices));
    }
    let mut results = results[..inits.len()].to_vec();
    if let Some(outer) = outer {
        rw.create(YieldOp::build(&results));
        if !inits.is_empty() {
            rw.create_block(outer.elseRegion(rw), &[], &[]);
            rw.create(YieldOp::build(&inits));
        }
        results = rw.results(outer.id()).to_vec();
    }
    for (old, new) in old_results.into_iter().zip(results) {
        rw.replace_all_uses(old, new);
    }
    rw.erase(op);
}

/// Creates a condition around the next operations, unless the trip count is known to be positive.
fn if_runs(rw: &mut Rewriter, op: ForOp) -> Option<IfOp> {
    if op.trip_count(rw).is_some_and(|count| !count.is_zero()) {
        return None;
    }
    let types: Vec<Type> = rw.result_types(op.id()).collect();
    let predicate = if op.unsignedCmp(rw) { CmpIPredicate::Ult } else { CmpIPredicate::Slt };
    let predicate = predicate.attr(rw.cx());
    let runs = rw.value(CmpIOp::build(op.lowerBound(rw), op.upperBound(rw), predicate));
    let outer = rw.create(IfOp::build(&types, runs));
    rw.create_block(outer.thenRegion(rw), &[], &[]);
    Some(outer)
}

fn load(rw: &mut Rewriter, place: &Place) -> Value {
    rw.value(LoadOp::build(place.memref, &place.indices))
}

/// Creates a loop with additional loop-carried values, into which the body of `op` is moved, at the insertion point,
/// which is after it on return.
fn replaced_loop(rw: &mut Rewriter, op: ForOp, inits: &[Value]) -> ForOp {
    let (old_body, loc) = (op.body(rw), rw.loc(op.id()));
    let types: Vec<Type> = inits.iter().map(|&init| rw.ty(init)).collect();
    let mut state =
        ForOp::build(&types, op.lowerBound(rw), op.upperBound(rw), op.step(rw), inits).at(loc).finish(rw.cx());
    state.attrs = rw.all_attrs(op.id());
    let new = ForOp::from_id(rw.create_state(state));
    rw.take_blocks(op.region(rw), new.region(rw));
    for &init in &inits[op.initArgs(rw).len()..] {
        let ty = rw.ty(init);
        rw.add_arg(old_body, ty, loc);
    }
    new
}

/// Replaces the loads of a place by its current value, which is initially `value`, and erases all accesses; returns the
/// final value.
fn forward(rw: &mut Rewriter, place: &Place, mut value: Value) -> Value {
    for &access in &place.accesses {
        match OpRef::new(rw, access).cast::<StoreOp>() {
            Some(store) => value = store.value(rw),
            None => rw.replace_all_uses(rw.result(access, 0), value),
        }
        rw.erase(access);
    }
    value
}
