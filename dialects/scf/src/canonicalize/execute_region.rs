//! Canonicalization of `scf.execute_region`: inlining of its blocks.

use super::region_branch::add_region_branch_patterns;
use rmlir::prelude::*;
use rmlir_cf::BrOp;

use super::replace_with_region;
use crate::{ExecuteRegionOp, YieldOp};

impl Canonicalizer for ExecuteRegionOp {
    fn add_patterns(set: &mut PatternSet) {
        set.extend(patterns![inline_single_block, inline_blocks]);
        add_region_branch_patterns(set, ExecuteRegionOp::DEF.name);
    }
}

#[pattern]
pub(crate) fn inline_single_block(op: ExecuteRegionOp, rw: &mut Rewriter) -> Match {
    let region = op.region(rw);
    if !rw.has_one_block(region) || op.no_inline(rw) {
        return rw.no_match(op, "it has several blocks, or is to be left where it is");
    }
    replace_with_region(rw, op.id(), region, &[])
}

/// Inlines the blocks into the enclosing function.
#[pattern]
pub(crate) fn inline_blocks(op: ExecuteRegionOp, rw: &mut Rewriter) -> Match {
    if op.no_inline(rw) {
        return rw.no_match(op, "it is to be left where it is");
    }
    if !may_have_blocks(rw, op) {
        return rw.no_match(op, "the operation around has one block");
    }
    let before = rw.block_of(op.id()).expect("a matched operation stands in a block");
    let after = rw.split_block(before, Some(op.id()));
    let region = op.region(rw);
    let blocks: Vec<BlockId> = rw.blocks(region).collect();
    rw.at_end(before);
    rw.create(BrOp::build(&[], blocks[0]).at(rw.loc(op.id())));
    for &block in &blocks {
        let Some(last) = rw.last_op(block).filter(|&last| OpRef::new(rw, last).is::<YieldOp>()) else { continue };
        let values: Vec<Value> = rw.operands(last).collect();
        rw.before(last);
        rw.create(BrOp::build(&values, after));
        rw.erase(last);
    }
    rw.inline_region_before(region, after);
    let results = rw.results(op.id()).to_vec();
    let args: Vec<Value> =
        results.into_iter().map(|result| rw.add_arg(after, rw.ty(result), rw.value_loc(result))).collect();
    rw.replace(op, args)
}

fn may_have_blocks(body: &Body, op: ExecuteRegionOp) -> bool {
    let Some(parent) = body.parent_op(op.id()).map(|parent| OpRef::new(body, parent)) else { return false };
    parent.interface::<dyn FunctionOp>().is_some() || parent.is::<ExecuteRegionOp>()
}
