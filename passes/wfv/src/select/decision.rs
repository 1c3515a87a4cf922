//! The options of the selection, and its decisions.

use rmlir::prelude::*;

use super::runtime::Check;
use crate::cost::estimate::Estimate;
use crate::targets::Target;

/// The options of the selection.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The number of lanes.
    pub width: i64,
    /// The target of code generation.
    pub target: Target,
    /// The minimum estimated speedup of loops.
    pub gain: f64,
    /// The minimum number of calls of a function in candidates, with assumed trip counts of 8.
    pub n_calls: u64,
    /// Whether different arguments of a function do not alias.
    pub noalias_arguments: bool,
    /// The maximum number of run-time checks of a loop.
    pub n_checks: usize,
    /// The maximum number of pairs of accesses of a loop that are compared.
    pub max_pairs: u64,
}

/// A loop whose iterations are independent if run-time checks succeed.
pub struct Candidate {
    /// The loop.
    pub op: OpId,
    /// The checks.
    pub checks: Vec<Check>,
}

/// The decision about a loop or function.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The location.
    pub loc: Loc,
    /// The subject: `loop` or `function`, with its name.
    pub what: String,
    /// The estimate, if it was selected, or gains too little.
    pub estimate: Option<Estimate>,
    /// The number of run-time checks.
    pub n_checks: usize,
    /// The reason for its rejection; `None` if it was selected.
    pub refused: Option<String>,
}
