//! The evaluation of constructs: a team has one thread.
//!
//! Reductions update the variables themselves, which is valid for a team of one thread. The iterations of a worksharing
//! loop are executed in an order that depends on the seed of the execution, within the orders that the schedule allows.

use rmlir::interp::emit::loops::{Counter, Range};
use rmlir::interp::{Emit, Emitted, Exit, Reg};
use rmlir::prelude::*;

use crate::loops::{LoopNestOp, WsloopOp};
use crate::threads::ParallelOp;
use crate::threads::{CriticalOp, MasterOp, SectionOp, SectionsOp, SingleOp};

/// Evaluates constructs whose region is executed once.
#[eval(MasterOp, CriticalOp, SingleOp, SectionsOp, SectionOp)]
pub fn once<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let end = emit.label();
    emit.region(op.region(0), vec![Exit { label: end, into: Vec::new() }])?;
    emit.bind(end);
    Ok(())
}

/// Evaluates `omp.parallel`.
#[eval(ParallelOp)]
pub fn team<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    if !op.get(ParallelOp::private_vars).is_empty() {
        return Err(op.error("cannot be interpreted: it has private variables"));
    }
    let variables = emit.operand_field(op, ParallelOp::REDUCTION_VARS_OPERAND);
    let args = emit.region_args(op.region(0));
    emit.moves(&variables, &args);
    once(op, emit)
}

/// Evaluates `omp.wsloop`: its region has no terminator.
#[eval(WsloopOp)]
pub fn shared_loop<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    if !op.get(WsloopOp::private_vars).is_empty() {
        return Err(op.error("cannot be interpreted: it has private variables"));
    }
    let variables = emit.operand_field(op, WsloopOp::REDUCTION_VARS_OPERAND);
    let args = emit.region_args(op.region(0));
    emit.moves(&variables, &args);
    emit.region(op.region(0), Vec::new())
}

/// Evaluates `omp.loop_nest`. The collapsed loops are executed in any order; the others
/// sequentially, in each of their iterations.
#[eval(LoopNestOp)]
pub fn nest<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    if op.get(LoopNestOp::loop_inclusive) || op.get(LoopNestOp::tile_sizes).is_some() {
        return Err(op.error("cannot be interpreted: it has tiles, or bounds that are included"));
    }
    if op.operands().next().is_some_and(|bound| emit.int_width(bound.ty()) != Counter::INDEX.width) {
        return Err(op.error("cannot be interpreted: it does not count in 64 bits"));
    }
    let (bounds, inductions) = (emit.operands(op), emit.region_args(op.region(0)));
    let n = inductions.len();
    let range = |dim: usize| Range { lower: bounds[dim], upper: bounds[n + dim], step: bounds[2 * n + dim] };
    let ranges: Vec<Range> = (0..n).map(range).collect();
    let collapsed = op.get(LoopNestOp::collapse_num_loops);
    let n_shared = collapsed.and_then(|n| usize::try_from(n).ok()).unwrap_or(1).clamp(1, n);
    let exit = emit.label();
    let (shared, others) = (ranges[..n_shared].to_vec(), &ranges[n_shared..]);
    emit.parallel_loop(shared, inductions[..n_shared].to_vec(), exit, |emit, next| {
        in_order(op, emit, others, &inductions[n_shared..], next)
    })?;
    emit.bind(exit);
    Ok(())
}

/// Emits the loop nest `ranges`; an iteration of the enclosing loop ends at `next`.
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
