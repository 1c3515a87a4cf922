//! Transform operations on loops and conditionals: [`convert`] makes other operations of them, [`split`] cuts and repeats
//! loops, [`join`] makes one of several, [`outline`] functions of them.

pub mod convert;
pub mod join;
pub mod outline;
pub mod split;

use rmlir::core::opdef::OpDef;
use rmlir::prelude::*;
use rmlir_transform::{Applied, Failure, PatternDescriptor, PayloadOp, Results, TransformState};

/// The operations.
pub(crate) const OPS: &[&OpDef] = &[
    convert::ForallToForOp::DEF,
    convert::ForallToParallelOp::DEF,
    convert::ParallelForToNestedForsOp::DEF,
    convert::TakeAssumedBranchOp::DEF,
    ApplyForLoopCanonicalizationPatternsOp::DEF,
    join::LoopCoalesceOp::DEF,
    join::LoopFuseSiblingOp::DEF,
    outline::LoopOutlineOp::DEF,
    split::LoopPeelOp::DEF,
    split::LoopPromoteIfOneIterationOp::DEF,
    split::LoopUnrollOp::DEF,
    split::LoopUnrollAndJamOp::DEF,
];

/// Minima, maxima and sizes in loops, by what is known of the loops.
#[op(
    name = "transform.apply_patterns.scf.for_loop_canonicalization",
    interfaces(PatternDescriptor),
    format = "attr-dict"
)]
pub struct ApplyForLoopCanonicalizationPatternsOp {}

impl PatternDescriptor for ApplyForLoopCanonicalizationPatternsOp {
    fn populate(&self, _op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
        patterns.extend(rmlir_scf_passes::loop_canonicalization::patterns());
    }
}

/// Does `work` on each of the operations that operand 0 of `op` stands for; result `i` stands for what it gives at place `i`
/// each time. Where it fails in a way that can be silenced, the others still have their turn.
pub(crate) fn for_each(
    op: OpRef,
    state: &mut TransformState,
    results: &mut Results,
    mut work: impl FnMut(&mut TransformState, &PayloadOp) -> Result<Vec<PayloadOp>, Failure>,
) -> Applied {
    let mut found = vec![Vec::new(); op.n_results()];
    let mut outcome = Ok(());
    for target in state.ops(op.operand(0)) {
        match work(state, &target) {
            Ok(made) => found.iter_mut().zip(made).for_each(|(all, one)| all.push(one)),
            Err(Failure::Definite(why)) => return Err(Failure::Definite(why)),
            Err(failure) => outcome = outcome.and(Err(failure)),
        }
    }
    found.into_iter().enumerate().for_each(|(index, all)| results.set(index, all));
    outcome
}

/// The operation in the body that `payload` names, which has to be of kind `T`.
pub(crate) fn of_kind<T: Op>(op: OpRef, state: &TransformState, payload: &PayloadOp) -> Result<T, Failure> {
    let wrong = || {
        let failure = Failure::silenceable(op, "transform applied to the wrong op kind");
        failure.note(state.op(payload), "when applied to this op")
    };
    state.op(payload).cast::<T>().ok_or_else(wrong)
}
