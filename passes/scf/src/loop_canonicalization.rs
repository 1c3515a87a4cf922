//! What is in a loop, by what is known of the loop.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig};
use rmlir_affine::{Affine, MaxOp, MinOp};
use rmlir_memref::DimOp;
use rmlir_scf::ForOp;

use crate::min_max::simplify_by_loops;

/// Canonicalize operations within scf.for loop bodies.
///
/// Minima and maxima become one of their results where the bounds of loops say
/// which. The sizes of what a loop carries are asked of what it starts with,
/// where the loop does not change the shape.
///
/// ```mlir
/// scf.for %i = %c0 to %c8 step %c4 {
///   %n = affine.min affine_map<(d0) -> (4, 8 - d0)>(%i)    // 4
/// }
/// %r = scf.for %i = %lb to %ub step %s iter_args(%m = %init) -> memref<?xf32> {
///   %n = memref.dim %m, %c0 : memref<?xf32>      // of %init
///   scf.yield %m : memref<?xf32>
/// }
/// ```
#[pass(name = "scf-for-loop-canonicalization", title = "SCFForLoopCanonicalization", depends(Affine))]
pub fn scf_for_loop_canonicalization(cx: &mut PassCx) -> PassResult {
    let patterns = FrozenPatterns::new(cx.cx(), self::patterns());
    match cx.apply_patterns(&patterns, &GreedyConfig::default()) {
        Ok(_) => Ok(()),
        Err(_) => cx.signal_failure(),
    }
}

/// The patterns.
pub fn patterns() -> PatternSet {
    patterns![min_in_loop, max_in_loop, dim_of_iter_arg, dim_of_loop_result]
}

/// A minimum that the bounds of loops decide.
#[pattern]
fn min_in_loop(op: MinOp, rw: &mut Rewriter) -> Match {
    simplify_by_loops(rw, op.id())
}

/// A maximum that the bounds of loops decide.
#[pattern]
fn max_in_loop(op: MaxOp, rw: &mut Rewriter) -> Match {
    simplify_by_loops(rw, op.id())
}

/// The size of a loop-carried variable.
#[pattern]
fn dim_of_iter_arg(op: DimOp, rw: &mut Rewriter) -> Match {
    let ValueDefinition::Argument(block, number) = rw.value_def(op.source(rw)) else {
        return rw.no_match(op, "the source is no argument");
    };
    let owner = rw.block_parent_op(block).and_then(|owner| OpRef::new(rw, owner).cast::<ForOp>());
    match (owner, number.checked_sub(1)) {
        (Some(loop_op), Some(carried)) => use_init(op, rw, loop_op, carried as usize),
        _ => rw.no_match(op, "the source is not carried by a loop"),
    }
}

/// The size of what a loop gives.
#[pattern]
fn dim_of_loop_result(op: DimOp, rw: &mut Rewriter) -> Match {
    let ValueDefinition::Result(owner, number) = rw.value_def(op.source(rw)) else {
        return rw.no_match(op, "the source is an argument");
    };
    match OpRef::new(rw, owner).cast::<ForOp>() {
        Some(loop_op) => use_init(op, rw, loop_op, number as usize),
        None => rw.no_match(op, "the source is no result of a loop"),
    }
}

fn use_init(op: DimOp, rw: &mut Rewriter, loop_op: ForOp, carried: usize) -> Match {
    if !keeps_shape(rw, loop_op, carried) {
        return rw.no_match(op, "the loop may change the shape");
    }
    let init = loop_op.initArgs(rw)[carried];
    rw.set_operand(op, DimOp::SOURCE_OPERAND, init);
    Match::Yes
}

/// Whether what loop-carried variable number `carried` becomes has the shape
/// that it has: it is itself, perhaps carried through inner loops.
fn keeps_shape(body: &Body, loop_op: ForOp, carried: usize) -> bool {
    let own = loop_op.iter_args(body)[carried];
    let mut value = body.operand(loop_op.terminator(body), carried);
    while value != own {
        let ValueDefinition::Result(owner, number) = body.value_def(value) else { return false };
        let Some(inner) = OpRef::new(body, owner).cast::<ForOp>() else { return false };
        if !keeps_shape(body, inner, number as usize) {
            return false;
        }
        value = inner.initArgs(body)[number as usize];
    }
    true
}
