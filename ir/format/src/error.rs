//! An error in a format, with its position in the text.

use std::fmt;

/// The number of characters of a line that are shown before and after an error.
const CONTEXT: usize = 36;

/// An error in a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatError {
    /// The message.
    pub message: String,
    text: &'static str,
    at: usize,
}

impl FormatError {
    /// An error at byte `at` of the format `text`.
    pub fn new(text: &'static str, at: usize, message: impl Into<String>) -> Self {
        let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        Self { message: message.into(), text, at }
    }
}

/// The message, then the line of the format around the error, and a caret below each of its characters.
impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = self.text.split_at(self.at);
        let before = before.rsplit('\n').next().unwrap_or_default().trim_start();
        let after = after.split('\n').next().unwrap_or_default().trim_end();
        let n_hidden = before.chars().count().saturating_sub(CONTEXT);
        let before: String = before.chars().skip(n_hidden).collect();
        let dots = if n_hidden > 0 { "..." } else { "" };
        let shown: String = after.chars().take(CONTEXT).collect();
        let rest = if shown.len() < after.len() { "..." } else { "" };
        let indent = " ".repeat(dots.len() + before.chars().count());
        let carets = "^".repeat(token(&shown).chars().count().max(1));
        let Self { message, at, .. } = self;
        write!(f, "{message}\nat byte {at} of the format:\n    {dots}{before}{shown}{rest}\n    {indent}{carets}")
    }
}

impl std::error::Error for FormatError {}

/// The token at the start of `text`: `$name`, a literal between back quotes, a word, or a character.
fn token(text: &str) -> &str {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    let mut letters = text.char_indices();
    let end = match letters.next() {
        Some((_, '`')) => letters.find(|(_, letter)| *letter == '`').map(|(at, _)| at + 1),
        Some((_, first)) if first == '$' || is_word(first) => {
            letters.find(|&(_, letter)| !is_word(letter)).map(|(at, _)| at)
        }
        _ => letters.next().map(|(at, _)| at),
    };
    &text[..end.unwrap_or(text.len())]
}
