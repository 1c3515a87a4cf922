//! Tests in upstream's way: files whose `RUN` lines are commands, and whose `CHECK` lines say what these print.
//!
//! Reading order: `filecheck` compares a text with `CHECK` lines; `script` reads the keywords of a test file, `features`
//! decides by them whether it is run, `substitute` replaces `%s` and its kin; `shell` parses a command line and executes
//! it, `tools` has the commands that run within this process; `suite` finds the tests of folders, runs them on all cores
//! and reports. Commands, directives and words are those of lit and FileCheck of LLVM 22.

pub mod features;
pub mod filecheck;
pub mod script;
pub mod shell;
pub mod substitute;
pub mod suite;
pub mod tools;

mod split_file;

pub use suite::{command, main};
