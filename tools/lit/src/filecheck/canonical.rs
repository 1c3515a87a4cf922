//! The text of a file with each run of blanks and tabs as one blank, and without the returns before newlines.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;
use rmlir_diag::{SourceFile, SourceId, SourceMap, Span, TooLarge};

/// A file as it is matched.
pub struct Canonical<'m> {
    file: &'m SourceFile,
    /// Whether blanks and tabs are as they are in the file.
    is_strict: bool,
    text: Cow<'m, [u8]>,
}

impl<'m> Canonical<'m> {
    /// Adds a file to `map`.
    pub fn add(map: &'m SourceMap, name: &str, text: Vec<u8>, is_strict: bool) -> Result<Self, TooLarge> {
        Ok(Self::of(map, map.add(name, text)?, is_strict))
    }

    fn of(map: &'m SourceMap, id: SourceId, is_strict: bool) -> Self {
        let file = map.file(id);
        Self { file, is_strict, text: canonical(file.bytes(), is_strict) }
    }

    /// The text that is matched.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The file.
    pub fn file(&self) -> &'m SourceFile {
        self.file
    }

    /// The bytes of the file that became the bytes `range` of the text.
    pub fn original(&self, range: Range<usize>) -> Range<usize> {
        if let Cow::Borrowed(_) = self.text {
            return range;
        }
        // Lines are the same in both, so only one has to be read again.
        let line_start = |text: &[u8], at: usize| memchr::memrchr(b'\n', &text[..at]).map_or(0, |newline| newline + 1);
        let start = line_start(&self.text, range.start);
        let n_lines = memchr::memchr_iter(b'\n', &self.text[..start]).count();
        let line = self.file.line_range(n_lines as u32 + 1).map_or(self.file.bytes().len(), |line| line.start);
        let before = |at: usize| line + original_offset(&self.file.bytes()[line..], at - start, self.is_strict);
        let first = before(range.start);
        first..before(range.end).max(first)
    }

    /// The span of the bytes of the file that became the bytes `range` of the text.
    pub fn span(&self, range: Range<usize>) -> Span {
        self.file.span_of(self.original(range))
    }
}

fn canonical(text: &[u8], is_strict: bool) -> Cow<'_, [u8]> {
    let is_canonical = memchr(b'\r', text).is_none()
        && (is_strict || (memchr(b'\t', text).is_none() && !text.windows(2).any(|pair| pair == b"  ")));
    if is_canonical {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let (byte, n_bytes) = next(&text[at..], is_strict);
        out.extend(byte);
        at += n_bytes;
    }
    Cow::Owned(out)
}

/// The first byte of the canonical form of `text`, and the number of bytes that it stands for.
fn next(text: &[u8], is_strict: bool) -> (Option<u8>, usize) {
    match text {
        [b'\r', b'\n', ..] => (None, 1),
        [b' ' | b'\t', ..] if !is_strict => {
            (Some(b' '), text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count())
        }
        _ => (Some(text[0]), 1),
    }
}

/// The offset in `text` of the byte at `offset` of its canonical form.
fn original_offset(text: &[u8], offset: usize, is_strict: bool) -> usize {
    let (mut at, mut n_out) = (0, 0);
    while n_out < offset && at < text.len() {
        let (byte, n_bytes) = next(&text[at..], is_strict);
        n_out += usize::from(byte.is_some());
        at += n_bytes;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_joined_and_returns_before_newlines_dropped() {
        assert_eq!(&*canonical(b"a \t b\r\n\tc\rd", false), b"a b\n c\rd");
        assert_eq!(&*canonical(b"a \t b\r\n\tc\rd", true), b"a \t b\n\tc\rd");
        assert!(matches!(canonical(b"a b\n", false), Cow::Borrowed(_)));
    }

    #[test]
    fn positions_lead_back_to_the_file() {
        let map = SourceMap::new();
        let text = "a  \t b\r\n   c  d\n";
        let file = Canonical::add(&map, "f", text.into(), false).unwrap();
        assert_eq!(file.text(), b"a b\n c d\n");
        assert_eq!(file.original(2..3), 5..6);
        assert_eq!(file.original(7..8), 14..15);
        assert_eq!(file.original(9..9), text.len()..text.len());
    }
}
