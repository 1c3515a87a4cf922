//! Passes on `omp`.

pub mod openmp_guided_loops;

use rmlir::pass::PassDef;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[openmp_guided_loops::openmp_guided_loops::DEF];
