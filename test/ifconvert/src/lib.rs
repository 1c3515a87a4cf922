//! Checks of if-conversion against executed programs, and against counts by definition.
//!
//! [`graphs`] generates graphs of blocks; [`program`] writes functions with such graphs, whose blocks store, divide and
//! assert; [`trial`] executes them before and after the conversion; [`kernels`] does so with hand-written loops.
//! [`registers`] executes linear code on predicate registers with poison in them, without any IR, [`cycles`] does so
//! with whole regions; [`by_definition`] is a reference for the counts of the stages; [`native`] measures machine code,
//! [`lowered`] compiles lowered functions, including those of [`mask_program`]; [`pipelined`] runs the modulo scheduler
//! on loops. [`Command`] is `rmlir-check ifconvert`.

pub mod bench;
pub mod by_definition;
mod command;
pub mod cycles;
pub mod graphs;
pub mod kernels;
pub mod lowered;
pub mod mask_program;
pub mod native;
pub mod pipelined;
pub mod program;
pub mod registers;
pub mod trial;

pub use self::command::Command;

/// The codings, with their names.
pub const CODINGS: [(&str, rmlir_ifconvert_passes::graph::linear::Coding); 3] = [
    ("clears", rmlir_ifconvert_passes::graph::linear::Coding::Clears),
    ("first-unconditional", rmlir_ifconvert_passes::graph::linear::Coding::FirstUnconditional),
    ("or", rmlir_ifconvert_passes::graph::linear::Coding::Or),
];
