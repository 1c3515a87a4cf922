//! Characters: integers, escapes, keywords.

use std::borrow::Cow;

use rmlir_core::DYNAMIC;

/// A string of spaces for indentation.
const SPACES: &str = "                                                                ";

/// Appends `n` spaces.
pub(super) fn push_spaces(out: &mut String, mut n: usize) {
    while SPACES.len() < n {
        out.push_str(SPACES);
        n -= SPACES.len();
    }
    out.push_str(&SPACES[..n]);
}

/// Appends `value` in decimal. Most integers in IR have few digits, so they are appended digit by digit without a
/// buffer.
pub(super) fn push_u64(out: &mut String, value: u64) {
    let digit = |value: u64| (b'0' + (value % 10) as u8) as char;
    if value >= 100 {
        push_u64(out, value / 100);
    }
    if value >= 10 {
        out.push(digit(value / 10));
    }
    out.push(digit(value));
}

/// Appends `value` in decimal.
pub(super) fn push_i64(out: &mut String, value: i64) {
    if value < 0 {
        out.push('-');
    }
    push_u64(out, value.unsigned_abs());
}

/// Appends `"text"`: bytes other than printable ASCII as `\` and two hexadecimal digits.
pub(super) fn push_string(out: &mut String, text: &[u8]) {
    out.push('"');
    for chunk in text.chunk_by(|&a, &b| is_plain(a) && is_plain(b)) {
        match chunk {
            b"\\" => out.push_str("\\\\"),
            &[byte] if !is_plain(byte) => {
                out.push('\\');
                push_hex_byte(out, byte);
            }
            plain => out.push_str(str::from_utf8(plain).expect("plain bytes are ASCII")),
        }
    }
    out.push('"');
}

fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\'
}

/// Appends two hexadecimal digits for every byte.
pub(super) fn push_hex(out: &mut String, bytes: &[u8]) {
    out.reserve(2 * bytes.len());
    bytes.iter().for_each(|&byte| push_hex_byte(out, byte));
}

fn push_hex_byte(out: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.push(DIGITS[usize::from(byte >> 4)] as char);
    out.push(DIGITS[usize::from(byte & 15)] as char);
}

/// Appends `name`, in quotes if it is not a bare identifier.
pub(super) fn push_keyword_or_string(out: &mut String, name: &str) {
    if is_bare_identifier(name.as_bytes()) { out.push_str(name) } else { push_string(out, name.as_bytes()) }
}

/// Returns whether `name` is a bare identifier, which needs no quotes.
pub fn is_bare_identifier(name: &[u8]) -> bool {
    let [first, rest @ ..] = name else { return false };
    let continues = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.');
    (first.is_ascii_alphabetic() || *first == b'_') && rest.iter().all(continues)
}

/// Appends `@name`, in quotes if it is not a bare identifier.
pub(super) fn push_symbol(out: &mut String, name: &str) {
    if name.is_empty() {
        return out.push_str("@<<INVALID EMPTY SYMBOL>>");
    }
    out.push('@');
    push_keyword_or_string(out, name);
}

/// Returns whether the text after `#dialect` or `!dialect` can follow a dot: an identifier, optionally with text in
/// angle brackets. In brackets, a hyphen at the end would form an arrow with the closing one.
pub(super) fn is_pretty_symbol(text: &[u8]) -> bool {
    let is_suffix = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'$' | b'-');
    if text.ends_with(b"-") && !text[0].is_ascii_digit() && text.iter().all(is_suffix) {
        return true;
    }
    if !text.first().is_some_and(u8::is_ascii_alphabetic) {
        return false;
    }
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_');
    match text.iter().position(|byte| !is_name(byte)) {
        None => true,
        Some(end) => text[end] == b'<' && text.ends_with(b">"),
    }
}

/// Converts `name` to a valid value, block or alias name: letters, digits and `punctuation` are kept, a space becomes
/// `_`, any other character its code in hexadecimal. A name with an invalid first character gets the prefix `_`.
pub(super) fn sanitize<'n>(name: &'n str, punctuation: &str) -> Cow<'n, str> {
    let is_valid = |byte: u8| byte.is_ascii_alphanumeric() || punctuation.as_bytes().contains(&byte);
    let Some(&first) = name.as_bytes().first() else { return Cow::Borrowed(name) };
    let needs_prefix = first.is_ascii_digit() || !is_valid(first) && first != b' ';
    if !needs_prefix && name.bytes().all(is_valid) {
        return Cow::Borrowed(name);
    }
    let mut clean = String::from(if needs_prefix { "_" } else { "" });
    for byte in name.bytes() {
        match byte {
            b' ' => clean.push('_'),
            _ if is_valid(byte) => clean.push(byte as char),
            _ => clean.push_str(&format!("{byte:X}")),
        }
    }
    Cow::Owned(clean)
}

/// Prints `size`, `?` if it is dynamic.
pub(super) fn push_size(out: &mut String, size: i64) {
    if size == DYNAMIC { out.push('?') } else { push_i64(out, size) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut String)) -> String {
        let mut out = String::new();
        write(&mut out);
        out
    }

    #[test]
    fn numbers_have_all_their_digits() {
        for value in [0, 7, 10, 42, 99, 100, 12345, i64::MAX, -1, -10, i64::MIN] {
            assert_eq!(written(|out| push_i64(out, value)), value.to_string());
        }
    }

    #[test]
    fn strings_keep_printable_ascii_only() {
        assert_eq!(written(|out| push_string(out, "a\"b\\\né".as_bytes())), r#""a\22b\\\0A\C3\A9""#);
    }

    #[test]
    fn names_lose_what_the_lexer_would_not_read() {
        assert_eq!(sanitize("a.b-c$", "$._-"), "a.b-c$");
        assert_eq!(sanitize("0 x", "$._-"), "_0_x");
        assert_eq!(sanitize("a.b\n", "$_-"), "a2EbA");
        assert_eq!(sanitize("-a", "$._"), "_2Da");
    }

    #[test]
    fn a_symbol_body_is_pretty_when_it_reads_like_a_name_with_brackets() {
        assert!(is_pretty_symbol(b"bar") && is_pretty_symbol(b"a.b<1 x>") && is_pretty_symbol(b"a<b><c>"));
        assert!(!is_pretty_symbol(b"") && !is_pretty_symbol(b"\"b\"") && !is_pretty_symbol(b"a b"));
        assert!(is_pretty_symbol(b"-") && is_pretty_symbol(b"a-") && !is_pretty_symbol(b"a-b"));
        assert!(!is_pretty_symbol(b"a<b>c") && !is_pretty_symbol(b"9"));
    }
}
