//! rmlir as one crate: the IR, every dialect, every pass, every analysis, and the tools as functions.
//!
//! The features of the crate select groups of dialects, passes and tools; without any, the core remains.
//!
//! - [`Session`] parses a text, runs a pipeline on it and prints the result.
//! - [`prelude`] holds the items that an author of a dialect or a pass needs; the declarations `#[op]`, `#[ty]`,
//!   `#[attr]`, `#[pattern]`, `#[pass]` and `dialect!` are among them.
//! - [`dialects`] and [`passes`] hold what rmlir defines itself, [`Registry::everything`] lists it.
//! - [`core`] is the IR, [`text`] and [`bytecode`] are its two formats, [`rewrite`] holds the greedy driver and dialect
//!   conversion, [`analysis`] data flow and other analyses, [`mod@pass`] the pass manager.
//! - [`interp`] is the interpreter, [`jit`] makes machine code, [`semantics`] compares functions before and after passes.
//! - [`opt_main`], [`run_main`], [`translate_main`] and [`reduce_main`] are the tools, [`main`] is all of them as one
//!   program. Each takes a function that adds dialects and passes from outside:
//!   `fn main() -> ExitCode { rmlir::opt_main(|registry| registry.register::<Toy>()) }`.

pub mod dialects;
#[cfg(doctest)]
mod guide;
mod new;
pub mod passes;
mod program;
mod session;
#[cfg(feature = "tools")]
mod shell;

pub use rmlir_base::budget;
pub use rmlir_bytecode as bytecode;
pub use rmlir_ir::*;
#[cfg(feature = "jit")]
pub use rmlir_jit as jit;
#[cfg(feature = "llvm")]
pub use rmlir_llvm_ir as llvm_ir;
#[cfg(feature = "lowerings")]
pub use rmlir_modulo as modulo;
#[cfg(feature = "lowerings")]
pub use rmlir_polyhedral as polyhedral;
pub use rmlir_presburger as presburger;
#[cfg(feature = "lowerings")]
pub use rmlir_problems as problems;
#[cfg(feature = "tools")]
pub use rmlir_reduce as reduce;
#[cfg(feature = "tools")]
pub use rmlir_run as run;
pub use rmlir_semantics as semantics;
#[cfg(feature = "tools")]
pub use rmlir_translate as translate;

pub use program::{main, opt_main};
#[cfg(feature = "tools")]
pub use program::{reduce_main, run_main, translate_main};
pub use rmlir_opt::{Registry, opt, tool};
pub use session::Session;
