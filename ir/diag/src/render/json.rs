//! The machine-readable form: one JSON object per line, with all keys always present and always in the same order.

use std::io::{self, Write};

use serde_json::Value;

use super::resolved::{Resolved, bytes_of};
use crate::diagnostic::{Diagnostic, Place};
use crate::source::SourceMap;

/// Prints one object per diagnostic with the keys `severity`, `code`, `message`, `file`, `line`, `column`, `end_line`,
/// `end_column`, `label`, `notes` and `help`. Lines and columns are counted from 1, columns in bytes; unknown values
/// are `null`. A note has `message` and the keys of a location.
pub struct Json<'a> {
    map: &'a SourceMap,
}

impl<'a> Json<'a> {
    /// Creates a printer that resolves lines and columns in that map.
    pub fn new(map: &'a SourceMap) -> Self {
        Self { map }
    }

    /// Prints diagnostics in order.
    pub fn write_all(&self, diagnostics: &[Diagnostic], out: &mut dyn Write) -> io::Result<()> {
        diagnostics.iter().try_for_each(|diagnostic| self.write(diagnostic, out))
    }

    /// Prints one diagnostic and a newline.
    pub fn write(&self, diagnostic: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
        let mut object = Object::default();
        object.field("severity", diagnostic.severity.word());
        object.field("code", diagnostic.code);
        object.field("message", diagnostic.message.as_str());
        self.place(&mut object, &diagnostic.place);
        object.field("label", diagnostic.label.as_deref());
        object.raw("notes", &self.notes(diagnostic));
        object.field("help", diagnostic.help.as_deref());
        writeln!(out, "{}", object.finish())
    }

    fn notes(&self, diagnostic: &Diagnostic) -> String {
        let callers = diagnostic.callers.iter().map(|place| ("called from", place));
        let notes = diagnostic.notes.iter().map(|note| (note.message.as_str(), &note.place));
        let objects: Vec<String> = callers
            .chain(notes)
            .map(|(message, place)| {
                let mut object = Object::default();
                object.field("message", message);
                self.place(&mut object, place);
                object.finish()
            })
            .collect();
        format!("[{}]", objects.join(","))
    }

    fn place(&self, object: &mut Object, place: &Place) {
        let (file, line, column) = match Resolved::of(self.map, place) {
            Resolved::Unknown => (None, None, None),
            Resolved::Text(text) => (Some(text), None, None),
            Resolved::Line { file, at } => (Some(file), known(at.line), known(at.col)),
        };
        let end = match place {
            Place::Span(_) => bytes_of(self.map, place).map(|(file, range)| file.line_col(range.end)),
            _ => None,
        };
        object.field("file", file);
        object.field("line", line);
        object.field("column", column);
        object.field("end_line", end.map_or(line, |at| Some(at.line)));
        object.field("end_column", end.map_or(column, |at| Some(at.col)));
    }
}

fn known(number: u32) -> Option<u32> {
    (number != 0).then_some(number)
}

/// An object written field by field: that of `serde_json` would sort the keys.
#[derive(Default)]
struct Object {
    text: String,
}

impl Object {
    fn field(&mut self, key: &str, value: impl Into<Value>) {
        self.raw(key, &value.into().to_string());
    }

    fn raw(&mut self, key: &str, json: &str) {
        self.text.push(if self.text.is_empty() { '{' } else { ',' });
        self.text += &format!("\"{key}\":{json}");
    }

    fn finish(mut self) -> String {
        self.text.push('}');
        self.text
    }
}
