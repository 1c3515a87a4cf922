//! The cursor over the bytes of a file, and its primitives.

use std::ops::Range;

use crate::encoding::{IS_ALIGNED, PADDING, Section};
use rmlir_core::bytecode::ReadError;

/// A cursor over a range of the file.
#[derive(Clone)]
pub(super) struct Cursor<'b> {
    /// The whole file: alignments are relative to its start.
    bytes: &'b [u8],
    pos: usize,
    end: usize,
}

pub(super) fn malformed(message: impl Into<String>) -> ReadError {
    ReadError::Malformed(message.into())
}

impl<'b> Cursor<'b> {
    pub fn new(bytes: &'b [u8], range: Range<usize>) -> Self {
        Self { bytes, pos: range.start, end: range.end }
    }

    pub fn is_empty(&self) -> bool {
        self.pos == self.end
    }

    /// The number of remaining bytes.
    pub fn n_left(&self) -> usize {
        self.end - self.pos
    }

    /// The position in the file.
    pub fn pos(&self) -> usize {
        self.pos
    }

    pub fn end(&self) -> usize {
        self.end
    }

    /// Restricts the range to end at `end`.
    pub fn set_end(&mut self, end: usize) {
        debug_assert!((self.pos..=self.bytes.len()).contains(&end), "the end lies ahead and in the file");
        self.end = end;
    }

    pub fn byte(&mut self) -> Result<u8, ReadError> {
        if self.is_empty() {
            return Err(malformed("attempting to parse a byte at the end of the bytecode"));
        }
        self.pos += 1;
        Ok(self.bytes[self.pos - 1])
    }

    pub fn bytes(&mut self, n: usize) -> Result<&'b [u8], ReadError> {
        let left = self.n_left();
        if n > left {
            return Err(malformed(format!("attempting to parse {n} bytes when only {left} remain")));
        }
        self.pos += n;
        Ok(&self.bytes[self.pos - n..self.pos])
    }

    /// Reads a varint; see the writer.
    pub fn number(&mut self) -> Result<u64, ReadError> {
        let first = self.byte()?;
        if first == 0 {
            let bytes = self.bytes(8)?;
            return Ok(u64::from_le_bytes(bytes.try_into().expect("8 bytes were read")));
        }
        let n_more = first.trailing_zeros();
        let mut bytes = [0; 8];
        bytes[0] = first;
        bytes[1..=n_more as usize].copy_from_slice(self.bytes(n_more as usize)?);
        Ok(u64::from_le_bytes(bytes) >> (n_more + 1))
    }

    /// Reads a varint with a flag in its lowest bit.
    pub fn flagged(&mut self) -> Result<(u64, bool), ReadError> {
        let number = self.number()?;
        Ok((number >> 1, number & 1 != 0))
    }

    pub fn signed(&mut self) -> Result<i64, ReadError> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// Reads the number of subsequent entries, each of which occupies at least a byte.
    pub fn count(&mut self) -> Result<usize, ReadError> {
        let n = self.number()?;
        self.check_count(n)
    }

    /// Checks `n` as the number of subsequent entries, each of which occupies at least a byte.
    pub fn check_count(&self, n: u64) -> Result<usize, ReadError> {
        match usize::try_from(n) {
            Ok(n) if n <= self.n_left() => Ok(n),
            _ => Err(malformed("attempting to parse a byte at the end of the bytecode")),
        }
    }

    /// Reads a zero-terminated string.
    pub fn text(&mut self) -> Result<&'b [u8], ReadError> {
        let left = &self.bytes[self.pos..self.end];
        let Some(len) = left.iter().position(|&byte| byte == 0) else {
            return Err(malformed("malformed null-terminated string, no null character found"));
        };
        self.pos += len + 1;
        Ok(&left[..len])
    }

    /// Moves to the next multiple of `alignment`.
    pub fn align(&mut self, alignment: u64) -> Result<(), ReadError> {
        if !alignment.is_power_of_two() {
            return Err(malformed("expected alignment to be a power-of-two"));
        }
        while !(self.pos as u64).is_multiple_of(alignment) {
            let byte = self.byte()?;
            if byte != PADDING {
                return Err(malformed(format!("expected alignment byte (0xCB), but got: '0x{byte:x}'")));
            }
        }
        Ok(())
    }

    /// Reads the header of a section and returns the range of its contents. The cursor is moved after them.
    pub fn section(&mut self) -> Result<(Section, Range<usize>), ReadError> {
        let range = self.section_head()?;
        self.pos = range.1.end;
        Ok(range)
    }

    /// Reads the header of a section and returns the range of its contents. The cursor is moved to their start.
    pub fn section_head(&mut self) -> Result<(Section, Range<usize>), ReadError> {
        let first = self.byte()?;
        let length = self.number()?;
        let number = first & !IS_ALIGNED;
        let Some(section) = Section::from_number(number) else {
            return Err(malformed(format!("invalid section ID: {number}")));
        };
        if first & IS_ALIGNED != 0 {
            let alignment = self.number()?;
            self.align(alignment)?;
        }
        let left = self.n_left();
        match usize::try_from(length) {
            Ok(length) if length <= left => Ok((section, self.pos..self.pos + length)),
            _ => Err(malformed(format!("attempting to parse {length} bytes when only {left} remain"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cursor;

    fn number(bytes: &[u8]) -> Option<u64> {
        Cursor::new(bytes, 0..bytes.len()).number().ok()
    }

    /// The inverse of the writer's test.
    #[test]
    fn numbers_say_how_long_they_are() {
        assert_eq!(number(&[1]), Some(0));
        assert_eq!(number(&[255]), Some(127));
        assert_eq!(number(&[2, 2]), Some(128));
        assert_eq!(number(&[0x80, 255, 255, 255, 255, 255, 255, 255]), Some((1 << 56) - 1));
        assert_eq!(number(&[0, 0, 0, 0, 0, 0, 0, 0, 1]), Some(1 << 56));
        assert_eq!(number(&[2]), None);
        assert_eq!(number(&[]), None);
    }
}
