//! The functions of a module that are printed in parallel.

use rmlir_core::interfaces::FunctionOp;
use rmlir_core::{BlockId, BlockRef, OpRef};

/// The block of a module whose functions are printed in parallel.
#[derive(Clone, Copy)]
pub(super) struct Apart {
    pub(super) body: u32,
    pub(super) block: BlockId,
}

impl Apart {
    pub fn is_block(self, block: BlockRef) -> bool {
        (block.body.number(), block.id) == (self.body, self.block)
    }

    /// Returns whether `op` is one of the functions.
    pub fn has(self, op: OpRef) -> bool {
        op.block().is_some_and(|block| self.is_block(block)) && is_function(op)
    }
}

pub(super) fn is_function(op: OpRef) -> bool {
    op.body.nested(op.id).is_some() && op.interface::<dyn FunctionOp>().is_some()
}
