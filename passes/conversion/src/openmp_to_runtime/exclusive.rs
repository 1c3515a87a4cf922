//! Constructs that a subset of a team's threads executes, and barriers.

use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::ICmpPredicate;
use rmlir_llvm::ops::branch::{BrOp, CondBrOp};
use rmlir_omp::{BarrierOp, CriticalOp, FlushOp, MasterOp, SingleOp, TaskyieldOp, TerminatorOp};

use super::nest::compare;
use super::runtime::{self, Entry, Runtime};
use super::team::unsupported;
use crate::llvm_common::emit::int_constant;

/// Lowers `op`, if it is one of these constructs; returns whether it is.
pub fn lower(rw: &mut Rewriter, runtime: &mut Runtime, op: OpId) -> Result<bool, Box<Diagnostic>> {
    let view = OpRef::new(rw, op);
    let loc = view.loc();
    if view.is::<MasterOp>() {
        rw.set_loc(loc);
        chosen(rw, runtime, op, [&runtime::MASTER, &runtime::END_MASTER]);
    } else if view.is::<SingleOp>() {
        let has = |field: usize| !view.operand_field(field).is_empty();
        if has(SingleOp::PRIVATE_VARS_OPERAND)
            || has(SingleOp::COPYPRIVATE_VARS_OPERAND)
            || has(SingleOp::ALLOCATE_VARS_OPERAND)
        {
            return Err(unsupported(view, "private, copied and allocated variables"));
        }
        let waits = !view.get(SingleOp::nowait);
        rw.set_loc(loc);
        let thread = chosen(rw, runtime, op, [&runtime::SINGLE, &runtime::END_SINGLE]);
        if waits {
            runtime.call(rw, &runtime::BARRIER, &[thread]);
        }
    } else if view.is::<CriticalOp>() {
        let name = view.get(CriticalOp::name);
        let name = name.map_or("", |name| name.str(view.cx())).to_owned();
        rw.set_loc(loc);
        critical(rw, runtime, op, &name);
    } else {
        return Ok(simple(rw, runtime, op));
    }
    rw.erase(op);
    Ok(true)
}

/// Constructs that are one call.
fn simple(rw: &mut Rewriter, runtime: &mut Runtime, op: OpId) -> bool {
    let view = OpRef::new(rw, op);
    let [is_barrier, is_flush, is_yield] = [view.is::<BarrierOp>(), view.is::<FlushOp>(), view.is::<TaskyieldOp>()];
    if !(is_barrier || is_flush || is_yield) {
        return false;
    }
    rw.set_loc(rw.loc(op));
    rw.before(op);
    if is_flush {
        runtime.call(rw, &runtime::FLUSH, &[]);
    } else {
        let thread = runtime.thread(rw);
        if is_barrier {
            runtime.call(rw, &runtime::BARRIER, &[thread]);
        } else {
            let zero = int_constant(rw, Type::I32, 0);
            runtime.call(rw, &runtime::TASKYIELD, &[thread, zero]);
        }
    }
    rw.erase(op);
    true
}

/// Executes the region of `op` if the function `begin` returns true, and calls `end` after it; afterwards the insertion
/// point is before `op`. Returns the index of the thread.
fn chosen(rw: &mut Rewriter, runtime: &mut Runtime, op: OpId, [begin, end]: [&Entry; 2]) -> Value {
    rw.before(op);
    let thread = runtime.thread(rw);
    let answer = runtime.ask(rw, begin, &[thread]);
    let zero = int_constant(rw, Type::I32, 0);
    let is_chosen = compare(rw, ICmpPredicate::Ne, answer, zero);
    let block = rw.insert_block().expect("a construct is in a block");
    let after = rw.split_block(block, Some(op));
    let last = rw.create_block_before(after, &[], &[]);
    runtime.call(rw, end, &[thread]);
    rw.create(BrOp::build(&[], after));
    let first = inline(rw, op, last);
    rw.at_end(block);
    rw.create(CondBrOp::build(is_chosen, &[], &[], first, after));
    rw.before(op);
    thread
}

/// The region of `op` between acquiring and releasing a lock.
fn critical(rw: &mut Rewriter, runtime: &mut Runtime, op: OpId, name: &str) {
    rw.before(op);
    let thread = runtime.thread(rw);
    let lock = runtime.lock(rw, name);
    runtime.call(rw, &runtime::CRITICAL, &[thread, lock]);
    let block = rw.insert_block().expect("a construct is in a block");
    let after = rw.split_block(block, Some(op));
    let last = rw.create_block_before(after, &[], &[]);
    runtime.call(rw, &runtime::END_CRITICAL, &[thread, lock]);
    rw.create(BrOp::build(&[], after));
    let first = inline(rw, op, last);
    rw.at_end(block);
    rw.create(BrOp::build(&[], first));
    rw.before(op);
}

/// Moves the blocks of `op`'s region before `last`, to which their terminators branch; returns the first one.
fn inline(rw: &mut Rewriter, op: OpId, last: BlockId) -> BlockId {
    let region = rw.region(op, 0);
    let blocks: Vec<BlockId> = rw.blocks(region).collect();
    let ends: Vec<OpId> = blocks.iter().filter_map(|&block| rw.last_op(block)).collect();
    rw.inline_region_before(region, last);
    for end in ends {
        if OpRef::new(rw, end).is::<TerminatorOp>() {
            rw.replace_with(end, BrOp::build(&[], last));
        }
    }
    blocks.first().copied().unwrap_or(last)
}
