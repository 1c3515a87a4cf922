//! The options of the greedy driver.

use rmlir_core::RegionId;

/// The operations that are added to the worklist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strictness {
    /// All.
    #[default]
    AnyOp,
    /// The initial ones and those created by patterns.
    ExistingAndNewOps,
    /// The initial ones.
    ExistingOps,
}

/// The region simplification after each iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SimplifyRegions {
    /// None.
    Disabled,
    /// Unreachable blocks and dead code are erased.
    Normal,
    /// Identical blocks are merged and redundant arguments dropped too.
    #[default]
    Aggressive,
}

/// The options of the greedy driver. The defaults are upstream's for the driver; those of the canonicalizer differ.
#[derive(Clone, Debug)]
pub struct GreedyConfig {
    /// Whether operations are visited top-down.
    pub top_down: bool,
    /// The region simplification after each iteration.
    pub simplify_regions: SimplifyRegions,
    /// The limit on iterations; `None` is no limit.
    pub max_iterations: Option<usize>,
    /// The limit on rewrites per iteration; `None` is no limit.
    pub max_rewrites: Option<usize>,
    /// The operations that are visited.
    pub strictness: Strictness,
    /// The region outside of which no operation is visited; `None` is the region the driver is applied to.
    pub scope: Option<RegionId>,
    /// Whether operations are folded.
    pub fold: bool,
    /// Whether equal constants are uniqued.
    pub cse_constants: bool,
}

impl Default for GreedyConfig {
    fn default() -> Self {
        Self {
            top_down: false,
            simplify_regions: SimplifyRegions::Aggressive,
            max_iterations: Some(10),
            max_rewrites: None,
            strictness: Strictness::AnyOp,
            scope: None,
            fold: true,
            cse_constants: true,
        }
    }
}

impl GreedyConfig {
    /// The defaults of the pass `canonicalize`.
    pub fn canonicalizer() -> Self {
        Self { top_down: true, simplify_regions: SimplifyRegions::Normal, ..Self::default() }
    }
}

/// The error that a limit was reached before the fixed point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotConverged {
    /// Whether any operation was changed.
    pub changed: bool,
    /// If the limit of all changes was reached: the names of what kept applying, most frequent first.
    pub kept_applying: Vec<String>,
}

impl NotConverged {
    /// Adds `other` to the limits reached: the names of the first one that has names are kept.
    pub(super) fn add(all: &mut Option<NotConverged>, other: NotConverged) {
        match all {
            Some(first) if !first.kept_applying.is_empty() => first.changed |= other.changed,
            _ => *all = Some(other),
        }
    }
}
