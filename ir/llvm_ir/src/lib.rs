//! LLVM IR as data, and its text.
//!
//! In reading order: [`model`] modules, functions and instructions; [`mod@write`] their printer, [`read`] the parser of
//! the text; [`signature`] the signatures of intrinsics; [`fold`] constant folding of instructions.

pub mod fold;
pub mod model;
pub mod read;
pub mod signature;
pub mod write;
