//! Analyses of affine loops and accesses.
//!
//! In reading order: [`constraints`] builds systems of linear constraints from domains and maps, [`indices`] maps from
//! arithmetic; [`nest`] determines the nesting of loops; [`access`] relates iterations to elements of memrefs,
//! [`dependence`] tests accesses for dependences, [`mod@alias`] which memrefs may be the same memory, [`effects`] relates
//! the effects of operations to memrefs; [`iterations`] bounds the numbers of iterations; [`parallel`] finds parallel
//! loops and reductions, [`region`] the accessed part of a memref, [`mod@slice`] the iterations of a nest that another
//! one depends on.

pub mod access;
pub mod alias;
pub mod constraints;
pub mod dependence;
pub mod effects;
pub mod indices;
pub mod iterations;
pub mod nest;
pub mod parallel;
pub mod region;
pub mod slice;
