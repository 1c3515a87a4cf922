//! The small conversions between dialects.
//!
//! One file or folder per pass.

use rmlir::pass::PassDef;

pub mod scf_to_cf;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[scf_to_cf::ScfToCf::DEF];
