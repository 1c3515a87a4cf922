//! Positions: the protocol counts lines, and UTF-16 code units in a line, from 0; a text is indexed by bytes.

use std::ops::Range;

/// The starts of the lines of a text.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// The lines of `text`; `\n`, `\r\n` and `\r` end one.
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends_line = |at: usize| bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(|&at| ends_line(at)).map(|at| at + 1));
        Self { starts: starts.collect() }
    }

    /// The position of an offset, which is the first byte of a character or the end.
    pub fn position(&self, text: &str, offset: usize) -> lsp_types::Position {
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let character = text[self.starts[line]..offset].encode_utf16().count();
        lsp_types::Position { line: line as u32, character: character as u32 }
    }

    /// The range of the protocol.
    pub fn range(&self, text: &str, range: &Range<usize>) -> lsp_types::Range {
        lsp_types::Range { start: self.position(text, range.start), end: self.position(text, range.end) }
    }

    /// The bytes of a line, with its end.
    fn line(&self, text: &str, line: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(line)?;
        Some(start..self.starts.get(line + 1).copied().unwrap_or(text.len()))
    }

    /// The offset of a position; one behind its line is the end of the line, one behind the last line is the end.
    pub fn offset(&self, text: &str, position: lsp_types::Position) -> usize {
        let Some(range) = self.line(text, position.line as usize) else { return text.len() };
        let line = text[range.clone()].trim_end_matches(['\r', '\n']);
        let mut units = 0;
        for (at, character) in line.char_indices() {
            if units >= position.character as usize {
                return range.start + at;
            }
            units += character.len_utf16();
        }
        range.start + line.len()
    }
}
