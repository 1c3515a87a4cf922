//! Raising of LLVM IR to structured dialects, so that C programs reach the loop transformations.
//!
//! In the order in which a pipeline uses them: [`llvm_to_core`] functions, arithmetic and branches; then
//! `lift-cf-to-scf`; [`scf_while_to_for`] counted loops; [`llvm_to_memref`] pointers with a known base; [`scf_remove_loop_guards`]
//! conditions that only protect a loop; then `raise-scf-to-affine` and `affine-raise-from-memref`. The conversions to
//! `llvm` lead back: pointers are arguments of raised functions as before, and the attributes of the C ABI are kept.
//! [`mark_unchanged`] tells for which functions that is worth it.

use rmlir::pass::PassDef;

mod expression;
mod hoist;
pub mod llvm_to_core;
pub mod llvm_to_memref;
pub mod mark_unchanged;
mod number;
mod polynomial;
pub mod scf_remove_loop_guards;
pub mod scf_while_to_for;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    llvm_to_core::raise_llvm_to_core::DEF,
    llvm_to_memref::raise_llvm_to_memref::DEF,
    mark_unchanged::raise_mark_unchanged::DEF,
    scf_remove_loop_guards::scf_remove_loop_guards::DEF,
    scf_while_to_for::raise_scf_while_to_for::DEF,
];
