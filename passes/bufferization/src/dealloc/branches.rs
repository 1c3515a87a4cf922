//! Branches, and terminators of regions that are handled specially.

use rmlir::prelude::*;
use rmlir_arith::{AndIOp, SelectOp, XOrIOp};
use rmlir_cf::CondBrOp;
use rmlir_scf::{InParallelOp, ReduceReturnOp};
use rustc_hash::FxHashMap;

use super::run::Run;
use super::state::{Ownership, constant, is_memref};

/// Handles operations with rules of their own; `None` for others.
pub(super) fn special(run: &mut Run, rw: &mut Rewriter, op: OpId) -> Option<Checked> {
    let view = OpRef::new(rw, op);
    if view.is::<CondBrOp>() {
        return Some(cond_branch(run, rw, CondBrOp::from_id(op)));
    }
    if view.is::<SelectOp>() {
        return Some(Ok(()));
    }
    let refused = if view.is::<InParallelOp>() {
        let is_empty = view.region(0).entry().and_then(BlockRef::first_op).is_none();
        (!is_empty).then_some("only supported when nested region is empty")
    } else if view.is::<ReduceReturnOp>() {
        let is_buffer = view.value(ReduceReturnOp::result).ty().is_memref(rw);
        is_buffer.then_some("only supported when operand is not a MemRef")
    } else {
        return None;
    };
    Some(match refused {
        Some(message) => Err(view.plain_error(message)),
        None => run.free_at_end(rw, op, &[]).map(|_| ()),
    })
}

/// A branch to one block forwards ownership conditions along with buffers.
pub(super) fn branch(run: &mut Run, rw: &mut Rewriter, op: OpId) -> Checked {
    let view = OpRef::new(rw, op);
    let branch = view.interface::<dyn BranchOp>().expect("the caller looked");
    let successors: Vec<BlockId> = view.successors().map(|block| block.id).collect();
    let &[next] = &successors[..] else {
        return Err(view.plain_error(if successors.is_empty() {
            "only BranchOpInterface operations with exactly one successor are supported yet"
        } else {
            "BranchOpInterface operations with multiple successors are not supported yet"
        }));
    };
    let operands = branch.successor_operands(view, 0);
    if operands.n_produced > 0 {
        return Err(view.plain_error("produced operands are not supported"));
    }
    let mut passed: Vec<Value> = operands.forwarded.map(|index| view.operand(index).id).collect();
    let (block, loc) = (rw.block_of(op).expect("a branch is in a block"), view.loc());
    rw.before(op);
    let (memrefs, conditions) = run.state.bases_to_free(rw, loc, block)?;
    let retained = run.state.to_retain(rw, block, Some(next), &passed);
    let mut results = run.state.create_dealloc(rw, loc, block, [&memrefs, &conditions, &retained]);
    results.truncate(passed.iter().filter(|&&value| is_memref(rw, value)).count());
    passed.extend(results);
    branch.set_successor_operands(rw.body_mut(), op, 0, &passed);
    Ok(())
}

/// A conditional branch frees for either successor, under the condition that it is taken.
fn cond_branch(run: &mut Run, rw: &mut Rewriter, op: CondBrOp) -> Checked {
    let view = OpRef::new(rw, op.id());
    let branch = view.interface::<dyn BranchOp>().expect("a conditional branch is a branch");
    let (block, loc) = (rw.block_of(op.id()).expect("a branch is in a block"), view.loc());
    let successors: Vec<BlockId> = view.successors().map(|block| block.id).collect();
    let taken = op.condition(rw);
    rw.before(op.id());
    let (memrefs, conditions) = run.state.bases_to_free(rw, loc, block)?;
    let mut owned: [FxHashMap<Value, Value>; 2] = Default::default();
    let mut retained: [Vec<Value>; 2] = Default::default();
    for (index, &next) in successors.iter().enumerate() {
        let view = OpRef::new(rw, op.id());
        let mut passed: Vec<Value> =
            branch.successor_operands(view, index).forwarded.map(|index| view.operand(index).id).collect();
        retained[index] = run.state.to_retain(rw, block, Some(next), &passed);
        let mut adapted = Vec::new();
        for &condition in &conditions {
            let mut with = taken;
            if index == 1 {
                let yes = constant(rw, loc, true);
                with = rw.value(XOrIOp::build(yes, taken).at(loc));
            }
            adapted.push(rw.value(AndIOp::build(condition, with).at(loc)));
        }
        let results = run.state.create_dealloc(rw, loc, block, [&memrefs, &adapted, &retained[index]]);
        owned[index].extend(retained[index].iter().copied().zip(results));
        let extra: Vec<Value> = passed.iter().filter_map(|value| owned[index].get(value).copied()).collect();
        passed.extend(extra);
        branch.set_successor_operands(rw.body_mut(), op.id(), index, &passed);
    }
    let mut seen = Vec::new();
    for &memref in &retained[1] {
        let (Some(&left), Some(&right)) = (owned[0].get(&memref), owned[1].get(&memref)) else { continue };
        if seen.contains(&memref) {
            continue;
        }
        seen.push(memref);
        run.state.reset(memref, block);
        let condition = rw.value(SelectOp::build(taken, left, right).at(loc));
        run.state.update(rw, memref, Ownership::Unique(condition), block);
    }
    Ok(())
}
