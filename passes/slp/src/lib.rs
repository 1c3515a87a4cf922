//! Superword-level parallelism: vectorization of isomorphic operations in straight-line code.
//!
//! Larsen, Amarasinghe: Exploiting Superword Level Parallelism with Multimedia Instruction Sets, PLDI 2000. Bottom up
//! from stores as in Rosen, Nuzman, Zaks: Loop-Aware SLP in GCC, GCC Summit 2007, and as in LLVM.
//!
//! In reading order: [`place`] addresses of accesses; [`seeds`] consecutive stores; [`tree`] bundles of isomorphic
//! operations; [`legal`] legality of the execution at one position; [`cost`] the cost model; [`emit`] code generation;
//! [`vectorize`] the pass.

use rmlir::pass::PassDef;

pub mod cost;
pub mod emit;
pub mod legal;
pub mod place;
pub mod seeds;
pub mod tree;
pub mod vectorize;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[vectorize::SlpVectorize::DEF];
