//! Source positions: a byte, a range of bytes, a line and column.
//!
//! All files of a `SourceMap` share one address space of offsets, so a single `u32` identifies the file and the byte in
//! it. The offsets are below 2^31: one bit is free for packing a position with other data.

/// A byte of some file of a `SourceMap`: an offset in the address space shared by all its files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Pos(pub u32);

/// A half-open range of bytes in the shared address space; `start == end` is a position between two bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one, in the same file.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` (inclusive) to `end` (exclusive).
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end: end.max(start) }
    }

    /// The empty span at one position.
    pub fn at(pos: Pos) -> Self {
        Self { start: pos.0, end: pos.0 }
    }

    /// The start of the span.
    pub fn pos(self) -> Pos {
        Pos(self.start)
    }

    /// The number of bytes.
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Returns whether the span is empty.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest span that contains both.
    pub fn to(self, other: Span) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl From<Pos> for Span {
    fn from(pos: Pos) -> Self {
        Span::at(pos)
    }
}

/// A file of a `SourceMap`, numbered in the order of addition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourceId(pub u32);

/// A line and a column, both counted from 1, the column in bytes; 0 is unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineCol {
    /// The line, counted from 1.
    pub line: u32,
    /// The byte in the line, counted from 1.
    pub col: u32,
}
