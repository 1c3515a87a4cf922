//! Errors in the text of a pipeline, in two forms: the messages of upstream's tools, and a position in the text with a
//! hint.

use std::ops::Range;

use rmlir_diag::{Diagnostic, Plain, SourceMap, Span};

use crate::def::PassDef;

/// An error in a pipeline.
#[derive(Clone, Debug, Default)]
pub struct PipelineError {
    /// The output of upstream's tools on standard error before the message.
    pub console: Vec<ConsoleLine>,
    /// Upstream's message; it may span lines and end in a newline.
    pub message: String,
    /// A short form of the message.
    pub summary: String,
    /// The range in the text.
    pub range: Option<Range<usize>>,
    /// A hint for a fix.
    pub help: Option<String>,
}

/// A line for standard error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConsoleLine {
    /// Printed after the name of the tool and a colon.
    Tool(String),
    /// Printed verbatim.
    Bare(String),
}

impl PipelineError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        let message = message.into();
        Self { summary: message.trim_end().to_owned(), message, ..Self::default() }
    }

    /// Sets the short form.
    pub fn summary(mut self, summary: impl Into<String>) -> Self {
        self.summary = summary.into();
        self
    }

    /// Sets the range in the text; a range set before is kept.
    pub fn at(mut self, range: Range<usize>) -> Self {
        self.range.get_or_insert(range);
        self
    }

    /// Sets the hint, unless it is empty or already set.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        let help = help.into();
        if !help.is_empty() {
            self.help.get_or_insert(help);
        }
        self
    }

    /// Adds a line that the tool prints before.
    pub fn tool_line(mut self, line: impl Into<String>) -> Self {
        self.console.push(ConsoleLine::Tool(line.into()));
        self
    }

    /// The diagnostic about `text`, which is added to `sources`.
    pub fn diagnostic(&self, sources: &SourceMap, text: &str) -> Diagnostic {
        let place = sources.add("<pass pipeline>", text).ok().zip(self.range.clone());
        let mut diagnostic = match place {
            Some((file, range)) => Diagnostic::error(sources.file(file).span_of(range), self.summary.clone()),
            None => Diagnostic::error(Span::default(), self.summary.clone()),
        };
        if self.range.is_none() {
            diagnostic.place = rmlir_diag::Place::Unknown;
        }
        diagnostic.help = self.help.clone();
        diagnostic
    }

    /// Shifts the range by `offset`.
    pub(super) fn shifted(mut self, offset: usize) -> Self {
        self.range = self.range.map(|range| range.start + offset..range.end + offset);
        self
    }

    /// An error with `summary` at `range` of `text`, the text of a pipeline inside its anchor.
    pub(super) fn located(text: &str, range: Range<usize>, summary: String) -> Self {
        let sources = SourceMap::new();
        let message = match sources.add("MLIR Textual PassPipeline Parser", text) {
            Ok(file) => {
                let place = sources.file(file).span_of(range.start..range.start);
                let said = Diagnostic::error(place, summary.clone());
                String::from_utf8_lossy(&Plain::new(&sources).to_bytes(&[said])).into_owned()
            }
            Err(_) => summary.clone(),
        };
        Self { message, summary, range: Some(range), ..Self::default() }
    }

    /// The pass cannot be scheduled on this anchor.
    pub(super) fn wrong_anchor(def: &PassDef, wanted: &str, own: &str) -> Self {
        let title = def.title;
        let message = format!(
            "Can't add pass '{title}' restricted to '{wanted}' on a PassManager intended to run on '{own}', \
             did you intend to nest?"
        );
        let summary = format!("pass '{}' runs on '{wanted}', not on '{own}'", def.name);
        Self::new(message).summary(summary).help(format!("write '{wanted}({})'", def.name))
    }

    /// Appends upstream's message of another error.
    pub(crate) fn followed_by(mut self, other: &PipelineError) -> Self {
        self.message += &format!("\n{}", other.message);
        self
    }

    /// The error of a pass, with upstream's message about the enclosing pipeline.
    pub(super) fn failed_to_add(mut self, name: &str, options: &str) -> Self {
        self.message += &format!("\nfailed to add `{name}` with options `{options}`\n");
        self
    }

    /// The error of a nested pipeline, with upstream's message about the enclosing one.
    pub(super) fn failed_to_nest(mut self, name: &str) -> Self {
        self.message += &format!("failed to add `{name}` with options `` to inner pipeline\n");
        self
    }

    /// The error of a pipeline that is the value of an option: upstream prints it immediately and then fails without a
    /// message.
    pub(crate) fn inside_option(mut self) -> Self {
        let message = std::mem::take(&mut self.message);
        self.console.push(ConsoleLine::Bare(message.trim_end_matches('\n').to_owned()));
        self
    }
}

impl std::fmt::Display for PipelineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.summary)
    }
}
impl std::error::Error for PipelineError {}
