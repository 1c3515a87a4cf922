//! rmlir as one crate: the IR, every dialect, every pass, and the opt tool as a function.
//!
//! A tool with dialects of its own is one line:
//! `fn main() -> ExitCode { rmlir::opt_main(|registry| registry.register::<Toy>()) }`.

pub mod opt;
mod pipelines;
mod registry;
pub mod tool;

pub use rmlir_arith as arith;
pub use rmlir_builtin as builtin;
pub use rmlir_cf as cf;
pub use rmlir_cleanup as cleanup;
pub use rmlir_conversion as conversion;
pub use rmlir_func as func;
pub use rmlir_index as index;
pub use rmlir_ir::*;
pub use rmlir_irdl as irdl;
pub use rmlir_memref as memref;
pub use rmlir_scf as scf;
pub use rmlir_semantics as semantics;
pub use rmlir_ub as ub;

pub use opt::opt_main;
pub use registry::Registry;
