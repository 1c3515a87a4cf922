//! Analyses of a function: its control-flow graph, how its values depend on the lane, and the order of its blocks.
//!
//! In reading order: [`mod@lowered`] structured control flow as branches, [`graph`] the control-flow graph, [`table`]
//! maps keyed by value; [`shape`] the lattice of relations between lanes, [`mod@transfer`] its transfer functions,
//! [`lanes`] the analysis of a function; [`blocks`] properties of blocks and cycles; [`linear`] the linear order of
//! blocks; [`plan`] the results of all.

pub mod blocks;
pub mod graph;
pub mod lanes;
pub mod linear;
pub mod lowered;
pub mod plan;
pub mod shape;
pub mod table;
pub mod transfer;
