//! Indices taken apart and put together, as arithmetic.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_affine::expand::{expand_delinearize_index, expand_linearize_index};
use rmlir_affine::{DelinearizeIndexOp, LinearizeIndexOp};

/// Lower affine operations operating on indices into more fundamental operations.
///
/// ```mlir
/// %i = affine.linearize_index [%a, %b] by (4) : index
/// // becomes
/// %0 = arith.muli %a, %c4 overflow<nsw> : index
/// %i = arith.addi %0, %b overflow<nsw> : index
/// ```
#[pass(name = "affine-expand-index-ops", title = "AffineExpandIndexOps")]
pub fn affine_expand_index_ops(cx: &mut PassCx) -> PassResult {
    cx.apply_greedily(patterns![expand_delinearize, expand_linearize])
}

#[pattern]
fn expand_delinearize(op: DelinearizeIndexOp, rw: &mut Rewriter) -> Match {
    expand_delinearize_index(rw, op)
}

#[pattern]
fn expand_linearize(op: LinearizeIndexOp, rw: &mut Rewriter) -> Match {
    expand_linearize_index(rw, op)
}
