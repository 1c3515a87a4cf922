//! Passes on vectors, and their patterns.
//!
//! [`lower`] has patterns that rewrite operations of the vector dialect to simpler ones of it, one file for each
//! operation; [`rewrite`] changes forms without lowering. Pattern sets are functions, selected by users;
//! [`descriptors`] names them in transform scripts. [`make`] and [`regions`] build operations.

use rmlir::pass::PassDef;

pub mod descriptors;
pub mod lower;
pub mod make;
pub mod maskable;
pub mod regions;
pub mod rewrite;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    lower::lower_vector_mask::lower_vector_mask::DEF,
    lower::lower_vector_multi_reduction::LowerVectorMultiReduction::DEF,
    lower::lower_vector_to_from_elements_to_shuffle_tree::lower_vector_to_from_elements_to_shuffle_tree::DEF,
];
