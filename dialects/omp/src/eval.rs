//! What constructs mean when they run: a team has one thread.
//!
//! Reductions change the variables themselves, which a team of one may do. The iterations of a loop that threads share run
//! in an order that depends on the seed of the run, as far as any order is allowed.

use rmlir::interp::emit::loops::{Counter, Range};
use rmlir::interp::{Emit, Emitted, Exit, Reg};
use rmlir::prelude::*;

use crate::loops::{LoopNestOp, WsloopOp};
use crate::threads::ParallelOp;

/// For constructs whose region is run once.
pub fn once<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let end = emit.label();
    emit.region(op.region(0), vec![Exit { label: end, into: Vec::new() }])?;
    emit.bind(end);
    Ok(())
}

/// For `omp.parallel`.
pub fn team<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    if !op.operand_field(ParallelOp::PRIVATE_VARS_OPERAND).is_empty() {
        return Err(op.error("cannot be interpreted: it has private variables"));
    }
    let variables = emit.operand_field(op, ParallelOp::REDUCTION_VARS_OPERAND);
    let args = emit.region_args(op.region(0));
    emit.moves(&variables, &args);
    once(op, emit)
}

/// For `omp.wsloop`: its region has no terminator.
pub fn shared_loop<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    if !op.operand_field(WsloopOp::PRIVATE_VARS_OPERAND).is_empty() {
        return Err(op.error("cannot be interpreted: it has private variables"));
    }
    let variables = emit.operand_field(op, WsloopOp::REDUCTION_VARS_OPERAND);
    let args = emit.region_args(op.region(0));
    emit.moves(&variables, &args);
    emit.region(op.region(0), Vec::new())
}

/// For `omp.loop_nest`. The loops that are collapsed run in any order; the others, in each iteration of those, in theirs.
pub fn nest<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    if op.prop(LoopNestOp::LOOP_INCLUSIVE).is_some() || op.prop(LoopNestOp::TILE_SIZES).is_some() {
        return Err(op.error("cannot be interpreted: it has tiles, or bounds that are included"));
    }
    if op.operands().next().is_some_and(|bound| emit.int_width(bound.ty()) != Counter::INDEX.width) {
        return Err(op.error("cannot be interpreted: it does not count in 64 bits"));
    }
    let (bounds, inductions) = (emit.operands(op), emit.region_args(op.region(0)));
    let n = inductions.len();
    let range = |dim: usize| Range { lower: bounds[dim], upper: bounds[n + dim], step: bounds[2 * n + dim] };
    let ranges: Vec<Range> = (0..n).map(range).collect();
    let collapsed = op.prop(LoopNestOp::COLLAPSE_NUM_LOOPS).and_then(|attr| attr.as_i64(op.cx()));
    let n_shared = collapsed.and_then(|n| usize::try_from(n).ok()).unwrap_or(1).clamp(1, n);
    let exit = emit.label();
    let (shared, others) = (ranges[..n_shared].to_vec(), &ranges[n_shared..]);
    emit.parallel_loop(shared, inductions[..n_shared].to_vec(), exit, |emit, next| {
        in_order(op, emit, others, &inductions[n_shared..], next)
    })?;
    emit.bind(exit);
    Ok(())
}

/// The loops `ranges`, one in the other; an iteration of what is around them ends at `next`.
fn in_order<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    ranges: &[Range],
    inductions: &[Reg],
    next: rmlir::interp::Label,
) -> Emitted {
    let (Some((&range, ranges)), Some((&induction, inductions))) = (ranges.split_first(), inductions.split_first())
    else {
        return emit.region(op.region(0), vec![Exit { label: next, into: Vec::new() }]);
    };
    emit.counted_loop(Counter::INDEX, range, induction, next, |emit, next| in_order(op, emit, ranges, inductions, next))
}
