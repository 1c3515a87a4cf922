//! What is said to the user: one message at one place, with notes at others.

use std::fmt;
use std::sync::Arc;

use crate::span::{Pos, Span};

/// A step that may fail with a diagnostic; boxed, so that the good case stays small.
pub type Fallible<T> = Result<T, Box<Diagnostic>>;

/// How bad it is. Ordered from worst to mildest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The input is rejected.
    Error,
    /// The input is accepted, but probably not what was meant.
    Warning,
    /// What the tool did or declined to do.
    Remark,
    /// More about another diagnostic.
    Note,
}

impl Severity {
    /// The lower-case word shown to users.
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

/// Where a message points.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Place {
    /// Nowhere.
    #[default]
    Unknown,
    /// Bytes of a file in the source map.
    Span(Span),
    /// A line and column of a file that may or may not be in the source map; 0 stands for "unknown".
    LineCol {
        /// The name of the file.
        file: Arc<str>,
        /// The line, from 1.
        line: u32,
        /// The byte of the line, from 1.
        col: u32,
    },
    /// A location without a file in it, as the IR prints it: `loc("name")`.
    Text(Arc<str>),
}

impl Place {
    /// A line and column of a named file.
    pub fn line_col(file: impl Into<Arc<str>>, line: u32, col: u32) -> Self {
        Place::LineCol { file: file.into(), line, col }
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

/// More about a diagnostic, at its own place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The text, without a final dot.
    pub message: String,
    /// Where it points.
    pub place: Place,
}

/// One thing to tell the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A stable name that documentation can list.
    pub code: Option<&'static str>,
    /// The text, without a final dot.
    pub message: String,
    /// Where it points.
    pub place: Place,
    /// A few words for the bytes at `place`; only the graphical and the json form show it.
    pub label: Option<String>,
    /// Whether the plain form underlines all bytes of `place` and not only points at the first.
    pub underline: bool,
    /// The callers of an inlined place, innermost first; shown as "called from".
    pub callers: Vec<Place>,
    /// More at other places, in the order they are shown.
    pub notes: Vec<Note>,
    /// What to do about it; only the graphical and the json form show it.
    pub help: Option<String>,
    /// Whether the operation it is about must not be shown with it.
    pub hides_operation: bool,
}

impl Diagnostic {
    /// A message at a place, nothing else.
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

    /// Names the kind of diagnostic.
    pub fn code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// Says a few words beside the bytes pointed at.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Underlines all bytes of the place in the plain form too.
    pub fn underlined(mut self) -> Self {
        self.underline = true;
        self
    }

    /// Adds the next outer caller of the place.
    pub fn called_from(mut self, place: impl Into<Place>) -> Self {
        self.callers.push(place.into());
        self
    }

    /// Adds a note.
    pub fn note(mut self, place: impl Into<Place>, message: impl Into<String>) -> Self {
        self.notes.push(Note { message: message.into(), place: place.into() });
        self
    }

    /// Says what to do about it.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says that the place is all there is to show: the operation there is not.
    pub fn without_operation(mut self) -> Self {
        self.hides_operation = true;
        self
    }

    /// Whether this rejects the input.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Without a source map at hand: file, line and column only where the place spells them.
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
