//! Raising of LLVM IR to structured dialects, so that C programs reach the loop transformations.
//!
//! In the order in which a pipeline uses them: [`llvm_to_core`] functions, arithmetic and branches; then
//! `lift-cf-to-scf`; [`scf_while_to_for`] counted loops; [`simd_loops`] loops that are marked as parallel; [`llvm_to_memref`]
//! pointers with a known base; [`scf_remove_loop_guards`] conditions that only protect a loop; then `raise-scf-to-affine`
//! and `affine-raise-from-memref`. The conversions to `llvm` lead back: pointers are arguments of raised functions as
//! before, the attributes of the C ABI are kept, and [`internalize_private_functions`] hides what passes have made.
//! [`mark_unchanged`] tells for which functions that is worth it.

use rmlir::pass::PassDef;

mod annotation;
mod expression;
mod hoist;
pub mod internalize_private_functions;
pub mod llvm_to_core;
pub mod llvm_to_memref;
pub mod mark_unchanged;
mod number;
mod polynomial;
pub mod scf_remove_loop_guards;
pub mod scf_while_to_for;
pub mod simd_loops;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    internalize_private_functions::internalize_private_functions::DEF,
    llvm_to_core::raise_llvm_to_core::DEF,
    llvm_to_memref::raise_llvm_to_memref::DEF,
    simd_loops::raise_simd_loops::DEF,
    mark_unchanged::raise_mark_unchanged::DEF,
    scf_remove_loop_guards::scf_remove_loop_guards::DEF,
    scf_while_to_for::raise_scf_while_to_for::DEF,
];
