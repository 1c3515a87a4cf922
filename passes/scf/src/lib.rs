//! Passes on `scf` loops.
//!
//! In reading order: conversions between loops ([`for_to_while`], [`for_to_do_while`], [`forall_to_for`],
//! [`forall_to_parallel`], [`parallel_for_to_nested_fors`]); transformations of the iteration space
//! ([`for_loop_range_folding`], [`for_loop_peeling`], [`unroll`]); loop versions for known bounds
//! ([`loop_specialization`], [`parallel_loop_tiling`]); fusion ([`parallel_loop_fusion`], [`sibling_fusion`]);
//! transformations of operations in a loop ([`for_loop_canonicalization`], [`for_scalar_promotion`]). [`min_max`],
//! `index_order`, `walk` and `create` are shared helpers.

use rmlir::pass::PassDef;

mod create;
pub mod for_loop_canonicalization;
pub mod for_loop_peeling;
pub mod for_loop_range_folding;
pub mod for_scalar_promotion;
pub mod for_to_do_while;
pub mod for_to_while;
pub mod forall_to_for;
pub mod forall_to_parallel;
mod index_order;
pub mod loop_specialization;
pub mod min_max;
pub mod parallel_for_to_nested_fors;
pub mod parallel_loop_fusion;
pub mod parallel_loop_tiling;
pub mod sibling_fusion;
pub mod unroll;
pub mod unroll_jam;
mod walk;
pub mod weigh_parallel_loops;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    for_loop_canonicalization::scf_for_loop_canonicalization::DEF,
    for_loop_peeling::ScfForLoopPeeling::DEF,
    for_loop_range_folding::scf_for_loop_range_folding::DEF,
    loop_specialization::scf_for_loop_specialization::DEF,
    for_scalar_promotion::scf_for_scalar_promotion::DEF,
    for_to_do_while::scf_for_to_do_while::DEF,
    for_to_while::scf_for_to_while::DEF,
    forall_to_for::scf_forall_to_for::DEF,
    parallel_for_to_nested_fors::scf_parallel_for_to_nested_fors::DEF,
    parallel_loop_fusion::scf_parallel_loop_fusion::DEF,
    loop_specialization::scf_parallel_loop_specialization::DEF,
    parallel_loop_tiling::ScfParallelLoopTiling::DEF,
    weigh_parallel_loops::WeighParallelLoops::DEF,
    forall_to_parallel::scf_forall_to_parallel::DEF,
];
