//! Passes that print the results of analyses, and change nothing.
//!
//! `control_flow` formats the results of analyses of control flow graphs, as lists or as drawings.

use rmlir::pass::PassDef;

mod control_flow;
pub mod print_control_dependence;
pub mod print_cycles;
pub mod print_dominance;
pub mod print_postdominance;
pub mod print_uniformity;
pub mod verify_convergence;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    print_control_dependence::PrintControlDependence::DEF,
    print_cycles::PrintCycles::DEF,
    print_dominance::PrintDominance::DEF,
    print_postdominance::PrintPostdominance::DEF,
    print_uniformity::PrintUniformity::DEF,
    verify_convergence::VerifyConvergence::DEF,
];
