//! The PolyBench/C kernels as MLIR, compiled by both tool chains to native code and executed.
//!
//! Plan: 1. `kernel` reads the files of `kernels/` and substitutes other sizes; 2. `chain` runs opt, translate and
//! clang on one text, executes the program and reads its checksum; 3. `report` compares the checksums of our chain, of
//! upstream's and of C.
//! [`Command`] is `rmlir-check polybench`.
//! Notation: *chain*: opt, translate and clang, one after the other; *data set*: a name for the sizes of all kernels.

pub mod chain;
mod command;
pub mod kernel;
pub mod report;

pub use self::command::Command;
