//! The options and results of a conversion.

use rmlir_diag::Diagnostic;

/// The time at which illegal operations are folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Folding {
    /// Never.
    Never,
    /// Before patterns are applied.
    #[default]
    BeforePatterns,
    /// If no pattern has legalized them.
    AfterPatterns,
}

/// The time at which the changes of a body are committed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CommitPolicy {
    /// When all operations are legal. On failure the body is restored.
    #[default]
    AtTheEnd,
    /// The changes of a nested isolated body are committed when all its operations are legal, so that the journal of at
    /// most one body is kept. On failure such bodies remain converted: for callers that discard the IR then, as passes
    /// do.
    BodyByBody,
}

/// The options of a conversion.
#[derive(Clone, Copy)]
pub struct ConversionConfig {
    /// The time at which illegal operations are folded.
    pub folding: Folding,
    /// Whether remaining casts are resolved by the type converters' materializations.
    pub build_materializations: bool,
    /// The time at which changes are committed.
    pub commit_policy: CommitPolicy,
}

impl Default for ConversionConfig {
    fn default() -> Self {
        Self { folding: Folding::default(), build_materializations: true, commit_policy: CommitPolicy::default() }
    }
}

/// The error of a conversion that could not legalize all operations.
#[derive(Debug)]
pub struct ConversionFailed {
    /// The diagnostics of patterns, with the reason last.
    pub diagnostics: Vec<Diagnostic>,
}

/// The diagnostics of patterns in a successful conversion, in order.
pub type Reports = Vec<Diagnostic>;
