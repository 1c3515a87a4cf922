//! Bands: sequences of nested loops that can be coalesced.

use rmlir::prelude::*;

/// Calls `coalesce` with the bands of a nest, the innermost first. `known_at` is, for each loop of the nest, the
/// outermost loop before which its bounds are defined; `chain_start` the first of the loops that forward their
/// loop-carried variables.
pub(super) fn for_each_band(
    known_at: &[usize],
    chain_start: &[usize],
    mut coalesce: impl FnMut(std::ops::Range<usize>),
) {
    let mut end = known_at.len();
    while end > 0 {
        let is_band = |&start: &usize| {
            let latest = known_at[start..end].iter().max();
            latest.is_some_and(|&latest| latest <= start) && chain_start[end - 1] <= start
        };
        match (0..end - 1).find(is_band) {
            Some(start) => {
                coalesce(start..end);
                end = start;
            }
            None => end -= 1,
        }
    }
}

/// For each loop, the outermost loop of the nest such that all of its `operands` are defined outside of it.
pub(super) fn known_at(body: &Body, regions: &[RegionId], operands: &[Vec<Value>]) -> Vec<usize> {
    let is_outside = |region: RegionId, values: &[Value]| {
        values.iter().all(|&value| {
            let mut at = body.value_region(value);
            while let Some(inner) = at {
                if inner == region {
                    return false;
                }
                at = body.parent_region(body.region_owner(inner));
            }
            true
        })
    };
    (0..regions.len())
        .map(|index| (0..index).find(|&outer| is_outside(regions[outer], &operands[index])).unwrap_or(index))
        .collect()
}
