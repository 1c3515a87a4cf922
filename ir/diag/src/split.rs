//! One input cut into several at marker lines, so that one file holds many small cases.
//!
//! Plan: the text is cut at the marker without its last two bytes; a piece that goes on with these two bytes starts a
//! new chunk, any other piece is joined to the one before, with a warning that somebody nearly wrote a marker.
//! Chunks are ranges of the original text, so lines and columns remain those of the file.
//!
//! Upstream's rules, odd ones included: a marker at the very end of the text counts as a near miss, and so does one
//! followed by a `0`; a file that *starts* with a marker has the marker's last two bytes in its first chunk; an empty
//! text has no chunk at all when there is a marker to look for, and one empty chunk when there is none.

use std::ops::Range;

use regex::bytes::Regex;

use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;
use crate::span::LineCol;

/// The marker that upstream's tools look for unless told otherwise.
pub const DEFAULT_MARKER: &str = "// -----";

/// How many last bytes of the marker may be mistyped.
const N_CHECKED: usize = 2;

/// The parts of one text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// The parts in order.
    pub chunks: Vec<Chunk>,
    /// Where something is nearly a marker: the bytes after its first part.
    pub near_misses: Vec<usize>,
}

/// A part that is processed alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// The bytes of the original text.
    pub range: Range<usize>,
}

impl Chunk {
    /// The place of an implicit module around the chunk: where it starts, and line 0, column 0 at the start of the file.
    pub fn module_place(&self, file: &SourceFile) -> LineCol {
        match self.range.start {
            0 => LineCol { line: 0, col: 0 },
            start => file.line_col(start),
        }
    }

    /// The name upstream gives the chunk where a tool sees it as a file of its own, with lines counted from its start.
    /// mlir-opt never shows it; mlir-translate does.
    pub fn name(&self, file: &SourceFile) -> String {
        format!("within split at {}:{} offset ", file.name(), file.line_col(self.range.start).line)
    }
}

impl Split {
    /// What upstream prints before it processes the first chunk.
    pub fn warnings(&self, file: &SourceFile) -> Vec<Diagnostic> {
        let warn = |&at: &usize| Diagnostic::warning(file.span_of(at..at), "near miss with file split marker");
        self.near_misses.iter().map(warn).collect()
    }
}

/// Cuts a text at a marker; an empty marker cuts nothing. Neither does one of two bytes, with which upstream never ends.
pub fn split(text: &[u8], marker: &str) -> Split {
    if marker.is_empty() || marker.len() == N_CHECKED {
        return Split { chunks: vec![Chunk { range: 0..text.len() }], near_misses: Vec::new() };
    }
    // A marker of one byte is all first part and all last part.
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
            // For a marker of three bytes or more this is the end of the piece.
            open.end = open.end + marker.len() + piece.len() - N_CHECKED;
        }
    }
    if !open.is_empty() {
        split.chunks.push(Chunk { range: open });
    }
    split
}

/// The ranges between the separators, all of them, empty ones too.
fn pieces(text: &[u8], separator: &[u8]) -> Vec<Range<usize>> {
    let pattern: String = separator.iter().map(|byte| format!("\\x{byte:02X}")).collect();
    let separators = Regex::new(&format!("(?-u){pattern}")).expect("escaped bytes are a pattern");
    let mut pieces = Vec::new();
    let mut start = 0;
    for found in separators.find_iter(text) {
        pieces.push(start..found.start());
        start = found.end();
    }
    pieces.push(start..text.len());
    pieces
}
