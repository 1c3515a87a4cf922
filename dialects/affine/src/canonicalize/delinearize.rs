//! Canonicalization of `affine.delinearize_index`: inverses of `affine.linearize_index`, and unit basis elements.

use rmlir::core::DYNAMIC;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;

use crate::{DelinearizeIndexOp, LinearizeIndexOp};

canonicalize! {
    DelinearizeIndexOp: cancel_linearize, drop_unit_basis, split_at_last_argument;
}

/// The disjoint linearization that defines the index.
fn disjoint_linearization(op: DelinearizeIndexOp, body: &Body) -> Option<LinearizeIndexOp> {
    body.defined_by::<LinearizeIndexOp>(op.linear_index(body)).filter(|made_by| made_by.disjoint(body))
}

/// Cancels the common suffix of the bases of a disjoint linearization and the delinearization of its result.
#[pattern]
pub(crate) fn cancel_linearize(op: DelinearizeIndexOp, rw: &mut Rewriter) -> Match {
    let Some(linearize) = disjoint_linearization(op, rw) else {
        return rw.no_match(op, "the index is not made by a disjoint linearization");
    };
    let indices = linearize.multi_index(rw);
    let (joined, taken) = (linearize.basis(rw), op.basis(rw));
    let n_same = joined.iter().rev().zip(taken.iter().rev()).take_while(|(a, b)| a == b).count();
    if n_same == 0 {
        return rw.no_match(op, "the bases end differently");
    }
    if n_same == joined.len() && n_same == taken.len() && indices.len() == rw.n_results(op.id()) {
        return rw.replace(op, indices);
    }
    let (outer, inner) = indices.split_at(indices.len() - n_same);
    let joined = &joined[..joined.len() - n_same];
    let shorter = LinearizeIndexOp::with_basis(rw, outer, joined, true).at(rw.loc(linearize.id()));
    let shorter = rw.value(shorter);
    let taken = &taken[..taken.len() - n_same];
    let has_outer_bound = op.has_outer_bound(rw);
    let rest = DelinearizeIndexOp::with_basis(rw, shorter, taken, has_outer_bound).at(rw.loc(op.id()));
    let rest = rw.create(rest);
    let results = [rw.results(rest.id()), inner].concat();
    rw.replace(op, results)
}

/// Replaces the result of a unit basis element by 0.
#[pattern]
pub(crate) fn drop_unit_basis(op: DelinearizeIndexOp, rw: &mut Rewriter) -> Match {
    let padded = op.padded_basis(rw);
    let is_unit = |rw: &Rewriter, size: &Option<MixedIndex>| size.and_then(|size| size.constant(rw)) == Some(1);
    let kept: Vec<Option<MixedIndex>> = padded.iter().filter(|size| !is_unit(rw, size)).copied().collect();
    if kept.len() == rw.n_results(op.id()) {
        return rw.no_match(op, "no result has a basis of 1");
    }
    let zero = rmlir_arith::constant_index(rw, 0);
    let mut others = Vec::new();
    if !kept.is_empty() {
        let index = op.linear_index(rw);
        let new = DelinearizeIndexOp::with_padded_basis(rw, index, &kept).at(rw.loc(op.id()));
        let new = rw.create(new);
        others = rw.results(new.id()).to_vec();
    }
    let mut others = others.into_iter();
    let results: Vec<Value> =
        padded.iter().map(|size| if is_unit(rw, size) { zero } else { others.next().unwrap_or(zero) }).collect();
    rw.replace(op, results)
}

/// If the product of a suffix of the basis is the last basis element of a disjoint linearization, delinearizes the last
/// index of that on its own.
#[pattern]
pub(crate) fn split_at_last_argument(op: DelinearizeIndexOp, rw: &mut Rewriter) -> Match {
    let Some(linearize) = disjoint_linearization(op, rw) else {
        return rw.no_match(op, "the index is not made by a disjoint linearization");
    };
    let (joined, taken) = (linearize.static_basis_values(rw), op.static_basis_values(rw));
    let Some(&target) = joined.last().filter(|&&size| size != DYNAMIC) else {
        return rw.no_match(op, "the last number of the linearization is not known");
    };
    let Some(n_split) = n_with_product(&taken, target).filter(|&n| n >= 2) else {
        return rw.no_match(op, "no several last numbers multiply to that of the linearization");
    };
    let (loc, linearize_loc) = (rw.loc(op.id()), rw.loc(linearize.id()));
    let indices = linearize.multi_index(rw);
    let (&last, outer) = indices.split_last().expect("there is an index for each number");
    let joined = linearize.basis(rw);
    let joined = LinearizeIndexOp::with_basis(rw, outer, &joined[..joined.len() - 1], true);
    let joined = rw.value(joined.at(linearize_loc));
    let (taken, has_outer_bound) = (op.basis(rw), op.has_outer_bound(rw));
    let (outer, inner) = taken.split_at(taken.len() - n_split);
    let front = DelinearizeIndexOp::with_basis(rw, joined, outer, has_outer_bound).at(loc);
    let front = rw.create(front);
    let back = DelinearizeIndexOp::with_basis(rw, last, inner, true).at(loc);
    let back = rw.create(back);
    let results = [rw.results(front.id()), rw.results(back.id())].concat();
    rw.replace(op, results)
}

/// The length of the suffix whose product is `target`.
fn n_with_product(basis: &[i64], target: i64) -> Option<usize> {
    let mut product = 1i64;
    for (index, &size) in basis.iter().rev().enumerate() {
        if size == DYNAMIC {
            return None;
        }
        product = product.checked_mul(size)?;
        if product >= target {
            return (product == target).then_some(index + 1);
        }
    }
    None
}
