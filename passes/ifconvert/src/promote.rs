//! Promotion: operations that need no guard are executed speculatively; equal operations under complementary guards are
//! merged.
//!
//! Plan, for each guard, inner ones first: 1. speculatable operations move before the guard, if they use no value that
//! is defined in it; 2. yielded results that are now defined outside are replaced by these values, if the other value
//! is poison, or by a select; 3. empty guards are erased. Then two guards with the complementary predicates of one
//! definition, each around the same operations, are replaced by these operations with selected operands, under the
//! guard of the definition: stores under both become one.

use rmlir::core::effects;
use rmlir::prelude::*;
use rmlir_pvec::{CmppOp, CompareType, GuardOp, PclearOp, SelectOp};
use rmlir_ub::PoisonOp;

/// Execute speculatable operations without a guard, and merge equal operations of complementary guards.
///
/// ```mlir
/// %p, %q = pvec.cmpp un, uc %c : !pvec.pred
/// pvec.guard %p {
///   memref.store %a, %m[] : memref<i32>
/// }
/// pvec.guard %q {
///   memref.store %b, %m[] : memref<i32>
/// }
/// // becomes
/// %p, %q = pvec.cmpp un, uc %c : !pvec.pred
/// %x = pvec.select %p, %a, %b : i32
/// memref.store %x, %m[] : memref<i32>
/// ```
#[pass(name = "pvec-promote", anchor = "func.func", depends(rmlir_pvec::Pvec),
       stats("num-promoted" = "Number of operations promoted", "num-merged" = "Number of pairs of guards merged"))]
pub fn pvec_promote(cx: &mut PassCx) -> PassResult {
    let (n_promoted, n_merged) = promote_all(&mut cx.rewriter());
    *cx.stat("num-promoted") += n_promoted;
    *cx.stat("num-merged") += n_merged;
    Ok(())
}

/// Promotes operations of all guards of a body and merges pairs of guards; returns the numbers of operations and pairs.
pub fn promote_all(rw: &mut Rewriter) -> (u64, u64) {
    let n_promoted = guards_of(rw).into_iter().map(|guard| promote(rw, guard)).sum();
    let mut n_merged = 0;
    for guard in guards_of(rw) {
        n_merged += u64::from(rw.contains_op(guard.id()) && merge_with_next(rw, guard));
    }
    (n_promoted, n_merged)
}

/// Whether `op` may be speculated.
pub fn may_run_always(op: OpRef) -> bool {
    op.n_regions() == 0 && effects::is_pure(op)
}

fn guards_of(body: &Body) -> Vec<GuardOp> {
    let mut guards = Vec::new();
    body.walk_postorder(body.root(), |op| guards.extend(OpRef::new(body, op).cast::<GuardOp>()));
    guards
}

/// Promotes operations of `guard`; returns their number.
fn promote(rw: &mut Rewriter, guard: GuardOp) -> u64 {
    let block = guard.block(rw);
    let last = guard.terminator(rw);
    let mut n_promoted = 0;
    for op in rw.ops(block).filter(|&op| op != last).collect::<Vec<_>>() {
        let view = OpRef::new(rw, op);
        let is_free = view.operands().all(|operand| rw.value_block(operand.id) != Some(block));
        if is_free && may_run_always(view) {
            rw.move_before(op, guard.id());
            n_promoted += 1;
        }
    }
    shrink(rw, guard, block, last);
    n_promoted
}

/// Removes results that are no longer computed in the guard, and the guard if it is empty.
fn shrink(rw: &mut Rewriter, guard: GuardOp, block: BlockId, last: OpId) {
    let (predicate, otherwise) = (guard.predicate(rw), guard.otherwise(rw));
    let given: Vec<Value> = rw.operands(last).collect();
    let results = rw.results(guard.id()).to_vec();
    rw.before(guard.id());
    let mut kept = Vec::new();
    for (at, (&value, &other)) in given.iter().zip(&otherwise).enumerate() {
        if rw.is_unused(results[at]) {
            continue;
        }
        if rw.value_block(value) == Some(block) {
            kept.push(at);
            continue;
        }
        let is_free = rw.defined_by::<PoisonOp>(other).is_some() || value == other;
        let value = if is_free { value } else { rw.value(SelectOp::build(predicate, value, other)) };
        rw.replace_all_uses(results[at], value);
    }
    if rw.first_op(block) == Some(last) {
        rw.erase(guard.id());
        return;
    }
    if kept.len() == results.len() {
        return;
    }
    let of = |values: &[Value]| kept.iter().map(|&at| values[at]).collect::<Vec<Value>>();
    let types: Vec<Type> = of(&results).into_iter().map(|result| rw.ty(result)).collect();
    let new = rw.create(GuardOp::build(&types, predicate, &of(&otherwise)).at(rw.loc(guard.id())));
    rw.take_blocks(guard.body(rw), new.body(rw));
    rw.set_operands(last, &of(&given));
    for (old, new) in of(&results).into_iter().zip(rw.results(new.id()).to_vec()) {
        rw.replace_all_uses(old, new);
    }
    rw.erase(guard.id());
}

/// The definition of `a` and `b`, if these are complementary under its guard.
fn complementary(rw: &Rewriter, a: Value, b: Value) -> Option<OpId> {
    let op = rw.defining_op(a).filter(|&op| rw.defining_op(b) == Some(op) && a != b)?;
    let view = OpRef::new(rw, op);
    view.cast::<CmppOp>()?;
    let types = CmppOp::types_of(view);
    use CompareType::*;
    let is_pair = matches!(types[..], [Un | Cn, Uc | Cc] | [Uc | Cc, Un | Cn]);
    let olds = view.values(CmppOp::olds);
    let are_clear = olds.iter().all(|old| rw.defined_by::<PclearOp>(old.id).is_some());
    (is_pair && (are_clear || view.get(CmppOp::guard).is_none())).then_some(op)
}

/// The operations of a guard without results, if none of them has results or regions.
fn plain_ops(rw: &Rewriter, guard: GuardOp) -> Option<Vec<OpId>> {
    let last = guard.terminator(rw);
    let ops: Vec<OpId> = rw.ops(guard.block(rw)).filter(|&op| op != last).collect();
    let is_plain = |&op: &OpId| rw.n_results(op) == 0 && rw.regions(op).is_empty();
    (rw.n_results(guard.id()) == 0 && ops.iter().all(is_plain)).then_some(ops)
}

/// Whether two operations are equal except for their operands, and these could be selected.
fn are_alike(rw: &Rewriter, a: OpId, b: OpId) -> bool {
    let (first, second) = (OpRef::new(rw, a), OpRef::new(rw, b));
    // A selected operand must be a scalar or vector: a machine has no conditional moves of buffers.
    let fits = |(x, y): (Value, Value)| rw.ty(x) == rw.ty(y) && (x == y || !rw.ty(x).is_memref(rw.cx()));
    first.name() == second.name()
        && first.props() == second.props()
        && rw.attr_dict(a) == rw.attr_dict(b)
        && first.n_operands() == second.n_operands()
        && rw.operands(a).zip(rw.operands(b)).all(fits)
}

/// Merges `guard` with the next one in its block, if both have the same operations under complementary predicates.
fn merge_with_next(rw: &mut Rewriter, guard: GuardOp) -> bool {
    let mut next = rw.next_op(guard.id());
    while let Some(op) = next.filter(|&op| effects::is_memory_effect_free(OpRef::new(rw, op))) {
        next = rw.next_op(op);
    }
    let Some(other) = next.and_then(|op| OpRef::new(rw, op).cast::<GuardOp>()) else { return false };
    let (p, q) = (guard.predicate(rw), other.predicate(rw));
    let Some(definition) = complementary(rw, p, q) else { return false };
    let Some((ours, theirs)) = plain_ops(rw, guard).zip(plain_ops(rw, other)) else { return false };
    let mut pairs = ours.iter().copied().zip(theirs.iter().copied());
    if ours.len() != theirs.len() || !pairs.all(|(a, b)| are_alike(rw, a, b)) {
        return false;
    }
    rw.before(other.id());
    for (a, b) in ours.into_iter().zip(theirs.iter().copied()) {
        let mut operands = Vec::new();
        for (x, y) in rw.operands(a).zip(rw.operands(b)).collect::<Vec<_>>() {
            operands.push(if x == y { x } else { rw.value(SelectOp::build(p, x, y)) });
        }
        rw.set_operands(b, &operands);
    }
    let around = OpRef::new(rw, definition).get(CmppOp::guard);
    match around {
        Some(around) => {
            let new = rw.create(GuardOp::build(&[], around, &[]).at(rw.loc(other.id())));
            rw.take_blocks(other.body(rw), new.body(rw));
        }
        None => theirs.into_iter().for_each(|op| rw.move_before(op, other.id())),
    }
    rw.erase(other.id());
    rw.erase(guard.id());
    true
}
