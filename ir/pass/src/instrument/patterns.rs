//! The log of pattern applications.

use rmlir_core::{Body, Listener, Match, OpId, OpRef};
use rmlir_diag::{Diagnostic, Place};

/// The outcome of one application of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternOutcome {
    /// The pattern.
    pub pattern: &'static str,
    /// The name of the operation.
    pub op_name: String,
    /// The place of the operation.
    pub place: Place,
    /// Whether it applied.
    pub applied: bool,
    /// The reason that the pattern gave if it did not apply.
    pub reason: Option<String>,
}

impl PatternOutcome {
    /// The outcome as a remark, for `--debug-patterns`.
    pub fn diagnostic(&self) -> Diagnostic {
        let outcome = match &self.reason {
            _ if self.applied => "applied".to_owned(),
            Some(reason) => format!("does not apply: {reason}"),
            None => "does not apply".to_owned(),
        };
        let message = format!("pattern '{}' on '{}' {outcome}", self.pattern, self.op_name);
        Diagnostic::remark(self.place.clone(), message)
    }
}

/// A listener that records the outcome of each pattern application, in order.
#[derive(Default)]
pub struct PatternLog {
    /// The outcomes so far.
    pub outcomes: Vec<PatternOutcome>,
    /// The patterns in progress, innermost last: a pattern may apply others.
    tried: Vec<Tried>,
}

/// A pattern in progress. Its operation may be erased before the outcome is known.
struct Tried {
    place: Place,
    op_name: String,
    reason: Option<String>,
}

impl Listener for PatternLog {
    fn pattern_begin(&mut self, body: &Body, op: OpId, _pattern: &'static str) {
        let op = OpRef::new(body, op);
        let place = op.loc().place(op.cx());
        self.tried.push(Tried { place, op_name: op.name_str().to_owned(), reason: None });
    }

    fn no_match(&mut self, _body: &Body, _op: OpId, reason: &dyn Fn() -> String) {
        if let Some(tried) = self.tried.last_mut() {
            tried.reason = Some(reason());
        }
    }

    fn pattern_end(&mut self, _body: &Body, _op: OpId, pattern: &'static str, outcome: Match) {
        let Some(Tried { place, op_name, reason }) = self.tried.pop() else { return };
        let applied = outcome == Match::Yes;
        self.outcomes.push(PatternOutcome { pattern, op_name, place, applied, reason });
    }
}
