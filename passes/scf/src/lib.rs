//! Passes on the loops of `scf`.
//!
//! In reading order: conversions of one loop into another ([`for_to_while`],
//! [`nested_fors`]); changes of the range of a loop ([`range_folding`]).

use rmlir::pass::PassDef;

pub mod for_to_while;
pub mod nested_fors;
pub mod range_folding;
mod walk;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    range_folding::scf_for_loop_range_folding::DEF,
    for_to_while::scf_for_to_while::DEF,
    nested_fors::scf_forall_to_for::DEF,
    nested_fors::scf_parallel_for_to_nested_fors::DEF,
];
