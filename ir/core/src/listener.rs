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

/// An observer of a rewriter, which is notified of every change. What it does not handle is forwarded to the listener
/// around it, if there is one.
///
/// A change in place is announced before (`moving`, `modifying`, ..) and notified after (`moved`, `modified`, ..), so
/// that an observer can record what is needed to roll it back.
pub trait Listener {
    /// The listener around this one.
    fn outer(&mut self) -> Option<&mut dyn Listener> {
        None
    }

    /// Returns whether it executes replacements and erasures itself, later. The rewriter announces them once, for the
    /// outermost operation, and leaves operations, uses and arguments as they are; erased blocks are only unlinked.
    fn defers(&self) -> bool {
        false
    }

    /// `op` was created and inserted.
    fn created(&mut self, body: &Body, op: OpId) {
        if let Some(outer) = self.outer() {
            outer.created(body, op);
        }
    }
    /// `op` is about to be moved.
    fn moving(&mut self, body: &Body, op: OpId) {
        if let Some(outer) = self.outer() {
            outer.moving(body, op);
        }
    }
    /// `op` was moved to another position.
    fn moved(&mut self, body: &Body, op: OpId) {
        if let Some(outer) = self.outer() {
            outer.moved(body, op);
        }
    }
    /// Operands, attributes, successors, regions, types or the location of `op` are about to change.
    fn modifying(&mut self, body: &Body, op: OpId) {
        if let Some(outer) = self.outer() {
            outer.modifying(body, op);
        }
    }
    /// Operands, attributes, successors, regions, types or the location of `op` changed.
    fn modified(&mut self, body: &Body, op: OpId) {
        if let Some(outer) = self.outer() {
            outer.modified(body, op);
        }
    }
    /// The results of `op` are about to be replaced by `with`, and `op` is about to be erased.
    fn replacing(&mut self, body: &Body, op: OpId, with: &[Value]) {
        if let Some(outer) = self.outer() {
            outer.replacing(body, op, with);
        }
    }
    /// `op` is about to be erased. The operations in its regions are notified before it.
    fn erasing(&mut self, body: &Body, op: OpId) {
        if let Some(outer) = self.outer() {
            outer.erasing(body, op);
        }
    }
    /// All uses of `value` are about to be replaced by `with`.
    fn value_replacing(&mut self, body: &Body, value: Value, with: Value) {
        if let Some(outer) = self.outer() {
            outer.value_replacing(body, value, with);
        }
    }

    /// `block` was created and inserted.
    fn block_created(&mut self, body: &Body, block: BlockId) {
        if let Some(outer) = self.outer() {
            outer.block_created(body, block);
        }
    }
    /// `block` is about to be moved.
    fn block_moving(&mut self, body: &Body, block: BlockId) {
        if let Some(outer) = self.outer() {
            outer.block_moving(body, block);
        }
    }
    /// `block` was moved to another position.
    fn block_moved(&mut self, body: &Body, block: BlockId) {
        if let Some(outer) = self.outer() {
            outer.block_moved(body, block);
        }
    }
    /// All operations of `from` are about to be moved, together, to `to`.
    fn block_inlining(&mut self, body: &Body, from: BlockId, to: BlockId) {
        if let Some(outer) = self.outer() {
            outer.block_inlining(body, from, to);
        }
    }
    /// `block` is about to be erased.
    fn block_erasing(&mut self, body: &Body, block: BlockId) {
        if let Some(outer) = self.outer() {
            outer.block_erasing(body, block);
        }
    }

    /// The argument `arg` was added to its block.
    fn arg_added(&mut self, body: &Body, arg: Value) {
        if let Some(outer) = self.outer() {
            outer.arg_added(body, arg);
        }
    }
    /// The type of the argument `arg` is about to change.
    fn arg_modifying(&mut self, body: &Body, arg: Value) {
        if let Some(outer) = self.outer() {
            outer.arg_modifying(body, arg);
        }
    }
    /// The type of the argument `arg` changed.
    fn arg_modified(&mut self, body: &Body, arg: Value) {
        if let Some(outer) = self.outer() {
            outer.arg_modified(body, arg);
        }
    }
    /// The argument `arg`, which has no uses, is about to be erased.
    fn arg_erasing(&mut self, body: &Body, arg: Value) {
        if let Some(outer) = self.outer() {
            outer.arg_erasing(body, arg);
        }
    }

    /// Returns whether it is notified of pattern applications (the next three methods).
    fn wants_patterns(&self) -> bool {
        true
    }
    /// A pattern did not apply to `op`, for this reason.
    fn no_match(&mut self, body: &Body, op: OpId, reason: &dyn Fn() -> String) {
        if let Some(outer) = self.outer() {
            outer.no_match(body, op, reason);
        }
    }
    /// A driver is about to apply the pattern called `pattern` to `op`.
    fn pattern_begin(&mut self, body: &Body, op: OpId, pattern: &'static str) {
        if let Some(outer) = self.outer() {
            outer.pattern_begin(body, op, pattern);
        }
    }
    /// The last pattern that was begun has succeeded or failed. `op` may be erased.
    fn pattern_end(&mut self, body: &Body, op: OpId, pattern: &'static str, outcome: Match) {
        if let Some(outer) = self.outer() {
            outer.pattern_end(body, op, pattern, outcome);
        }
    }
}
