//! Patterns and folding to a fixed point.
//!
//! Steps, for each region of the root: 1. every operation is added to a worklist, constants are hoisted and uniqued; 2.
//! unreachable blocks are erased; 3. from the end of the list, each operation is erased if dead, else folded, else
//! rewritten by the first pattern that matches; affected operations are added to the list again; 4. the region is
//! simplified; all steps are iterated to a fixed point.
//!
//! Operations of nested bodies have their own worklists. A nested list is processed when the isolated operation is
//! popped from the enclosing list, which is the order of upstream's single list; all bodies are iterated together,
//! until they are settled. The difference to a single list is that a pattern inside cannot change an operation outside,
//! and that the operations enclosing a changed body are visited again once, not after every change.
//!
//! The driver stops after a number of changes far above that of any convergent execution ([`NotConverged`]).
//!
//! Files: `budget` that limit, `cycles` operations that depend on themselves, `worklist` the list, `work` the remaining
//! work and the settled bodies, `driver` the driver, `apart` bodies that are simplified alone.

mod budget;
mod cycles;
mod driver;
mod siblings;
mod work;
mod worklist;

use rmlir_core::{Body, Listener, OpId, RegionId};

use self::driver::Driver;
use crate::patterns::FrozenPatterns;

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
    fn add(all: &mut Option<NotConverged>, other: NotConverged) {
        match all {
            Some(first) if !first.kept_applying.is_empty() => first.changed |= other.changed,
            _ => *all = Some(other),
        }
    }
}

/// Applies `patterns` and folds in the regions of the root of `body`, nested bodies included, to a fixed point. Returns
/// whether any operation changed. The root itself is not modified.
///
/// ```
/// use rmlir_core::{Body, Context, DialectRegistry, Loc, OpState, PatternSet, Type};
/// use rmlir_rewrite::{FrozenPatterns, GreedyConfig, apply_patterns_greedily};
/// let cx = Context::new(DialectRegistry::default());
/// cx.allow_unregistered(true);
/// let mut body = Body::new(&cx, cx.op_name("my.module"), Loc::UNKNOWN, 1);
/// let region = body.region(body.root(), 0);
/// let block = body.create_block(&[], &[]);
/// body.append_block(region, block);
/// let old = body.create_op(OpState::named(&cx, "my.old").results(&[Type::I32]).at(Loc::UNKNOWN));
/// body.append_op(block, old);
/// let mut patterns = PatternSet::new();
/// patterns.on("my.old", "rename", |rw, op| {
///     let ty = rw.ty(rw.result(op, 0));
///     let new = rw.create_state(OpState::named(rw.cx(), "my.new").results(&[ty]));
///     let results = rw.results(new).to_vec();
///     rw.replace(op, results)
/// });
/// let patterns = FrozenPatterns::new(&cx, patterns);
/// let changed = apply_patterns_greedily(&mut body, &patterns, &GreedyConfig::default(), None);
/// assert!(changed.unwrap() && !body.contains_op(old));
/// ```
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

/// The outcome of [`apply_ops_greedily`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpsOutcome {
    /// Whether any operation was changed.
    pub changed: bool,
    /// Whether all of the operations are erased.
    pub all_erased: bool,
}

/// Applies `patterns` and folds, starting from `ops` of `body`, to a fixed point. With [`Strictness::AnyOp`] affected
/// operations are visited too, if they are in the smallest region that contains all of `ops`.
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

/// The innermost region that contains all of `ops`.
fn common_region(body: &Body, ops: &[OpId]) -> Option<RegionId> {
    let mut region = body.parent_region(ops[0])?;
    for &op in ops {
        // If one of them is outside, all enclosing regions contain the others.
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
