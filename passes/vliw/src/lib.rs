//! Software pipelining: innermost loops are compiled to code for machines with explicit parallelism.
//!
//! In reading order:
//!
//! | module | step |
//! |---|---|
//! | [`loops`] | loops as graphs of the operations of an iteration, with memory dependences |
//! | [`schedule`] | the dependence graph, the schedule and the search for one that fits the register files |
//! | [`registers`] | lifetimes, register allocation, spilling |
//! | [`generate`] | the bundles of the code, as a `vliw.func` |
//! | [`explain`] | reports, as text, as a graph, as a page |
//! | [`machines`] | the machine descriptions of rmlir |
//! | [`pipeline`] | the passes |
//!
//! The scheduler itself works on graphs only: `ir/math/modulo`. See the README for the correspondence of the paper and
//! functions.

use rmlir::pass::PassDef;

pub mod explain;
pub mod generate;
pub mod loops;
pub mod machines;
pub mod pipeline;
pub mod registers;
pub mod schedule;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[pipeline::VliwPipeline::DEF, pipeline::PrintVliwPipeline::DEF];
