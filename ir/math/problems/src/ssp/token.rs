//! Tokens: words, names, integers and punctuation, with their positions.

use std::ops::Range;

/// A token: a name with its sigil (`%0`, `@add`, `@"a b"`), a word, an integer, a quoted string, or a punctuation
/// character.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token<'t> {
    pub text: &'t str,
    pub range: Range<usize>,
}

/// All tokens of a text, without spaces and comments.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match first {
            _ if first.is_whitespace() => {
                at += first.len_utf8();
                continue;
            }
            '/' if rest.starts_with("//") => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            '"' => quoted(rest),
            '@' if rest[1..].starts_with('"') => 1 + quoted(&rest[1..]),
            '@' | '%' => 1 + word(&rest[1..]),
            _ if is_of_word(first) => word(rest),
            _ => first.len_utf8(),
        };
        found.push(Token { text: &rest[..length], range: at..at + length });
        at += length;
    }
    found
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '-')
}

fn word(text: &str) -> usize {
    text.find(|c| !is_of_word(c)).unwrap_or(text.len())
}

/// The length of a quoted string, up to the end of the text if it is not closed.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}
