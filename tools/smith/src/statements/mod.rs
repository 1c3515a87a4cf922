//! Statements: one operation each, or a few with their guards.
//!
//! `statement` draws one of `elementwise`, `memory`, `affine`, `structured` and `vectors`.

pub(crate) mod affine;
pub(crate) mod elementwise;
pub(crate) mod memory;
pub(crate) mod statement;
pub(crate) mod structured;
pub(crate) mod vectors;
