//! Erasure of blocks that are unreachable from the entry of their region.

use rmlir_core::{BlockId, RegionId, Rewriter};
use rustc_hash::FxHashSet;

/// Erases the unreachable blocks of `regions` and of nested regions, in this body. Returns whether there were any.
pub fn erase_unreachable_blocks(rw: &mut Rewriter, regions: &[RegionId]) -> bool {
    if rw.is_structured() {
        return false;
    }
    let has_inner = rw.has_inner_regions();
    let mut changed = false;
    let mut waiting = regions.to_vec();
    while let Some(region) = waiting.pop() {
        let Some(entry) = rw.entry(region) else { continue };
        if !rw.has_one_block(region) {
            let reachable = rw.blocks_post_order(entry);
            if reachable.len() != rw.blocks(region).count() {
                let reachable: FxHashSet<BlockId> = reachable.into_iter().collect();
                let dead: Vec<BlockId> = rw.blocks(region).filter(|block| !reachable.contains(block)).collect();
                rw.erase_blocks(&dead);
                changed = true;
            }
        }
        if has_inner {
            waiting.extend(super::stack::regions_directly_in(rw, region));
        }
    }
    changed
}
