//! The result of a check.

use rmlir::diag::Diagnostic;

/// The result of a check.
pub struct Report {
    /// Violated clauses: an error each, at the call.
    pub refuted: Vec<Diagnostic>,
    /// Iterations or lanes that are not independent: an error each, at the second access.
    pub conflicts: Vec<Diagnostic>,
    /// The number of calls of functions with clauses.
    pub n_calls: u64,
    /// The number of those that were compared with a call of another lane.
    pub n_compared: u64,
    /// The number of memory accesses in marked loops and by lanes.
    pub n_accesses: u64,
}
