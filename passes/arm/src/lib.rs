//! Passes to and on the dialects of Arm's vector extensions.
//!
//! [`contract`] makes products of matrices the instructions that compute them, and [`descriptors`] names these patterns in
//! transform scripts; [`rows`] sees rows of matrices as one vector; [`storage`] makes scalable vectors such as memory holds
//! them.

use rmlir::pass::PassDef;

pub mod contract;
pub mod descriptors;
pub mod rows;
pub mod storage;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[rows::arm_neon_2d_to_intr::DEF, storage::arm_sve_legalize_vector_storage::DEF];
