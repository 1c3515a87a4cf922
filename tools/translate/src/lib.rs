//! Between the `llvm` dialect and LLVM IR.
//!
//! In reading order: [`model`] LLVM IR as data; [`mod@write`] its text; [`fold`]
//! what instructions on constants come to; [`export`] from the dialect; [`read`]
//! reads the text, [`import`] makes the dialect of it; [`schedule`] is about other
//! problems than LLVM IR: when operations start; [`tool`] the command line.

pub mod export;
pub mod fold;
pub mod import;
pub mod model;
pub mod read;
pub mod schedule;
pub mod tool;
pub mod write;
