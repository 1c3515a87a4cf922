//! The uniformity analysis on trial.
//!
//! [`graphs`] makes random graphs and [`random`] random programs over them; [`program`] is the form of both, which
//! [`text`] writes as LLVM IR; [`llvm`] runs LLVM's analysis and reads what it prints, and [`compare`] holds ours against
//! it. [`machine`] runs a program, as [`code`], by several threads, [`judge`] tells what differs, and [`trial`] holds that
//! against the analysis; [`cases`] are programs with known answers. [`imported`] compares LLVM IR by way of our importer,
//! [`structured`] makes random structured programs and compares them with what they become; [`tokens`] those with
//! convergence control; [`mod@bench`] measures time. [`Command`] is `rmlir-check uniformity`.

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
