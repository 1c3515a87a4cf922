//! `scf.if`, `scf.index_switch` and `scf.execute_region`.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::speculate::index_range;
use rmlir::core::successors::case_values;
use rmlir::prelude::*;
use rmlir_arith::{IndexCastOp, IndexCastUIOp};
use rmlir_cf::{BrOp, CondBrOp, SwitchOp};
use rmlir_scf::{ExecuteRegionOp, IfOp, IndexSwitchOp, YieldOp};

use super::split::split_before;

/// Replaces the yield of the last block of `region` by a branch to `target`, and moves the blocks before `place`.
/// Returns the first of them.
fn branch_instead_of_yield(rw: &mut Rewriter, region: RegionId, target: BlockId, place: BlockId, loc: Loc) -> BlockId {
    let first = rw.entry(region).expect("the region has a block");
    let last_block = rw.last_block(region).expect("the region has a block");
    let last = rw.last_op(last_block).expect("a region ends with a yield");
    let values: Vec<Value> = rw.operands(last).collect();
    rw.at_end(last_block);
    rw.create(BrOp::build(&values, target).at(loc));
    rw.erase(last);
    rw.inline_region_before(region, place);
    first
}

/// Results become arguments of a new block, which continues the original block.
#[pattern]
pub(super) fn lower_if(op: IfOp, rw: &mut Rewriter) -> Match {
    let loc = rw.loc(op.id());
    let Some((before, rest)) = split_before(rw, op.id()) else { return Match::No };
    let types: Vec<Type> = rw.result_types(op.id()).collect();
    let mut end = rest;
    if !types.is_empty() {
        end = rw.create_block_before(rest, &types, &vec![loc; types.len()]);
        rw.create(BrOp::build(&[], rest).at(loc));
    }
    let on_true = branch_instead_of_yield(rw, op.thenRegion(rw), end, end, loc);
    let on_false = match op.else_block(rw) {
        Some(_) => branch_instead_of_yield(rw, op.elseRegion(rw), end, end, loc),
        None => end,
    };
    rw.at_end(before);
    rw.create(CondBrOp::build(op.condition(rw), &[], &[], on_true, on_false).at(loc));
    let results = rw.args(end).to_vec();
    rw.replace(op, if types.is_empty() { Vec::new() } else { results })
}

#[pattern]
pub(super) fn lower_execute_region(op: ExecuteRegionOp, rw: &mut Rewriter) -> Match {
    let loc = rw.loc(op.id());
    let Some((before, end)) = split_before(rw, op.id()) else { return Match::No };
    let region = op.region(rw);
    let blocks: Vec<BlockId> = rw.blocks(region).collect();
    rw.at_end(before);
    rw.create(BrOp::build(&[], blocks[0]).at(loc));
    for &block in &blocks {
        let Some(last) = rw.last_op(block).filter(|&last| OpRef::new(rw, last).is::<YieldOp>()) else { continue };
        let values: Vec<Value> = rw.operands(last).collect();
        rw.at_end(block);
        rw.create(BrOp::build(&values, end).at(loc));
        rw.erase(last);
    }
    rw.inline_region_before(region, end);
    let results = add_result_args(rw, op.id(), end);
    rw.replace(op, results)
}

/// Adds an argument to `block` for each result of `op`.
fn add_result_args(rw: &mut Rewriter, op: OpId, block: BlockId) -> Vec<Value> {
    let types: Vec<Type> = rw.result_types(op).collect();
    types.into_iter().map(|ty| rw.add_arg(block, ty, rw.loc(op))).collect()
}

/// The index is cast to 32 bits, as are the values of the cases, if that keeps them distinct, else to 64 bits. Upstream
/// always does the former, and does not distinguish indices whose difference is 2^32.
#[pattern]
pub(super) fn lower_index_switch(op: IndexSwitchOp, rw: &mut Rewriter) -> Match {
    let loc = rw.loc(op.id());
    let Some((before, end)) = split_before(rw, op.id()) else { return Match::No };
    let results = add_result_args(rw, op.id(), end);
    let mut blocks = Vec::new();
    for region in op.caseRegions(rw) {
        let yield_loc = yield_loc(rw, region);
        blocks.push(branch_instead_of_yield(rw, region, end, end, yield_loc));
    }
    let default = op.defaultRegion(rw);
    let yield_loc = yield_loc(rw, default);
    let default = branch_instead_of_yield(rw, default, end, end, yield_loc);

    rw.at_end(before);
    let values = IndexSwitchOp::case_values(OpRef::new(rw, op.id()));
    let width = if are_cases_of_32_bits(&values, flag_range(rw, op.arg(rw))) { 32 } else { 64 };
    let flag_type = rw.int_type(width);
    let flag = rw.value(IndexCastOp::build(flag_type, op.arg(rw)).at(loc));
    let no_operands = rw.i32_array(&vec![0; blocks.len()]);
    let mut switch = SwitchOp::build(flag, &[], &[], no_operands, default, &blocks).at(loc);
    let values: Vec<ApInt> = values.iter().map(|&value| ApInt::from_i64(64, value).trunc(width)).collect();
    if !values.is_empty() {
        switch = switch.prop(SwitchOp::CASE_VALUES, case_values(rw, flag_type, &values));
    }
    rw.create(switch);
    rw.replace(op, results)
}

fn yield_loc(body: &Body, region: RegionId) -> Loc {
    let last = body.last_block(region).and_then(|block| body.last_op(block));
    body.loc(last.expect("a region ends with a yield"))
}

/// The known minimum and maximum of the index of a switch, if it is not poison.
fn flag_range(body: &Body, index: Value) -> (i64, i64) {
    if is_of_32_bits(body, index) {
        return (i32::MIN.into(), i32::MAX.into());
    }
    index_range(body, MixedIndex::Dynamic(index)).unwrap_or((i64::MIN, i64::MAX))
}

/// Whether the low 32 bits of an integer from `least` to `most` are those of a case for that case only.
fn are_cases_of_32_bits(cases: &[i64], (least, most): (i64, i64)) -> bool {
    let period = 1_i128 << 32;
    let [least, most] = [least, most].map(i128::from);
    let is_told_apart = |&case: &i64| {
        let case = i128::from(case);
        let first = least + (case - least).rem_euclid(period);
        first > most || (first == case && first + period > most)
    };
    let mut cut: Vec<i32> = cases.iter().map(|&case| case as i32).collect();
    cut.sort_unstable();
    cases.iter().all(is_told_apart) && cut.windows(2).all(|pair| pair[0] != pair[1])
}

/// Whether `index` is a cast of an integer that fits in 32 signed bits.
fn is_of_32_bits(body: &Body, index: Value) -> bool {
    let width = |value: Value| body.ty(value).int_width(body);
    let signed = body.defined_by::<IndexCastOp>(index).and_then(|cast| width(cast.input(body)));
    let unsigned = body.defined_by::<IndexCastUIOp>(index).and_then(|cast| width(cast.input(body)));
    signed.is_some_and(|width| width <= 32) || unsigned.is_some_and(|width| width < 32)
}
