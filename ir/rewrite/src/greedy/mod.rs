//! Patterns and folding to a fixed point.
//!
//! Plan, for each region of the root: 1. every operation goes on a work list,
//! constants are hoisted and kept once; 2. unreachable blocks go; 3. from the
//! end of the list, each operation is erased if dead, else folded, else given
//! to the first pattern that applies; what that touches goes on the list
//! again; 4. the region is simplified; all over again while anything changed.
//!
//! Operations of nested bodies have work lists of their own. A nested list is
//! worked off when the isolated operation comes off the list around it, which
//! is the order of upstream's one list; all bodies go through the iterations
//! together, until they are settled. It differs from one list where a pattern inside changes an
//! operation outside (it cannot here), and in that the operations around a
//! changed body are visited again once, not after every change.
//!
//! A run ends after a number of changes that is far more than any that converges takes ([`NotConverged`]).
//!
//! Files: `budget` that limit, `cycles` operations that depend on themselves, `worklist` the list, `work` what there is to do and what is settled, `driver` doing it, `apart` bodies that are
//! worked on alone.

mod apart;
mod budget;
mod cycles;
mod driver;
mod work;
mod worklist;

use rmlir_core::{Body, Listener, OpId, RegionId};

use self::driver::Driver;
use crate::patterns::FrozenPatterns;

/// Which operations are put on the work list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strictness {
    /// All.
    #[default]
    AnyOp,
    /// Those given at the start and those made by patterns.
    ExistingAndNewOps,
    /// Those given at the start.
    ExistingOps,
}

/// How regions are simplified after each iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SimplifyRegions {
    /// Not at all.
    Disabled,
    /// Unreachable blocks and dead code go.
    Normal,
    /// Equal blocks are merged and redundant arguments dropped too.
    #[default]
    Aggressive,
}

/// How the greedy driver works. The defaults are upstream's for the driver;
/// the canonicalizer's own differ.
#[derive(Clone, Debug)]
pub struct GreedyConfig {
    /// Whether operations are visited first to last.
    pub top_down: bool,
    /// What is done to regions after each iteration.
    pub simplify_regions: SimplifyRegions,
    /// How many iterations at most; `None` means any number.
    pub max_iterations: Option<usize>,
    /// How many rewrites in each iteration at most; `None` means any number.
    pub max_rewrites: Option<usize>,
    /// Which operations are visited.
    pub strictness: Strictness,
    /// The region outside of which nothing is visited; `None` is the region the driver works on.
    pub scope: Option<RegionId>,
    /// Whether operations are folded.
    pub fold: bool,
    /// Whether equal constants are made one.
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

/// A limit was reached before nothing applied any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotConverged {
    /// Whether anything was changed.
    pub changed: bool,
    /// If that was the limit of all changes: the names of what kept applying, most often first.
    pub kept_applying: Vec<String>,
}

impl NotConverged {
    /// Adds `other` to the limits reached: the names of the first one with names stay.
    fn add(all: &mut Option<NotConverged>, other: NotConverged) {
        match all {
            Some(first) if !first.kept_applying.is_empty() => first.changed |= other.changed,
            _ => *all = Some(other),
        }
    }
}

/// Applies `patterns` and folds in the regions of the root of `body`, nested
/// bodies included, until nothing applies any more. Says whether anything
/// changed. The root itself is not touched.
pub fn apply_patterns_greedily(
    body: &mut Body,
    patterns: &FrozenPatterns,
    config: &GreedyConfig,
    mut listener: Option<&mut dyn Listener>,
) -> Result<bool, NotConverged> {
    let (mut changed, mut limited) = (false, None);
    for region in body.regions(body.root()).to_vec() {
        let driver = Driver { patterns, config, scope: Some(config.scope.unwrap_or(region)) };
        let outcome = driver.simplify_region(body, region, reborrow(&mut listener));
        match outcome {
            Ok(region_changed) => changed |= region_changed,
            Err(limit) => {
                changed |= limit.changed;
                NotConverged::add(&mut limited, limit);
            }
        }
    }
    limited.map_or(Ok(changed), |limited| Err(NotConverged { changed, ..limited }))
}

/// What [`apply_ops_greedily`] did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpsOutcome {
    /// Whether anything was changed.
    pub changed: bool,
    /// Whether all of the operations are gone.
    pub all_erased: bool,
}

/// Applies `patterns` and folds, starting from `ops` of `body`, until nothing
/// applies any more. With [`Strictness::AnyOp`] what is touched is visited
/// too, as far as it is in the smallest region around all of `ops`.
pub fn apply_ops_greedily(
    body: &mut Body,
    ops: &[OpId],
    patterns: &FrozenPatterns,
    config: &GreedyConfig,
    listener: Option<&mut dyn Listener>,
) -> Result<OpsOutcome, NotConverged> {
    if ops.is_empty() {
        return Ok(OpsOutcome { changed: false, all_erased: true });
    }
    let scope = config.scope.or_else(|| common_region(body, ops));
    let driver = Driver { patterns, config, scope };
    let changed = driver.simplify_ops(body, ops, listener)?;
    Ok(OpsOutcome { changed, all_erased: !ops.iter().any(|&op| body.contains_op(op)) })
}

/// The innermost region that all of `ops` stand in.
fn common_region(body: &Body, ops: &[OpId]) -> Option<RegionId> {
    let mut region = body.parent_region(ops[0])?;
    for &op in ops {
        // Where one of them is outside, all regions further out have the others in them.
        while !stands_in(body, op, region) {
            region = body.parent_region(body.region_owner(region))?;
        }
    }
    Some(region)
}

fn stands_in(body: &Body, op: OpId, region: RegionId) -> bool {
    let Some(block) = body.block_of(op) else { return false };
    body.region_of(block) == Some(region) || body.region_contains_block(region, block)
}

/// A shorter borrow of an optional listener.
pub(crate) fn reborrow<'a>(listener: &'a mut Option<&mut dyn Listener>) -> Option<&'a mut dyn Listener> {
    match listener {
        Some(listener) => Some(&mut **listener),
        None => None,
    }
}
