//! Moving what is computed from parameters to the top level of a function, where the dialect `affine` takes it for a
//! symbol.

use rmlir::core::effects::{is_pure, is_speculatable};
use rmlir::prelude::*;

/// Moves the operation that defines `value`, and those that it depends on, to the top level of the function, if they
/// can be speculated and depend on nothing but values from there.
pub(crate) fn hoist(rw: &mut Rewriter, value: Value) {
    let mut chain = Vec::new();
    if !collect(rw, value, &mut chain) {
        return;
    }
    let Some(&last) = chain.last() else { return };
    let mut top = last;
    while let Some(owner) = rw.parent_op(top).filter(|&owner| owner != rw.root()) {
        top = owner;
    }
    for op in chain {
        rw.move_before(op, top);
    }
}

/// The maximum number of operations that are moved with one.
const MAX_OPS: usize = 32;

/// Appends the operations that have to be moved, operands first; returns whether all can be.
fn collect(body: &Body, value: Value, chain: &mut Vec<OpId>) -> bool {
    let Some(op) = body.defining_op(value) else {
        return body.is_root_argument(value);
    };
    if body.parent_op(op) == Some(body.root()) || chain.contains(&op) {
        return true;
    }
    let view = OpRef::new(body, op);
    let may_move = chain.len() < MAX_OPS && view.n_regions() == 0 && is_pure(view) && is_speculatable(view);
    let moved =
        may_move && body.operands(op).collect::<Vec<_>>().into_iter().all(|operand| collect(body, operand, chain));
    if moved {
        chain.push(op);
    }
    moved
}
