//! Scalar replacement of memory accesses.
//!
//! Steps: 1. store-to-load forwarding; 2. elimination of stores that are overwritten before a load; 3. elimination of
//! memrefs without loads; 4. elimination of loads with an earlier load from the same indices. `between` decides whether
//! an effect in between may interfere.

mod between;

use rmlir::core::dominance::Dominance;
use rmlir::core::effects::has_single_effect_on;
use rmlir::pass::{PassCx, PassResult, Remark};
use rmlir::prelude::*;
use rmlir_affine::AffineAccess;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::analysis::dependence::reads_after;
use rmlir_affine::scope::affine_analysis_scope;

use crate::replace_memref::is_map_access_to;

use self::between::{has_no_effect_between, post_dominates};

/// Replace affine memref accesses by scalars by forwarding stores to loads and eliminating redundant loads.
///
/// ```mlir
/// affine.store %v, %m[%i] : memref<10xf32>
/// %0 = affine.load %m[%i] : memref<10xf32>
/// "f"(%0) : (f32) -> ()
/// // becomes
/// affine.store %v, %m[%i] : memref<10xf32>
/// "f"(%v) : (f32) -> ()
/// ```
#[pass(name = "affine-scalrep", title = "AffineScalarReplacement", anchor = "func.func")]
pub fn affine_scalrep(cx: &mut PassCx) -> PassResult {
    let mut remarks = Vec::new();
    replace_accesses(&mut Rewriter::new(cx.body_mut()), &mut remarks);
    remarks.into_iter().for_each(|remark| cx.remark(remark));
    Ok(())
}

/// Executes the steps of the pass; returns a remark on each eliminated access, and on each remaining load that follows
/// another access to the same element.
fn replace_accesses(rw: &mut Rewriter, remarks: &mut Vec<Remark>) {
    let passed = |loc: Loc, text: &str| Remark::passed(loc, "affine").text(text);
    let mut forward = |loc| remarks.push(passed(loc, "replaced a load by the value stored before"));
    let forwarded = replace_loads(rw, forwarded_value, &mut forward);
    let overwritten: Vec<OpId> =
        accesses(rw, true).into_iter().filter(|store| is_overwritten(rw, store)).map(|store| store.op).collect();
    for store in overwritten {
        remarks.push(passed(rw.loc(store), "erased a store that is overwritten"));
        rw.erase(store);
    }
    for memref in forwarded {
        let loc = rw.value_loc(memref);
        if erase_if_never_loaded(rw, memref) {
            remarks.push(passed(loc, "erased a memref that is never loaded"));
        }
    }
    replace_loads(rw, earlier_load, &mut |loc| remarks.push(passed(loc, "replaced a load by an earlier one")));
    remarks.extend(missed_loads(rw));
}

/// Remarks on remaining loads that are dominated by an access to the same element.
fn missed_loads(body: &Body) -> Vec<Remark> {
    let dominance = Dominance::new(body);
    let is_behind = |load: &MemRefAccess| {
        let mut others = [true, false].into_iter().flat_map(|is_write| of_same_place(body, load, is_write));
        others.any(|other| dominance.properly_dominates_op(other.op, load.op, true))
    };
    let reason = "the memory may be written between the access to the same place and the load";
    let missed = |load: MemRefAccess| Remark::missed(body.loc(load.op), "affine").reason(reason);
    accesses(body, false).into_iter().filter(is_behind).map(missed).collect()
}

/// The stores, or the loads, of the function.
fn accesses(body: &Body, is_write: bool) -> Vec<MemRefAccess> {
    let mut found = MemRefAccess::all_in(body, body.root());
    found.retain(|access| access.is_write == is_write);
    found
}

/// Replaces and erases the loads for which `known` returns a value, and reports their locations; returns their memrefs,
/// without duplicates.
fn replace_loads(
    rw: &mut Rewriter,
    known: fn(&Body, &Dominance, &MemRefAccess) -> Option<Value>,
    tell: &mut dyn FnMut(Loc),
) -> Vec<Value> {
    let mut replaced = Vec::new();
    let mut memrefs = Vec::new();
    for load in accesses(rw, false) {
        let value = {
            let body: &Body = rw;
            known(body, &Dominance::new(body), &load)
        };
        let Some(value) = value else { continue };
        let result = rw.result(load.op, 0);
        rw.replace_all_uses(result, value);
        tell(rw.loc(load.op));
        replaced.push(load.op);
        if !memrefs.contains(&load.memref) {
            memrefs.push(load.memref);
        }
    }
    for load in replaced {
        rw.erase(load);
    }
    memrefs
}

/// The other accesses to the same element.
fn of_same_place<'a>(
    body: &'a Body,
    access: &'a MemRefAccess,
    is_write: bool,
) -> impl Iterator<Item = MemRefAccess> + 'a {
    let others = body.users(access.memref).filter_map(|user| MemRefAccess::new(body, user));
    others.filter(move |other| {
        other.is_write == is_write
            && other.op != access.op
            && other.memref == access.memref
            && other.is_same_place(body, access)
    })
}

/// The value of the store that is known to reach `load`.
fn forwarded_value(body: &Body, dominance: &Dominance, load: &MemRefAccess) -> Option<Value> {
    let reaches = |store: &MemRefAccess| {
        dominance.properly_dominates_op(store.op, load.op, true)
            && must_reach(body, store, load)
            && has_no_effect_between(body, store.op, load, EffectKind::Write)
    };
    let store = of_same_place(body, load, true).filter(reaches).last()?;
    let value = stored_value(body, &store);
    (body.ty(value) == body.ty(body.result(load.op, 0))).then_some(value)
}

fn stored_value(body: &Body, store: &MemRefAccess) -> Value {
    let view = OpRef::new(body, store.op);
    let stored = view.interface::<dyn AffineAccess>().and_then(|interface| interface.stored_operand());
    view.operand(stored.expect("a store stores an operand")).id
}

/// Whether the load reads the value that the store writes in the same iteration of the common loops.
fn must_reach(body: &Body, store: &MemRefAccess, load: &MemRefAccess) -> bool {
    if affine_analysis_scope(body, store.op) != affine_analysis_scope(body, load.op) {
        return false;
    }
    reads_after(body, store, load)
}

/// Whether a store to the same element post-dominates the store, with no load in between.
fn is_overwritten(body: &Body, store: &MemRefAccess) -> bool {
    of_same_place(body, store, true).any(|later| {
        body.parent_region(later.op) == body.parent_region(store.op)
            && body.ty(stored_value(body, &later)) == body.ty(stored_value(body, store))
            && post_dominates(body, later.op, store.op)
            && has_no_effect_between(body, store.op, &later, EffectKind::Read)
    })
}

/// Erases an allocated memref that is only written and freed, with its users. Returns whether it did.
fn erase_if_never_loaded(rw: &mut Rewriter, memref: Value) -> bool {
    let Some(made_by) = rw.defining_op(memref) else { return false };
    if !has_single_effect_on(OpRef::new(rw, made_by), EffectKind::Allocate, memref) {
        return false;
    }
    let users: Vec<OpId> = rw.users(memref).collect();
    let is_harmless = |&user: &OpId| {
        let is_write = MemRefAccess::new(rw, user).is_some_and(|access| access.is_write);
        let writes = is_write && is_map_access_to(OpRef::new(rw, user), memref);
        writes || has_single_effect_on(OpRef::new(rw, user), EffectKind::Free, memref)
    };
    if !users.iter().all(is_harmless) {
        return false;
    }
    for user in users {
        // An operation may use the memref twice.
        if rw.contains_op(user) {
            rw.erase(user);
        }
    }
    rw.erase(made_by);
    true
}

/// The result of the first earlier load of the same element, with no write in between.
fn earlier_load(body: &Body, dominance: &Dominance, load: &MemRefAccess) -> Option<Value> {
    let is_same = |other: &MemRefAccess| {
        dominance.properly_dominates_op(other.op, load.op, true)
            && has_no_effect_between(body, other.op, load, EffectKind::Write)
            && body.ty(body.result(other.op, 0)) == body.ty(body.result(load.op, 0))
    };
    let candidates: Vec<OpId> = of_same_place(body, load, false).filter(is_same).map(|other| other.op).collect();
    let is_first = |&&first: &&OpId| {
        candidates.iter().all(|&other| other == first || dominance.properly_dominates_op(first, other, true))
    };
    candidates.iter().find(is_first).map(|&first| body.result(first, 0))
}
