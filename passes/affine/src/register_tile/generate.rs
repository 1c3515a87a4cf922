//! The code of a tile: a loop over steps with the accumulators as loop-carried vectors.

use rmlir::core::InsertPoint;
use rmlir::prelude::*;
use rmlir_affine::analysis::iterations::Condition;
use rmlir_affine::{ForOp, YieldOp};

use super::emit::Emit;
use super::plan::{Accumulator, Plan};

/// Replaces the nest. Tiles without iterations are left out, partial tiles have masks.
pub(super) fn generate(rw: &mut Rewriter, plan: &Plan) {
    let conditions = Conditions::of(rw, plan);
    let loc = rw.loc(plan.step.id());
    rw.before(plan.step.id());
    let point = rw.insert_point();
    if !conditions.is_executed.is_true() {
        let executed = conditions.is_executed.create_if(rw, loc, false);
        enter(rw, executed.then_block(rw));
    }
    if conditions.is_full.is_true() {
        tile(rw, plan, false);
    } else if conditions.is_full.is_false {
        tile(rw, plan, true);
    } else {
        let full = conditions.is_full.create_if(rw, loc, true);
        let partial = full.else_block(rw).expect("the condition was created with both blocks");
        enter(rw, full.then_block(rw));
        tile(rw, plan, false);
        enter(rw, partial);
        tile(rw, plan, true);
    }
    rw.set_insert_point(point);
    rw.erase(plan.step);
}

/// Continues before the terminator of a block.
fn enter(rw: &mut Rewriter, block: BlockId) {
    let terminator = rw.last_op(block).expect("the block ends with a yield");
    rw.before(terminator);
}

struct Conditions {
    /// Each loop has an iteration.
    is_executed: Condition,
    /// Each row and column of the tile is an iteration.
    is_full: Condition,
}

impl Conditions {
    fn of(body: &Body, plan: &Plan) -> Self {
        let (mut is_executed, mut is_full) = (Condition::default(), Condition::default());
        let added = "the loops of a plan have single lower bounds";
        for op in [plan.step, plan.row, plan.column] {
            is_executed.add_iterations(body, op, 1).expect(added);
        }
        is_full.add_iterations(body, plan.row, plan.n_rows as i64).expect(added);
        is_full.add_iterations(body, plan.column, (plan.n_vectors * plan.n_lanes) as i64).expect(added);
        Self { is_executed, is_full }
    }
}

/// Creates the code of a tile at the insertion point.
fn tile(rw: &mut Rewriter, plan: &Plan, is_partial: bool) {
    let loc = rw.loc(plan.step.id());
    let mut emit = Emit::new(rw.reborrow(), plan, is_partial);
    let elements: Vec<(Accumulator, usize, usize)> = plan
        .accumulators
        .iter()
        .flat_map(|&both| (0..plan.n_rows).map(move |row| (both, row)))
        .flat_map(|(both, row)| (0..plan.n_vectors).map(move |column| (both, row, column)))
        .collect();
    let inits: Vec<Value> = elements.iter().map(|&(both, row, column)| emit.load(both.load, row, column)).collect();
    if !is_partial {
        plan.accumulators.iter().for_each(|both| emit.prefetch_next(both.store));
    }
    let (lower, upper) = (plan.step.lower_bound(&emit.rw), plan.step.upper_bound(&emit.rw));
    let step = plan.step.step(&emit.rw);
    let new = ForOp::create(&mut emit.rw, loc, &lower, &upper, step, &inits);
    let point = emit.rw.insert_point();
    let block = new.body(&emit.rw);
    emit.rw.set_insert_point(InsertPoint::End(block));
    emit.enter(new.induction_var(&emit.rw));
    for (&(both, row, column), carried) in elements.iter().zip(new.iter_args(&emit.rw)) {
        emit.define(both.load, row, column, carried);
    }
    emit.body();
    let next: Vec<Value> = elements.iter().map(|&(both, row, column)| emit.stored(both.store, row, column)).collect();
    emit.rw.create(YieldOp::build(&next).at(loc));
    emit.rw.set_insert_point(point);
    let results = emit.rw.results(new.id()).to_vec();
    for (&(both, row, column), result) in elements.iter().zip(results) {
        emit.store(both.store, row, column, result);
    }
}
