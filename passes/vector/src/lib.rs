//! Passes on vectors, and the patterns that they are made of.
//!
//! [`lower`] holds patterns that write operations of the vector dialect with
//! simpler ones of it, a file for each operation; [`to_scf`] makes loops of
//! transfers; [`rewrite`] changes forms without lowering. Users choose sets of patterns: they are functions, and
//! [`descriptors`] names them in transform scripts.

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
