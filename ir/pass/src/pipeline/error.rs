//! What is wrong with the text of a pipeline, in two voices: the words
//! upstream's tools use, and a place in the text with a hint.

use std::ops::Range;

use rmlir_diag::{Diagnostic, Plain, SourceMap, Span};

use crate::def::PassDef;

/// An error in a pipeline.
#[derive(Clone, Debug, Default)]
pub struct PipelineError {
    /// What upstream's tools write to standard error before the message.
    pub console: Vec<ConsoleLine>,
    /// Upstream's message; it may span lines and end in a newline.
    pub message: String,
    /// The same in a few words.
    pub summary: String,
    /// Where in the text it is.
    pub range: Option<Range<usize>>,
    /// What to do about it.
    pub help: Option<String>,
}

/// A line for standard error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConsoleLine {
    /// Said by the tool: its name and a colon come first.
    Tool(String),
    /// Written as it is.
    Bare(String),
}

impl PipelineError {
    /// An error of this message.
    pub fn new(message: impl Into<String>) -> Self {
        let message = message.into();
        Self { summary: message.trim_end().to_owned(), message, ..Self::default() }
    }

    /// The same in other words.
    pub fn summary(mut self, summary: impl Into<String>) -> Self {
        self.summary = summary.into();
        self
    }

    /// At these bytes of the text; a place that is known already stays.
    pub fn at(mut self, range: Range<usize>) -> Self {
        self.range.get_or_insert(range);
        self
    }

    /// What to do about it; nothing if it is empty or something is said already.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        let help = help.into();
        if !help.is_empty() {
            self.help.get_or_insert(help);
        }
        self
    }

    /// With a line that the tool says before.
    pub fn tool_line(mut self, line: impl Into<String>) -> Self {
        self.console.push(ConsoleLine::Tool(line.into()));
        self
    }

    /// As a diagnostic about `text`, which is added to `sources`.
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

    /// Moves the place by `offset`.
    pub(super) fn shifted(mut self, offset: usize) -> Self {
        self.range = self.range.map(|range| range.start + offset..range.end + offset);
        self
    }

    /// An error of `summary` at `range` of `text`, the part of a pipeline inside its anchor.
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

    /// The pass runs elsewhere.
    pub(super) fn wrong_anchor(def: &PassDef, wanted: &str, own: &str) -> Self {
        let title = def.title;
        let message = format!(
            "Can't add pass '{title}' restricted to '{wanted}' on a PassManager intended to run on '{own}', \
             did you intend to nest?"
        );
        let summary = format!("pass '{}' runs on '{wanted}', not on '{own}'", def.name);
        Self::new(message).summary(summary).help(format!("write '{wanted}({})'", def.name))
    }

    /// With upstream's message of another error below its own.
    pub(crate) fn followed_by(mut self, other: &PipelineError) -> Self {
        self.message += &format!("\n{}", other.message);
        self
    }

    /// The error of a pass, with the words about the pipeline it is in.
    pub(super) fn failed_to_add(mut self, name: &str, options: &str) -> Self {
        self.message += &format!("\nfailed to add `{name}` with options `{options}`\n");
        self
    }

    /// The error of a nested pipeline, with the words about the one it is in.
    pub(super) fn failed_to_nest(mut self, name: &str) -> Self {
        self.message += &format!("failed to add `{name}` with options `` to inner pipeline\n");
        self
    }

    /// The error of a pipeline that is the value of an option: upstream prints
    /// it at once and then complains without a word.
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
