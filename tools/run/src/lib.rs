//! The tool that runs a function of a file and prints its results.
//!
//! Plan: 1. `cli` parses the command line; 2. arguments become data, those in files by `npy`; 3. `tool` parses the
//! module and interprets it, observed by `watch` if that is enabled, or runs it as machine code by [`native`]; 4.
//! results are printed, or saved by `npy`. With `--check-uniformity`, `uniform` runs it by several threads instead,
//! with `--check-clauses` `clauses` checks the arguments of functions with clauses.

pub mod native;

mod clauses;
mod cli;
mod npy;
mod tool;
mod uniform;
mod watch;

pub use self::tool::{command, main, run};
pub use rmlir_opt::tool::ToolOutput;
