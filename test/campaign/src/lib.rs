//! Campaigns: many random modules through passes, and what they compute compared.
//!
//! Plan: 1. [`sets`] says which dialects the modules of a campaign have, [`pipelines`] which passes they go through;
//! 2. [`trial`] takes one module through one pipeline, with the oracle looking on; 3. [`passes`] does so for all of them,
//! and reduces a module on which a pass goes wrong; 4. [`against`] takes the modules through mlir-opt as well, and asks
//! whether what it leaves computes the same. [`random`] takes modules through [`sequences`] of passes, and loops through
//! the passes for loops, in processes of their own ([`worker`]). [`texts`] mutates texts, and asks only that nothing breaks.

pub mod against;
pub mod passes;
pub mod pipelines;
pub mod random;
pub mod sequences;
pub mod sets;
pub mod texts;
pub mod trial;
pub mod worker;
