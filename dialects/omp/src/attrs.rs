//! Enumerations.
#![allow(non_upper_case_globals)] // Constraints are named like types.

use rmlir::core::opdef::TypeConstraint;
use rmlir::prelude::*;

/// Where the threads of a team run.
#[attr(name = "omp.procbindkind", format = "$value")]
pub enum ProcBindKind {
    /// Where the thread that started them runs.
    Primary,
    /// As `primary`, by its older name.
    Master,
    /// Near to the thread that started them.
    Close,
    /// Far from each other.
    Spread,
}

/// How a reduction takes part in a construct.
#[attr(name = "omp.reduction_modifier", format = "`(` $value `)`")]
pub enum ReductionModifier {
    /// At its end.
    Defaultmod,
    /// As a scan.
    Inscan,
    /// By tasks.
    Task,
}

/// How iterations are spread over threads.
#[attr(name = "omp.schedulekind", format = "$value")]
pub enum ScheduleKind {
    /// Beforehand.
    Static,
    /// When a thread has nothing to do.
    Dynamic,
    /// As `dynamic`, in shrinking pieces.
    Guided,
    /// As the implementation likes.
    Auto,
    /// As is said at run time.
    Runtime,
    /// As for `distribute`.
    Distribute,
}

/// In which order a thread runs the iterations it has.
#[attr(name = "omp.sched_mod", format = "$value")]
pub enum ScheduleModifier {
    /// Nothing is said.
    None,
    /// In their order.
    Monotonic,
    /// In any order.
    Nonmonotonic,
    /// With vector instructions.
    Simd,
}

/// What can hold a variable.
pub static PointerLike: TypeConstraint = TypeConstraint::new("OpenMP-compatible variable type", |cx, ty| {
    ty.is_memref(cx) || ty.dialect_type(cx).is_some_and(|(def, _)| def.name == "llvm.ptr")
});

/// A number that counts.
pub static IntLike: TypeConstraint =
    TypeConstraint::new("integer or index", |cx, ty| ty.is_integer(cx) || ty.is_index());
