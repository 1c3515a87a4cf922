//! Diagnostics: one message at one location, with notes at others.

use std::fmt;
use std::sync::Arc;

use crate::source::SourceMap;
use crate::span::{LineCol, Pos, Span};

/// The result of a step that may fail with a diagnostic; boxed, so that the success case is small.
pub type Fallible<T> = Result<T, Box<Diagnostic>>;

/// The severity. Ordered from the most to the least severe.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The input is rejected.
    Error,
    /// The input is accepted, but probably not intended.
    Warning,
    /// A transformation applied or missed by the tool.
    Remark,
    /// Additional information about another diagnostic.
    Note,
}

impl Severity {
    /// The lower-case keyword shown to users.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
            Severity::Note => "note",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The location of a message.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Place {
    /// Unknown.
    #[default]
    Unknown,
    /// Bytes of a file in the source map.
    Span(Span),
    /// A line and column of a file that may or may not be in the source map; 0 is unknown.
    LineCol {
        /// The name of the file.
        file: Arc<str>,
        /// The line, counted from 1.
        line: u32,
        /// The byte in the line, counted from 1.
        col: u32,
    },
    /// A location without a file, as printed in the IR: `loc("name")`.
    Text(Arc<str>),
}

impl Place {
    /// A line and column of a named file.
    pub fn line_col(file: impl Into<Arc<str>>, line: u32, col: u32) -> Self {
        Place::LineCol { file: file.into(), line, col }
    }

    /// The name of the file, with the line and the column, for a location in a file.
    pub fn line_in<'a>(&'a self, map: &'a SourceMap) -> Option<(&'a str, LineCol)> {
        match self {
            Place::Unknown | Place::Text(_) => None,
            Place::LineCol { file, line, col } => Some((file, LineCol { line: *line, col: *col })),
            Place::Span(span) => map.locate(span.pos()).map(|(file, at)| (file.name(), at)),
        }
    }
}

impl From<Span> for Place {
    fn from(span: Span) -> Self {
        Place::Span(span)
    }
}

impl From<Pos> for Place {
    fn from(pos: Pos) -> Self {
        Place::Span(Span::at(pos))
    }
}

/// Additional information about a diagnostic, with its own location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The text, without a final period.
    pub message: String,
    /// The location.
    pub place: Place,
}

/// A diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// A stable name that documentation can refer to.
    pub code: Option<&'static str>,
    /// The text, without a final period.
    pub message: String,
    /// The location.
    pub place: Place,
    /// A short text for the bytes at `place`; only the graphical and the json form show it.
    pub label: Option<String>,
    /// Whether the plain form underlines all bytes of `place` instead of marking the first.
    pub underline: bool,
    /// The callers of an inlined location, innermost first; shown as "called from".
    pub callers: Vec<Place>,
    /// Notes at other locations, in the order of output.
    pub notes: Vec<Note>,
    /// A hint for a fix; only the graphical and the json form show it.
    pub help: Option<String>,
    /// Whether the operation it is about must not be attached.
    pub hides_operation: bool,
}

impl Diagnostic {
    /// A message at a location, without notes.
    pub fn new(severity: Severity, place: impl Into<Place>, message: impl Into<String>) -> Self {
        Self {
            severity,
            code: None,
            message: message.into(),
            place: place.into(),
            label: None,
            underline: false,
            callers: Vec::new(),
            notes: Vec::new(),
            help: None,
            hides_operation: false,
        }
    }

    /// An error.
    ///
    /// ```
    /// use rmlir_diag::{Diagnostic, Place};
    /// let error = Diagnostic::error(Place::line_col("a.mlir", 3, 7), "expected type").help("there is no type 'i32x'");
    /// assert!(error.is_error() && error.to_string().starts_with("a.mlir:3:7: error: expected type"));
    /// ```
    pub fn error(place: impl Into<Place>, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, place, message)
    }

    /// A warning.
    pub fn warning(place: impl Into<Place>, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, place, message)
    }

    /// A remark.
    pub fn remark(place: impl Into<Place>, message: impl Into<String>) -> Self {
        Self::new(Severity::Remark, place, message)
    }

    /// Sets the code.
    pub fn code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// Sets the label of the marked bytes.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Underlines all bytes of the location in the plain form too.
    pub fn underlined(mut self) -> Self {
        self.underline = true;
        self
    }

    /// Adds the next outer caller of the location.
    pub fn called_from(mut self, place: impl Into<Place>) -> Self {
        self.callers.push(place.into());
        self
    }

    /// Adds a note.
    pub fn note(mut self, place: impl Into<Place>, message: impl Into<String>) -> Self {
        self.notes.push(Note { message: message.into(), place: place.into() });
        self
    }

    /// Sets the hint.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Prevents the attachment of the operation: the location is sufficient.
    pub fn without_operation(mut self) -> Self {
        self.hides_operation = true;
        self
    }

    /// Returns whether this rejects the input.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The form without a source map: file, line and column only if they are spelled out in the location.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}: {}", Prefix(&self.place), self.severity, self.message)?;
        for note in &self.notes {
            write!(f, "\n{}note: {}", Prefix(&note.place), note.message)?;
        }
        match &self.help {
            Some(help) => write!(f, "\nhelp: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostic {}

struct Prefix<'a>(&'a Place);

impl fmt::Display for Prefix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Place::Unknown | Place::Span(_) => Ok(()),
            Place::LineCol { file, line, col } => write!(f, "{file}:{line}:{col}: "),
            Place::Text(text) => write!(f, "{text}: "),
        }
    }
}
