//! Campaigns: many random modules are transformed by passes, and their results are compared.
//!
//! Plan: 1. [`sets`] defines the dialects of the modules of a campaign, [`pipelines`] the passes that they are
//! transformed by; 2. [`trial`] runs one pipeline on one module, checked by the oracle; 3. [`passes`] does so for all
//! of them, and reduces a module that a pass miscompiles; 4. [`against`] runs mlir-opt on the modules as well, and
//! checks whether its output computes the same. [`random`] runs [`sequences`] of passes on modules, and loop passes on
//! loops, in worker processes ([`worker`]). [`texts`] mutates texts, and only checks for crashes.

pub mod against;
pub mod passes;
pub mod pipelines;
pub mod random;
pub mod sequences;
pub mod sets;
pub mod texts;
pub mod trial;
pub mod worker;
