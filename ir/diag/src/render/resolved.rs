//! Locations resolved with the source map.

use crate::diagnostic::Place;
use crate::source::{SourceFile, SourceMap};
use crate::span::LineCol;

/// A location resolved with the source map: the input of every form.
pub(super) enum Resolved<'a> {
    Unknown,
    /// A location without a file, as printed in the IR.
    Text(&'a str),
    Line {
        file: &'a str,
        at: LineCol,
    },
}

impl<'a> Resolved<'a> {
    pub(super) fn of(map: &'a SourceMap, place: &'a Place) -> Self {
        match place {
            Place::Text(text) => Resolved::Text(text),
            _ => place.line_in(map).map_or(Resolved::Unknown, |(file, at)| Resolved::Line { file, at }),
        }
    }
}

/// The bytes of the file that a location refers to, if the map has them.
pub(super) fn bytes_of<'a>(map: &'a SourceMap, place: &Place) -> Option<(&'a SourceFile, std::ops::Range<usize>)> {
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
