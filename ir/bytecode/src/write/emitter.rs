//! A buffer for the bytes of the file, or of a part of it.

use crate::encoding::{IS_ALIGNED, PADDING, Section};

/// A buffer of bytes that records their required alignment.
pub(super) struct Emitter {
    bytes: Vec<u8>,
    /// The alignment of the first byte that is required for the alignment of all others.
    alignment: usize,
}

impl Emitter {
    pub fn new() -> Self {
        Self { bytes: Vec::new(), alignment: 1 }
    }

    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub fn byte(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Overwrites a byte.
    pub fn patch(&mut self, at: usize, value: u8) {
        self.bytes[at] = value;
    }

    /// Appends a varint: as many zero bits as bytes follow the first one, a one bit, and the value, least significant
    /// bits first. A value of more than 56 bits follows a zero byte.
    pub fn number(&mut self, value: u64) {
        let n_bits = u64::BITS - value.leading_zeros();
        let n_bytes = n_bits.div_ceil(7).max(1);
        if n_bytes > 8 {
            self.byte(0);
            return self.bytes(&value.to_le_bytes());
        }
        let marked = (value << 1 | 1) << (n_bytes - 1);
        self.bytes(&marked.to_le_bytes()[..n_bytes as usize]);
    }

    /// Appends a varint with a flag in its lowest bit.
    pub fn flagged(&mut self, value: u64, flag: bool) {
        self.number(value << 1 | u64::from(flag));
    }

    /// Appends a signed varint in zigzag encoding: 0, -1, 1, -2, ... are 0, 1, 2, 3, ...
    pub fn signed(&mut self, value: i64) {
        self.number((value << 1 ^ value >> 63) as u64);
    }

    /// Pads to a multiple of `alignment`, a power of two.
    pub fn align(&mut self, alignment: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(alignment), PADDING);
        self.alignment = self.alignment.max(alignment);
    }

    /// Appends a section with these contents.
    pub fn section(&mut self, section: Section, contents: Emitter) {
        let start = self.len();
        self.byte(section as u8);
        self.number(contents.len() as u64);
        if contents.alignment > 1 {
            // The alignment of the section is relative to that of this emitter.
            self.patch(start, section as u8 | IS_ALIGNED);
            self.number(contents.alignment as u64);
            self.align(contents.alignment);
        }
        self.bytes(&contents.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::Emitter;

    fn number(value: u64) -> Vec<u8> {
        let mut emitter = Emitter::new();
        emitter.number(value);
        emitter.into_bytes()
    }

    /// The length of the prefix depends on the value; nine bytes suffice for all values.
    #[test]
    fn numbers_take_a_byte_for_each_seven_bits() {
        assert_eq!(number(0), [1]);
        assert_eq!(number(127), [255]);
        assert_eq!(number(128), [2, 2]);
        assert_eq!(number((1 << 14) - 1), [254, 255]);
        assert_eq!(number((1 << 56) - 1), [0x80, 255, 255, 255, 255, 255, 255, 255]);
        assert_eq!(number(1 << 56), [0, 0, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(number(u64::MAX), [0, 255, 255, 255, 255, 255, 255, 255, 255]);
    }
}
