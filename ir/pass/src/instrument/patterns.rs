//! The log of pattern applications, for `--debug-patterns`.

use rmlir_core::{Body, Listener, Match, OpId, OpRef};
use rmlir_diag::{Diagnostic, Place};

/// A listener that records a remark for each pattern application, in order.
#[derive(Default)]
pub struct PatternLog {
    /// The remarks so far.
    pub remarks: Vec<Diagnostic>,
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
        let outcome = match (outcome, reason) {
            (Match::No, Some(reason)) => format!("does not apply: {reason}"),
            (Match::No, None) => "does not apply".to_owned(),
            _ => "applied".to_owned(),
        };
        self.remarks.push(Diagnostic::remark(place, format!("pattern '{pattern}' on '{op_name}' {outcome}")));
    }
}
