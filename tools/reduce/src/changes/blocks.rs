//! Removal of control flow edges and blocks.

use std::ops::Range;

use rmlir::core::arena::{BlockId, OpId, RegionId, Value};
use rmlir::core::clone::CloneMap;
use rmlir::core::interfaces::BranchOp;
use rmlir::core::traits::TraitSet;
use rmlir::core::{Body, OpRef};
use rmlir_cf::BrOp;

use super::change::Change;
use super::stand_in::stand_in;

/// Replaces a branch with several successors by a branch to one of them, and drops unreachable blocks.
pub struct GoOneWay;

/// Replaces a branch by a copy of a terminator of the region that has no successors.
pub struct Return;

/// Merges a block into its only predecessor, whose only successor it is.
pub struct Merge;

fn branches(body: &Body, least: usize) -> Vec<OpId> {
    let mut found = Vec::new();
    body.walk_preorder(body.root(), |op| {
        if op != body.root() && body.n_successors(op) >= least {
            found.push(op);
        }
    });
    found
}

fn ways(body: &Body) -> Vec<(OpId, usize)> {
    let of_branch = |op: OpId| (0..body.n_successors(op)).map(move |index| (op, index));
    branches(body, 2).into_iter().flat_map(of_branch).collect()
}

impl Change for GoOneWay {
    fn count(&self, body: &Body) -> usize {
        ways(body).len()
    }

    fn apply(&self, body: &mut Body, which: Range<usize>) {
        for (op, index) in ways(body).drain(which) {
            // Its block may have been erased, or it may have been replaced already.
            if body.contains_op(op) {
                go_one_way(body, op, index);
            }
        }
    }
}

fn go_one_way(body: &mut Body, op: OpId, index: usize) {
    let (target, loc) = (body.successor(op, index), body.loc(op));
    let Some(values) = passed(body, op, index) else { return };
    let Some(region) = body.parent_region(op) else { return };
    let branch = body.create_op(BrOp::build(&values, target).at(loc).finish(body.cx()));
    replace_terminator(body, op, branch, region);
}

/// The operands that `op` forwards to successor `index`; `None` if it produces some of the successor's arguments
/// itself.
fn passed(body: &Body, op: OpId, index: usize) -> Option<Vec<Value>> {
    let view = OpRef::new(body, op);
    let operands = view.interface::<dyn BranchOp>()?.successor_operands(view, index);
    (operands.n_produced == 0).then(|| operands.forwarded.map(|at| body.operand(op, at)).collect())
}

fn replace_terminator(body: &mut Body, old: OpId, new: OpId, region: RegionId) {
    body.insert_before(old, new);
    if body.erase_op(old).is_ok() {
        drop_unreached(body, region);
    }
}

fn drop_unreached(body: &mut Body, region: RegionId) {
    let Some(entry) = body.entry(region) else { return };
    let mut reached = vec![entry];
    let mut next = 0;
    while next < reached.len() {
        let end = body.last_op(reached[next]);
        let targets: Vec<BlockId> = end.map(|end| body.successors(end).collect()).unwrap_or_default();
        for target in targets {
            if !reached.contains(&target) {
                reached.push(target);
            }
        }
        next += 1;
    }
    let gone: Vec<BlockId> = body.blocks(region).filter(|block| !reached.contains(block)).collect();
    body.erase_blocks(&gone);
}

impl Change for Return {
    fn count(&self, body: &Body) -> usize {
        branches(body, 1).len()
    }

    fn apply(&self, body: &mut Body, which: Range<usize>) {
        for op in branches(body, 1).drain(which) {
            if body.contains_op(op) {
                return_instead(body, op);
            }
        }
    }
}

fn return_instead(body: &mut Body, op: OpId) {
    let Some(region) = body.parent_region(op) else { return };
    let ends = body.blocks(region).filter_map(|block| body.last_op(block));
    let is_end = |&end: &OpId| body.n_successors(end) == 0 && OpRef::new(body, end).has(TraitSet::TERMINATOR);
    let Some(end) = ends.into_iter().find(is_end) else { return };
    let types: Vec<_> = body.operand_types(end).collect();
    let values: Option<Vec<Value>> = types.into_iter().map(|ty| stand_in(body, ty)).collect();
    let Some(values) = values else { return };
    let copy = body.clone_op(end, &mut CloneMap::default());
    body.set_operands(copy, &values);
    replace_terminator(body, op, copy, region);
}

fn merged(body: &Body) -> Vec<OpId> {
    let mut found = branches(body, 1);
    found.retain(|&op| {
        let block = body.block_of(op);
        let target = body.successor(op, 0);
        let fits = OpRef::new(body, op).is::<BrOp>() && Some(target) != block && !body.is_entry(target);
        fits && body.single_predecessor(target) == block
    });
    found
}

impl Change for Merge {
    fn count(&self, body: &Body) -> usize {
        merged(body).len()
    }

    fn apply(&self, body: &mut Body, which: Range<usize>) {
        for op in merged(body).drain(which) {
            merge(body, op);
        }
    }
}

fn merge(body: &mut Body, op: OpId) {
    let target = body.successor(op, 0);
    let Some(values) = passed(body, op, 0) else { return };
    for (arg, value) in body.args(target).to_vec().into_iter().zip(values) {
        body.replace_all_uses(arg, value);
    }
    body.move_ops_before(target, op);
    if body.erase_op(op).is_ok() {
        body.erase_block(target);
    }
}
