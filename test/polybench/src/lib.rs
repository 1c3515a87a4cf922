//! The PolyBench/C kernels as MLIR, run through both chains of tools to native code.
//!
//! Plan: 1. `kernel` reads the files of `kernels/` and gives them another size; 2. `chain` takes one text through opt,
//! translate and clang, runs the program and reads its checksum; 3. `report` puts the checksums of our chain, of
//! upstream's and of C beside each other.
//! [`Command`] is `rmlir-check polybench`.
//! Notation: *chain*: opt, translate and clang, one after the other; *data set*: a name for the sizes of all kernels.

pub mod chain;
mod command;
pub mod kernel;
pub mod report;

pub use self::command::Command;
