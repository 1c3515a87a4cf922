//! Between the `llvm` dialect and LLVM IR.
//!
//! In reading order: [`model`] LLVM IR as data; [`write`] its text; [`fold`]
//! what instructions on constants come to; [`export`] from the dialect; [`tool`]
//! the command line.

pub mod export;
pub mod fold;
pub mod model;
pub mod tool;
pub mod write;
