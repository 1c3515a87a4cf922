//! Passes on vectors, and their patterns.
//!
//! [`lower`] has patterns that rewrite operations of the vector dialect to simpler ones of it, one file for each
//! operation; [`to_scf`] lowers transfers to loops; [`rewrite`] changes forms without lowering. Pattern sets are
//! functions, selected by users; [`descriptors`] names them in transform scripts.

use rmlir::pass::PassDef;

pub mod descriptors;
pub mod lower;
mod make;
pub mod maskable;
mod regions;
pub mod rewrite;
pub mod to_scf;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    to_scf::ConvertVectorToScf::DEF,
    lower::mask::lower_vector_mask::DEF,
    lower::multi_reduction::LowerVectorMultiReduction::DEF,
    lower::shuffle_tree::lower_vector_to_from_elements_to_shuffle_tree::DEF,
];
