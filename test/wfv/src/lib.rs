//! Whole-function vectorization against the functions themselves, lane by lane.
//!
//! [`program`] writes random functions, [`trial`] runs them, [`walk`] goes over their linear order; [`kernels`] runs those of a
//! file, [`regrouped`] random loops that are taken apart, [`marked`] random loops under all options, and [`speed`] measures
//! them as machine code; [`large`] is for the time of the pass. [`slp`] is about straight-line code. [`Command`] is
//! `rmlir-check wfv`.

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
