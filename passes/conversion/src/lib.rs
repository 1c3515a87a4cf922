//! Small conversions between dialects.
//!
//! One file or folder per pass.

use rmlir::pass::PassDef;

pub mod forall_to_parallel;
pub mod lift_cf_to_scf;
pub mod lower_affine;
pub mod reconcile_casts;
pub mod scf_to_cf;
pub mod scf_to_openmp;
pub mod schedule_openmp;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    scf_to_cf::ScfToCf::DEF,
    scf_to_openmp::ScfToOpenMp::DEF,
    schedule_openmp::openmp_guided_loops::DEF,
    lift_cf_to_scf::lift_cf_to_scf::DEF,
    reconcile_casts::reconcile_unrealized_casts::DEF,
    forall_to_parallel::scf_forall_to_parallel::DEF,
    lower_affine::lower_affine::DEF,
];
