//! Patterns of `pdl`, applied to IR.
//!
//! In reading order: [`program`] reads a pattern from its IR, [`matching`] finds what it matches, [`rewriting`] does what
//! its rewrite says; [`native`] has the functions that patterns call by name; [`apply_pdl_patterns`] is the pass, and has
//! [`patterns_of`](apply_pdl_patterns::patterns_of), which makes a set of patterns for any driver.

pub mod apply_pdl_patterns;
pub mod matching;
pub mod native;
pub mod program;
pub mod rewriting;

use rmlir::pass::PassDef;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[apply_pdl_patterns::ApplyPdlPatterns::DEF];
