//! Makes a module smaller as long as it stays interesting.
//!
//! Plan: 1. `test` says what is interesting: what a command, or a tool with a pipeline, does with a text; 2. `changes` lists
//! what could be left out of a module or made simpler, each kind by number; 3. `search` tries ranges of those numbers, long
//! ones first, and keeps each text that is smaller, right, and still interesting, until no change of any kind is.
//! Notation: *candidate*: one place where a kind of change can be made; *trial*: a text with a range of candidates changed.
//! Paper: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", TSE 2002, for the ranges.
//! After: the text depends on the module and the test alone; trials at the same time are always equally many, and of those
//! that are kept the first is.

pub mod changes;
pub mod search;
pub mod test;
