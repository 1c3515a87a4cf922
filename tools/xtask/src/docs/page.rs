//! Generated pages, and their pieces: sections, tables, sentences.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The first line of generated pages.
pub const HEAD: &str = "<!-- Made by `cargo xtask docs` from the declarations; changes here are lost. -->\n\n";

/// A generated page.
pub struct Page {
    /// The path from the root.
    pub path: PathBuf,
    /// The title in the table of contents.
    pub title: String,
    pub text: String,
}

impl Page {
    pub fn new(path: &str, title: &str, text: String) -> Self {
        Self { path: PathBuf::from(path), title: title.to_owned(), text }
    }

    /// Whether the page is a table of other pages.
    pub fn is_overview(&self) -> bool {
        self.path.parent() == Some(Path::new("docs"))
    }
}

pub fn section(text: &mut String, name: &str, doc: &str) {
    line(text, &format!("\n### `{name}`"));
    if !doc.is_empty() {
        line(text, &format!("\n{doc}"));
    }
}

pub fn table<const N: usize>(text: &mut String, head: [&str; N], rows: impl Iterator<Item = [String; N]>) {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return;
    }
    line(text, &format!("\n| {} |", head.join(" | ")));
    line(text, &format!("|{}", "---|".repeat(N)));
    for [name, rest @ ..] in rows.map(|row| row.map(|cell| without_tags(&cell.replace('|', "\\|")))).map(split_first) {
        line(text, &format!("| `{name}` | {} |", rest[0]));
    }
}

/// The first cell, and the others as one text.
fn split_first<const N: usize>(row: [String; N]) -> [String; 2] {
    let (first, rest) = row.split_first().expect("a table has columns");
    [first.clone(), rest.join(" | ")]
}

pub fn one_line(spec: &str) -> String {
    spec.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub fn line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("writing to memory does not fail");
}

/// A code span: more backticks than the text has in a row are around it.
pub fn code(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let ticks = "`".repeat(longest + 1);
    let space = if text.ends_with('`') { " " } else { "" };
    format!("{ticks}{space}{text}{space}{ticks}")
}

/// The first sentence of a text, in one line.
pub fn first_sentence(text: &str) -> String {
    let paragraph = text.split("\n\n").next().unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
    let end = paragraph.find(". ").map_or(paragraph.len(), |end| end + 1);
    paragraph[..end].to_owned()
}

/// A text with a period at its end.
pub fn sentence(text: &str) -> String {
    let text = text.trim();
    if text.is_empty() || text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}

/// A text in which what could be read as a tag is none.
fn without_tags(text: &str) -> String {
    let spans = text.split('`').enumerate();
    let escaped = spans.map(|(index, span)| if index % 2 == 0 { span.replace('<', "\\<") } else { span.to_owned() });
    escaped.collect::<Vec<_>>().join("`")
}
