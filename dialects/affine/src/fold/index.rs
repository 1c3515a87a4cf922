//! Folders of `affine.delinearize_index` and `affine.linearize_index`.

use rmlir::prelude::*;
use smallvec::SmallVec;

use crate::basis;
use crate::{DelinearizeIndexOp, LinearizeIndexOp};

/// The integers of `consts`, if all are constant.
fn all_integers(cx: &Context, consts: &[Option<Attr>]) -> Option<Vec<i64>> {
    consts.iter().map(|known| known.and_then(|attr| attr.as_i64(cx))).collect()
}

#[fold(DelinearizeIndexOp)]
pub(crate) fn fold_delinearize(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = DelinearizeIndexOp::from_id(cx.op());
    let (fixed, values) = (op.static_basis_values(cx), op.dynamic_basis(cx));
    if let Some((fixed, kept)) = basis::fold_constants(cx, &fixed, &values, &consts[1..]) {
        let operands: Vec<Value> = std::iter::once(op.linear_index(cx)).chain(kept).collect();
        cx.set_operands(&operands);
        cx.set_prop(DelinearizeIndexOp::STATIC_BASIS, fixed);
        return Fold::InPlace;
    }
    // With one result there is no division.
    if cx.n_results(cx.op()) == 1 {
        return Fold::value(op.linear_index(cx));
    }
    let Some(index) = consts[0].and_then(|attr| attr.as_i64(cx)).filter(|_| values.is_empty()) else {
        return Fold::No;
    };
    let inner = if op.has_outer_bound(cx) { &fixed[1..] } else { &fixed[..] };
    let mut rest = index;
    let mut results: SmallVec<[FoldValue; 1]> = SmallVec::new();
    for &size in inner.iter().rev() {
        results.push(FoldValue::Attr(cx.index_attr(rest.rem_euclid(size))));
        rest = rest.div_euclid(size);
    }
    results.push(FoldValue::Attr(cx.index_attr(rest)));
    results.reverse();
    Fold::Results(results)
}

#[fold(LinearizeIndexOp)]
pub(crate) fn fold_linearize(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = LinearizeIndexOp::from_id(cx.op());
    let (fixed, values, indices) = (op.static_basis_values(cx), op.dynamic_basis(cx), op.multi_index(cx));
    let (index_consts, basis_consts) = consts.split_at(indices.len());
    if let Some((fixed, kept)) = basis::fold_constants(cx, &fixed, &values, basis_consts) {
        let sizes = cx.i32_array(&[indices.len() as i32, kept.len() as i32]);
        cx.set_operands(&[indices, kept].concat());
        cx.set_prop(LinearizeIndexOp::STATIC_BASIS, fixed);
        cx.set_prop(LinearizeIndexOp::OPERAND_SEGMENT_SIZES, sizes);
        return Fold::InPlace;
    }
    match indices[..] {
        [] => return Fold::attr(cx.index_attr(0)),
        [only] => return Fold::value(only),
        _ => {}
    }
    let Some(known) = all_integers(cx, index_consts).filter(|_| values.is_empty()) else { return Fold::No };
    let (mut sum, mut stride) = (0i64, 1i64);
    // The basis element of the first index is optional: no stride depends on it.
    let sizes = fixed.iter().rev().copied().chain([1]);
    for (index, size) in known.iter().rev().zip(sizes) {
        sum = sum.wrapping_add(index.wrapping_mul(stride));
        stride = stride.wrapping_mul(size);
    }
    Fold::attr(cx.index_attr(sum))
}
