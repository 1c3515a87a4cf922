//! The form of upstream's tools: `FILE:LINE:COL: error: MESSAGE`, the source line, a caret below it.
//!
//! Steps: 1. a location is resolved to file, line and column, if possible; 2. the header is printed; 3. if the file is
//! known and the line is long enough, the line and the marks below it follow, with tabs expanded to eight columns.
//! Unexpected rules of upstream are preserved and commented where they are applied.

use std::io::{self, Write};
use std::ops::Range;

use super::resolved::Resolved;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::source::{SourceFile, SourceMap};
use crate::span::LineCol;

/// The distance of tab stops.
const TAB: usize = 8;

/// Longer lines are cut around the caret. Upstream prints a 100 MB line once per error; that is not compared.
const MAX_LINE: usize = 1 << 16;

/// The number of callers of an inlined location that are printed, as in upstream.
const MAX_CALLERS: usize = 10;

/// A printer in the form of upstream's tools.
pub struct Plain<'a> {
    map: &'a SourceMap,
    load_missing: bool,
    max_line: usize,
}

impl<'a> Plain<'a> {
    /// Creates a printer with source lines of the files in the map.
    pub fn new(map: &'a SourceMap) -> Self {
        Self { map, load_missing: false, max_line: MAX_LINE }
    }

    /// Loads files from disk for locations in files that are not in the map, as upstream does.
    pub fn load_missing(mut self) -> Self {
        self.load_missing = true;
        self
    }

    /// Sets the length in bytes beyond which source lines are cut around the caret.
    pub fn max_line(mut self, n_bytes: usize) -> Self {
        self.max_line = n_bytes;
        self
    }

    /// Prints diagnostics in order.
    pub fn write_all(&self, diagnostics: &[Diagnostic], out: &mut dyn Write) -> io::Result<()> {
        diagnostics.iter().try_for_each(|diagnostic| self.write(diagnostic, out))
    }

    /// Prints a diagnostic, the callers of its location and its notes.
    pub fn write(&self, diagnostic: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
        let Diagnostic { severity, message, place, underline, .. } = diagnostic;
        let marks = if *underline { Marks::Underline } else { Marks::Caret };
        self.write_one(*severity, message, place, marks, out)?;
        let mut previous = place;
        for caller in diagnostic.callers.iter().take(MAX_CALLERS) {
            self.write_one(Severity::Note, "called from", caller, Marks::Caret, out)?;
            previous = caller;
        }
        for note in &diagnostic.notes {
            // A note at the location of the previous message does not repeat the source.
            let repeats = self.same_place(previous, &note.place);
            let marks = if repeats { Marks::HeaderOnly } else { Marks::Caret };
            self.write_one(Severity::Note, &note.message, &note.place, marks, out)?;
            previous = &note.place;
        }
        Ok(())
    }

    /// The text of diagnostics in order.
    pub fn to_bytes(&self, diagnostics: &[Diagnostic]) -> Vec<u8> {
        let mut text = Vec::new();
        self.write_all(diagnostics, &mut text).expect("writing to memory does not fail");
        text
    }

    fn same_place(&self, left: &Place, right: &Place) -> bool {
        match (Resolved::of(self.map, left), Resolved::of(self.map, right)) {
            (Resolved::Line { file: left, at }, Resolved::Line { file: right, at: other }) => {
                left == right && at == other
            }
            _ => left == right,
        }
    }

    fn write_one(
        &self,
        severity: Severity,
        message: &str,
        place: &Place,
        marks: Marks,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (file, at) = match Resolved::of(self.map, place) {
            Resolved::Unknown => return writeln!(out, "<unknown>:0: {severity}: {message}"),
            Resolved::Text(text) => return writeln!(out, "<unknown>:0: {severity}: {text}: {message}"),
            Resolved::Line { file, at } => (file, at),
        };
        let shown = if marks == Marks::HeaderOnly { None } else { self.source(file, at) };
        let name = match file {
            "" => "-",
            // Upstream spells a buffer called "-" so, but keeps the name where it has no buffer.
            "-" if shown.is_some() => "<stdin>",
            name => name,
        };
        writeln!(out, "{name}:{}:{}: {severity}: {message}", at.line, at.col)?;
        let Some((file, offset)) = shown else {
            return Ok(());
        };
        let end = match (marks, place) {
            (Marks::Underline, Place::Span(span)) => offset + span.len() as usize,
            _ => offset,
        };
        self.write_source(file, offset..end, out)
    }

    /// The file and byte of a line and column, if there is a line to show.
    fn source(&self, name: &str, at: LineCol) -> Option<(&'a SourceFile, usize)> {
        if at.line == 0 || at.col == 0 {
            return None;
        }
        let file = if self.load_missing { self.map.find_or_load(name)? } else { self.map.find(name)? };
        Some((file, file.offset_of(at.line, at.col)?))
    }

    fn write_source(&self, file: &SourceFile, marked: Range<usize>, out: &mut dyn Write) -> io::Result<()> {
        let line = window(file.shown_line(marked.start), marked.start, self.max_line);
        let text = &file.bytes()[line.clone()];
        write_widened(text, out)?;
        // Upstream counts columns in bytes, so next to multi-byte characters a caret would be misplaced: it omits the
        // marks.
        if !text.is_ascii() {
            return Ok(());
        }
        let caret = marked.start - line.start;
        let end = marked.end.min(line.end).max(marked.start) - line.start;
        write_marks(text, caret, end, out)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Marks {
    /// No source line.
    HeaderOnly,
    /// `^` below the first byte.
    Caret,
    /// `^` below the first byte, `~` below the others.
    Underline,
}

/// The range of at most `max` bytes of the line around `at`.
fn window(line: Range<usize>, at: usize, max: usize) -> Range<usize> {
    if line.len() <= max {
        return line;
    }
    let start = at.saturating_sub(max / 2).max(line.start);
    start..(start + max).min(line.end)
}

/// Prints the line with every tab replaced by blanks up to the next stop.
fn write_widened(text: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let mut column = 0;
    for (index, piece) in text.split(|&byte| byte == b'\t').enumerate() {
        if index != 0 {
            let width = TAB - column % TAB;
            write!(out, "{:width$}", "")?;
            column += width;
        }
        out.write_all(piece)?;
        column += piece.len();
    }
    writeln!(out)
}

/// Prints the line of marks. A mark below a tab is repeated over the tab's whole width, as in upstream.
fn write_marks(text: &[u8], caret: usize, end: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut marks = Vec::new();
    let mark_at = |index: usize| match index {
        _ if index == caret => b'^',
        _ if (caret..end).contains(&index) => b'~',
        _ => b' ',
    };
    for index in 0..end.max(caret + 1) {
        let width = if text.get(index) == Some(&b'\t') { TAB - marks.len() % TAB } else { 1 };
        marks.resize(marks.len() + width, mark_at(index));
    }
    marks.push(b'\n');
    out.write_all(&marks)
}
