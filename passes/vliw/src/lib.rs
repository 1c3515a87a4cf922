//! Software pipelining: innermost loops become code for machines with explicit parallelism.
//!
//! In reading order:
//!
//! | module | step |
//! |---|---|
//! | [`mod@affine`] | `affine.for` loops, lowered on a copy |
//! | [`shape`] | loops that count and loops with a condition, in the same words |
//! | [`loop_body`] | what a loop does in an iteration, as operations on results of its own and earlier iterations |
//! | [`while_loop`] | what loops with a condition have besides |
//! | [`speculation`] | what an iteration may do before it is known that there is one |
//! | [`unread`] | what nothing comes of is left out |
//! | [`subscripts`] | memory: which accesses meet, and how many iterations apart |
//! | [`unroll`] | several iterations as one, where bounds are fractions |
//! | [`clusters`] | in which cluster operations run, and what goes between clusters |
//! | [`mod@exclusive`] | files of one register, whose results follow each other |
//! | [`dependences`] | the dependence graph, and the machine as the scheduler sees it |
//! | [`plan`] | the schedule, with the branch in its place, stages and kernel copies |
//! | [`occupancy`] | for how long results take registers, and which meet |
//! | [`sharing`] | registers that several results share |
//! | [`wants`] | which registers of a file values may be in |
//! | [`registers`] | which register holds a result of which iteration |
//! | [`spill`] | what is kept on the stack where registers are too few |
//! | [`fit`] | the schedule that registers suffice for: a greater interval, or spilling |
//! | [`code`] | what starts in each cycle of prologue, kernel and epilogue |
//! | [`emit`] | that code as a `vliw.func` |
//! | [`count`] | how often it runs, and what is left to the loop itself |
//! | [`explain`] | what was found, as text, as a graph, as a page |
//! | [`machines`] | the machines that come with rmlir |
//! | [`pipeline`] | the passes |
//!
//! Scheduling itself knows graphs only: `ir/modulo`. See the README for the way from the paper to functions.

use rmlir::pass::PassDef;

pub mod affine;
pub mod clusters;
pub mod code;
pub mod count;
pub mod dependences;
pub mod emit;
pub mod exclusive;
pub mod explain;
pub mod fit;
pub mod loop_body;
pub mod machines;
pub mod meeting;
pub mod occupancy;
pub mod pipeline;
pub mod plan;
pub mod registers;
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
