//! Passes that print the results of analyses, and change nothing.
//!
//! [`control_flow`] prints analyses of control flow graphs: dominators, post-dominators, control dependence and cycles,
//! as lists or as drawings; [`uniformity`] prints uniform and divergent values, [`convergence`] verifies convergence
//! control tokens.

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
