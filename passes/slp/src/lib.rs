//! Superword-level parallelism: straight-line code that does the same several times becomes vectors.
//!
//! Larsen, Amarasinghe: Exploiting Superword Level Parallelism with Multimedia Instruction Sets, PLDI 2000. Bottom up from
//! stores as in Rosen, Nuzman, Zaks: Loop-Aware SLP in GCC, GCC Summit 2007, and as LLVM has it.
//!
//! In reading order: [`place`] where accesses are; [`seeds`] stores in a row; [`tree`] what makes the values stored, several at a
//! time; [`legal`] whether all of it may run at once; [`cost`] whether that pays; [`emit`] the vectors; [`slp`] the pass.

use rmlir::pass::PassDef;

pub mod cost;
pub mod emit;
pub mod legal;
pub mod place;
pub mod seeds;
pub mod slp;
pub mod tree;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[slp::SlpVectorize::DEF];
