//! Runs of operations that are raised together: neighbours in a block, so that loops in sequence stay in one region.

use rmlir::core::effects::{is_memory_effect_free, is_pure, is_speculatable};
use rmlir::prelude::*;
use rmlir_llvm::ops::memory::{LoadOp, StoreOp};
use rmlir_scf::{ForOp, IfOp, WhileOp, YieldOp};

/// Operations of a block, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Run {
    pub ops: Vec<OpId>,
}

impl Run {
    /// Whether `value` is defined before the run.
    pub(super) fn is_outside(&self, body: &Body, value: Value) -> bool {
        !self.ops.iter().any(|&op| body.is_defined_inside(op, value) || body.defining_op(value) == Some(op))
    }

    /// The first operation.
    pub(super) fn first(&self) -> OpId {
        self.ops[0]
    }

    /// Smaller runs to try if this one cannot be raised: each operation alone, or those inside of a single one.
    pub(super) fn parts(&self, body: &Body) -> Vec<Run> {
        match self.ops.as_slice() {
            &[only] => {
                let blocks = body.regions(only).iter().flat_map(|&region| body.blocks(region));
                blocks.flat_map(|block| runs(body, block)).collect()
            }
            all => all.iter().filter(|&&op| has_loop(body, op)).map(|&op| Run { ops: vec![op] }).collect(),
        }
    }

    /// Moves operations that depend on nothing in the run, and can be speculated, before it.
    pub(super) fn hoist_invariants(&mut self, body: &mut Body) {
        for op in self.ops.clone() {
            let view = OpRef::new(body, op);
            let is_simple = view.n_regions() == 0 && is_pure(view) && is_speculatable(view);
            if is_simple && view.operands().all(|operand| self.is_outside(body, operand.id)) && self.first() != op {
                let first = self.first();
                Rewriter::new(body).move_before(op, first);
                self.ops.retain(|&other| other != op);
            }
        }
    }

    /// The values of the run that are used after it.
    pub(super) fn results(&self, body: &Body) -> Vec<Value> {
        let values = self.ops.iter().flat_map(|&op| body.results(op).iter().copied());
        values.filter(|&value| body.users(value).any(|user| !self.contains(body, user))).collect()
    }

    /// Whether `op` is part of the run, at any depth.
    pub(super) fn contains(&self, body: &Body, op: OpId) -> bool {
        self.ops.iter().any(|&outer| body.is_ancestor(outer, op))
    }
}

/// The runs in `block` that may be raised: from the first to the last loop between operations that cannot be.
pub(super) fn runs(body: &Body, block: BlockId) -> Vec<Run> {
    let (mut all, mut current) = (Vec::new(), Vec::new());
    for op in body.ops(block) {
        match refusal(body, op) {
            None => current.push(op),
            Some(_) => {
                // Perhaps a part of it can be raised.
                all.extend(trimmed(body, std::mem::take(&mut current)));
                if has_loop(body, op) {
                    all.push(Run { ops: vec![op] });
                }
            }
        }
    }
    all.extend(trimmed(body, current));
    all
}

fn trimmed(body: &Body, mut ops: Vec<OpId>) -> Option<Run> {
    let first = ops.iter().position(|&op| has_loop(body, op))?;
    let last = ops.iter().rposition(|&op| has_loop(body, op))?;
    ops.truncate(last + 1);
    Some(Run { ops: ops.split_off(first) })
}

fn has_loop(body: &Body, op: OpId) -> bool {
    let mut found = false;
    body.walk_preorder(op, |inner| found |= OpRef::new(body, inner).is::<ForOp>());
    found
}

/// The operation in `op` that prevents raising, and why.
pub(super) fn refusal(body: &Body, op: OpId) -> Option<(OpId, &'static str)> {
    let mut reason = None;
    body.walk_preorder(op, |inner| {
        let view = OpRef::new(body, inner);
        let is_access = view.is::<LoadOp>() || view.is::<StoreOp>();
        if reason.is_none() && !is_access && !is_structure(view) && !is_memory_effect_free(view) {
            reason = Some((
                inner,
                match () {
                    () if view.interface::<dyn CallOp>().is_some() => "a call",
                    () if view.is::<WhileOp>() => "a loop without a trip count",
                    () => "an operation with unknown effects",
                },
            ));
        }
        if reason.is_none() && view.has(TraitSet::TERMINATOR) && !view.is::<YieldOp>() {
            reason = Some((inner, "the end of the function"));
        }
    });
    reason
}

/// Whether the effects of `op` are those of the operations in it, which are visited too.
fn is_structure(op: OpRef) -> bool {
    op.is::<ForOp>() || op.is::<IfOp>() || op.is::<YieldOp>()
}
