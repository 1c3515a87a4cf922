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
//! Files: `config` the options, `budget` that limit, `cycles` operations that depend on themselves, `worklist` the
//! list, `work` the remaining work and the settled bodies, `driver` the driver, `siblings` bodies that are
//! simplified alone.

mod budget;
mod config;
mod cycles;
mod driver;
mod siblings;
mod work;
mod worklist;

use rmlir_core::{Body, Listener, OpId, RegionId};

pub use self::config::{GreedyConfig, NotConverged, SimplifyRegions, Strictness};
use self::driver::Driver;
use crate::patterns::FrozenPatterns;

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
    listener: Option<&mut dyn Listener>,
) -> Result<bool, NotConverged> {
    Driver::simplify_body(body, patterns, config, listener)
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
