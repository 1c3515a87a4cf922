//! The graphical form: miette's report, with the source around each location.
//!
//! Steps: 1. the lines around a location are copied into a small snippet: cut to a width, control characters made
//! visible, invalid UTF-8 replaced; 2. the snippet represents the file, so the cost of a report does not depend on the
//! size of the file; 3. a diagnostic is one report, and each of its notes another one below it.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteHandlerOpts, MietteSpanContents,
    ReportHandler, SourceCode, SourceSpan, SpanContents,
};

use super::resolved::{Resolved, bytes_of};
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::source::{SourceFile, SourceMap};

/// The width of a report that is not printed on a terminal.
const WIDTH: usize = 100;

/// The number of bytes of a source line that are shown; with the border they are below the width.
const MAX_LINE: usize = 88;

/// Prints diagnostics as graphical reports.
pub struct Fancy<'a> {
    map: &'a SourceMap,
    handler: Box<dyn ReportHandler>,
}

impl<'a> Fancy<'a> {
    /// Without colours and with a width of 100 columns: independent of the environment.
    pub fn new(map: &'a SourceMap) -> Self {
        let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(WIDTH);
        Self { map, handler: Box::new(handler) }
    }

    /// With the width and the colours of the terminal connected to standard error, or `new` if there is none.
    pub fn for_stderr(map: &'a SourceMap) -> Self {
        if !io::stderr().is_terminal() {
            return Self::new(map);
        }
        Self { map, handler: Box::new(MietteHandlerOpts::new().build()) }
    }

    /// Prints diagnostics in order, with an empty line after each.
    pub fn write_all(&self, diagnostics: &[Diagnostic], out: &mut dyn Write) -> io::Result<()> {
        diagnostics.iter().try_for_each(|diagnostic| {
            self.write(diagnostic, out)?;
            writeln!(out)
        })
    }

    /// Prints one diagnostic, the callers of its location and its notes.
    pub fn write(&self, diagnostic: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
        let main = Report {
            help: diagnostic.help.as_deref(),
            code: diagnostic.code,
            ..self.report(
                diagnostic.severity,
                &diagnostic.message,
                &diagnostic.place,
                diagnostic.label.as_deref().unwrap_or(""),
            )
        };
        write!(out, "{}", Shown(&*self.handler, &main))?;
        let mut previous = &diagnostic.place;
        let callers = diagnostic.callers.iter().map(|place| ("called from", place));
        let notes = diagnostic.notes.iter().map(|note| (note.message.as_str(), &note.place));
        for (message, place) in callers.chain(notes) {
            let mut note = self.report(Severity::Note, message, place, "");
            if place == previous {
                note.snippet = None;
            }
            write!(out, "{}", Shown(&*self.handler, &note))?;
            previous = place;
        }
        Ok(())
    }

    fn report<'d>(&self, severity: Severity, message: &str, place: &Place, label: &'d str) -> Report<'d> {
        let snippet = bytes_of(self.map, place).map(|(file, range)| Snippet::new(file, range));
        let place = match Resolved::of(self.map, place) {
            _ if snippet.is_some() => String::new(),
            Resolved::Unknown => String::new(),
            Resolved::Text(text) => format!("{text}: "),
            Resolved::Line { file, at } => format!("{file}:{}:{}: ", at.line, at.col),
        };
        let message = visible(&format!("{place}{severity}: {message}"));
        Report { severity, message, label, snippet, code: None, help: None }
    }
}

struct Shown<'a>(&'a dyn ReportHandler, &'a Report<'a>);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(self.1, f)
    }
}

/// The input of miette: a message with at most one snippet.
#[derive(Debug)]
struct Report<'a> {
    severity: Severity,
    message: String,
    label: &'a str,
    snippet: Option<Snippet>,
    code: Option<&'static str>,
    help: Option<&'a str>,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Remark | Severity::Note => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.map(|help| Box::new(visible(help)) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.snippet.as_ref().map(|snippet| snippet as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let Range { start, end } = self.snippet.as_ref()?.marked.clone();
        let label = (!self.label.is_empty()).then(|| visible(self.label));
        Some(Box::new(std::iter::once(LabeledSpan::new(label, start, end - start))))
    }
}

/// The lines around a location, prepared for output.
#[derive(Debug)]
struct Snippet {
    name: String,
    text: String,
    /// The marked bytes of `text`.
    marked: Range<usize>,
    /// The line, counted from 0, of the first line of `text`.
    first_line: usize,
    n_lines: usize,
    /// Line and column, counted from 0, of the location in the file.
    line: usize,
    column: usize,
}

impl Snippet {
    /// Only the first line of a longer range is marked.
    fn new(file: &SourceFile, range: Range<usize>) -> Self {
        let at = file.line_col(range.start);
        let first = at.line.saturating_sub(1).max(1);
        // After the last newline there is no line to show.
        let has_next = file.line_range(at.line + 1).is_some_and(|next| next.start < file.bytes().len());
        let last = at.line + u32::from(has_next);
        let mut text = String::new();
        let mut marked = 0..0;
        for line in first..=last {
            let bytes = file.line_range(line).expect("the place and its neighbours are lines");
            if line == at.line {
                let shown = window(file.bytes(), bytes, range.start);
                marked = push_visible(&mut text, file.bytes(), shown, range.clone());
            } else {
                let shown = window(file.bytes(), bytes.clone(), bytes.start);
                push_visible(&mut text, file.bytes(), shown, 0..0);
            }
            text.push('\n');
        }
        Self {
            name: visible(file.name()),
            text,
            marked,
            first_line: first as usize - 1,
            n_lines: (last - first) as usize + 1,
            line: at.line as usize - 1,
            column: at.col as usize - 1,
        }
    }
}

impl SourceCode for Snippet {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        _after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        // miette requests no context lines for the line and column of the heading, else for the lines to show.
        let (line, column) = if before == 0 { (self.line, self.column) } else { (self.first_line, 0) };
        let range = if before == 0 { *span } else { SourceSpan::from(0..self.text.len()) };
        let bytes = self.text.as_bytes();
        let contents = MietteSpanContents::new_named(self.name.clone(), bytes, range, line, column, self.n_lines);
        Ok(Box::new(contents))
    }
}

/// The range of a line that is shown: at most `MAX_LINE` bytes including `at`, without splitting characters.
fn window(text: &[u8], line: Range<usize>, at: usize) -> Range<usize> {
    if line.len() <= MAX_LINE {
        return line;
    }
    let is_inside_letter = |&offset: &usize| text.get(offset).is_some_and(|byte| byte & 0xC0 == 0x80);
    let start = at.saturating_sub(MAX_LINE / 2).max(line.start);
    let start = (start..at).find(|offset| !is_inside_letter(offset)).unwrap_or(at);
    let end = (start + MAX_LINE).min(line.end);
    start..(at..=end).rev().find(|offset| *offset == line.end || !is_inside_letter(offset)).unwrap_or(end)
}

/// Appends the shown bytes as text and returns the resulting range of `marked`.
fn push_visible(text: &mut String, bytes: &[u8], shown: Range<usize>, marked: Range<usize>) -> Range<usize> {
    let is_cut = |end: bool| {
        let beside = if end { bytes.get(shown.end) } else { shown.start.checked_sub(1).and_then(|at| bytes.get(at)) };
        beside.is_some_and(|&byte| byte != b'\n')
    };
    if is_cut(false) {
        text.push('…');
    }
    let mut offset = shown.start;
    let (mut start, mut end) = (None, None);
    for chunk in bytes[shown.clone()].utf8_chunks() {
        let invalid = (!chunk.invalid().is_empty()).then_some((char::REPLACEMENT_CHARACTER, chunk.invalid().len()));
        let letters = chunk.valid().chars().map(|letter| (letter, letter.len_utf8()));
        for (letter, n_bytes) in letters.chain(invalid) {
            if marked.start < offset + n_bytes && start.is_none() {
                start = Some(text.len());
            }
            if marked.end <= offset && end.is_none() {
                end = Some(text.len());
            }
            text.push(visible_letter(letter));
            offset += n_bytes;
        }
    }
    let start = start.unwrap_or(text.len());
    let end = end.unwrap_or(text.len()).max(start);
    if is_cut(true) {
        text.push('…');
    }
    start..end
}

/// The text without terminal control characters.
fn visible(text: &str) -> String {
    text.chars().map(|letter| if letter == '\n' { letter } else { visible_letter(letter) }).collect()
}

fn visible_letter(letter: char) -> char {
    match letter {
        '\t' => letter,
        '\0'..='\x1F' => char::from_u32(0x2400 + letter as u32).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7F' => '\u{2421}',
        // C1 control characters, and those that change the direction of writing.
        '\u{80}'..='\u{9F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
        _ => letter,
    }
}
