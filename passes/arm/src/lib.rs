//! Passes to and on the dialects of Arm's vector extensions.
//!
//! [`contract`] lowers matrix products to instructions, and [`descriptors`] has operations for these patterns in
//! transform scripts; [`rows`] flattens rows of matrices to one vector; [`storage`] legalizes scalable vectors in
//! memory.

use rmlir::pass::PassDef;

pub mod contract;
pub mod descriptors;
pub mod rows;
pub mod storage;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[rows::arm_neon_2d_to_intr::DEF, storage::arm_sve_legalize_vector_storage::DEF];
