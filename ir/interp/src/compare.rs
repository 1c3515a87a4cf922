//! Refinement: whether the outcome of one execution refines that of another.
//!
//! Undefined behaviour and poison may be refined to anything; all other behaviour must be preserved. NaNs are equal
//! whatever their payload. Memory invisible to the caller, leaks and the number of steps are not compared.

use crate::data::Data;
use crate::fault::{FaultKind, Trap};
use crate::kind::Kind;
use crate::outcome::Outcome;
use crate::signature::Signature;

/// The end of an execution.
pub type Run = Result<Outcome, Trap>;

/// The result of comparing two executions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The second refines the first.
    Refines,
    /// It does not, for this reason.
    Differs(String),
    /// An execution reached a limit, or an unsupported operation: the comparison is not conclusive.
    Unknown(String),
}

/// Returns whether `after` refines `before`; both have this signature.
pub fn refines(signature: &Signature, before: &Run, after: &Run) -> Verdict {
    let before = match before {
        Ok(before) => before,
        Err(trap) if trap.kind == FaultKind::Undefined => return Verdict::Refines,
        Err(trap) if trap.kind == FaultKind::Stopped => {
            return match after {
                Err(after) if after.kind == FaultKind::Stopped => Verdict::Refines,
                Err(after) if after.kind != FaultKind::Undefined => Verdict::Unknown(after.to_string()),
                _ => Verdict::Differs(format!("before, the run stopped: {trap}")),
            };
        }
        Err(trap) => return Verdict::Unknown(trap.to_string()),
    };
    let after = match after {
        Ok(after) => after,
        Err(trap) if matches!(trap.kind, FaultKind::Undefined | FaultKind::Stopped) => {
            return Verdict::Differs(format!("after, the run ends early: {trap}"));
        }
        Err(trap) => return Verdict::Unknown(trap.to_string()),
    };
    match first_difference(signature, before, after) {
        Some(difference) => Verdict::Differs(difference),
        None => Verdict::Refines,
    }
}

fn first_difference(signature: &Signature, before: &Outcome, after: &Outcome) -> Option<String> {
    difference("result", &signature.outputs, &before.results, &after.results)
        .or_else(|| difference("argument", &signature.inputs, &before.arguments, &after.arguments))
        .or_else(|| calls_difference(before, after))
        .or_else(|| (before.output != after.output).then(|| "prints something else".to_owned()))
}

fn difference(what: &str, kinds: &[Kind], before: &[Data], after: &[Data]) -> Option<String> {
    if before.len() != after.len() {
        return Some(format!("there are {} {what}s, not {}", after.len(), before.len()));
    }
    let at = (0..before.len().min(kinds.len())).find(|&at| !data_refines(&before[at], &after[at], &kinds[at]))?;
    let (before, after) = (before[at].show(&kinds[at]), after[at].show(&kinds[at]));
    Some(format!("{what} {at} is {after}, not {before}"))
}

fn calls_difference(before: &Outcome, after: &Outcome) -> Option<String> {
    for (at, call) in before.calls.iter().enumerate() {
        let Some(other) = after.calls.get(at) else { return Some(format!("'{}' is not called", call.name)) };
        if call.name != other.name {
            return Some(format!("call {at} is of '{}', not of '{}'", other.name, call.name));
        }
        if let Some(difference) = difference("argument", &call.kinds, &call.arguments, &other.arguments) {
            return Some(format!("call {at} of '{}': {difference}", call.name));
        }
    }
    let extra = after.calls.get(before.calls.len())?;
    Some(format!("'{}' is called once more", extra.name))
}

/// Returns whether `after` refines `before`.
pub fn data_refines(before: &Data, after: &Data, kind: &Kind) -> bool {
    match (before, after) {
        (Data::Poison | Data::Opaque, _) => true,
        (Data::Bits(_) | Data::Wide(_), Data::Bits(_) | Data::Wide(_)) => {
            before == after || both_nan(before, after, kind)
        }
        (Data::List(before), Data::List(after)) => {
            before.len() == after.len() && {
                let opaque = Kind::Opaque;
                let part = |at: usize| data_refines(&before[at], &after[at], kind.part(at).unwrap_or(&opaque));
                (0..before.len()).all(part)
            }
        }
        (Data::List(before), Data::Poison) => before.iter().all(|part| *part == Data::Poison),
        (Data::MemRef { sizes, elements }, Data::MemRef { sizes: after_sizes, elements: after }) => {
            let (Kind::MemRef(kind) | Kind::Tensor(kind)) = kind else { return sizes == after_sizes };
            let mut pairs = elements.iter().zip(after);
            sizes == after_sizes && pairs.all(|(before, after)| data_refines(before, after, &kind.element))
        }
        (Data::Buffer(before), Data::Buffer(after)) => {
            let mut pairs = before.iter().zip(after);
            before.len() == after.len() && pairs.all(|(before, after)| before.is_none() || before == after)
        }
        _ => false,
    }
}

fn both_nan(before: &Data, after: &Data, kind: &Kind) -> bool {
    before.as_float(kind).zip(after.as_float(kind)).is_some_and(|(before, after)| before.is_nan() && after.is_nan())
}
