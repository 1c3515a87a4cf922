//! Passes to and on the dialects of Arm's vector extensions.
//!
//! [`contract`] lowers matrix products to instructions, and [`descriptors`] has operations for these patterns in
//! transform scripts; [`neon_2d_to_intr`] flattens rows of matrices to one vector; [`sve_legalize_vector_storage`] legalizes scalable vectors in
//! memory.

use rmlir::pass::PassDef;

pub mod contract;
pub mod descriptors;
pub mod neon_2d_to_intr;
pub mod sve_legalize_vector_storage;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] =
    &[neon_2d_to_intr::arm_neon_2d_to_intr::DEF, sve_legalize_vector_storage::arm_sve_legalize_vector_storage::DEF];
