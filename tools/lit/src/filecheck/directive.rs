//! Directives in the check file: which word is one, and where its pattern is.
//!
//! Algorithm: the next occurrence of any prefix, the longest one first, is a directive if no sign of a word is before it
//! and a known suffix behind it; otherwise the search goes on behind the word.

use std::ops::Range;

use memchr::memmem;

use super::request::Request;

/// What a directive asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// So many matches, one after the other.
    Plain(u32),
    /// A match on the line after the last match.
    Next,
    /// A match on the line of the last match.
    Same,
    /// An empty line after the last match.
    Empty,
    /// No match up to the next match.
    Not,
    /// A match in any order among those of neighbours.
    Dag,
    /// A match that parts the input into regions.
    Label,
    /// The end of the input.
    End,
}

impl Kind {
    /// The suffix of the prefix.
    pub fn suffix(self) -> &'static str {
        match self {
            Kind::Plain(1) | Kind::End => "",
            Kind::Plain(_) => "-COUNT",
            Kind::Next => "-NEXT",
            Kind::Same => "-SAME",
            Kind::Empty => "-EMPTY",
            Kind::Not => "-NOT",
            Kind::Dag => "-DAG",
            Kind::Label => "-LABEL",
        }
    }
}

/// A directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directive {
    /// The prefix.
    pub prefix: String,
    /// What it asks for.
    pub kind: Kind,
    /// Whether the pattern has no syntax.
    pub is_literal: bool,
    /// The first byte of the prefix.
    pub start: usize,
    /// The bytes of the pattern.
    pub pattern: Range<usize>,
    /// The line, counted from 1.
    pub line: usize,
}

impl Directive {
    /// The directive as it is called in messages.
    pub fn name(&self) -> String {
        match self.kind {
            Kind::End => "implicit EOF".to_owned(),
            kind => format!("{}{}{}", self.prefix, kind.suffix(), if self.is_literal { "{LITERAL}" } else { "" }),
        }
    }
}

/// A word that looks like a directive, and is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    /// The byte that the message is about.
    pub at: usize,
    /// The message.
    pub message: String,
}

/// Reads the directives of a text in order.
pub struct Reader<'t> {
    text: &'t [u8],
    trims: bool,
    prefixes: Vec<Prefix<'t>>,
    at: usize,
    line: usize,
}

struct Prefix<'t> {
    word: &'t str,
    is_comment: bool,
    /// The first occurrence at or after the current byte.
    next: Option<usize>,
}

impl<'t> Reader<'t> {
    /// Begins at the start of `text`.
    pub fn new(text: &'t [u8], request: &'t Request) -> Self {
        let prefix = |word: &'t str, is_comment| Prefix { word, is_comment, next: find(text, word, 0) };
        let checks = request.prefixes().into_iter().map(|word| prefix(word, false));
        let comments = request.comments().into_iter().map(|word| prefix(word, true));
        let mut prefixes: Vec<_> = checks.chain(comments).collect();
        prefixes.sort_by_key(|prefix| std::cmp::Reverse(prefix.word.len()));
        Self { text, trims: request.trims_patterns(), prefixes, at: 0, line: 1 }
    }

    /// The next directive.
    pub fn next(&mut self) -> Result<Option<Directive>, Malformed> {
        while self.at < self.text.len() {
            let Some((start, index)) = self.next_prefix() else { return Ok(None) };
            self.line += memchr::memchr_iter(b'\n', &self.text[self.at..start]).count();
            let is_suffix_of_word = self.at < start && is_word(self.text[start - 1]);
            self.at = start;
            let prefix = &self.prefixes[index];
            let after = start + prefix.word.len();
            let suffix = match is_suffix_of_word || after == self.text.len() {
                true => Suffix::None,
                false if prefix.is_comment && self.text[after] == b':' => Suffix::Comment,
                false if prefix.is_comment => Suffix::None,
                false => Suffix::read(&self.text[after..]),
            };
            let word = prefix.word;
            match suffix {
                Suffix::None => {
                    self.at = after + self.text[after..].iter().take_while(|&&byte| is_word(byte)).count();
                }
                Suffix::Comment => self.at = self.pattern(after, 1).end,
                Suffix::Malformed(kind, n_bytes) => return Err(self.malformed(kind, start, after + n_bytes, word)),
                Suffix::Directive { kind, is_literal, n_bytes } => {
                    let pattern = self.pattern(after, n_bytes);
                    self.at = pattern.end;
                    let prefix = word.to_owned();
                    return Ok(Some(Directive { prefix, kind, is_literal, start, pattern, line: self.line }));
                }
            }
        }
        Ok(None)
    }

    /// The first prefix from the current byte on, and its index.
    fn next_prefix(&mut self) -> Option<(usize, usize)> {
        let (text, at) = (self.text, self.at);
        let mut first: Option<(usize, usize)> = None;
        for (index, prefix) in self.prefixes.iter_mut().enumerate() {
            if prefix.next.is_some_and(|next| next < at) {
                prefix.next = find(text, prefix.word, at);
            }
            if let Some(next) = prefix.next
                && first.is_none_or(|(found, _)| next < found)
            {
                first = Some((next, index));
            }
        }
        first
    }

    /// The pattern after a prefix and a suffix. As in upstream, a suffix at the end of the file counts as the pattern.
    fn pattern(&self, after: usize, n_bytes: usize) -> Range<usize> {
        let mut start = after + n_bytes;
        if start == self.text.len() {
            start = after;
        }
        if self.trims {
            start += self.text[start..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        }
        let rest = &self.text[start..];
        start..start + memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())
    }

    fn malformed(&self, kind: MalformedKind, start: usize, after: usize, prefix: &str) -> Malformed {
        match kind {
            MalformedKind::Misspelled => {
                let word = String::from_utf8_lossy(&self.text[start..after]);
                Malformed { at: start, message: format!("misspelled directive '{word}'") }
            }
            MalformedKind::Not => {
                Malformed { at: after, message: format!("unsupported -NOT combo on prefix '{prefix}'") }
            }
            MalformedKind::Count => {
                Malformed { at: after, message: format!("invalid count in -COUNT specification on prefix '{prefix}'") }
            }
        }
    }
}

fn find(text: &[u8], word: &str, from: usize) -> Option<usize> {
    memmem::find(&text[from..], word.as_bytes()).map(|at| from + at)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'
}

#[derive(Clone, Copy)]
enum MalformedKind {
    Misspelled,
    Not,
    Count,
}

/// What follows a prefix.
enum Suffix {
    None,
    Comment,
    Directive { kind: Kind, is_literal: bool, n_bytes: usize },
    Malformed(MalformedKind, usize),
}

/// Suffixes that do not go together.
const NOT_COMBINATIONS: &[&str] =
    &["DAG-NOT:", "NOT-DAG:", "NEXT-NOT:", "NOT-NEXT:", "SAME-NOT:", "NOT-SAME:", "EMPTY-NOT:", "NOT-EMPTY:"];

const KINDS: &[(&str, Kind)] = &[
    ("NEXT", Kind::Next),
    ("SAME", Kind::Same),
    ("NOT", Kind::Not),
    ("DAG", Kind::Dag),
    ("LABEL", Kind::Label),
    ("EMPTY", Kind::Empty),
];

impl Suffix {
    /// Reads the suffix at the start of `text`, which is not empty.
    fn read(text: &[u8]) -> Self {
        let (is_misspelled, rest) = match text {
            [b':' | b'{', ..] => return modified(Kind::Plain(1), text, text),
            [b'_', rest @ ..] => (true, rest),
            [b'-', rest @ ..] => (false, rest),
            _ => return Suffix::None,
        };
        match (Self::of_word(text, rest), is_misspelled) {
            (Suffix::None, _) => Suffix::None,
            (Suffix::Directive { n_bytes, .. } | Suffix::Malformed(_, n_bytes), true) => {
                Suffix::Malformed(MalformedKind::Misspelled, n_bytes)
            }
            (suffix, _) => suffix,
        }
    }

    /// Reads the suffix after its first sign.
    fn of_word(text: &[u8], rest: &[u8]) -> Self {
        if let Some(number) = rest.strip_prefix(b"COUNT-") {
            return count(text, number);
        }
        if NOT_COMBINATIONS.iter().any(|words| rest.starts_with(words.as_bytes())) {
            return Suffix::Malformed(MalformedKind::Not, text.len() - rest.len());
        }
        let found = KINDS.iter().find_map(|(word, kind)| Some((kind, rest.strip_prefix(word.as_bytes())?)));
        found.map_or(Suffix::None, |(&kind, rest)| modified(kind, text, rest))
    }
}

fn count(text: &[u8], number: &[u8]) -> Suffix {
    let n_digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = number.split_at(n_digits);
    let count: Option<u32> = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
    let count = count.filter(|&count| 0 < count && count <= i32::MAX as u32);
    match (count, rest.first()) {
        (Some(count), Some(b':' | b'{')) => modified(Kind::Plain(count), text, rest),
        (Some(_), _) => Suffix::Malformed(MalformedKind::Count, text.len() - rest.len()),
        (None, _) => Suffix::Malformed(MalformedKind::Count, text.len() - number.len()),
    }
}

/// The suffix `kind` of `text`, if `rest` has its colon, with or without modifiers in braces.
fn modified(kind: Kind, text: &[u8], rest: &[u8]) -> Suffix {
    if rest.first() == Some(&b':') {
        return Suffix::Directive { kind, is_literal: false, n_bytes: text.len() - rest.len() + 1 };
    }
    let Some(mut rest) = rest.strip_prefix(b"{") else { return Suffix::None };
    loop {
        let Some(after) = rest.trim_ascii_start().strip_prefix(b"LITERAL") else { return Suffix::None };
        rest = after.trim_ascii_start();
        match rest.strip_prefix(b",") {
            Some(after) => rest = after,
            None => break,
        }
    }
    match rest.strip_prefix(b"}:") {
        Some(rest) => Suffix::Directive { kind, is_literal: true, n_bytes: text.len() - rest.len() },
        None => Suffix::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, request: &Request) -> Result<Vec<(Kind, String, usize)>, String> {
        let mut reader = Reader::new(text.as_bytes(), request);
        let mut found = Vec::new();
        while let Some(directive) = reader.next().map_err(|error| error.message)? {
            found.push((directive.kind, text[directive.pattern].to_owned(), directive.line));
        }
        Ok(found)
    }

    #[test]
    fn every_suffix_is_read() {
        let text = "// CHECK: a\nCHECK-NEXT:b\n;CHECK-SAME: c\nCHECK-NOT: d\nCHECK-DAG: e\nCHECK-LABEL: f\n\
                    CHECK-EMPTY:\nCHECK-COUNT-3: g\nCHECK{LITERAL}: [[h\n";
        let kinds: Vec<_> =
            read(text, &Request::new()).unwrap().into_iter().map(|(kind, text, _)| (kind, text)).collect();
        let expected = [
            (Kind::Plain(1), "a"),
            (Kind::Next, "b"),
            (Kind::Same, "c"),
            (Kind::Not, "d"),
            (Kind::Dag, "e"),
            (Kind::Label, "f"),
            (Kind::Empty, ""),
            (Kind::Plain(3), "g"),
            (Kind::Plain(1), "[[h"),
        ];
        assert_eq!(kinds, expected.map(|(kind, text)| (kind, text.to_owned())));
    }

    #[test]
    fn parts_of_other_words_are_no_directives() {
        let text = "XCHECK: a\nCHECKS: b\nMY-CHECK: c\nCHECK -NEXT: d\nRUN: CHECK: e\nCHECK: f\n";
        assert_eq!(read(text, &Request::new()), Ok(vec![(Kind::Plain(1), "f".to_owned(), 6)]));
    }

    #[test]
    fn the_longest_prefix_counts() {
        let request = Request { check_prefixes: vec!["A".into(), "A-NEXT".into()], ..Request::new() };
        let found = read("A-NEXT: x\nA-NEXT-NEXT: y\n", &request).unwrap();
        assert_eq!(found, [(Kind::Plain(1), "x".to_owned(), 1), (Kind::Next, "y".to_owned(), 2)]);
    }

    #[test]
    fn what_looks_like_a_directive_is_refused() {
        let message = |text: &str| read(text, &Request::new()).unwrap_err();
        assert_eq!(message("CHECK_NEXT: a\n"), "misspelled directive 'CHECK_NEXT:'");
        assert_eq!(message("CHECK-NEXT-NOT: a\n"), "unsupported -NOT combo on prefix 'CHECK'");
        assert_eq!(message("CHECK-COUNT-0: a\n"), "invalid count in -COUNT specification on prefix 'CHECK'");
    }
}
