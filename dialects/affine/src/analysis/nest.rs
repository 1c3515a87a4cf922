//! Loop nests: surrounding operations, and how loops are nested.

use crate::{ForOp, IfOp, ParallelOp};
use rmlir::prelude::*;

/// The affine loops and conditions around `op` in its affine scope, outer before inner.
pub fn enclosing_affine_ops(body: &Body, op: OpId) -> Vec<OpId> {
    let is_affine = |op: OpId| {
        let view = OpRef::new(body, op);
        view.is::<ForOp>() || view.is::<IfOp>() || view.is::<ParallelOp>()
    };
    in_scope(body, op).into_iter().filter(|&op| is_affine(op)).collect()
}

/// The `affine.for` operations around `op` in its affine scope, outer before inner.
pub fn enclosing_fors(body: &Body, op: OpId) -> Vec<ForOp> {
    in_scope(body, op).into_iter().filter_map(|op| OpRef::new(body, op).cast::<ForOp>()).collect()
}

/// The operations around `op` up to the affine scope, outer before inner.
fn in_scope(body: &Body, op: OpId) -> Vec<OpId> {
    let mut found = Vec::new();
    let mut next = body.parent_op(op);
    while let Some(outer) = next.filter(|&outer| !body.has_trait(outer, TraitSet::AFFINE_SCOPE)) {
        found.push(outer);
        next = body.parent_op(outer);
    }
    found.reverse();
    found
}

/// The induction variables of all affine loops around `op`, outer before inner.
pub fn enclosing_induction_vars(body: &Body, op: OpId) -> Vec<Value> {
    let mut found = Vec::new();
    let mut next = body.parent_op(op);
    while let Some(outer) = next {
        let view = OpRef::new(body, outer);
        if let Some(op) = view.cast::<ForOp>() {
            found.push(op.induction_var(body));
        } else if let Some(op) = view.cast::<ParallelOp>() {
            found.extend_from_slice(body.args(op.body(body)));
        }
        next = body.parent_op(outer);
    }
    found.reverse();
    found
}

/// The number of affine loops around `op`; a parallel loop counts once for each dimension.
pub fn nesting_depth(body: &Body, op: OpId) -> usize {
    enclosing_induction_vars(body, op).len()
}

/// The number of common surrounding loops, counted from the outermost.
pub fn n_common_surrounding_loops(body: &Body, a: OpId, b: OpId) -> usize {
    let (a, b) = (enclosing_induction_vars(body, a), enclosing_induction_vars(body, b));
    a.iter().zip(&b).take_while(|(a, b)| a == b).count()
}

/// The `affine.for` operations around all of `ops`, outer before inner.
pub fn innermost_common_loops(body: &Body, ops: &[OpId]) -> Vec<ForOp> {
    let mut common: Option<Vec<ForOp>> = None;
    for &op in ops {
        let around = enclosing_fors(body, op);
        common = Some(match common {
            None => around,
            Some(common) => common.into_iter().zip(around).take_while(|(a, b)| a == b).map(|(a, _)| a).collect(),
        });
    }
    common.unwrap_or_default()
}

/// The perfectly nested loops from `root` on: each body but the last contains one loop and the terminator.
pub fn perfectly_nested_loops(body: &Body, root: ForOp) -> Vec<ForOp> {
    let mut nest = vec![root];
    loop {
        let block = nest[nest.len() - 1].body(body);
        let mut ops = body.ops(block);
        let inner = ops.next().and_then(|op| OpRef::new(body, op).cast::<ForOp>());
        match (inner, ops.count()) {
            (Some(inner), 1) => nest.push(inner),
            _ => return nest,
        }
    }
}

/// Whether each loop of `nest` is the only operation in the body of the previous one, except for the terminator.
pub fn is_perfectly_nested(body: &Body, nest: &[ForOp]) -> bool {
    nest.windows(2).all(|pair| {
        let block = pair[0].body(body);
        body.block_of(pair[1].id()) == Some(block) && body.ops(block).count() == 2
    })
}

/// The innermost block around both, within their affine scope.
pub fn common_block_in_scope(body: &Body, a: OpId, b: OpId) -> Option<BlockId> {
    let chain = |op: OpId| -> Vec<BlockId> {
        let mut blocks = Vec::new();
        let mut next = body.block_of(op);
        while let Some(block) = next {
            blocks.push(block);
            let parent = body.block_parent_op(block);
            next = parent.filter(|&op| !body.has_trait(op, TraitSet::AFFINE_SCOPE)).and_then(|op| body.block_of(op));
        }
        blocks.reverse();
        blocks
    };
    chain(a).into_iter().zip(chain(b)).take_while(|(a, b)| a == b).last().map(|(block, _)| block)
}

/// The loops of `body`, inner before outer.
pub fn inner_loops_first(body: &Body) -> Vec<ForOp> {
    let mut found = Vec::new();
    body.walk_postorder(body.root(), |op| found.extend(OpRef::new(body, op).cast::<ForOp>()));
    found
}
