//! Makes a module smaller as long as it stays interesting.
//!
//! Plan: 1. `test` is the interestingness test: a command, or a tool with a pipeline, applied to a text; 2. `changes`
//! lists the candidates of each kind of reduction, by index; 3. `search` tries ranges of candidates, long ones first,
//! and commits each text that is smaller, verifies, and is still interesting, until no candidate of any kind is.
//! Notation: *candidate*: one operation, block or value that a kind of change applies to; *trial*: a text with a range
//! of candidates changed.
//! `bisect` instead finds the step of the pipeline with which a module becomes interesting.
//! Paper: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", TSE 2002, for the ranges.
//! After: the text depends on the module and the test alone; the number of concurrent trials is fixed, and of those
//! that succeed the first is committed.

pub mod bisect;
pub mod changes;
mod cli;
pub mod search;
pub mod test;

pub use cli::{command, main};
