//! Passes on `scf` loops.
//!
//! In reading order: conversions between loops ([`for_to_while`], [`for_to_do_while`], [`nested_fors`]);
//! transformations of the iteration space ([`range_folding`], [`peeling`], [`unroll`]); loop versions for known bounds
//! ([`specialization`], [`tiling`]); fusion ([`fusion`], [`sibling_fusion`]); transformations of operations in a loop
//! ([`loop_canonicalization`], [`scalar_promotion`]). [`min_max`], `index_order`, `walk` and `create` are shared
//! helpers.

use rmlir::pass::PassDef;

mod create;
pub mod for_to_do_while;
pub mod for_to_while;
pub mod fusion;
mod index_order;
pub mod loop_canonicalization;
pub mod min_max;
pub mod nested_fors;
pub mod peeling;
pub mod range_folding;
pub mod scalar_promotion;
pub mod sibling_fusion;
pub mod specialization;
pub mod tiling;
pub mod unroll;
pub mod unroll_jam;
mod walk;
pub mod weigh_parallel;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    loop_canonicalization::scf_for_loop_canonicalization::DEF,
    peeling::ScfForLoopPeeling::DEF,
    range_folding::scf_for_loop_range_folding::DEF,
    specialization::scf_for_loop_specialization::DEF,
    scalar_promotion::scf_for_scalar_promotion::DEF,
    for_to_do_while::scf_for_to_do_while::DEF,
    for_to_while::scf_for_to_while::DEF,
    nested_fors::scf_forall_to_for::DEF,
    nested_fors::scf_parallel_for_to_nested_fors::DEF,
    fusion::scf_parallel_loop_fusion::DEF,
    specialization::scf_parallel_loop_specialization::DEF,
    tiling::ScfParallelLoopTiling::DEF,
    weigh_parallel::WeighParallelLoops::DEF,
];
