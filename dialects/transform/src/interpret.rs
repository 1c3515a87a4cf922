//! The interpreter of scripts: sequential application of operations.

use rmlir::prelude::*;

use crate::interface::{Applied, Failure, Results, TransformOp};
use crate::payload::Mapped;
use crate::state::{TransformState, nothing};
use crate::types::{HandleKind, handle_kind};

/// The handling of silenceable failures.
#[attr(int = 32)]
pub enum FailurePropagationMode {
    /// Failures end the sequence and are propagated.
    Propagate = 1,
    /// Failures are suppressed.
    Suppress = 2,
}

/// The attribute of script operations that suppresses failures to track handles.
const SILENCES_LOSS: &str = "transform.silence_tracking_failures";

impl TransformState<'_, '_> {
    /// Applies an operation of the script.
    pub fn apply(&mut self, op: OpRef) -> Applied {
        let Some(transform) = op.interface::<dyn TransformOp>() else {
            return Err(Failure::definite(op, format!("'{}' is no transform operation", op.name_str())));
        };
        for operand in op.operands() {
            self.check_valid(op, operand)?;
        }
        let consumed = transform.consumes(op, self);
        consumed.iter().for_each(|&index| self.invalidate(op, index));
        let mut results = Results::new(op.n_results());
        let (applied, lost) = self.running(op, |state| transform.apply(op, state, &mut results));
        let lost = lost.filter(|_| transform.keeps_handles() && op.attr(SILENCES_LOSS).is_none());
        let applied = applied.and(lost.map_or(Ok(()), Err));
        if let Err(Failure::Definite(_)) = applied {
            return applied;
        }
        let succeeded = applied.is_ok();
        for (result, mapped) in op.results().zip(results.into_mapped()) {
            let mapped = mapped.filter(|_| succeeded).unwrap_or_else(|| nothing(result));
            self.map(result, mapped);
        }
        applied
    }
}

/// Applies the operations of `block`, whose arguments are mapped, except the terminator; returns the mapping of the
/// yielded values. A silenceable failure ends the block if it is propagated; otherwise it is suppressed.
pub fn run_block(
    state: &mut TransformState,
    block: BlockRef,
    mode: FailurePropagationMode,
) -> Result<Vec<Mapped>, Failure> {
    let last = block.terminator();
    for op in block.ops().filter(|&op| Some(op) != last) {
        match state.apply(op) {
            Err(Failure::Silenceable(_)) if mode == FailurePropagationMode::Suppress => {}
            applied => applied?,
        }
    }
    Ok(last.into_iter().flat_map(|last| last.operands()).map(|operand| state.mapped(operand)).collect())
}

/// Applies the sequence `entry` with its arguments mapped to `bindings`.
pub fn run_entry(state: &mut TransformState, entry: OpRef, bindings: Vec<Mapped>) -> Applied {
    let Some(block) = entry.region(0).entry() else {
        return Err(Failure::definite(entry, "cannot apply a sequence without a body"));
    };
    let n_args = block.args().len();
    if n_args == 0 {
        return run_block(state, block, FailurePropagationMode::Propagate).map(|_| ());
    }
    if n_args != bindings.len() {
        let (expected, given) = (n_args - 1, bindings.len() - 1);
        let message =
            format!("operation expects {expected} extra value bindings, but {given} were provided to the interpreter");
        return Err(Failure::definite(entry, message));
    }
    for (arg, mapped) in block.args().zip(bindings) {
        check_kind(arg, &mapped)?;
        state.map(arg, mapped);
    }
    run_block(state, block, FailurePropagationMode::Propagate).map(|_| ())
}

/// Verifies that the type of `arg` permits its mapping.
fn check_kind(arg: ValueRef, mapped: &Mapped) -> Applied {
    let message = match (handle_kind(arg.cx(), arg.ty()), mapped) {
        (_, mapped) if mapped.is_empty() => return Ok(()),
        (Some(HandleKind::Ops), Mapped::Ops(_)) => return Ok(()),
        (Some(HandleKind::Values), Mapped::Values(_)) => return Ok(()),
        (Some(HandleKind::Params), Mapped::Params(_)) => return Ok(()),
        (Some(HandleKind::Values), _) => "wrong kind of value provided for the top-level value handle",
        (Some(HandleKind::Params), _) => "wrong kind of value provided for top-level parameter",
        _ => "wrong kind of value provided for top-level operation handle",
    };
    Err(Failure::Definite(Box::new(Diagnostic::error(arg.loc().place(arg.cx()), message))))
}
