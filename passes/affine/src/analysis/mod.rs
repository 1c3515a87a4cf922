//! Questions about affine loops and accesses.
//!
//! In reading order: [`constraints`] makes systems of linear constraints of domains and maps;
//! [`nest`] looks at how loops are nested; [`access`] relates iterations to elements of memrefs,
//! [`dependence`] accesses to each other, [`effects`] relates the effects of operations to memrefs; [`parallel`] says which loops may run in any order, [`region`] which part of
//! a memref is accessed, [`mod@slice`] which iterations of a nest another one needs.

pub mod access;
pub mod constraints;
pub mod dependence;
pub mod effects;
pub mod nest;
pub mod parallel;
pub mod region;
pub mod slice;
