//! Failures of bufferization.

use rmlir::prelude::*;

/// A failure, with a diagnostic unless it was reported already.
#[derive(Debug, Default)]
pub struct Failure(pub Option<Box<Diagnostic>>);

impl Failure {
    /// A failure without a diagnostic.
    pub fn silent() -> Self {
        Self(None)
    }
}

impl From<Box<Diagnostic>> for Failure {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Self(Some(diagnostic))
    }
}

/// The result of an attempt to build a value, or the failure.
pub type Attempt<T> = Result<T, Failure>;
