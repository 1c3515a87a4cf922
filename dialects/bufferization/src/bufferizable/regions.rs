//! Regions that run again, at once, or not both.

use rmlir::prelude::*;

use super::Options;

/// The regions that control may go to from region `from` of `op`, at once or later.
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

/// Where control may go from the ends of region `index`.
fn successors_of(op: OpRef, branch: &dyn RegionBranchOp, index: usize) -> Vec<RegionSuccessor> {
    let ends = op.region(index).blocks().filter_map(BlockRef::last_op);
    let stated: Vec<_> = ends
        .filter_map(|end| end.interface::<dyn RegionBranchTerminator>().map(|i| i.successors(end, &[])))
        .flatten()
        .collect();
    if stated.is_empty() { branch.successors(op, RegionPoint::Region(index)) } else { stated }
}

/// Whether region `index` of `op` may run again after it has run.
pub fn is_repetitive(op: OpRef, index: usize) -> bool {
    reachable(op, index).contains(&index)
}

fn is_repetitive_region(region: RegionRef, options: &Options) -> bool {
    let op = region.owner();
    options.model(op).is_some_and(|model| model.is_repetitive_region(op, region.body.region_index(region.id)))
}

/// The innermost region around, `region` itself included, that may run several times.
pub fn enclosing_repetitive<'a>(mut region: Option<RegionRef<'a>>, options: &Options) -> Option<RegionRef<'a>> {
    while let Some(at) = region {
        if is_repetitive_region(at, options) {
            return Some(at);
        }
        region = parent(at);
    }
    None
}

/// The innermost region around that may run several times at once.
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

/// The region that `op` stands in.
pub fn of_op(op: OpRef) -> Option<RegionRef> {
    op.body.parent_region(op.id).map(|id| RegionRef::new(op.body, id))
}

/// Whether of two operations only one runs for a run of an operation around them.
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
