//! Whole-function vectorization against the functions themselves, lane by lane.
//!
//! [`program`] writes random functions, [`trial`] runs them.

pub mod program;
pub mod trial;
