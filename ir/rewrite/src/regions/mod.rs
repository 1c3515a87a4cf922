//! Region simplification: unreachable blocks, dead code, identical blocks and redundant arguments.
//!
//! Files: `unreachable` blocks, `dead` operations and block arguments, `needed` a fast check that there are none,
//! `equal` blocks that can be merged, `redundant` block arguments, `branch` modification of forwarded operands, `stack`
//! regions to process.

mod branch;
mod dead;
mod equal;
mod needed;
mod redundant;
mod stack;
mod unreachable;

use rmlir_core::{Body, Listener, OpId, RegionId, Rewriter};

pub use self::dead::region_dce;
pub use self::equal::merge_identical_blocks;
pub use self::redundant::drop_redundant_arguments;
pub use self::unreachable::erase_unreachable_blocks;
use crate::listener::reborrow;

/// Simplifies `regions` of `body`, nested regions, and nested bodies: unreachable blocks and dead code are erased; with
/// `merge_blocks`, identical blocks are merged and arguments that always receive the same value are dropped. Returns
/// whether there was any change.
pub fn simplify_regions(
    body: &mut Body,
    regions: &[RegionId],
    merge_blocks: bool,
    mut listener: Option<&mut dyn Listener>,
) -> bool {
    let mut changed = simplify_own_regions(body, regions, merge_blocks, reborrow(&mut listener));
    for op in proxies_in(body, regions) {
        let nested = body.nested_mut(op).expect("a proxy has a nested body");
        let inner = nested.regions(nested.root()).to_vec();
        changed |= simplify_regions(nested, &inner, merge_blocks, reborrow(&mut listener));
    }
    changed
}

/// As [`simplify_regions`], for this body only.
pub fn simplify_own_regions(
    body: &mut Body,
    regions: &[RegionId],
    merge_blocks: bool,
    listener: Option<&mut dyn Listener>,
) -> bool {
    let mut rw = match listener {
        Some(listener) => Rewriter::with_listener(body, listener),
        None => Rewriter::new(body),
    };
    let mut changed = erase_unreachable_blocks(&mut rw, regions);
    changed |= region_dce(&mut rw, regions);
    if merge_blocks {
        changed |= merge_identical_blocks(&mut rw, regions);
        changed |= drop_redundant_arguments(&mut rw, regions);
    }
    changed
}

/// The isolated operations nested in `regions`, in this body.
pub fn proxies_in(body: &Body, regions: &[RegionId]) -> Vec<OpId> {
    let inside = |&op: &OpId| {
        let block = body.block_of(op).expect("a proxy stands in a block");
        regions.iter().any(|&region| body.region_contains_block(region, block))
    };
    body.proxies().into_iter().filter(inside).collect()
}
