//! The static description of a pass, and its implementation.

use rmlir_core::dialect::DialectDef;
use rmlir_core::opdef::OpDef;
use rmlir_diag::Diagnostic;

use crate::cx::PassCx;
use crate::options::{OptionDef, OptionValues};

/// The declaration of a pass; `#[pass]` generates it.
pub struct PassDef {
    /// The argument name in pipelines and on the command line, such as `canonicalize`.
    pub name: &'static str,
    /// The name in reports and diagnostics, such as `Canonicalizer`.
    pub title: &'static str,
    /// One line for `--help`.
    pub summary: &'static str,
    /// The documentation, as Markdown.
    pub doc: &'static str,
    /// The name of the operation it is anchored on; `None` for any isolated operation.
    pub anchor: Option<&'static str>,
    /// A further condition on the operations it can be scheduled on.
    pub schedule: Option<fn(&OpDef) -> bool>,
    /// The dialects whose operations it creates.
    pub depends: &'static [&'static DialectDef],
    /// The options.
    pub options: &'static [OptionDef],
    /// The statistics.
    pub stats: &'static [StatDef],
    /// Creates the pass from its options; `Err` is the message about invalid options.
    pub create: fn(&OptionValues) -> Result<Box<dyn Pass>, String>,
}

/// A named counter of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatDef {
    /// The name in reports, such as `num-cse'd`.
    pub name: &'static str,
    /// The documentation.
    pub doc: &'static str,
}

impl PassDef {
    /// A pass on any isolated operation, without options.
    pub const fn new(
        name: &'static str,
        title: &'static str,
        summary: &'static str,
        create: fn(&OptionValues) -> Result<Box<dyn Pass>, String>,
    ) -> Self {
        Self {
            name,
            title,
            summary,
            doc: "",
            anchor: None,
            schedule: None,
            depends: &[],
            options: &[],
            stats: &[],
            create,
        }
    }

    /// Returns whether it can be scheduled on operations with the definition `op`.
    pub fn can_run_on(&self, op: &OpDef) -> bool {
        self.anchor.is_none_or(|anchor| anchor == op.name) && self.schedule.is_none_or(|accepts| accepts(op))
    }
}

impl PartialEq for PassDef {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
impl Eq for PassDef {}
impl std::fmt::Debug for PassDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// A pass with its options. One instance is executed on several bodies concurrently.
pub trait Pass: Send + Sync {
    /// Executes the pass on the body of `cx`.
    fn run(&self, cx: &mut PassCx) -> PassResult;
}

impl<F: Fn(&mut PassCx) -> PassResult + Send + Sync> Pass for F {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        self(cx)
    }
}

/// The result of a pass.
pub type PassResult = Result<(), PassFailed>;

/// The failure of a pass, with a diagnostic that is not emitted yet, if any.
#[derive(Debug, Default)]
pub struct PassFailed(pub Option<Box<Diagnostic>>);

impl From<Box<Diagnostic>> for PassFailed {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Self(Some(diagnostic))
    }
}

impl From<Diagnostic> for PassFailed {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(Some(Box::new(diagnostic)))
    }
}
