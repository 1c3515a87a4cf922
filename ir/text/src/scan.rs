//! The fast path of the lexer.
//!
//! `token.pest` specifies the tokens. Applying pest to each of millions of tokens is more expensive than the rest of
//! the parser, so the frequent ones are recognized here, with one table of byte classes; all other input (including all
//! errors) is left to pest. A test in `lex` checks that both agree, token by token, on arbitrary input.

use memchr::{memchr_iter, memchr2, memchr3};

use crate::token::{Kind, Token};

/// Valid after the first byte of a bare identifier.
const BARE: u8 = 1;
/// Valid after the first byte of a suffix that does not begin with a digit.
const SUFFIX: u8 = 2;
const DIGIT: u8 = 4;
const BLANK: u8 = 8;
const HEX: u8 = 16;
/// An unescaped character of a string.
const PLAIN: u8 = 32;
/// Valid as the first byte of a bare identifier.
const LETTER: u8 = 64;
/// A single-character token, whatever follows.
const ALONE: u8 = 128;

static CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        let byte = at as u8;
        let mut class = 0;
        if byte.is_ascii_alphabetic() || byte == b'_' {
            class |= BARE | SUFFIX | LETTER;
        }
        if byte.is_ascii_digit() {
            class |= BARE | SUFFIX | DIGIT;
        }
        if byte.is_ascii_hexdigit() {
            class |= HEX;
        }
        if byte == b'$' || byte == b'.' {
            class |= BARE | SUFFIX;
        }
        if byte == b'-' {
            class |= SUFFIX;
        }
        if matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0) {
            class |= BLANK;
        }
        if !matches!(byte, b'"' | b'\\' | b'\n' | 0x0b | 0x0c) {
            class |= PLAIN;
        }
        if matches!(
            byte,
            b'(' | b')' | b'*' | b'+' | b',' | b':' | b'<' | b'=' | b'>' | b'?' | b'[' | b']' | b'|' | b'}'
        ) {
            class |= ALONE;
        }
        table[at] = class;
        at += 1;
    }
    table
}

fn is(bytes: &[u8], at: usize, class: u8) -> bool {
    bytes.get(at).is_some_and(|&byte| CLASS[byte as usize] & class != 0)
}

/// The position of the first byte from `at` on that is not in `class`.
#[inline]
fn skip(bytes: &[u8], mut at: usize, class: u8) -> usize {
    while at < bytes.len() && CLASS[bytes[at] as usize] & class != 0 {
        at += 1;
    }
    at
}

/// Adds tokens of `bytes` from `at` on, at most `limit`. Returns the position where it stopped: at the end, at the
/// limit, or before a token that is left to pest.
pub(crate) fn scan(bytes: &[u8], mut at: usize, limit: usize, tokens: &mut Vec<Token>) -> usize {
    let full = tokens.len() + limit;
    loop {
        at = skip(bytes, at, BLANK);
        let Some(&first) = bytes.get(at) else { return at };
        if tokens.len() == full {
            return at;
        }
        if first == b'/' && bytes.get(at + 1) == Some(&b'/') {
            let rest = &bytes[at..];
            at += rest.iter().position(|&byte| byte == b'\n' || byte == b'\r').unwrap_or(rest.len());
            continue;
        }
        let Some((kind, end)) = token(bytes, at, first) else { return at };
        tokens.push(Token { kind, start: at as u32, end: end as u32 });
        at = end;
    }
}

/// The kind and the end of the token that begins with `first` at `at`.
#[inline]
fn token(bytes: &[u8], at: usize, first: u8) -> Option<(Kind, usize)> {
    let class = CLASS[first as usize];
    if class & LETTER != 0 {
        return Some((Kind::Bare, skip(bytes, at + 1, BARE)));
    }
    if class & ALONE != 0 {
        return Some((Kind::Punctuation, at + 1));
    }
    if class & DIGIT != 0 {
        return Some(number(bytes, at));
    }
    match first {
        b'%' => suffix(bytes, at, Kind::Percent),
        b'"' => string(bytes, at).map(|end| (Kind::String, end)),
        b'-' => Some((Kind::Punctuation, at + 1 + usize::from(bytes.get(at + 1) == Some(&b'>')))),
        b'{' if bytes.get(at + 1) != Some(&b'-') => Some((Kind::Punctuation, at + 1)),
        b'^' => suffix(bytes, at, Kind::Caret),
        b'!' => suffix(bytes, at, Kind::Bang),
        b'#' if bytes.get(at + 1) != Some(&b'-') => suffix(bytes, at, Kind::Hash),
        b'@' if is(bytes, at + 1, LETTER) => Some((Kind::At, skip(bytes, at + 2, BARE))),
        b'@' if bytes.get(at + 1) == Some(&b'"') => string(bytes, at + 1).map(|end| (Kind::At, end)),
        _ => None,
    }
}

#[inline]
fn suffix(bytes: &[u8], at: usize, kind: Kind) -> Option<(Kind, usize)> {
    let class = if is(bytes, at + 1, DIGIT) { DIGIT } else { SUFFIX };
    let end = skip(bytes, at + 1, class);
    (end > at + 1).then_some((kind, end))
}

fn number(bytes: &[u8], at: usize) -> (Kind, usize) {
    if bytes[at] == b'0' && bytes.get(at + 1) == Some(&b'x') && is(bytes, at + 2, HEX) {
        return (Kind::Integer, skip(bytes, at + 2, HEX));
    }
    let end = skip(bytes, at, DIGIT);
    if bytes.get(end) != Some(&b'.') {
        return (Kind::Integer, end);
    }
    let end = skip(bytes, end + 1, DIGIT);
    if !matches!(bytes.get(end), Some(b'e' | b'E')) {
        return (Kind::Float, end);
    }
    let digits = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'-' | b'+')));
    let exponent = skip(bytes, digits, DIGIT);
    (Kind::Float, if exponent > digits { exponent } else { end })
}

/// The end of the string that begins at `at`, if it is valid.
fn string(bytes: &[u8], at: usize) -> Option<usize> {
    let mut at = at + 1;
    loop {
        at = skip(bytes, at, PLAIN);
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' if matches!(bytes.get(at + 1), Some(b'"' | b'\\' | b'n' | b't')) => at += 2,
            b'\\' if is(bytes, at + 1, HEX) && is(bytes, at + 2, HEX) => at += 3,
            _ => return None,
        }
    }
}

/// The end of the balanced braces that begin at `at`. Braces in strings and comments are ignored.
pub(crate) fn end_of_braces(bytes: &[u8], at: usize) -> Option<usize> {
    let mut at = at;
    let mut depth = 0usize;
    loop {
        let mark = at + memchr3(b'{', b'}', b'"', &bytes[at..])?;
        if let Some(comment) = comment_in(&bytes[at..mark]) {
            let rest = &bytes[at + comment..];
            at += comment + memchr2(b'\n', b'\r', rest)?;
            continue;
        }
        at = mark + 1;
        match bytes[mark] {
            b'"' => at = string(bytes, mark)?,
            b'{' => depth += 1,
            _ if depth == 1 => return Some(at),
            _ => depth -= 1,
        }
    }
}

/// The position of the first comment.
fn comment_in(bytes: &[u8]) -> Option<usize> {
    memchr_iter(b'/', bytes).find(|&at| bytes.get(at + 1) == Some(&b'/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_in_strings_and_comments_do_not_count() {
        let end = |text: &str| end_of_braces(text.as_bytes(), 0);
        assert_eq!(end("{ a {} \"}\" } }"), Some(12));
        assert_eq!(end("{ // } {\n a / {b} \"\\\"}\" //}\n}}"), Some(29));
        assert_eq!(end("{ // }"), None);
        assert_eq!(end("{ \"}"), None);
        assert_eq!(end("{ {}"), None);
    }
}
