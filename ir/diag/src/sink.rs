//! A sink of diagnostics: kept in order, counted by severity, optionally bounded.

use crate::diagnostic::{Diagnostic, Severity};

const N_SEVERITIES: usize = 4;

/// A sink that collects diagnostics in the order of emission.
///
/// With a limit, the first `limit` diagnostics of each severity are kept and the others counted. Sinks filled in
/// parallel under one limit and merged in order have the contents of a single sink.
#[derive(Clone, Debug, Default)]
pub struct Sink {
    kept: Vec<Diagnostic>,
    n_seen: [usize; N_SEVERITIES],
    n_kept: [usize; N_SEVERITIES],
    limit: Option<usize>,
}

impl Sink {
    /// A sink that keeps all diagnostics.
    pub fn new() -> Self {
        Self::default()
    }

    /// A sink that keeps at most `limit` diagnostics of each severity.
    ///
    /// ```
    /// use rmlir_diag::{Diagnostic, Place, Sink};
    /// let mut sink = Sink::with_limit(1);
    /// for line in 1..=3 {
    ///     sink.push(Diagnostic::error(Place::line_col("a.mlir", line, 1), "wrong"));
    /// }
    /// assert_eq!((sink.diagnostics().len(), sink.n_dropped()), (1, 2));
    /// ```
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

    /// Adds a diagnostic with that severity, which is built only if it is kept.
    pub fn push_with(&mut self, severity: Severity, build: impl FnOnce() -> Diagnostic) {
        let index = severity as usize;
        self.n_seen[index] += 1;
        if self.is_full(severity) {
            return;
        }
        self.n_kept[index] += 1;
        self.kept.push(build());
    }

    /// Returns whether another diagnostic of that severity would only be counted.
    pub fn is_full(&self, severity: Severity) -> bool {
        self.limit.is_some_and(|limit| limit <= self.n_kept[severity as usize])
    }

    /// Appends all diagnostics of `later`, kept or counted.
    pub fn merge(&mut self, later: Sink) {
        for (n_seen, (seen, kept)) in self.n_seen.iter_mut().zip(later.n_seen.iter().zip(later.n_kept)) {
            *n_seen += seen - kept;
        }
        for diagnostic in later.kept {
            self.push(diagnostic);
        }
    }

    /// Returns whether there is an error.
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

    /// Returns whether no diagnostic was emitted.
    pub fn is_empty(&self) -> bool {
        self.n_seen.iter().all(|&n| n == 0)
    }

    /// The last diagnostic kept, to extend it.
    pub fn last_mut(&mut self) -> Option<&mut Diagnostic> {
        self.kept.last_mut()
    }

    /// The diagnostics kept, in order.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.kept
    }

    /// Returns the kept diagnostics.
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
