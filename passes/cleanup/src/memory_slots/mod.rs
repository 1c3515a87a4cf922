//! Passes on memory slots: `mem2reg` and `sroa`.
//!
//! Both work on one slot at a time, until no slot can be done any more. For a
//! slot they first find which uses have to go and whether every user can do
//! without (`uses`); only then they change anything.

pub mod mem2reg;
pub mod sroa;
mod ssa;
mod uses;

use rmlir::prelude::*;

/// All operations under the root of `body` that implement interface `I`.
fn all_with<I: ?Sized + 'static>(body: &Body) -> Vec<OpId> {
    let mut found = Vec::new();
    body.walk_postorder(body.root(), |op| {
        if op != body.root() && body.interface::<I>(op).is_some() {
            found.push(op);
        }
    });
    found
}

/// Tries `work` on every operation of the list, and on those it adds, in rounds
/// until nothing changes. It gives `None` if it did nothing with an operation,
/// else the operations to try in the next round instead.
fn in_rounds(mut list: Vec<OpId>, mut work: impl FnMut(OpId) -> Option<Vec<OpId>>) {
    loop {
        let mut next = Vec::new();
        let mut changed = false;
        for op in list {
            match work(op) {
                Some(new) => {
                    changed = true;
                    next.extend(new);
                }
                None => next.push(op),
            }
        }
        if !changed {
            return;
        }
        list = next;
    }
}
