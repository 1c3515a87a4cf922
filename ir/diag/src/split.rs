//! Splitting of one input at marker lines, so that one file has many small test cases.
//!
//! Algorithm: the text is split at the marker without its last two bytes; a segment that begins with these two bytes
//! starts a new chunk, any other segment is joined to the previous one, with a warning about a near miss. Chunks are
//! ranges of the original text, so lines and columns are those of the file.
//!
//! Upstream's rules, unexpected ones included: a marker at the very end of the text counts as a near miss, and so does
//! one followed by a `0`; a file that *starts* with a marker has the marker's last two bytes in its first chunk; an
//! empty text has no chunk if there is a marker to search for, and one empty chunk if there is none.

use std::ops::Range;

use memchr::memmem;

use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;
use crate::span::LineCol;

/// The default marker of upstream's tools.
pub const DEFAULT_MARKER: &str = "// -----";

/// The number of trailing bytes of the marker that may differ in a near miss.
const N_CHECKED: usize = 2;

/// The chunks of one text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// The chunks in order.
    pub chunks: Vec<Chunk>,
    /// The positions of near misses: after the first part of the marker.
    pub near_misses: Vec<usize>,
}

/// A chunk that is processed separately.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// The bytes of the original text.
    pub range: Range<usize>,
}

impl Chunk {
    /// The location of an implicit module around the chunk: its start, and line 0, column 0 at the start of the file.
    pub fn module_place(&self, file: &SourceFile) -> LineCol {
        match self.range.start {
            0 => LineCol { line: 0, col: 0 },
            start => file.line_col(start),
        }
    }

    /// Upstream's name of the chunk where a tool processes it as a separate file, with lines counted from its start.
    /// mlir-opt never shows it; mlir-translate does.
    pub fn name(&self, file: &SourceFile) -> String {
        format!("within split at {}:{} offset ", file.name(), file.line_col(self.range.start).line)
    }
}

impl Split {
    /// The warnings that upstream prints before it processes the first chunk.
    pub fn warnings(&self, file: &SourceFile) -> Vec<Diagnostic> {
        let warn = |&at: &usize| Diagnostic::warning(file.span_of(at..at), "near miss with file split marker");
        self.near_misses.iter().map(warn).collect()
    }
}

/// Splits a text at a marker; an empty marker does not split. Neither does one of two bytes, with which upstream does
/// not terminate.
pub fn split(text: &[u8], marker: &str) -> Split {
    if marker.is_empty() || marker.len() == N_CHECKED {
        return Split { chunks: vec![Chunk { range: 0..text.len() }], near_misses: Vec::new() };
    }
    // A marker of one byte is both its first and its last part.
    let (first, last) = match marker.len().checked_sub(N_CHECKED) {
        Some(at) => marker.as_bytes().split_at(at),
        None => (marker.as_bytes(), marker.as_bytes()),
    };
    let mut split = Split { chunks: Vec::new(), near_misses: Vec::new() };
    let mut open: Range<usize> = 0..0;
    for piece in pieces(text, first) {
        if open.is_empty() {
            open = piece;
            continue;
        }
        let bytes = &text[piece.clone()];
        let is_marker = bytes.starts_with(last) && bytes.get(N_CHECKED).is_some_and(|&byte| byte != b'0');
        if is_marker {
            split.chunks.push(Chunk { range: open });
            open = piece.start + N_CHECKED..piece.end;
        } else {
            split.near_misses.push(piece.start);
            // For a marker of three bytes or more this is the end of the segment.
            open.end = open.end + marker.len() + piece.len() - N_CHECKED;
        }
    }
    if !open.is_empty() {
        split.chunks.push(Chunk { range: open });
    }
    split
}

/// All ranges between the separators, including empty ones.
fn pieces(text: &[u8], separator: &[u8]) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for found in memmem::find_iter(text, separator) {
        pieces.push(start..found);
        start = found + separator.len();
    }
    pieces.push(start..text.len());
    pieces
}
