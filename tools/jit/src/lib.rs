//! Native code of modules in the `llvm` dialect, within this process.
//!
//! Plan: 1. [`entry`] puts a function beside the one that is to be called, which takes all arguments through one pointer;
//! 2. [`compile()`] makes machine code of the module with Cranelift, or [`native::Library`] loads what a compiler made of
//! it; 3. [`native::Call`] lays [`Data`](rmlir::interp::Data) out in memory as C does, calls, and reads what came out.
//!
//! Notation: *leaf*: a part of a value that a machine has a register for; *slot*: where one argument lies in memory.
//!
//! Loops whose iterations threads share run on [`team`]s.
//!
//! The only `unsafe` code is in `native/raw.rs`, which says what it relies on: native code does what it wants, and who
//! runs a module answers for it.

pub mod compile;
pub mod entry;
pub mod leaf;
pub mod native;

mod host;
mod openmp;
mod ops;
pub mod team;

pub use compile::{Compiled, compile};
pub use native::{Call, Code, Library};
