//! Comparison of the engines of `rmlir-run`.
//!
//! Plan: 1. [`module`] parses a text and compiles it for each engine; 2. [`agree`] calls its functions in all of them
//! and reports differences; 3. [`smith`] does that with random modules, [`polybench`] with the kernels; 4. [`speed`]
//! measures.
//!
//! [`Command`] is `rmlir-check engines`. The interpreter is the reference: undefined or poison results may be anything
//! in other engines.

pub mod agree;
mod command;
pub mod module;
pub mod polybench;
pub mod smith;
pub mod speed;

pub use self::command::Command;
