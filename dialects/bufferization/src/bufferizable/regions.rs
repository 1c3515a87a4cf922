//! Repetitive, parallel and mutually exclusive regions.

use rmlir::prelude::*;

use super::interface::Options;
pub use super::reachable::is_repetitive;
use super::reachable::reachable;

fn is_repetitive_region(region: RegionRef, options: &Options) -> bool {
    let op = region.owner();
    options.model(op).is_some_and(|model| model.is_repetitive_region(op, region.body.region_index(region.id)))
}

/// The innermost enclosing repetitive region, which may be `region` itself.
pub fn enclosing_repetitive<'a>(mut region: Option<RegionRef<'a>>, options: &Options) -> Option<RegionRef<'a>> {
    while let Some(at) = region {
        if is_repetitive_region(at, options) {
            return Some(at);
        }
        region = parent(at);
    }
    None
}

/// The innermost enclosing parallel region, which may be `region` itself.
pub fn enclosing_parallel<'a>(mut region: Option<RegionRef<'a>>, options: &Options) -> Option<RegionRef<'a>> {
    while let Some(at) = region {
        let op = at.owner();
        let index = at.body.region_index(at.id);
        if options.model(op).is_some_and(|model| model.is_parallel_region(op, index)) {
            return Some(at);
        }
        region = parent(at);
    }
    None
}

/// The region around `region`, in the same body.
pub fn parent(region: RegionRef) -> Option<RegionRef> {
    let owner = region.body.region_owner(region.id);
    region.body.parent_region(owner).map(|id| RegionRef::new(region.body, id))
}

/// The region that `value` is defined in.
pub fn of_value(value: ValueRef) -> Option<RegionRef> {
    value.body.value_region(value.id).map(|id| RegionRef::new(value.body, id))
}

/// The region that contains `op`.
pub fn of_op(op: OpRef) -> Option<RegionRef> {
    op.body.parent_region(op.id).map(|id| RegionRef::new(op.body, id))
}

/// Whether the operations are in mutually exclusive regions of an enclosing operation.
pub fn are_mutually_exclusive(left: OpRef, right: OpRef) -> bool {
    let mut around = left.parent();
    while let Some(op) = around {
        if op.interface::<dyn RegionBranchOp>().is_some() && op.id != right.id && op.body.is_ancestor(op.id, right.id) {
            let region_of = |inner: OpRef| {
                (0..op.n_regions()).find(|&index| {
                    let region = op.region(index).id;
                    inner.block().is_some_and(|block| op.body.region_contains_block(region, block.id))
                })
            };
            let (Some(first), Some(second)) = (region_of(left), region_of(right)) else { return false };
            return first != second
                && !reachable(op, first).contains(&second)
                && !reachable(op, second).contains(&first);
        }
        around = op.parent();
    }
    false
}
