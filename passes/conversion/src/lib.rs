//! The small conversions between dialects.
//!
//! One file per pass; [`loops`] is what they share.

use rmlir::pass::PassDef;

pub mod forall_to_parallel;
pub mod loops;
pub mod scf_to_cf;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[scf_to_cf::ScfToCf::DEF, forall_to_parallel::scf_forall_to_parallel::DEF];
//! One file or folder per pass.

use rmlir::pass::PassDef;

pub mod scf_to_cf;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[scf_to_cf::ScfToCf::DEF];
