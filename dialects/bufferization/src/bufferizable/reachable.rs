//! Regions that are reachable from others.

use rmlir::prelude::*;

/// The regions that are reachable from region `from` of `op`.
pub(super) fn reachable(op: OpRef, from: usize) -> Vec<usize> {
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
