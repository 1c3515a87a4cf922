//! Checks of the uniformity analysis.
//!
//! [`graphs`] generates random graphs and [`random`] random programs over them; [`program`] is the representation of
//! both, which [`text`] prints as LLVM IR; [`llvm`] runs LLVM's analysis and parses its output, and [`compare`]
//! compares ours with it. [`machine`] executes a program, as [`code`], by several threads, [`judge`] detects
//! differences between them, and [`trial`] compares these with the analysis; [`cases`] are programs with known results.
//! [`imported`] compares LLVM IR after our importer, [`structured`] generates random structured programs and compares
//! them with their lowered form; [`tokens`] generates those with convergence control; [`mod@bench`] measures time.
//! [`Command`] is `rmlir-check uniformity`.

pub use rmlir_properties::numbers;

pub mod bench;
pub mod cases;
pub mod code;
mod command;
pub mod compare;
pub mod graphs;
pub mod imported;
pub mod judge;
pub mod llvm;
pub mod machine;
pub mod program;
pub mod random;
pub mod structured;
pub mod text;
pub mod tokens;
pub mod trial;

pub use self::command::Command;
