//! Passes on `ml_program`.

pub mod mlprogram_pipeline_globals;

use rmlir::pass::PassDef;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[mlprogram_pipeline_globals::mlprogram_pipeline_globals::DEF];
