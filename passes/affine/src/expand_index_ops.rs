//! Expansion of index linearization and delinearization, to arithmetic or to maps.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_affine::compose::{make_composed_apply, make_composed_folded_apply};
use rmlir_affine::expand::{expand_delinearize_index, expand_linearize_index};
use rmlir_affine::{DelinearizeIndexOp, LinearizeIndexOp};
use rmlir_arith::materialize_index;

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

/// Lower affine operations operating on indices into affine.apply operations.
///
/// ```mlir
/// %i = affine.linearize_index [%a, %b] by (4) : index
/// // becomes
/// %i = affine.apply affine_map<()[s0, s1] -> (s0 * 4 + s1)>()[%a, %b]
/// ```
#[pass(name = "affine-expand-index-ops-as-affine", title = "AffineExpandIndexOpsAsAffine")]
pub fn affine_expand_index_ops_as_affine(cx: &mut PassCx) -> PassResult {
    cx.apply_greedily(patterns![delinearize_by_maps, linearize_by_maps])
}

#[pattern]
fn delinearize_by_maps(op: DelinearizeIndexOp, rw: &mut Rewriter) -> Match {
    let loc = rw.loc(op.id());
    rw.before(op.id());
    let product = AffineMap::new(0, 2, vec![&AffineExpr::symbol(0) * &AffineExpr::symbol(1)]);
    let mut stride = MixedIndex::Static(1);
    let mut divisors = Vec::new();
    for size in op.effective_basis(rw).into_iter().rev() {
        stride = make_composed_folded_apply(rw, loc, &product, &[size, stride]);
        divisors.push(materialize_index(rw, stride));
    }
    let (dim, divisor) = (AffineExpr::dim(0), AffineExpr::dim(1));
    let parts = [dim.floor_div(&divisor), &dim % &divisor].map(|expr| AffineMap::new(2, 0, vec![expr]));
    let mut rest = op.linear_index(rw);
    let mut results = Vec::new();
    for divisor in divisors.into_iter().rev() {
        let operands = [rest, divisor].map(MixedIndex::Dynamic);
        let [quotient, remainder] = [0, 1].map(|part: usize| make_composed_apply(rw, loc, &parts[part], &operands));
        results.push(quotient);
        rest = remainder;
    }
    results.push(rest);
    rw.replace(op, results)
}

#[pattern]
fn linearize_by_maps(op: LinearizeIndexOp, rw: &mut Rewriter) -> Match {
    let loc = rw.loc(op.id());
    rw.before(op.id());
    let (indices, basis) = (op.multi_index(rw), op.basis(rw));
    let n_symbols = basis.len() as u32;
    // By index: the product of the sizes after it.
    let mut strides = vec![AffineExpr::constant(1); indices.len()];
    let n_unbounded = indices.len() - basis.len();
    for index in (1..indices.len()).rev() {
        strides[index - 1] = &strides[index] * &AffineExpr::symbol((index - n_unbounded) as u32);
    }
    let mut inputs = vec![MixedIndex::Static(0)];
    let mut expr = AffineExpr::symbol(0);
    let strides: Vec<MixedIndex> = strides
        .into_iter()
        .map(|stride| make_composed_folded_apply(rw, loc, &AffineMap::new(0, n_symbols, vec![stride]), &basis))
        .collect();
    for (index, stride) in indices.into_iter().zip(strides) {
        let next = inputs.len() as u32;
        expr = &expr + &(&AffineExpr::symbol(next) * &AffineExpr::symbol(next + 1));
        inputs.extend([MixedIndex::Dynamic(index).resolved(rw), stride]);
    }
    let linear = make_composed_folded_apply(rw, loc, &AffineMap::new(0, inputs.len() as u32, vec![expr]), &inputs);
    let linear = materialize_index(rw, linear);
    rw.replace(op, [linear])
}
