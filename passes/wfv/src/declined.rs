//! The reason why a function has no variants.

use rmlir::prelude::*;

/// The location and the reason of a refusal.
#[derive(Clone, Debug)]
pub struct Declined {
    /// The location of the operation that prevents vectorization.
    pub place: Loc,
    /// The name of the operation.
    pub name: String,
    /// The reason.
    pub why: String,
}

impl Declined {
    /// Refuses because of `op`.
    pub fn at(body: &Body, op: OpId, why: impl Into<String>) -> Self {
        Self { place: body.loc(op), name: body.name(op).str(body.cx()).to_owned(), why: why.into() }
    }
}
