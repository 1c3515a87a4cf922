//! The output forms of diagnostics: that of upstream's tools, a graphical report, JSON.

mod fancy;
mod json;
mod plain;

use std::io::{self, Write};
use std::str::FromStr;

pub use fancy::Fancy;
pub use json::Json;
pub use plain::Plain;

use crate::diagnostic::{Diagnostic, Place};
use crate::source::{SourceFile, SourceMap};
use crate::span::LineCol;

/// An output form, as named by users.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// The form of upstream's tools, byte for byte.
    #[default]
    Plain,
    /// A report with the source around each location.
    Fancy,
    /// One JSON object per line.
    Json,
}

impl Format {
    /// The names in the command line, in the order of the help text.
    pub const NAMES: [&'static str; 3] = ["plain", "fancy", "json"];

    /// Prints diagnostics in this form, in order; the graphical form depends on the terminal connected to standard
    /// error.
    pub fn write(self, map: &SourceMap, diagnostics: &[Diagnostic], out: &mut dyn Write) -> io::Result<()> {
        match self {
            Format::Plain => Plain::new(map).load_missing().write_all(diagnostics, out),
            Format::Fancy => Fancy::for_stderr(map).write_all(diagnostics, out),
            Format::Json => Json::new(map).write_all(diagnostics, out),
        }
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "plain" => Ok(Format::Plain),
            "fancy" => Ok(Format::Fancy),
            "json" => Ok(Format::Json),
            _ => Err(format!("expected {}", crate::one_of(&Format::NAMES))),
        }
    }
}

/// A location resolved with the source map: the input of every form.
enum Resolved<'a> {
    Unknown,
    /// A location without a file, as printed in the IR.
    Text(&'a str),
    Line {
        file: &'a str,
        at: LineCol,
    },
}

impl<'a> Resolved<'a> {
    fn of(map: &'a SourceMap, place: &'a Place) -> Self {
        match place {
            Place::Unknown => Resolved::Unknown,
            Place::Text(text) => Resolved::Text(text),
            Place::LineCol { file, line, col } => Resolved::Line { file, at: LineCol { line: *line, col: *col } },
            Place::Span(span) => {
                map.locate(span.pos()).map_or(Resolved::Unknown, |(file, at)| Resolved::Line { file: file.name(), at })
            }
        }
    }
}

/// The bytes of the file that a location refers to, if the map has them.
fn bytes_of<'a>(map: &'a SourceMap, place: &Place) -> Option<(&'a SourceFile, std::ops::Range<usize>)> {
    match place {
        Place::Unknown | Place::Text(_) => None,
        Place::Span(span) => {
            let file = map.file_at(span.pos())?;
            let start = (span.start - file.base()) as usize;
            let end = (span.end - file.base()) as usize;
            Some((file, start..end.clamp(start, file.bytes().len())))
        }
        Place::LineCol { line: 0, .. } | Place::LineCol { col: 0, .. } => None,
        Place::LineCol { file, line, col } => {
            let file = map.find(file)?;
            let start = file.offset_of(*line, *col)?;
            Some((file, start..start))
        }
    }
}
