//! The parser of `expected-error@below {{text}}` comments.
//!
//! A comment is `expected-`, a severity, optionally `-re`, optionally a designator of the line, and a text in double
//! braces that ends the line. The designator is `@+N`, `@-N`, `@above` (the last line before without such a comment),
//! `@below` (the next line without one) or `@unknown`; without a designator it is the comment's own line. With `-re`
//! the parts of the text in double braces are regular expressions.

use memchr::memmem;
use regex::bytes::{Captures, Regex};

use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::source::SourceFile;
use crate::span::Span;

use crate::posix;

/// The expectation of a comment.
pub(super) struct Expectation {
    pub(super) severity: Severity,
    pub(super) line: Line,
    pub(super) is_met: bool,
    /// The start of the comment, with the length of its text: the range that upstream underlines.
    span: Span,
    text: String,
    finder: Finder,
}

/// The matcher of a text in a message.
enum Finder {
    Literal,
    Pattern(Regex),
    /// A pattern that is valid but never matches in upstream.
    Never,
}

/// The required line of the diagnostic.
#[derive(Clone, Copy)]
pub(super) enum Line {
    Number(u32),
    Unknown,
}

impl Expectation {
    pub(super) fn matches(&self, message: &str) -> bool {
        match &self.finder {
            Finder::Literal => message.contains(&self.text),
            Finder::Pattern(pattern) => pattern.is_match(message.as_bytes()),
            Finder::Never => false,
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The location of the comment. A comment about unknown locations has none itself.
    pub(super) fn start(&self) -> Place {
        match self.line {
            Line::Number(_) => Place::Span(Span::at(self.span.pos())),
            Line::Unknown => Place::Unknown,
        }
    }

    pub(super) fn failure(&self, message: String) -> Diagnostic {
        match self.line {
            Line::Number(_) => Diagnostic::error(self.span, message).underlined(),
            Line::Unknown => Diagnostic::error(Place::Unknown, message),
        }
    }
}

/// A comment, or the diagnostic about it.
pub(super) type Comment = Result<Expectation, Box<Diagnostic>>;

const COMMENT: &str =
    r"(?s-u)expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}$";

/// All comments of a file, in order.
pub(super) fn read_comments(file: &SourceFile) -> Vec<Comment> {
    let pattern = Regex::new(COMMENT).expect("the pattern of a comment is a pattern");
    let word = memmem::Finder::new("expected-");
    if word.find(file.bytes()).is_none() {
        return Vec::new();
    }
    let mut reader = Reader { file, comments: Vec::new(), last_plain_line: 1, waiting: Vec::new() };
    let n_lines = file.n_lines();
    for line in 1..=n_lines {
        let range = file.line_range(line).expect("lines up to n_lines exist");
        let text = trimmed(&file.bytes()[range.clone()]);
        let found = word.find(text).and_then(|_| pattern.captures(text));
        match found {
            Some(found) => reader.comment(line, n_lines, range.start, &found),
            None => reader.plain_line(line),
        }
    }
    reader.comments
}

struct Reader<'a> {
    file: &'a SourceFile,
    comments: Vec<Comment>,
    last_plain_line: u32,
    /// The comments about the next line without a comment.
    waiting: Vec<usize>,
}

impl Reader<'_> {
    fn plain_line(&mut self, line: u32) {
        for index in self.waiting.drain(..) {
            if let Ok(expectation) = &mut self.comments[index] {
                expectation.line = Line::Number(line);
            }
        }
        self.last_plain_line = line;
    }

    fn comment(&mut self, line: u32, last_line: u32, line_start: usize, found: &Captures<'_>) {
        let group = |index| found.get(index).map_or(&b""[..], |group| group.as_bytes());
        let text = group(5);
        let start = line_start + found.get(0).expect("group 0 is the whole match").start();
        let span = self.file.span_of(start..start + text.len());
        let finder = if group(2).is_empty() { Ok(Finder::Literal) } else { with_expressions(text) };
        let finder = match finder {
            Ok(finder) => finder,
            Err(message) => {
                self.comments.push(Err(Box::new(Diagnostic::error(span, message).underlined())));
                return;
            }
        };
        let place = match group(4) {
            b"" => Line::Number(line),
            b"unknown" => Line::Unknown,
            b"above" => Line::Number(self.last_plain_line),
            b"below" => {
                self.waiting.push(self.comments.len());
                // It remains so if no other line follows.
                Line::Number(last_line)
            }
            offset => Line::Number(shifted(line, offset)),
        };
        let severity = severity_of(group(1));
        let text = String::from_utf8_lossy(text).into_owned();
        self.comments.push(Ok(Expectation { severity, line: place, is_met: false, span, text, finder }));
    }
}

fn trimmed(line: &[u8]) -> &[u8] {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\x0B' | b'\x0C' | b'\r');
    let end = line.iter().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1);
    &line[..end]
}

fn severity_of(word: &[u8]) -> Severity {
    match word {
        b"error" => Severity::Error,
        b"warning" => Severity::Warning,
        b"remark" => Severity::Remark,
        _ => Severity::Note,
    }
}

/// The line at offset `+N` or `-N`. As in upstream, a leading zero makes the number octal, an invalid number counts as
/// 0, and lines wrap around: a line that does not exist never matches.
fn shifted(line: u32, offset: &[u8]) -> u32 {
    let (sign, digits) = offset.split_at(1);
    let digits = std::str::from_utf8(digits).unwrap_or("");
    let radix = if digits.len() > 1 && digits.starts_with('0') { 8 } else { 10 };
    let number = i32::from_str_radix(digits, radix).unwrap_or(0) as u32;
    if sign == b"+" { line.wrapping_add(number) } else { line.wrapping_sub(number) }
}

/// Parses a text with `{{expressions}}` in it.
fn with_expressions(text: &[u8]) -> Result<Finder, String> {
    if text.is_empty() {
        // An empty expression is invalid, and upstream detects that only when it is matched.
        return Ok(Finder::Never);
    }
    let mut pattern = Some(String::from("(?s-u)"));
    let mut rest = text;
    while let Some(open) = position(rest, b"{{") {
        let inner = &rest[open + 2..];
        let close = position(inner, b"}}").ok_or("found start of regex with no end '}}'")?;
        let expression = posix::translate(&inner[..close], posix::Newline::Ordinary);
        let expression = expression.map_err(|error| format!("invalid regex: {error}"))?;
        // Upstream wraps each expression in one more group after checking it, so the number of a back reference then
        // refers to the group around it, and the whole never matches.
        let expression = (!expression.refers_back).then_some(expression.pattern);
        let before = posix::literal(&rest[..open]);
        pattern = pattern.zip(expression).map(|(pattern, expression)| format!("{pattern}{before}({expression})"));
        rest = &inner[close + 2..];
    }
    let pattern = pattern.map(|pattern| pattern + &posix::literal(rest));
    // A valid pattern that is too large to compile never matches either.
    Ok(pattern.and_then(|pattern| Regex::new(&pattern).ok()).map_or(Finder::Never, Finder::Pattern))
}

fn position(text: &[u8], wanted: &[u8; 2]) -> Option<usize> {
    text.windows(2).position(|bytes| bytes == wanted)
}
