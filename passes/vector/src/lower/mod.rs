//! Patterns that rewrite operations of the vector dialect to simpler ones of it.
//!
//! One file for each operation; each has functions that return pattern sets, with the benefit of the patterns as a
//! parameter.

pub mod avx2;
pub mod bitcast;
pub mod broadcast;
pub mod contract;
pub mod elements;
pub mod fma;
pub mod gather;
pub mod interleave;
pub mod lower_vector_mask;
pub mod lower_vector_multi_reduction;
pub mod lower_vector_to_from_elements_to_shuffle_tree;
pub mod materialize_mask;
pub mod outer_product;
pub mod scan;
pub mod shape_cast;
pub mod shuffle;
pub mod step;
pub mod strided_slice;
pub mod transfer;
pub mod transpose;
mod unroll;

use rmlir::prelude::*;

/// Sets the benefit of all patterns in `set`.
pub(crate) fn of_benefit(set: PatternSet, benefit: u16) -> PatternSet {
    PatternSet { patterns: set.patterns.into_iter().map(|pattern| pattern.benefit(benefit)).collect() }
}
