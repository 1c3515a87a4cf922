//! Enumerations.
#![allow(non_upper_case_globals)] // Constraints are named like types.

use rmlir::core::opdef::TypeConstraint;
use rmlir::prelude::*;

/// The thread affinity policy of a team.
#[attr(name = "omp.procbindkind", format = "$value")]
pub enum ProcBindKind {
    /// Threads are in the place of the primary thread.
    Primary,
    /// The older name of `primary`.
    Master,
    /// Threads are in places close to that of the primary thread.
    Close,
    /// Threads are in places that are spread.
    Spread,
}

/// The modifier of a reduction.
#[attr(name = "omp.reduction_modifier", format = "`(` $value `)`")]
pub enum ReductionModifier {
    /// The reduction is performed at the end of the construct.
    Defaultmod,
    /// The reduction is an inclusive or exclusive scan.
    Inscan,
    /// Tasks participate in the reduction.
    Task,
}

/// The schedule of a worksharing loop.
#[attr(name = "omp.schedulekind", format = "$value")]
pub enum ScheduleKind {
    /// Iterations are assigned before the loop.
    Static,
    /// Chunks are assigned to threads on request.
    Dynamic,
    /// As `dynamic`, with decreasing chunk sizes.
    Guided,
    /// The schedule is implementation-defined.
    Auto,
    /// The schedule is determined at run time.
    Runtime,
    /// The schedule of a `distribute` construct.
    Distribute,
}

/// The order in which a thread executes its chunks.
#[attr(name = "omp.sched_mod", format = "$value")]
pub enum ScheduleModifier {
    /// Unspecified.
    None,
    /// In increasing order.
    Monotonic,
    /// In any order.
    Nonmonotonic,
    /// With SIMD instructions.
    Simd,
}

/// A type of addresses of variables.
pub static PointerLike: TypeConstraint = TypeConstraint::new("OpenMP-compatible variable type", |cx, ty| {
    ty.is_memref(cx) || ty.dialect_type(cx).is_some_and(|(def, _)| def.name == "llvm.ptr")
});

/// An integer or index.
pub static IntLike: TypeConstraint =
    TypeConstraint::new("integer or index", |cx, ty| ty.is_integer(cx) || ty.is_index());
