//! Data-flow analysis: facts about values, found by iterating to a fixed point.
//!
//! [`liveness`] is a backward analysis that finds the live values. [`sparse`] is the framework of forward analyses
//! along def-use chains, which finds executable blocks and edges in the same fixed point (Wegman and Zadeck, "Constant
//! Propagation with Conditional Branches", TOPLAS 1991); [`constants`] and [`int_ranges`] are such analyses. A dialect
//! participates through its control-flow interfaces; an analysis defines its lattice and the transfer function of an
//! operation.

pub mod constants;
pub mod int_ranges;
pub mod liveness;
pub mod sparse;
