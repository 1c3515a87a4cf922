//! Canonicalization of operations in a loop by facts about the loop.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig};
use rmlir_affine::{Affine, MaxOp, MinOp};
use rmlir_memref as memref;
use rmlir_scf::ForOp;
use rmlir_tensor::{self as tensor, InsertSliceOp};

use crate::min_max::simplify_by_loops;

/// Canonicalize operations within scf.for loop bodies.
///
/// Minima and maxima are replaced by one of their results if the bounds of loops determine it. The dimensions of a
/// loop-carried value are those of its initial value, if the loop does not change the shape.
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

/// The canonicalization patterns.
pub fn patterns() -> PatternSet {
    patterns![min_in_loop, max_in_loop, dim_of_carried_memref, dim_of_carried_tensor]
}

/// Simplifies a minimum that is determined by the bounds of loops.
#[pattern]
fn min_in_loop(op: MinOp, rw: &mut Rewriter) -> Match {
    simplify_by_loops(rw, op.id())
}

/// Simplifies a maximum that is determined by the bounds of loops.
#[pattern]
fn max_in_loop(op: MaxOp, rw: &mut Rewriter) -> Match {
    simplify_by_loops(rw, op.id())
}

/// Replaces the dimension of a loop-carried memref or loop result.
#[pattern]
fn dim_of_carried_memref(op: memref::DimOp, rw: &mut Rewriter) -> Match {
    ask_init(rw, op.id())
}

/// Replaces the dimension of a loop-carried tensor or loop result.
#[pattern]
fn dim_of_carried_tensor(op: tensor::DimOp, rw: &mut Rewriter) -> Match {
    ask_init(rw, op.id())
}

/// Replaces the first operand of `dim` by the initial value of its loop-carried value.
fn ask_init(rw: &mut Rewriter, dim: OpId) -> Match {
    let Some((loop_op, carried)) = carried_by(rw, rw.operand(dim, 0)) else {
        return rw.no_match(dim, "no loop carries or gives the source");
    };
    if !keeps_shape(rw, loop_op, carried) {
        return rw.no_match(dim, "the loop may change the shape");
    }
    let init = loop_op.initArgs(rw)[carried];
    rw.set_operand(dim, 0, init);
    Match::Yes
}

/// The loop with `value` as a loop-carried value or result, and its index.
fn carried_by(body: &Body, value: Value) -> Option<(ForOp, usize)> {
    let (owner, number) = match body.value_def(value) {
        ValueDefinition::Argument(block, number) => (body.block_parent_op(block)?, number.checked_sub(1)?),
        ValueDefinition::Result(owner, number) => (owner, number),
    };
    OpRef::new(body, owner).cast::<ForOp>().map(|loop_op| (loop_op, number as usize))
}

/// Whether the loop preserves the shape of loop-carried value number `carried`: it yields the value itself, possibly
/// carried through inner loops or with slices inserted into it.
fn keeps_shape(body: &Body, loop_op: ForOp, carried: usize) -> bool {
    let own = loop_op.iter_args(body)[carried];
    let mut value = body.operand(loop_op.terminator(body), carried);
    while value != own {
        let ValueDefinition::Result(owner, number) = body.value_def(value) else { return false };
        if let Some(insert) = OpRef::new(body, owner).cast::<InsertSliceOp>() {
            value = insert.dest(body);
            continue;
        }
        let Some(inner) = OpRef::new(body, owner).cast::<ForOp>() else { return false };
        if !keeps_shape(body, inner, number as usize) {
            return false;
        }
        value = inner.initArgs(body)[number as usize];
    }
    true
}
