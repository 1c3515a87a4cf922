//! Removal of operations.

use std::ops::Range;

use rmlir::core::arena::OpId;
use rmlir::core::traits::TraitSet;
use rmlir::core::{Body, OpRef};

use super::change::Change;
use super::stand_in::replace_results;

/// Erases an operation that is no terminator, with its regions.
pub struct Erase;

fn candidates(body: &Body) -> Vec<OpId> {
    let mut found = Vec::new();
    body.walk_preorder(body.root(), |op| {
        let ends_block = body.next_op(op).is_none() && OpRef::new(body, op).has(TraitSet::TERMINATOR);
        if op != body.root() && !ends_block {
            found.push(op);
        }
    });
    found
}

impl Change for Erase {
    fn count(&self, body: &Body) -> usize {
        candidates(body).len()
    }

    fn apply(&self, body: &mut Body, which: Range<usize>) {
        // In reverse, users are erased before the definitions, mostly, and nested operations before their parents.
        for op in candidates(body).drain(which).rev() {
            replace_results(body, op);
            // It still has uses if no value of its type can be created: then it remains.
            let _ = body.erase_op(op);
        }
    }
}
