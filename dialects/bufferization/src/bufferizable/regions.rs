//! Repetitive, parallel and mutually exclusive regions.

use rmlir::prelude::*;

use super::Options;

/// The regions that are reachable from region `from` of `op`.
fn reachable(op: OpRef, from: usize) -> Vec<usize> {
    let Some(branch) = op.interface::<dyn RegionBranchOp>() else { return Vec::new() };
    let mut found = Vec::new();
    let mut work = vec![from];
    while let Some(region) = work.pop() {
        for successor in successors_of(op, branch, region) {
            if let RegionPoint::Region(next) = successor.target
                && !found.contains(&next)
            {
                found.push(next);
                work.push(next);
            }
        }
    }
    found
}

/// The successors of region `index`, by its terminators or else by the operation.
fn successors_of(op: OpRef, branch: &dyn RegionBranchOp, index: usize) -> Vec<RegionSuccessor> {
    let ends = op.region(index).blocks().filter_map(BlockRef::last_op);
    let stated: Vec<_> = ends
        .filter_map(|end| end.interface::<dyn RegionBranchTerminator>().map(|i| i.successors(end, &[])))
        .flatten()
        .collect();
    if stated.is_empty() { branch.successors(op, RegionPoint::Region(index)) } else { stated }
}

/// Whether region `index` of `op` is reachable from itself.
pub fn is_repetitive(op: OpRef, index: usize) -> bool {
    reachable(op, index).contains(&index)
}

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
