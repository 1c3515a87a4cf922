//! Positions: the protocol counts lines, and UTF-16 code units in a line, from 0; a text is indexed by bytes.

use std::ops::Range;

/// The lines of a text.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    lines: Vec<Line>,
}

#[derive(Clone, Copy, Debug)]
struct Line {
    start: usize,
    /// Whether each byte is a code unit, so that none has to be counted: lines can be long.
    is_ascii: bool,
}

impl Lines {
    /// The lines of `text`; `\n`, `\r\n` and `\r` end one.
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends_line = |at: usize| bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        let mut lines = Vec::new();
        let mut start = 0;
        for end in (0..bytes.len()).filter(|&at| ends_line(at)).map(|at| at + 1).chain([bytes.len()]) {
            lines.push(Line { start, is_ascii: text[start..end].is_ascii() });
            start = end;
        }
        Self { lines }
    }

    /// The position of an offset, which is the first byte of a character or the end.
    pub fn position(&self, text: &str, offset: usize) -> lsp_types::Position {
        // The last line may be empty, behind the end of another one.
        let number = self.lines.partition_point(|line| line.start <= offset) - 1;
        let Line { start, is_ascii } = self.lines[number];
        let character = if is_ascii { offset - start } else { text[start..offset].encode_utf16().count() };
        lsp_types::Position { line: number as u32, character: character as u32 }
    }

    /// The range of the protocol.
    pub fn range(&self, text: &str, range: &Range<usize>) -> lsp_types::Range {
        lsp_types::Range { start: self.position(text, range.start), end: self.position(text, range.end) }
    }

    /// The offset of a position; one behind its line is the end of the line, one behind the last line is the end.
    pub fn offset(&self, text: &str, position: lsp_types::Position) -> usize {
        let (number, character) = (position.line as usize, position.character as usize);
        let Some(&Line { start, is_ascii }) = self.lines.get(number) else { return text.len() };
        let end = self.lines.get(number + 1).map_or(text.len(), |next| next.start);
        let line = text[start..end].trim_end_matches(['\r', '\n']);
        if is_ascii {
            return start + character.min(line.len());
        }
        let mut units = 0;
        for (at, next) in line.char_indices() {
            if units >= character {
                return start + at;
            }
            units += next.len_utf16();
        }
        start + line.len()
    }
}
