//! Translation between the `llvm` dialect and LLVM IR, which [`rmlir_llvm_ir`] reads and prints.
//!
//! In reading order: [`export`] from the dialect; [`import`] to the dialect; [`schedule`] handles another format than
//! LLVM IR: scheduling problems; [`tool`] the command line.

mod cli;
pub mod export;
pub mod import;
pub mod schedule;
pub mod tool;

pub use self::cli::command;
