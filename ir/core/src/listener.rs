//! The observer of a rewriter.

use crate::arena::{BlockId, OpId, Value};
use crate::body::Body;

/// The outcome of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Match {
    /// It rewrote.
    Yes,
    /// It did not apply; the IR is unchanged.
    No,
}

/// A listener of changes. Every method has an empty default.
#[allow(unused_variables)]
pub trait Listener {
    /// `op` was created and inserted.
    fn created(&mut self, body: &Body, op: OpId) {}
    /// `op` was moved to another position.
    fn moved(&mut self, body: &Body, op: OpId) {}
    /// Operands, attributes, successors, regions or types of `op` changed.
    fn modified(&mut self, body: &Body, op: OpId) {}
    /// The results of `op` are about to be replaced by `with`.
    fn replacing(&mut self, body: &Body, op: OpId, with: &[Value]) {}
    /// `op` is about to be erased. The operations in its regions are notified before it.
    fn erasing(&mut self, body: &Body, op: OpId) {}
    /// `block` was created and inserted.
    fn block_created(&mut self, body: &Body, block: BlockId) {}
    /// `block` is about to be erased.
    fn block_erasing(&mut self, body: &Body, block: BlockId) {}
    /// Returns whether it is notified of pattern applications (the next three methods).
    fn wants_patterns(&self) -> bool {
        true
    }
    /// A pattern did not apply to `op`, for this reason.
    fn no_match(&mut self, body: &Body, op: OpId, reason: &dyn Fn() -> String) {}
    /// A driver is about to apply the pattern called `pattern` to `op`.
    fn pattern_begin(&mut self, body: &Body, op: OpId, pattern: &'static str) {}
    /// The last pattern that was begun has succeeded or failed. `op` may be erased.
    fn pattern_end(&mut self, body: &Body, op: OpId, pattern: &'static str, outcome: Match) {}
}

/// A record of changes, so that they can be rolled back. A rewriter with a journal replaces and erases no operation
/// itself: it records the request, and the owner of the journal executes it on commit. Erased blocks are unlinked
/// immediately.
pub trait Journal {
    /// `op` was created and inserted.
    fn op_created(&mut self, body: &Body, op: OpId);
    /// `op` is about to be moved.
    fn op_moving(&mut self, body: &Body, op: OpId);
    /// Operands, attributes, successors or the location of `op` are about to change.
    fn op_modifying(&mut self, body: &Body, op: OpId);
    /// They have changed.
    fn op_modified(&mut self, body: &Body, op: OpId);
    /// The results of `op` are to be replaced by `with`, one value for each, and `op` is to be erased.
    fn op_replaced(&mut self, body: &Body, op: OpId, with: &[Value]);
    /// `op`, whose results have no replacement, is to be erased.
    fn op_erased(&mut self, body: &Body, op: OpId);
    /// The uses of `value` are to become uses of `with`.
    fn value_replaced(&mut self, body: &Body, value: Value, with: &[Value]);
    /// `block` was created and inserted.
    fn block_created(&mut self, body: &Body, block: BlockId);
    /// `block` is about to be moved.
    fn block_moving(&mut self, body: &Body, block: BlockId);
    /// All operations of `from` are about to be moved, together, before `next`
    /// or to the end of `to`.
    fn block_inlining(&mut self, body: &Body, from: BlockId, to: BlockId);
    /// `block` is about to be unlinked; it is to be erased.
    fn block_erasing(&mut self, body: &Body, block: BlockId);
}
