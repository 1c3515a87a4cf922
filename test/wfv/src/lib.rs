//! Whole-function vectorization compared with the functions themselves, lane by lane.
//!
//! [`program`] generates random functions, [`trial`] executes them, [`walk`] checks their linear order; [`kernels`]
//! executes those of a file, [`regrouped`] random loops that are distributed, [`marked`] random loops under all
//! options, and [`speed`] measures them as machine code; [`large`] measures the time of the pass. [`slp`] checks
//! straight-line code. [`Command`] is `rmlir-check wfv`.

mod command;
pub mod kernels;
pub mod large;
pub mod marked;
pub mod program;
pub mod regrouped;
pub mod slp;
pub mod speed;
pub mod trial;
pub mod walk;

pub use self::command::Command;
