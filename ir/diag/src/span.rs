//! Names for places in the sources: a byte, a range of bytes, a line and column.
//!
//! All files of a `SourceMap` share one space of offsets, so a single `u32` says which file and which byte of it. The
//! space ends below 2^31: one bit is left to whoever packs a position together with something else.

/// A byte of some file of a `SourceMap`: an offset in the space that all its files share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Pos(pub u32);

/// A half-open range of bytes in the shared space; `start == end` points between two bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one, in the same file.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to, not including, `end`.
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end: end.max(start) }
    }

    /// The empty span at one position.
    pub fn at(pos: Pos) -> Self {
        Self { start: pos.0, end: pos.0 }
    }

    /// Where the span begins.
    pub fn pos(self) -> Pos {
        Pos(self.start)
    }

    /// The number of bytes.
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the span holds no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest span that holds both.
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

/// A line and a column, both from 1, the column counted in bytes; 0 stands for "unknown".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineCol {
    /// The line, from 1.
    pub line: u32,
    /// The byte of the line, from 1.
    pub col: u32,
}
