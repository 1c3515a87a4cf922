//! Optimization remarks: transformations applied, missed or failed, and results of analyses.
//!
//! They follow upstream's `mlir/IR/Remarks.h`: a kind, a category matched by filters, a name and arguments. A pass
//! creates a [`Remark`] and passes it to [`PassCx::remark`](crate::PassCx::remark), which drops it unless it is
//! enabled.

use std::fmt;

use rmlir_core::{Context, Loc};
use rmlir_diag::Diagnostic;

/// The kind of a remark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RemarkKind {
    /// A transformation was applied.
    Passed,
    /// A transformation was not applied, without a failure.
    Missed,
    /// A transformation was attempted and failed.
    Failure,
    /// The result of an analysis.
    Analysis,
}

impl RemarkKind {
    /// The keyword at the start of a remark.
    pub fn word(self) -> &'static str {
        match self {
            Self::Passed => "Passed",
            Self::Missed => "Missed",
            Self::Failure => "Failure",
            Self::Analysis => "Analysis",
        }
    }
}

/// The predicate on kind and category that enables remarks.
pub type RemarkFilter = Box<dyn Fn(RemarkKind, &str) -> bool + Send + Sync>;

/// An optimization remark at a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The kind.
    pub kind: RemarkKind,
    /// The category, matched by filters.
    pub category: String,
    /// The name; the default is that of the pass.
    pub name: String,
    /// The location.
    pub loc: Loc,
    /// The arguments with their keys, in the order they were added.
    pub args: Vec<(&'static str, String)>,
}

impl Remark {
    /// A remark without arguments.
    pub fn new(kind: RemarkKind, loc: Loc, category: &str) -> Self {
        Self { kind, category: category.to_owned(), name: String::new(), loc, args: Vec::new() }
    }

    /// A remark on a transformation that was applied.
    pub fn passed(loc: Loc, category: &str) -> Self {
        Self::new(RemarkKind::Passed, loc, category)
    }

    /// A remark on a transformation that was not applied.
    pub fn missed(loc: Loc, category: &str) -> Self {
        Self::new(RemarkKind::Missed, loc, category)
    }

    /// A remark on a transformation that failed.
    pub fn failure(loc: Loc, category: &str) -> Self {
        Self::new(RemarkKind::Failure, loc, category)
    }

    /// A remark on the result of an analysis.
    pub fn analysis(loc: Loc, category: &str) -> Self {
        Self::new(RemarkKind::Analysis, loc, category)
    }

    /// Adds the argument `key`.
    pub fn arg(mut self, key: &'static str, value: impl fmt::Display) -> Self {
        self.args.push((key, value.to_string()));
        self
    }

    /// Adds a free-form text, the argument `Remark`.
    pub fn text(self, text: impl fmt::Display) -> Self {
        self.arg("Remark", text)
    }

    /// Adds the argument `Reason`.
    pub fn reason(self, reason: impl fmt::Display) -> Self {
        self.arg("Reason", reason)
    }

    /// Sets a name other than that of the pass.
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The remark as a diagnostic.
    pub fn diagnostic(&self, cx: &Context) -> Diagnostic {
        Diagnostic::remark(self.loc.place(cx), self.to_string())
    }
}

/// The text of the diagnostic: arguments are sorted by key, values with spaces, commas or braces are quoted.
impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {} | Category:{} | ", self.kind.word(), self.name, self.category)?;
        let mut args: Vec<_> = self.args.iter().collect();
        args.sort_by_key(|(key, _)| *key);
        for (index, (key, value)) in args.into_iter().enumerate() {
            let quote = if value.contains([' ', ',', '{', '}']) { "\"" } else { "" };
            write!(f, "{}{key}={quote}{value}{quote}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}
