//! Translation between the `llvm` dialect and LLVM IR.
//!
//! In reading order: [`model`] LLVM IR as data; [`mod@write`] its printer; [`fold`] constant folding of instructions;
//! [`export`] from the dialect; [`read`] parses the text, [`import`] converts it to the dialect; [`schedule`] handles
//! another format than LLVM IR: scheduling problems; [`tool`] the command line.

pub mod export;
pub mod fold;
pub mod import;
pub mod model;
pub mod read;
pub mod schedule;
pub mod tool;
pub mod write;
