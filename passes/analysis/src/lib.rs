//! Passes that show what analyses find, and change nothing.
//!
//! [`control_flow`] shows graphs of blocks: dominators, post-dominators, control dependence and cycles, as lists or as
//! pictures; [`uniformity`] shows what is the same for all threads, [`convergence`] checks what says which
//! of them run together.

use rmlir::pass::PassDef;

pub mod control_flow;
pub mod convergence;
pub mod uniformity;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    control_flow::PrintControlDependence::DEF,
    control_flow::PrintCycles::DEF,
    control_flow::PrintDominance::DEF,
    control_flow::PrintPostdominance::DEF,
    uniformity::PrintUniformity::DEF,
    convergence::VerifyConvergence::DEF,
];
