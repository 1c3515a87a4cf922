//! Loop-invariant code motion.
//!
//! Loads and stores are hoisted too: a load if nothing in the loop writes the memory, a store if nothing else in the
//! loop reads or writes it, by the alias analysis. (Upstream considers uses of the same value only.)
//!
//! Upstream hoists them out of loops that may have no iterations, ignores the regions of operations of other dialects,
//! and hoists divisions whose divisor may be zero. Here none of these is hoisted.

use rmlir::core::effects::{effects_of, is_pure};
use rmlir::pass::{PassCx, PassResult, Remark};
use rmlir::prelude::*;
use rmlir_affine::analysis::alias::alias_analysis;
use rmlir_affine::analysis::nest::inner_loops_first;
use rmlir_affine::trip_count::static_trip_count;
use rmlir_affine::{AffineAccess, ForOp, IfOp, ParallelOp, YieldOp};
use rustc_hash::FxHashSet;

/// Hoist loop invariant instructions outside of affine loops.
///
/// ```mlir
/// affine.for %i = 0 to 10 {               // %v = affine.load %m[0] : memref<1xf32>
///   %v = affine.load %m[0] : memref<1xf32>  // affine.for %i = 0 to 10 {
///   affine.store %v, %n[%i] : memref<10xf32>  //   affine.store %v, %n[%i] : memref<10xf32>
/// }                                       // }
/// ```
#[pass(name = "affine-loop-invariant-code-motion", anchor = "func.func")]
pub fn affine_loop_invariant_code_motion(cx: &mut PassCx) -> PassResult {
    let mut remarks = Vec::new();
    let mut rw = Rewriter::new(cx.body_mut());
    for op in inner_loops_first(&rw) {
        let hoisted = Invariance::new(&rw, op).find();
        for inner in hoisted {
            let passed = Remark::passed(rw.loc(inner), "affine").text("moved out of its loop");
            remarks.push(passed.arg("Operation", OpRef::new(&rw, inner).name_str()));
            rw.move_before(inner, op.id());
        }
    }
    remarks.into_iter().for_each(|remark| cx.remark(remark));
    Ok(())
}

/// The invariance of the operations of a loop, computed so far.
struct Invariance<'a, 'c> {
    body: &'a Body<'c>,
    op: ForOp,
    args: Vec<Value>,
    /// Whether the loop is known to have at least one iteration.
    runs: bool,
    /// Operations whose results are used, and memory accesses.
    with_users: FxHashSet<OpId>,
    /// Operations in the loop with memory effects of their own.
    with_effects: Vec<OpId>,
    /// Loop-invariant operations.
    invariant: FxHashSet<OpId>,
}

impl<'a, 'c> Invariance<'a, 'c> {
    fn new(body: &'a Body<'c>, op: ForOp) -> Self {
        let args = body.args(op.body(body)).to_vec();
        let runs = static_trip_count(body, op).is_some_and(|count| count > 0);
        let mut with_effects = body.ops_under(op.id());
        with_effects.retain(|&inner| effects_of(OpRef::new(body, inner)).is_none_or(|effects| !effects.is_empty()));
        let (with_users, invariant) = (FxHashSet::default(), FxHashSet::default());
        Self { body, op, args, runs, with_users, with_effects, invariant }
    }

    /// The loop-invariant operations of the body, in order.
    fn find(mut self) -> Vec<OpId> {
        let mut found = Vec::new();
        for inner in self.body.ops(self.op.body(self.body)) {
            if self.body.results(inner).iter().any(|&result| !self.body.is_unused(result)) {
                self.with_users.insert(inner);
            }
            if !OpRef::new(self.body, inner).is::<YieldOp>() && self.is_invariant(inner) {
                found.push(inner);
            }
        }
        found
    }

    /// Whether `root` is loop-invariant. The operations inside of loops and conditions are checked first; one that is
    /// not invariant is enough for a negative result.
    fn is_invariant(&mut self, root: OpId) -> bool {
        enum Step {
            Enter(OpId),
            Leave(OpId),
        }
        let mut waiting = vec![Step::Enter(root)];
        while let Some(step) = waiting.pop() {
            match step {
                Step::Enter(op) if self.is_structured(op) => {
                    waiting.push(Step::Leave(op));
                    let inside: Vec<OpId> = OpRef::new(self.body, op)
                        .regions()
                        .flat_map(|region| region.blocks())
                        .flat_map(|block| block.ops())
                        .map(|inner| inner.id)
                        .collect();
                    waiting.extend(inside.into_iter().rev().map(Step::Enter));
                }
                Step::Enter(op) => {
                    if !self.is_harmless(op) || !self.uses_invariant_values(op) {
                        return false;
                    }
                }
                Step::Leave(op) => {
                    if !self.has_invariant_operands(op) {
                        return false;
                    }
                    self.invariant.insert(op);
                }
            }
        }
        true
    }

    fn is_structured(&self, op: OpId) -> bool {
        let op = OpRef::new(self.body, op);
        op.is::<IfOp>() || op.is::<ForOp>() || op.is::<ParallelOp>()
    }

    /// Whether the memory effects of `op` allow hoisting it.
    fn is_harmless(&mut self, op: OpId) -> bool {
        let view = OpRef::new(self.body, op);
        let access =
            view.interface::<dyn AffineAccess>().filter(|access| access.is_read() || access.stored_operand().is_some());
        let Some(access) = access else { return is_pure(view) };
        self.with_users.insert(op);
        if !self.runs {
            return false;
        }
        let memref = view.operand(access.memref_operand()).id;
        let is_write = access.stored_operand().is_some();
        let analysis = alias_analysis(self.body).across(self.op.id());
        let mut others = self.with_effects.iter().filter(|&&other| other != op);
        !others.any(|&other| analysis.conflicts(OpRef::new(self.body, other), memref, is_write))
    }

    /// Whether all operands of `op` and of the operations in its regions are invariant; then its results are invariant,
    /// too.
    fn uses_invariant_values(&mut self, op: OpId) -> bool {
        let fixed = self.body.ops_under(op).into_iter().all(|inner| self.has_invariant_operands(inner));
        if fixed {
            self.invariant.insert(op);
        }
        fixed
    }

    fn has_invariant_operands(&self, op: OpId) -> bool {
        let is_fixed = |value: Value| {
            let changes = |made_by: OpId| self.with_users.contains(&made_by) && !self.invariant.contains(&made_by);
            !self.args.contains(&value) && !self.body.defining_op(value).is_some_and(changes)
        };
        self.body.operands(op).all(is_fixed)
    }
}
