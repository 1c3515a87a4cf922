//! Where diagnostics go: kept in order, counted by severity, bounded on request.

use crate::diagnostic::{Diagnostic, Severity};

const N_SEVERITIES: usize = 4;

/// Collects diagnostics in the order they are said.
///
/// With a limit, each severity keeps its first `limit` diagnostics and counts the others. Sinks filled in parallel
/// under one limit and merged in order hold what a single sink would hold.
#[derive(Clone, Debug, Default)]
pub struct Sink {
    kept: Vec<Diagnostic>,
    n_seen: [usize; N_SEVERITIES],
    n_kept: [usize; N_SEVERITIES],
    limit: Option<usize>,
}

impl Sink {
    /// Keeps everything.
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps at most `limit` diagnostics of each severity.
    pub fn with_limit(limit: usize) -> Self {
        Self { limit: Some(limit), ..Self::default() }
    }

    /// An empty sink with the same limit, for a part of the work.
    pub fn part(&self) -> Self {
        Self { limit: self.limit, ..Self::default() }
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let severity = diagnostic.severity;
        self.push_with(severity, || diagnostic);
    }

    /// Adds a diagnostic of that severity that is only built when there is room for it.
    pub fn push_with(&mut self, severity: Severity, build: impl FnOnce() -> Diagnostic) {
        let index = severity as usize;
        self.n_seen[index] += 1;
        if self.is_full(severity) {
            return;
        }
        self.n_kept[index] += 1;
        self.kept.push(build());
    }

    /// Whether another diagnostic of that severity would only be counted.
    pub fn is_full(&self, severity: Severity) -> bool {
        self.limit.is_some_and(|limit| limit <= self.n_kept[severity as usize])
    }

    /// Appends all that `later` has seen.
    pub fn merge(&mut self, later: Sink) {
        for (n_seen, (seen, kept)) in self.n_seen.iter_mut().zip(later.n_seen.iter().zip(later.n_kept)) {
            *n_seen += seen - kept;
        }
        for diagnostic in later.kept {
            self.push(diagnostic);
        }
    }

    /// Whether anything rejects the input.
    pub fn has_errors(&self) -> bool {
        self.n_errors() != 0
    }

    /// The number of errors, kept or not.
    pub fn n_errors(&self) -> usize {
        self.n_of(Severity::Error)
    }

    /// The number of diagnostics of one severity, kept or not.
    pub fn n_of(&self, severity: Severity) -> usize {
        self.n_seen[severity as usize]
    }

    /// The number of diagnostics that were counted only.
    pub fn n_dropped(&self) -> usize {
        self.n_seen.iter().sum::<usize>() - self.kept.len()
    }

    /// Whether nothing was said.
    pub fn is_empty(&self) -> bool {
        self.n_seen.iter().all(|&n| n == 0)
    }

    /// The diagnostic that was stored last, to add to it.
    pub fn last_mut(&mut self) -> Option<&mut Diagnostic> {
        self.kept.last_mut()
    }

    /// The diagnostics kept, in order.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.kept
    }

    /// Gives the kept diagnostics away.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.kept
    }
}

impl Extend<Diagnostic> for Sink {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        for diagnostic in diagnostics {
            self.push(diagnostic);
        }
    }
}
