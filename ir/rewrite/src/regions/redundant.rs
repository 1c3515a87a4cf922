//! Elimination of block arguments that receive the same value on every edge.

use rmlir_core::{BlockId, Body, RegionId, Rewriter, Value};

use super::branch::{Branch, edges_into};
use super::stack::{RegionStack, regions_directly_in};

/// Replaces such arguments by their values in `regions` and in nested regions, in this body. Returns whether there were
/// any.
pub fn drop_redundant_arguments(rw: &mut Rewriter, regions: &[RegionId]) -> bool {
    if rw.is_structured() {
        return false;
    }
    let mut waiting = RegionStack::new(regions);
    let mut changed = false;
    while let Some(region) = waiting.pop() {
        for block in rw.blocks(region).collect::<Vec<_>>() {
            changed |= drop_in_block(rw, block);
        }
        regions_directly_in(rw, region).into_iter().for_each(|inner| waiting.push(inner));
    }
    changed
}

fn drop_in_block(rw: &mut Rewriter, block: BlockId) -> bool {
    let mut dropped = Vec::new();
    for index in 0..rw.args(block).len() {
        if let Some(value) = common_value(rw, block, index) {
            rw.replace_all_uses(rw.arg(block, index), value);
            dropped.push(index);
        }
    }
    for &index in dropped.iter().rev() {
        for (op, successor) in edges_into(rw, block) {
            let branch = Branch::of(rw, op).expect("only branches pass a value in common");
            let mut values = branch.forwarded(rw, successor);
            values.remove(index - branch.passed(rw, successor).n_produced);
            branch.set_forwarded(rw, successor, &values);
        }
        rw.erase_arg(block, index);
    }
    !dropped.is_empty()
}

/// The value that argument `index` of `block` receives on all edges.
fn common_value(body: &Body, block: BlockId, index: usize) -> Option<Value> {
    let mut common = None;
    for (op, successor) in body.block_uses(block) {
        let branch = Branch::of(body, op)?;
        let operand = branch.passed(body, successor as usize).operand_for(index)?;
        let value = body.operand(op, operand);
        if common.is_some_and(|common| common != value) {
            return None;
        }
        common = Some(value);
    }
    common
}
