//! Regions to process.

use rmlir_core::{Body, RegionId};
use rustc_hash::FxHashSet;

/// The regions of all operations directly in `region`, in this body.
pub(super) fn regions_directly_in(body: &Body, region: RegionId) -> Vec<RegionId> {
    body.blocks(region).flat_map(|block| body.ops(block)).flat_map(|op| body.regions(op)).copied().collect()
}

/// A stack of distinct regions to process.
#[derive(Default)]
pub(super) struct RegionStack {
    list: Vec<RegionId>,
    set: FxHashSet<RegionId>,
}

impl RegionStack {
    pub(super) fn new(regions: &[RegionId]) -> Self {
        let mut stack = Self::default();
        regions.iter().for_each(|&region| stack.push(region));
        stack
    }

    pub(super) fn push(&mut self, region: RegionId) {
        if self.set.insert(region) {
            self.list.push(region);
        }
    }

    pub(super) fn pop(&mut self) -> Option<RegionId> {
        let region = self.list.pop()?;
        self.set.remove(&region);
        Some(region)
    }
}
