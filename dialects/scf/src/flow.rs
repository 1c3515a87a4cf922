//! Region successors and checks of terminators, shared by all operations.

use rmlir::prelude::*;

/// The successor is the parent `op`, with its results as inputs.
pub(crate) fn to_parent(op: OpRef) -> RegionSuccessor {
    RegionSuccessor { target: RegionPoint::Parent, inputs: op.results().map(|value| value.id).collect() }
}

/// The successor is the parent, without inputs.
pub(crate) fn to_parent_without_values() -> RegionSuccessor {
    RegionSuccessor { target: RegionPoint::Parent, inputs: Vec::new() }
}

/// The successor is region `index`, without inputs.
pub(crate) fn to_region(index: usize) -> RegionSuccessor {
    RegionSuccessor { target: RegionPoint::Region(index), inputs: Vec::new() }
}

/// The successor is region `index` of `op`, with all entry arguments except the first `n_skipped` as inputs.
pub(crate) fn to_region_with_args(op: OpRef, index: usize, n_skipped: usize) -> RegionSuccessor {
    let inputs = entry_args(op, index).skip(n_skipped).map(|value| value.id).collect();
    RegionSuccessor { target: RegionPoint::Region(index), inputs }
}

/// The arguments of the entry block of region `index`.
pub(crate) fn entry_args<'a>(op: OpRef<'a>, index: usize) -> impl Iterator<Item = ValueRef<'a>> {
    op.region(index).entry().into_iter().flat_map(BlockRef::args)
}

/// The last operation of the entry block of `region`, which has to be a `T`.
pub(crate) fn expect_terminator<'a, T: Op>(
    op: OpRef,
    region: RegionRef<'a>,
    message: &str,
) -> Result<OpRef<'a>, Box<Diagnostic>> {
    let last = region.entry().and_then(BlockRef::last_op);
    match last {
        Some(last) if last.is::<T>() => Ok(last),
        Some(last) => Err(Box::new(op.error(message).note(last.loc().place(op.cx()), "terminator here"))),
        None => Err(op.error(message)),
    }
}
