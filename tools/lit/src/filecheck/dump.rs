//! The input with annotations below its lines.

use std::fmt::Write;
use std::ops::Range;

use super::canonical::Canonical;
use super::request::{DumpInput, Request};
use super::script::Script;

/// The kind of an annotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// `^`: a match.
    Found,
    /// `X`: the search for a match that is not there.
    Missing,
    /// `!`: a match that must not be there.
    Excluded,
    /// `?`: what was probably meant.
    Near,
}

impl Mark {
    fn sign(self) -> char {
        match self {
            Mark::Found => '^',
            Mark::Missing => 'X',
            Mark::Excluded => '!',
            Mark::Near => '?',
        }
    }
}

/// A remark about a part of the input.
pub struct Annotation {
    /// The directive: its kind and its line.
    pub label: String,
    /// The part.
    pub range: Range<usize>,
    /// Its kind.
    pub mark: Mark,
    /// Its text.
    pub text: String,
}

/// The lines with annotations and those around them; all lines if the input is always shown.
pub fn dump(request: &Request, script: &Script, input: &Canonical, annotations: &[Annotation]) -> String {
    let file = input.file();
    let n_lines = file.n_lines() as usize - usize::from(file.bytes().ends_with(b"\n"));
    // Without ranges that end on other lines than they start: the search for a match spans the whole rest.
    let mut notes: Vec<(usize, Range<usize>, &Annotation)> = Vec::new();
    for annotation in annotations {
        let range = input.original(annotation.range.clone());
        let start = file.line_col(range.start);
        let line_end = file.line_range(start.line).map_or(range.start, |line| line.end);
        let n_bytes = range.end.min(line_end).saturating_sub(range.start).max(1);
        let column = start.col as usize - 1;
        notes.push((start.line as usize, column..column + n_bytes, annotation));
    }
    notes.sort_by_key(|(line, ..)| *line);
    let context = request.dump_input_context;
    let is_shown = |line: usize| {
        request.dump_input == DumpInput::Always || notes.iter().any(|(noted, ..)| noted.abs_diff(line) <= context)
    };
    let width = notes.iter().map(|(.., annotation)| annotation.label.len()).max().unwrap_or(0).max(8);
    let mut text =
        format!("\nInput file: {}\nCheck file: {}\n\nInput was:\n<<<<<<\n", file.name(), script.file.file().name());
    let mut is_elided = false;
    for line in 1..=n_lines.max(1) {
        if !is_shown(line) {
            if !is_elided {
                let _ = writeln!(text, "{:>width$}.", "");
            }
            is_elided = true;
            continue;
        }
        is_elided = false;
        let _ = writeln!(text, "{line:>width$}: {}", file.line_text(line as u32).unwrap_or_default());
        for (_, columns, annotation) in notes.iter().filter(|(noted, ..)| *noted == line) {
            let marks = format!("{}{}", annotation.mark.sign(), "~".repeat(columns.len() - 1));
            let before = " ".repeat(columns.start);
            let note = format!("{:<width$}  {before}{marks} {}", annotation.label, annotation.text);
            let _ = writeln!(text, "{}", note.trim_end());
        }
    }
    text.push_str(">>>>>>\n");
    text
}
