//! Topological sort of graph regions.
//!
//! The operations of each block of a graph region are scheduled repeatedly; an operation whose operands are all defined
//! by scheduled operations is appended to these. If no operation is ready, there is a cycle, and the next operation is
//! scheduled at its position.

use rmlir::core::dominance::has_ssa_dominance;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rustc_hash::FxHashSet;

use rmlir::pass::over_bodies;

/// Sort regions without SSA dominance in topological order.
///
/// The sort is stable: sorted operations are not moved.
#[pass(name = "topological-sort", title = "TopologicalSort")]
pub fn topological_sort(cx: &mut PassCx) -> PassResult {
    over_bodies(cx.body_mut(), &|body| {
        let mut blocks = Vec::new();
        body.walk_postorder(body.root(), |op| {
            // The region kind of unregistered operations is unknown.
            let is_graph = |region: &&RegionId| body.def(op).is_some() && !has_ssa_dominance(body, **region);
            for &region in body.regions(op).iter().filter(is_graph) {
                blocks.extend(body.blocks(region));
            }
        });
        let mut rw = Rewriter::new(body);
        blocks.into_iter().for_each(|block| sort_block(&mut rw, block));
    });
    Ok(())
}

/// Sorts the operations of `block` except for its terminator.
fn sort_block(rw: &mut Rewriter, block: BlockId) {
    let end = rw.last_op(block).filter(|&last| rw.has_trait(last, TraitSet::TERMINATOR));
    let mut unscheduled: FxHashSet<OpId> = rw.ops(block).filter(|&op| Some(op) != end).collect();
    let mut next = rw.first_op(block);
    while !unscheduled.is_empty() {
        let mut progress = false;
        let mut at = next;
        while let Some(op) = at.filter(|&op| Some(op) != end) {
            at = rw.next_op(op);
            if !is_ready(rw, op, &unscheduled) {
                continue;
            }
            unscheduled.remove(&op);
            progress = true;
            match next {
                Some(front) if front == op => next = rw.next_op(op),
                Some(front) => rw.move_before(op, front),
                None => unreachable!("an unscheduled operation is left"),
            }
        }
        if !progress && let Some(front) = next {
            unscheduled.remove(&front);
            next = rw.next_op(front);
        }
    }
}

/// Whether no operand of `op`, or of operations nested in it, is defined by an unscheduled operation, or inside of one.
fn is_ready(body: &Body, op: OpId, unscheduled: &FxHashSet<OpId>) -> bool {
    body.ops_under(op).into_iter().flat_map(|inner| body.operands(inner)).all(|operand| {
        let mut at = body.defining_op(operand);
        while let Some(definition) = at.filter(|&definition| definition != op) {
            if unscheduled.contains(&definition) {
                return false;
            }
            at = body.parent_op(definition);
        }
        true
    })
}
