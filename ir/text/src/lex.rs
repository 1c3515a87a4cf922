//! The lexer, from bytes to tokens.
//!
//! The lexical grammar is `token.pest`. Most tokens are produced by the table of `scan`, [`BATCH`] at a time, so memory
//! is bounded independently of the size of the input; where it gives up, pest continues on a small chunk. A token that
//! ends at the end of a chunk may be truncated and is lexed again, in a larger chunk if it fills the chunk. Non-ASCII
//! bytes are replaced by a placeholder in the input of pest: outside of strings and comments they are errors, inside
//! they are taken from the input.

use pest::Parser;

use crate::scan::scan;
pub use crate::token::{Kind, Token};

/// The code derived by pest has no documentation.
#[allow(missing_docs)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "token.pest"]
    pub(super) struct TokenGrammar;
}
use grammar::{Rule, TokenGrammar};

/// The number of tokens in a batch.
const BATCH: usize = 1024;
/// The number of tokens in the first batch if most of the following text is likely to be skipped.
const FEW: usize = 32;
/// The initial size in bytes of a chunk for pest.
const PIECE: usize = 64;

/// A lexical error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LexError {
    /// The position.
    pub pos: u32,
    /// The message.
    pub message: &'static str,
}

/// A lexer of a range of a file, chunk by chunk.
pub struct Lexer<'s> {
    bytes: &'s [u8],
    /// The next byte.
    next: usize,
    end: usize,
    /// The number of tokens in the next batch.
    batch: usize,
    /// Whether `next` is inside a comment.
    in_comment: bool,
    /// Whether every token is produced by pest.
    only_pest: bool,
}

impl<'s> Lexer<'s> {
    /// Creates a lexer for bytes `start..end` of a file.
    pub fn new(bytes: &'s [u8], start: usize, end: usize) -> Self {
        Self { bytes, next: start, end, batch: BATCH, in_comment: false, only_pest: false }
    }

    /// As [`Self::new`], for a caller that reads a few tokens and then skips a long text.
    pub(crate) fn of_few(bytes: &'s [u8], start: usize, end: usize) -> Self {
        Self { batch: FEW, ..Self::new(bytes, start, end) }
    }

    /// As [`Self::new`], with pest only.
    pub fn by_grammar(bytes: &'s [u8], start: usize, end: usize) -> Self {
        Self { only_pest: true, ..Self::new(bytes, start, end) }
    }

    /// The end of the range.
    pub(crate) fn end(&self) -> usize {
        self.end
    }

    /// Lexes the next chunk and adds its tokens to `tokens`, at least one; the last of all is [`Kind::Eof`].
    pub fn fill(&mut self, tokens: &mut Vec<Token>) -> Option<LexError> {
        let n_before = tokens.len();
        let mut size = PIECE;
        while tokens.len() == n_before {
            if !self.in_comment && !self.only_pest {
                self.next = scan(&self.bytes[..self.end], self.next, self.batch, tokens);
                self.batch = (2 * self.batch).min(BATCH);
                if tokens.len() > n_before {
                    return None;
                }
                // An unterminated string is an error, whatever its length: pest is not needed.
                if starts_string(&self.bytes[self.next..self.end]) {
                    return Some(self.error(self.next, tokens));
                }
            }
            if self.next >= self.end {
                tokens.push(Token { kind: Kind::Eof, start: self.end as u32, end: self.end as u32 });
                return None;
            }
            if self.in_comment {
                self.skip_comment();
                continue;
            }
            if let Some(error) = self.run(size, tokens) {
                return Some(error);
            }
            size *= 2;
        }
        None
    }

    fn skip_comment(&mut self) {
        let rest = &self.bytes[self.next..self.end];
        match rest.iter().position(|&byte| byte == b'\n' || byte == b'\r') {
            Some(offset) => {
                self.next += offset;
                self.in_comment = false;
            }
            None => self.next = self.end,
        }
    }

    /// Applies pest to at most `size` bytes.
    fn run(&mut self, size: usize, tokens: &mut Vec<Token>) -> Option<LexError> {
        let start = self.next;
        let stop = (start + size).min(self.end);
        let is_last = stop == self.end;
        let piece = &self.bytes[start..stop];
        let owned;
        let text = match std::str::from_utf8(piece) {
            Ok(text) if piece.is_ascii() => text,
            _ => {
                owned =
                    piece.iter().map(|&byte| if byte.is_ascii() { byte as char } else { '\u{1}' }).collect::<String>();
                &owned
            }
        };
        let mut chunks = TokenGrammar::parse(Rule::chunk, text).expect("a chunk may be empty, so it always matches");
        let chunk = chunks.next().expect("the rule gives one chunk");
        let read = chunk.as_span().end();
        let mut last_end = 0;
        for pair in chunk.into_inner() {
            let span = pair.as_span();
            let (from, to) = (span.start(), span.end());
            // A token at the very end of a chunk may continue in the next one: `0x|1F`, `1.5e-|3`.
            if to + 2 >= text.len() && !is_last {
                self.next = start + from;
                return None;
            }
            tokens.push(Token {
                kind: kind_of(&text.as_bytes()[from..to]),
                start: (start + from) as u32,
                end: (start + to) as u32,
            });
            last_end = to;
        }
        if read == text.len() {
            // A comment at the very end may continue as well.
            self.in_comment = ends_in_comment(&text[last_end..]);
            self.next = stop;
            return None;
        }
        self.stopped(start + read, is_last, size, tokens)
    }

    /// Handles a stop of pest at `pos`: a token truncated by the end of the chunk, or an error.
    fn stopped(&mut self, pos: usize, is_last: bool, size: usize, tokens: &mut Vec<Token>) -> Option<LexError> {
        let line_end = self.bytes[pos..self.end].iter().position(|&byte| byte == b'\n');
        let line_end = line_end.map_or(self.end, |offset| pos + offset);
        let piece_end = if is_last { self.end } else { (self.next + size).min(self.end) };
        // Only a string can be truncated so that its prefix is no token.
        if line_end > piece_end && starts_string(&self.bytes[pos..]) {
            self.next = pos;
            return None;
        }
        if piece_end < self.end && pos + 3 > piece_end {
            self.next = pos;
            return None;
        }
        Some(self.error(pos, tokens))
    }

    /// The error at `pos`.
    fn error(&mut self, pos: usize, tokens: &mut Vec<Token>) -> LexError {
        let line_end = self.bytes[pos..self.end].iter().position(|&byte| byte == b'\n');
        let line_end = line_end.map_or(self.end, |offset| pos + offset);
        let (offset, message) = why(&self.bytes[pos..line_end]);
        tokens.push(Token { kind: Kind::Error, start: pos as u32, end: (pos + 1) as u32 });
        self.next = pos + 1;
        LexError { pos: (pos + offset) as u32, message }
    }
}

/// The tokens of a range, for readers that go on after errors: the rest of a line is skipped from an invalid token on.
pub struct Tokens<'s> {
    bytes: &'s [u8],
    end: usize,
    lexer: Lexer<'s>,
    read: Vec<Token>,
    next: usize,
}

impl<'s> Tokens<'s> {
    /// The tokens of bytes `start..end` of a file.
    pub fn new(bytes: &'s [u8], start: usize, end: usize) -> Self {
        Self { bytes, end, lexer: Lexer::of_few(bytes, start, end), read: Vec::new(), next: 0 }
    }

    fn skip_line(&mut self, from: usize) {
        let rest = &self.bytes[from..self.end];
        let line_end = rest.iter().position(|&byte| byte == b'\n').map_or(self.end, |n| from + n + 1);
        *self = Self::new(self.bytes, line_end, self.end);
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        loop {
            if self.next == self.read.len() {
                self.read.clear();
                self.next = 0;
                self.lexer.fill(&mut self.read);
            }
            let token = self.read[self.next];
            match token.kind {
                Kind::Eof => return None,
                Kind::Error => self.skip_line(token.start as usize),
                _ => {
                    self.next += 1;
                    return Some(token);
                }
            }
        }
    }
}

/// Lexes a short text, such as the rest of a token that is split, and returns the tokens and the first error.
pub fn retoken(bytes: &[u8], start: usize, end: usize) -> (Vec<Token>, Option<LexError>) {
    all(Lexer::new(bytes, start, end))
}

/// All tokens except the end.
fn all(mut lexer: Lexer) -> (Vec<Token>, Option<LexError>) {
    let (mut tokens, mut first) = (Vec::new(), None);
    while tokens.last().is_none_or(|token: &Token| token.kind != Kind::Eof) {
        let error = lexer.fill(&mut tokens);
        first = first.or(error);
    }
    tokens.pop();
    (tokens, first)
}

fn kind_of(text: &[u8]) -> Kind {
    match text[0] {
        b'%' => Kind::Percent,
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => Kind::Bare,
        b'0'..=b'9' if text.contains(&b'.') => Kind::Float,
        b'0'..=b'9' => Kind::Integer,
        b'"' => Kind::String,
        b'^' => Kind::Caret,
        b'@' => Kind::At,
        b'!' => Kind::Bang,
        b'#' if text != b"#-}" => Kind::Hash,
        _ => Kind::Punctuation,
    }
}

fn ends_in_comment(skipped: &str) -> bool {
    let line = skipped.rsplit(['\n', '\r']).next().unwrap_or("");
    line.contains("//")
}

fn starts_string(text: &[u8]) -> bool {
    text.starts_with(b"\"") || text.starts_with(b"@\"")
}

/// The position of the error in `line`, and upstream's message.
fn why(line: &[u8]) -> (usize, &'static str) {
    match line[0] {
        b'"' => string_error(line),
        b'@' if line.get(1) == Some(&b'"') => {
            let (offset, message) = string_error(&line[1..]);
            (offset + 1, message)
        }
        b'@' => (1, "@ identifier expected to start with letter or '_'"),
        b'#' => (0, "invalid attribute name"),
        b'%' => (0, "invalid SSA name"),
        b'^' => (0, "invalid block name"),
        b'!' => (0, "invalid type identifier"),
        b'.' => (1, "expected three consecutive dots for an ellipsis"),
        _ => (0, "unexpected character"),
    }
}

fn string_error(line: &[u8]) -> (usize, &'static str) {
    let mut at = 1;
    while at < line.len() {
        match line[at] {
            b'"' | 0x0b | 0x0c => break,
            b'\\' => {
                let next = line.get(at + 1).copied().unwrap_or(b'\n');
                let hex = line.get(at + 1..at + 3).is_some_and(|pair| pair.iter().all(u8::is_ascii_hexdigit));
                if b"\"\\nt".contains(&next) {
                    at += 2;
                } else if hex {
                    at += 3;
                } else {
                    return (at, "unknown escape in string literal");
                }
            }
            _ => at += 1,
        }
    }
    (at.min(line.len()), "expected '\"' in string literal")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        let (tokens, _) = retoken(source.as_bytes(), 0, source.len());
        tokens.iter().map(|token| &source[token.start as usize..token.end as usize]).collect()
    }

    #[test]
    fn tokens_are_cut_where_upstream_cuts_them() {
        let expected = ["%a", "#1", "->", "@f.g", "0", "xi32", "0x1F", "1.5e-3", "x", "...", "{-#"];
        assert_eq!(texts("%a#1 -> @f.g // x\n0xi32 0x1F 1.5e-3x ...{-#"), expected);
    }

    #[test]
    fn a_token_longer_than_a_piece_is_one_token() {
        let source = format!("// {}\n\"{}\" %b", "c".repeat(3 * PIECE), "a\\\\".repeat(5 * PIECE));
        assert_eq!(all(Lexer::by_grammar(source.as_bytes(), 0, source.len())).0.len(), 2);
        let kinds: Vec<Kind> = retoken(source.as_bytes(), 0, source.len()).0.iter().map(|token| token.kind).collect();
        assert_eq!(kinds, [Kind::String, Kind::Percent]);
    }

    /// The grammar is the specification; the output of `scan` must be identical, including errors.
    fn compare(source: &[u8]) {
        let read = |mut lexer: Lexer| {
            let (mut tokens, mut errors) = (Vec::new(), Vec::new());
            while tokens.last().is_none_or(|token: &Token| token.kind != Kind::Eof) {
                errors.extend(lexer.fill(&mut tokens));
            }
            (tokens, errors)
        };
        let (quick, law) = (Lexer::new(source, 0, source.len()), Lexer::by_grammar(source, 0, source.len()));
        let (quick, law) = (read(quick), read(law));
        let differ = quick.0.iter().zip(&law.0).find(|(quick, law)| quick != law);
        assert!(quick == law, "{differ:?} in {:?}", String::from_utf8_lossy(source));
    }

    #[test]
    fn all_short_texts_are_cut_alike() {
        let alphabet = b"a0x.e-+>#%@!^\"\\/{}\n\r \0\xc3_(:";
        for length in 1..=3u32 {
            for number in 0..(alphabet.len() as u32).pow(length) {
                let pick =
                    |place: u32| alphabet[(number / (alphabet.len() as u32).pow(place)) as usize % alphabet.len()];
                compare(&(0..length).map(pick).collect::<Vec<u8>>());
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn long_texts_are_cut_alike(parts in proptest::collection::vec(0..PARTS.len(), 0..120), blank in proptest::bool::ANY) {
            let parts: Vec<&[u8]> = parts.into_iter().map(|part| PARTS[part]).collect();
            compare(&parts.join(if blank { &b" "[..] } else { b"" }));
        }

        #[test]
        fn random_bytes_are_cut_alike(source in proptest::collection::vec(proptest::num::u8::ANY, 0..300)) {
            compare(&source);
        }
    }

    const PARTS: &[&[u8]] = &[
        b"%a",
        b"%12",
        b"#1",
        b"#-}",
        b"{-#",
        b"{",
        b"}",
        b"->",
        b"-",
        b"...",
        b".",
        b"0x1F",
        b"0x",
        b"0",
        b"12.5e-3",
        b"1.e",
        b"7.E+",
        b"xf32",
        b"\"",
        b"\\",
        b"\\n",
        b"\\4f",
        b"\\4",
        b"@",
        b"@f",
        b"!t",
        b"!",
        b"^bb0",
        b"//",
        b"/",
        b"\n",
        b"\r",
        b"\t",
        b"\0",
        b"\x0b",
        b"\x0c",
        b"\xc3\xa9",
        b"\xff",
        b"a.b$_",
        b"::",
        b"(",
        b"|",
        b";",
        b"\x01",
        b"long text in a comment or a string",
    ];
}
