//! Maps that are the inverse of an `affine.delinearize_index`: the sum of its results, each multiplied by its stride,
//! is the index that was delinearized.

use rmlir::affine_maps::{AffineExpr, AffineKind, AffineMap, BinaryKind};
use rmlir::prelude::*;
use rustc_hash::FxHashMap;

use super::inputs::Inputs;
use crate::DelinearizeIndexOp;

/// Replaces sums of the results of `op`, whose last one is `result`, by its linear index, which becomes a further
/// input. Returns whether there was one.
pub(super) fn undo_delinearization(
    body: &Body,
    op: DelinearizeIndexOp,
    result: Value,
    map: &mut AffineMap,
    inputs: &mut Inputs,
) -> bool {
    let results = body.results(op.id());
    if !op.dynamic_basis(body).is_empty() || results.last() != Some(&result) {
        return false;
    }
    let Some(exprs) = results.iter().map(|&result| inputs.last_expr_of(result)).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let terms = expected_terms(&exprs, &op.static_basis_values(body));
    let all_dims = exprs.iter().all(|expr| expr.as_dim().is_some());
    let linear = if all_dims {
        AffineExpr::dim(inputs.dims.len() as u32)
    } else {
        AffineExpr::symbol(inputs.symbols.len() as u32)
    };
    let mut replacements = FxHashMap::default();
    for expr in map.results() {
        shorten_sums(expr, &terms, &linear, &mut replacements);
    }
    if replacements.is_empty() {
        return false;
    }
    let list = if all_dims { &mut inputs.dims } else { &mut inputs.symbols };
    list.push(Some(op.linear_index(body)));
    let results: Vec<AffineExpr> = map.results().iter().map(|expr| expr.replace_all(&replacements)).collect();
    *map = AffineMap::new(inputs.dims.len() as u32, inputs.symbols.len() as u32, results);
    for expr in exprs {
        match expr.kind() {
            AffineKind::Dim(position) if !map.is_function_of_dim(position) => {
                inputs.dims[position as usize] = None;
            }
            AffineKind::Symbol(position) if !map.is_function_of_symbol(position) => {
                inputs.symbols[position as usize] = None;
            }
            _ => {}
        }
    }
    true
}

/// The products of the results and their strides, without duplicates.
fn expected_terms(exprs: &[AffineExpr], basis: &[i64]) -> Vec<AffineExpr> {
    let mut terms: Vec<AffineExpr> = Vec::new();
    let mut add = |term: AffineExpr| {
        if !terms.contains(&term) {
            terms.push(term);
        }
    };
    let mut stride = 1i64;
    for (expr, &size) in exprs.iter().rev().zip(basis.iter().rev()) {
        add(expr * stride);
        stride = stride.wrapping_mul(size);
    }
    if exprs.len() != basis.len() {
        add(&exprs[0] * stride);
    }
    terms
}

/// Finds sums in `expr` whose terms are a superset of `terms`, and records the replacement of each with `linear`
/// instead of these terms.
fn shorten_sums(
    expr: &AffineExpr,
    terms: &[AffineExpr],
    linear: &AffineExpr,
    replacements: &mut FxHashMap<AffineExpr, AffineExpr>,
) {
    let mut waiting = vec![expr];
    while let Some(expr) = waiting.pop() {
        let AffineKind::Binary(kind, lhs, rhs) = expr.kind() else { continue };
        if kind != BinaryKind::Add {
            waiting.extend([rhs, lhs]);
            continue;
        }
        let mut missing = terms.to_vec();
        let mut others = Vec::new();
        for term in last_terms_first(lhs, rhs) {
            match missing.iter().position(|wanted| wanted == term) {
                Some(found) => _ = missing.swap_remove(found),
                None => {
                    others.push(term);
                    waiting.push(term);
                }
            }
        }
        if missing.is_empty() {
            let sum = others.into_iter().rev().fold(linear.clone(), |sum, other| sum + other);
            replacements.entry(expr.clone()).or_insert(sum);
        }
    }
}

/// The terms of the left-associative sum `lhs + rhs`, from the last to the first.
fn last_terms_first<'e>(lhs: &'e AffineExpr, rhs: &'e AffineExpr) -> Vec<&'e AffineExpr> {
    let mut terms = vec![rhs];
    let mut rest = lhs;
    while let Some((lhs, rhs)) = rest.as_binary(BinaryKind::Add) {
        terms.push(rhs);
        rest = lhs;
    }
    terms.push(rest);
    terms
}
