//! Native code of modules in the `llvm` dialect, within this process.
//!
//! Plan: 1. [`entry`] adds a wrapper for the function to be called, which takes all arguments through one pointer; 2.
//! [`compile()`] compiles the module with Cranelift, or [`native::Library`] loads what a compiler has generated from
//! it; 3. [`native::Call`] lays [`Data`](rmlir::interp::Data) out in memory as C does, calls, and reads the results.
//!
//! Notation: *leaf*: a part of a value that fits into one machine register; *slot*: the array element with the address
//! of one argument.
//!
//! Worksharing loops run on [`team`]s of threads.
//!
//! The only `unsafe` code is in `native/raw.rs`, which states its assumptions: native code is not checked, and the user
//! who runs a module is responsible for it.

pub mod compile;
pub mod entry;
pub mod leaf;
pub mod native;

mod host;
mod host_function;
mod openmp;
mod ops;
mod output;
pub mod team;

pub use compile::{Compiled, compile};
pub use native::{Call, Code, Library};
