//! Tokens.

/// The kind of a token, determined by its first byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The end of the input.
    Eof,
    /// An invalid token, which has been reported.
    Error,
    /// `foo`, keywords included
    Bare,
    /// `@foo`, `@"foo"`
    At,
    /// `#foo`
    Hash,
    /// `%foo`
    Percent,
    /// `^foo`
    Caret,
    /// `!foo`
    Bang,
    /// `1.5e3`
    Float,
    /// `12`, `0x1F`
    Integer,
    /// `"foo"`
    String,
    /// `->`, `(`, `{-#` and so on
    Punctuation,
}

/// A token: a kind and a range in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// The kind.
    pub kind: Kind,
    /// The first byte, as an offset in the file.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}
