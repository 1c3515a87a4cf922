//! The outcome of a check.

use std::io;

use rmlir_diag::{Diagnostic, Format, SourceMap};

/// Whether the input has what is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It has.
    Passed,
    /// It has not.
    Failed,
    /// The check file, the options or the input cannot be used.
    Unusable,
}

impl Verdict {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Verdict::Passed => 0,
            Verdict::Failed => 1,
            Verdict::Unusable => 2,
        }
    }
}

/// A verdict with its reasons.
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// Errors and remarks, located in the files of `map`.
    pub diagnostics: Vec<Diagnostic>,
    /// The files.
    pub map: SourceMap,
    /// Errors without a place.
    pub messages: Vec<String>,
    /// The input with annotations, or nothing.
    pub dump: String,
}

impl Report {
    pub(super) fn new(verdict: Verdict) -> Self {
        let map = SourceMap::new();
        Self { verdict, diagnostics: Vec::new(), map, messages: Vec::new(), dump: String::new() }
    }

    /// Writes all reasons in a form of diagnostics.
    pub fn write(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        format.write(&self.map, &self.diagnostics, out)?;
        for message in &self.messages {
            writeln!(out, "error: {message}")?;
        }
        out.write_all(self.dump.as_bytes())
    }
}
