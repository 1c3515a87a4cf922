//! Application of a transform operation to each operation of its payload.

use rmlir::prelude::*;
use rmlir_transform::{Applied, Failure, PayloadOp, Results, TransformState};

/// Applies `work` to each of the operations associated with operand 0 of `op`; result `i` is associated with the `i`th
/// value that it returns each time. After a silenceable failure the other operations are still processed.
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

/// The operation of `payload`, which must be of type `T`.
pub(crate) fn of_kind<T: Op>(op: OpRef, state: &TransformState, payload: &PayloadOp) -> Result<T, Failure> {
    let wrong = || {
        let failure = Failure::silenceable(op, "transform applied to the wrong op kind");
        failure.note(state.op(payload), "when applied to this op")
    };
    state.op(payload).cast::<T>().ok_or_else(wrong)
}
