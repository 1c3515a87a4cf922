//! A tokenizer for mutations: words with their sigils, strings, numbers, other characters, white space.

use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A keyword, a type, or the name of an operation or attribute.
    Word,
    /// A word after `%`, `^`, `@`, `#` or `!`.
    Name,
    /// Digits, with an optional fraction and exponent.
    Number,
    /// Between double quotes.
    Text,
    /// One character that opens a group.
    Open,
    /// One character that closes a group.
    Close,
    /// White space.
    Blank,
    /// Any other text; an arrow is a single token.
    Other,
}

/// A token.
pub type Token<'t> = (Kind, &'t str);

/// Splits `text` into tokens; their concatenation is `text`.
pub fn cut(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after_size = tokens.last().is_some_and(|last| last.0 == Kind::Number || matches!(last.1, "?" | "]"));
        let (kind, end) = next(rest, first, after_size);
        let (token, after) = rest.split_at(end);
        tokens.push((kind, token));
        rest = after;
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$')
}

fn next(rest: &str, first: char, after_size: bool) -> (Kind, usize) {
    let until =
        |from: usize, stop: &dyn Fn(char) -> bool| rest[from..].find(stop).map_or(rest.len(), |length| from + length);
    match first {
        // The `x` of a shape is a separate token.
        'x' if after_size => (Kind::Other, 1),
        '0'..='9' => (Kind::Number, until(1, &|c| !c.is_ascii_digit() && c != '.')),
        c if is_word(c) => (Kind::Word, until(0, &|c| !is_word(c))),
        '%' | '^' | '@' | '#' | '!' => (Kind::Name, until(1, &|c| !is_word(c))),
        '"' => (Kind::Text, rest[1..].find('"').map_or(rest.len(), |length| length + 2)),
        '-' if rest.starts_with("->") => (Kind::Other, 2),
        '(' | '[' | '{' | '<' => (Kind::Open, 1),
        ')' | ']' | '}' | '>' => (Kind::Close, 1),
        c if c.is_whitespace() => (Kind::Blank, until(0, &|c| !c.is_whitespace())),
        c => (Kind::Other, c.len_utf8()),
    }
}

/// The group that opens at `open`: from its first token to the closing one, both inclusive.
pub fn group(tokens: &[Token], open: usize) -> Option<Range<usize>> {
    let mut depth = 0;
    for (index, (kind, _)) in tokens.iter().enumerate().skip(open) {
        match kind {
            Kind::Open => depth += 1,
            Kind::Close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(open..index + 1);
        }
    }
    None
}

/// The elements of the group `range`, separated by commas at its own level.
pub fn elements(tokens: &[Token], range: Range<usize>) -> Vec<Range<usize>> {
    let (mut depth, mut start, mut found) = (0, range.start + 1, Vec::new());
    let inside = range.start + 1..range.end - 1;
    for (index, token) in inside.clone().zip(&tokens[inside]) {
        match *token {
            (Kind::Open, _) => depth += 1,
            (Kind::Close, _) => depth -= 1,
            (_, ",") if depth == 0 => {
                found.push(start..index);
                start = index + 1;
            }
            _ => {}
        }
    }
    if start < range.end - 1 {
        found.push(start..range.end - 1);
    }
    found
}

/// The text of some tokens.
pub fn text(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_together_are_the_text() {
        let all = "%0 = \"a.b\"(%é) <{x = [1, -2.5e+3]}> : () -> memref<?x4x!t.u<3>>\n";
        assert_eq!(text(&cut(all)), all);
    }

    #[test]
    fn shapes_are_cut_at_every_size() {
        let words: Vec<&str> = cut("4x[8]x?xf32").iter().map(|token| token.1).collect();
        assert_eq!(words, ["4", "x", "[", "8", "]", "x", "?", "x", "f32"]);
    }

    #[test]
    fn elements_are_those_of_one_level() {
        let tokens = cut("(a, b<c, d>, e)");
        let range = group(&tokens, 0).expect("the group closes");
        let found: Vec<String> = elements(&tokens, range).into_iter().map(|part| text(&tokens[part])).collect();
        assert_eq!(found, ["a", " b<c, d>", " e"]);
    }
}
