//! Replacement of operations with regions by the contents of a region.

use std::ops::Range;

use rmlir::core::Body;
use rmlir::core::arena::{BlockId, OpId, Value};

use super::change::Change;
use super::stand_in::{replace_results, stand_in};

/// Moves the operations of a single-block region before the parent operation, and erases the parent.
pub struct Unwrap;

fn candidates(body: &Body) -> Vec<(OpId, BlockId)> {
    let mut found = Vec::new();
    body.walk_preorder(body.root(), |op| {
        if op == body.root() || body.nested(op).is_some() {
            return;
        }
        let blocks = body.regions(op).iter().filter(|&&region| body.has_one_block(region));
        found.extend(blocks.filter_map(|&region| Some((op, body.entry(region)?))));
    });
    found
}

impl Change for Unwrap {
    fn count(&self, body: &Body) -> usize {
        candidates(body).len()
    }

    fn apply(&self, body: &mut Body, which: Range<usize>) {
        for (op, block) in candidates(body).drain(which).rev() {
            // Another region of it may have been unwrapped.
            if body.contains_op(op) && body.contains_block(block) {
                unwrap(body, op, block);
            }
        }
    }
}

fn unwrap(body: &mut Body, op: OpId, block: BlockId) {
    for arg in body.args(block).to_vec() {
        if let Some(other) = stand_in(body, body.ty(arg)).filter(|_| !body.is_unused(arg)) {
            body.replace_all_uses(arg, other);
        }
    }
    let end = body.terminator(block);
    let yielded: Vec<Value> = end.map(|end| body.operands(end).collect()).unwrap_or_default();
    let inside: Vec<OpId> = body.ops(block).filter(|&inner| Some(inner) != end).collect();
    for inner in inside {
        body.move_before(inner, op);
    }
    let results = body.results(op).to_vec();
    for (&result, &value) in results.iter().zip(&yielded) {
        let is_outside = body.value_block(value) != Some(block);
        if is_outside && body.ty(result) == body.ty(value) {
            body.replace_all_uses(result, value);
        }
    }
    replace_results(body, op);
    let _ = body.erase_op(op);
}
