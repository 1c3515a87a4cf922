//! Whole-function vectorization against the functions themselves, lane by lane.
//!
//! [`program`] writes random functions, [`trial`] runs them; [`kernels`] runs those of a file, [`regrouped`] random loops that are
//! taken apart, and [`speed`] measures them as machine code.

pub mod kernels;
pub mod program;
pub mod regrouped;
pub mod speed;
pub mod trial;
