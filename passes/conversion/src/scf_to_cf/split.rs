//! The split of the block of a lowered operation.

use rmlir::prelude::*;

/// The reason why an operation is not lowered.
pub(super) const ONE_BLOCK: &str = "cannot be lowered to branches in a region of one block";

/// Splits the block of `op` before it. Returns the block before the split, and the one that starts with `op`. `None` if
/// its region allows one block only.
pub(super) fn split_before(rw: &mut Rewriter, op: OpId) -> Option<(BlockId, BlockId)> {
    if !OpRef::new(rw, op).may_split_block() {
        rw.no_match(op, ONE_BLOCK);
        return None;
    }
    let before = rw.block_of(op).expect("a matched operation stands in a block");
    let after = rw.split_block(before, Some(op));
    Some((before, after))
}
