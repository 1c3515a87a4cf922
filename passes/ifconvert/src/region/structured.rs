//! `scf.if` and `scf.index_switch` as blocks, so that nests of them are converted like unstructured control flow.
//!
//! The block is split after the operation; the second part has the results as arguments. Regions with such blocks exist
//! only until they are converted.

use rmlir::core::dense;
use rmlir::prelude::*;
use rmlir_cf::{BrOp, CondBrOp, SwitchOp};
use rmlir_scf::{IfOp, IndexSwitchOp};

/// Whether `op` is one of the two conditionals.
pub fn is_choice(op: OpRef) -> bool {
    op.is::<IfOp>() || op.is::<IndexSwitchOp>()
}

/// Inlines the regions of all conditionals in the blocks of `region`, including nested ones.
pub fn flatten(rw: &mut Rewriter, region: RegionId) {
    let mut waiting: Vec<BlockId> = rw.blocks(region).collect();
    while let Some(block) = waiting.pop() {
        let choice = rw.ops(block).find(|&op| is_choice(OpRef::new(rw, op)));
        if let Some(choice) = choice {
            waiting.extend(cut(rw, region, block, choice));
        }
    }
}

/// Inlines the regions of `choice`, an operation of `block`; returns the blocks that may contain further conditionals.
fn cut(rw: &mut Rewriter, region: RegionId, block: BlockId, choice: OpId) -> Vec<BlockId> {
    let loc = rw.loc(choice);
    let next = rw.next_op(choice).expect("a block ends with a terminator");
    let after = rw.split_block(block, Some(next));
    for result in rw.results(choice).to_vec() {
        let arg = rw.add_arg(after, rw.ty(result), loc);
        rw.replace_all_uses(result, arg);
    }
    let mut made = vec![after];
    let mut targets = Vec::new();
    for inner in rw.regions(choice).to_vec() {
        let Some(entry) = rw.entry(inner) else {
            targets.push(after);
            continue;
        };
        targets.push(entry);
        let blocks: Vec<BlockId> = rw.blocks(inner).collect();
        for &inner in &blocks {
            let last = rw.last_op(inner).expect("a block ends with a terminator");
            if rw.n_successors(last) == 0 {
                let given: Vec<Value> = rw.operands(last).collect();
                rw.before(last);
                rw.create(BrOp::build(&given, after).at(loc));
                rw.erase(last);
            }
        }
        rw.inline_region_before(inner, after);
        made.extend(blocks);
    }
    debug_assert!(rw.region_of(after) == Some(region), "blocks stay in the region");
    rw.before(choice);
    branch(rw, choice, &targets, loc);
    rw.erase(choice);
    made
}

/// Creates the branch to the regions of `choice`.
fn branch(rw: &mut Rewriter, choice: OpId, targets: &[BlockId], loc: Loc) {
    let selector = rw.operand(choice, 0);
    if OpRef::new(rw, choice).is::<IfOp>() {
        rw.create(CondBrOp::build(selector, &[], &[], targets[0], targets[1]).at(loc));
        return;
    }
    let cases = OpRef::new(rw, choice).get(IndexSwitchOp::cases);
    // The flag of `cf.switch` is an integer.
    let selector = rw.value(rmlir_arith::IndexCastOp::build(Type::I64, selector).at(loc));
    let values = (!cases.is_empty()).then(|| {
        let ty = rw.cx().vector_type(&[cases.len() as i64], Type::I64);
        let numbers: Vec<Attr> = cases.iter().map(|&case| rw.cx().int_attr(Type::I64, case)).collect();
        dense::from_elements(rw.cx(), ty, &numbers).expect("the cases are integers")
    });
    let segments = rw.cx().i32_array(&vec![0; cases.len()]);
    let mut build = SwitchOp::build(selector, &[], &[], segments, targets[0], &targets[1..]).at(loc);
    if let Some(values) = values {
        build = build.prop(SwitchOp::CASE_VALUES, values);
    }
    rw.create(build);
}
