//! Why a function gets no variants.

use rmlir::prelude::*;

/// Where, and why.
#[derive(Clone, Debug)]
pub struct Declined {
    /// The operation that is in the way.
    pub place: Loc,
    /// Its name.
    pub name: String,
    /// What is wrong with it.
    pub why: String,
}

impl Declined {
    /// Because of `op`.
    pub fn at(body: &Body, op: OpId, why: impl Into<String>) -> Self {
        Self { place: body.loc(op), name: body.name(op).str(body.cx()).to_owned(), why: why.into() }
    }
}
