//! Conversion of `scf.for` to `scf.while` with the condition at the end (loop rotation).
//!
//! The before region has the body, the increment and the comparison; the after region forwards its arguments. Lowered
//! to blocks, this is a single block with a back edge to itself: an iteration has one branch, and the loop preheader is
//! only executed if the loop is. A surrounding condition tests whether there is an iteration, unless the trip count is
//! known to be positive.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, CmpIOp, CmpIPredicate};
use rmlir_scf::{ConditionOp, ForOp, IfOp, WhileOp, YieldOp};

use crate::walk::rewrite_each;

/// Convert SCF for loops to SCF while loops with the condition at the end.
///
/// ```mlir
/// scf.for %i = %lb to %ub step %step {
///   "f"(%i) : (index) -> ()
/// }
/// // becomes
/// %runs = arith.cmpi slt, %lb, %ub : index
/// scf.if %runs {
///   %last = scf.while (%i = %lb) : (index) -> index {
///     "f"(%i) : (index) -> ()
///     %next = arith.addi %i, %step : index
///     %goes_on = arith.cmpi slt, %next, %ub : index
///     scf.condition(%goes_on) %next : index
///   } do {
///   ^bb0(%i: index):
///     scf.yield %i : index
///   }
/// }
/// ```
#[pass(name = "scf-for-to-do-while", title = "SCFForToDoWhileLoop", depends(rmlir_arith::Arith))]
pub fn scf_for_to_do_while(cx: &mut PassCx) -> PassResult {
    rewrite_each::<ForOp>(cx.body_mut(), &rotate);
    Ok(())
}

/// Rotates the loop before which the insertion point is.
fn rotate(rw: &mut Rewriter, op: ForOp) {
    let loc = rw.loc(op.id());
    rw.set_loc(loc);
    let inits = op.initArgs(rw);
    let types: Vec<Type> = inits.iter().map(|&init| rw.ty(init)).collect();
    let outer = if_runs(rw, op, &types);
    let results = do_while(rw, op);
    let Some(outer) = outer else {
        rw.replace(op, results);
        return;
    };
    rw.create(YieldOp::build(&results));
    if !types.is_empty() {
        rw.create_block(outer.elseRegion(rw), &[], &[]);
        rw.create(YieldOp::build(&inits));
    }
    let results = rw.results(outer.id()).to_vec();
    rw.replace(op, results);
}

/// Creates a condition around the next operations, unless the trip count is known to be positive.
fn if_runs(rw: &mut Rewriter, op: ForOp, types: &[Type]) -> Option<IfOp> {
    if op.trip_count(rw).is_some_and(|count| !count.is_zero()) {
        return None;
    }
    let runs = compare(rw, op, op.lowerBound(rw));
    let outer = rw.create(IfOp::build(types, runs));
    rw.create_block(outer.thenRegion(rw), &[], &[]);
    Some(outer)
}

/// Compares the induction variable with the upper bound.
fn compare(rw: &mut Rewriter, op: ForOp, value: Value) -> Value {
    let predicate = if op.unsignedCmp(rw) { CmpIPredicate::Ult } else { CmpIPredicate::Slt };
    let predicate = predicate.attr(rw.cx());
    rw.value(CmpIOp::build(value, op.upperBound(rw), predicate))
}

/// Creates the loop at the insertion point, which is after it on return; returns the replacements of the results.
fn do_while(rw: &mut Rewriter, op: ForOp) -> Vec<Value> {
    let (old_body, loc) = (op.body(rw), rw.loc(op.id()));
    let old_args = rw.args(old_body).to_vec();
    let mut inits = vec![op.lowerBound(rw)];
    inits.extend(op.initArgs(rw));
    let types: Vec<Type> = inits.iter().map(|&init| rw.ty(init)).collect();
    let locs: Vec<Loc> = old_args.iter().map(|&arg| rw.value_loc(arg)).collect();
    let mut state = WhileOp::build(&types, &inits).at(loc).finish(rw.cx());
    state.attrs = OpRef::new(rw, op.id()).discardable_attrs().to_vec();
    let new = WhileOp::from_id(rw.create_state(state));
    let point = rw.insert_point();

    let before = rw.create_block(new.before(rw), &types, &locs);
    for (old, new) in old_args.into_iter().zip(rw.args(before).to_vec()) {
        rw.replace_all_uses(old, new);
    }
    for inner in rw.ops(old_body).collect::<Vec<_>>() {
        rw.move_to_end(inner, before);
    }
    let last = rw.last_op(before).expect("a loop's body ends with a yield");
    rw.before(last);
    let next = rw.value(AddIOp::build(rw.arg(before, 0), op.step(rw)).at(loc));
    let goes_on = compare(rw, op, next);
    let mut passed = vec![next];
    passed.extend(rw.operands(last));
    rw.create(ConditionOp::build(goes_on, &passed).at(loc));
    rw.erase(last);

    let after = rw.create_block(new.after(rw), &types, &locs);
    let passed = rw.args(after).to_vec();
    rw.create(YieldOp::build(&passed).at(loc));
    rw.set_insert_point(point);
    rw.results(new.id())[1..].to_vec()
}
