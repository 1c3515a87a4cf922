//! Random IR as text, random changes of text, and the ways into rmlir that they are tried on.
//!
//! `numbers` is where chance comes from, always with a seed; `program` writes modules that are right; `mutate` makes texts
//! that are mostly wrong; `entries` are what both are given to: reading and everything after it, formats, pipelines.
//! `RMLIR_CASES` says how many cases each test tries.

pub mod entries;
pub mod mutate;
pub mod numbers;
pub mod program;

/// How many cases a test tries: the environment's `RMLIR_CASES`, or `few`.
pub fn n_cases(few: u64) -> u64 {
    std::env::var("RMLIR_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(few)
}
