//! Software pipelining: innermost loops are compiled to code for machines with explicit parallelism.
//!
//! In reading order:
//!
//! | module | step |
//! |---|---|
//! | [`mod@affine`] | `affine.for` loops, lowered on a copy |
//! | [`shape`] | a common interface of counted loops and while loops |
//! | [`loop_body`] | the operations of an iteration, as nodes that read results of their own and earlier iterations |
//! | [`reader`] | the translation of operations to nodes |
//! | [`while_loop`] | the additional nodes of while loops |
//! | [`speculation`] | the operations that an iteration may execute before it is known to exist |
//! | [`unread`] | dead node elimination |
//! | [`subscripts`] | memory dependences: accesses that may alias, and their distances |
//! | [`unroll`] | unrolling, where bounds are fractions |
//! | [`clusters`] | cluster assignment, and transfers between clusters |
//! | [`mod@exclusive`] | register files with one register, whose lifetimes must not overlap |
//! | [`dependences`] | the dependence graph, and the machine as the input of the scheduler |
//! | [`plan`] | the schedule, with the position of the branch, stages and kernel copies |
//! | [`occupancy`] | lifetimes of results, and their interference |
//! | [`sharing`] | sharing of registers by several results |
//! | [`wants`] | constraints on the registers of a file that values may use |
//! | [`registers`] | register allocation, by result and iteration |
//! | [`spill`] | spilling to the stack where registers are too few |
//! | [`search`] | the options of the search for schedules |
//! | [`fit`] | the schedule that fits the register files: by a greater interval, or spilling |
//! | [`code`] | the bundles of prologue, kernel and epilogue |
//! | [`emit`] | that code as a `vliw.func` |
//! | [`count`] | trip counts of the code, and the remaining iterations of the loop itself |
//! | [`explain`] | reports, as text, as a graph, as a page |
//! | [`machines`] | the machine descriptions of rmlir |
//! | [`pipeline`] | the passes |
//!
//! The scheduler itself works on graphs only: `ir/math/modulo`. See the README for the correspondence of the paper and
//! functions.

use rmlir::pass::PassDef;

pub mod affine;
pub mod clusters;
pub mod code;
pub mod count;
pub mod dependences;
pub mod distances;
pub mod emit;
pub mod exclusive;
pub mod explain;
pub mod fit;
pub mod loop_body;
pub mod machines;
pub mod occupancy;
pub mod pipeline;
pub mod plan;
mod reader;
pub mod registers;
pub mod search;
pub mod shape;
pub mod sharing;
pub mod speculation;
pub mod spill;
pub mod subscripts;
pub mod unread;
pub mod unroll;
pub mod wants;
pub mod while_loop;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[pipeline::VliwPipeline::DEF, pipeline::PrintVliwPipeline::DEF];
