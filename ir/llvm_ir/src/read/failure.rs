//! Parse errors.

/// A parse error and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The byte offset in the text.
    pub at: usize,
    /// The reason.
    pub message: String,
}

pub(super) type Read<T> = Result<T, Failure>;
