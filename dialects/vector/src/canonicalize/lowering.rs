//! The patterns that lowerings use.

use rmlir::prelude::*;

use super::{mask, memory, slice, transpose};

/// The patterns that also simplify the results of lowerings (upstream:
/// `populateVectorToVectorCanonicalizationPatterns`).
pub fn vector_to_vector_patterns() -> PatternSet {
    patterns![
        mask::create_mask_of_constants,
        memory::masked_load,
        memory::masked_store,
        memory::gather_of_nothing,
        memory::scatter_of_nothing,
        memory::expand_load,
        memory::compress_store,
        slice::of_constant_mask,
        transpose::of_transpose,
    ]
}
