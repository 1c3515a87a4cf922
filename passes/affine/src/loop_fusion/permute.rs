//! Interchange of loops: sequential loops are moved inward in their nest.

use rmlir::prelude::*;
use rmlir_affine::ForOp;
use rmlir_affine::analysis::dependence::{Distance, dependence_distances};
use rmlir_affine::analysis::effects::other_effect;
use rmlir_affine::analysis::nest::perfectly_nested_loops;

/// Moves the loops of a perfect nest that carry dependences inward, if all dependences are preserved and no bounds
/// depend on surrounding loops of the nest; returns the new outermost loop.
pub fn sink_sequential_loops(rw: &mut Rewriter, root: ForOp) -> ForOp {
    let nest = perfectly_nested_loops(rw, root);
    if nest.len() < 2 || !has_independent_loops(rw, root, &nest) {
        return root;
    }
    if other_effect(rw, root.id()).is_some() {
        return root;
    }
    let Some(all) = dependence_distances(rw, root.id(), nest.len()) else { return root };
    let is_parallel: Vec<bool> =
        (0..nest.len()).map(|index| all.iter().all(|distances| is_zero(distances.get(index)))).collect();
    // The loops from the outside in, parallel ones first.
    let mut order: Vec<usize> = (0..nest.len()).collect();
    order.sort_by_key(|&index| !is_parallel[index]);
    if !all.iter().all(|distances| stays_in_order(distances, &order)) {
        return root;
    }
    permute(rw, &nest, &order)
}

/// Whether the domains of the loops inside of `root` are invariant in it. (Upstream does not check this.)
fn has_independent_loops(body: &Body, root: ForOp, nest: &[ForOp]) -> bool {
    nest.iter().all(|op| body.operands(op.id()).all(|value| !body.is_defined_inside(root.id(), value)))
}

fn is_zero(distance: Option<&Distance>) -> bool {
    distance.is_none_or(|distance| distance.lower == Some(0) && distance.upper == Some(0))
}

/// Whether the distance vector is known to be lexicographically non-negative in this order of loops.
fn stays_in_order(distances: &[Distance], order: &[usize]) -> bool {
    for &index in order {
        let Some(distance) = distances.get(index) else { continue };
        match distance.lower {
            Some(lower) if lower > 0 => return true,
            Some(0) => {}
            _ => return false,
        }
    }
    true
}

/// Nests the loops in this order, from the outside in; returns the outermost.
fn permute(rw: &mut Rewriter, nest: &[ForOp], order: &[usize]) -> ForOp {
    let (first, last) = (nest[order[0]], nest[order[order.len() - 1]]);
    if order.iter().copied().eq(0..nest.len()) {
        return first;
    }
    let innermost = nest[nest.len() - 1];
    let moved: Vec<OpId> = rw.ops(innermost.body(rw)).filter(|&op| op != innermost.terminator(rw)).collect();
    // Makes the loops siblings first, so that no loop is moved into one that is inside of it.
    for &op in nest[1..].iter().rev() {
        rw.move_before(op, nest[0].id());
    }
    if last != innermost {
        let terminator = last.terminator(rw);
        for op in moved {
            rw.move_before(op, terminator);
        }
    }
    for pair in order.windows(2) {
        let terminator = nest[pair[0]].terminator(rw);
        rw.move_before(nest[pair[1]], terminator);
    }
    first
}
