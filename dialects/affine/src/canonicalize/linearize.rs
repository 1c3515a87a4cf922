//! Canonicalization of `affine.linearize_index`: inverses of `affine.delinearize_index`, and zero indices.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::fold::constant_value;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_arith::ConstantOp;

use crate::syntax::map_attr;
use crate::{ApplyOp, DelinearizeIndexOp, LinearizeIndexOp};

canonicalize! {
    LinearizeIndexOp: cancel_delinearize, drop_leading_zero, drop_unit_components;
}

fn constant_of(body: &Body, value: Value) -> Option<i64> {
    constant_value(body, value)?.as_i64(body)
}

/// Drops indices with a unit basis element that are 0, by their value or because the linearization is disjoint.
#[pattern]
pub(crate) fn drop_unit_components(op: LinearizeIndexOp, rw: &mut Rewriter) -> Match {
    let (indices, basis) = (op.multi_index(rw), op.basis(rw));
    let (unbounded, bounded) = indices.split_at(indices.len() - basis.len());
    let mut kept = unbounded.to_vec();
    let mut kept_basis = Vec::new();
    for (&index, &size) in bounded.iter().zip(&basis) {
        let is_zero = op.disjoint(rw) || constant_of(rw, index) == Some(0);
        if size.constant(rw) != Some(1) || !is_zero {
            kept.push(index);
            kept_basis.push(size);
        }
    }
    if kept.len() == indices.len() {
        return rw.no_match(op, "no index has a basis of 1 and is 0");
    }
    if kept.is_empty() {
        let zero = rw.index_attr(0);
        rw.replace_with(op.id(), ConstantOp::build(zero));
        return Match::Yes;
    }
    let new = LinearizeIndexOp::with_basis(rw, &kept, &kept_basis, op.disjoint(rw));
    rw.replace_with(op.id(), new);
    Match::Yes
}

/// Drops a leading zero index.
#[pattern]
pub(crate) fn drop_leading_zero(op: LinearizeIndexOp, rw: &mut Rewriter) -> Match {
    let indices = op.multi_index(rw);
    let Some(&first) = indices.first().filter(|&&first| constant_of(rw, first) == Some(0)) else {
        return rw.no_match(op, "the first index is not 0");
    };
    if indices.len() == 1 {
        return rw.replace(op, [first]);
    }
    let basis = op.basis(rw);
    let rest = if op.has_outer_bound(rw) { &basis[1..] } else { &basis[..] };
    let new = LinearizeIndexOp::with_basis(rw, &indices[1..], rest, op.disjoint(rw));
    rw.replace_with(op.id(), new);
    Match::Yes
}

/// `length` indices from `start` on that are the results of `source` from `from` on, with the same basis elements.
struct Run {
    source: DelinearizeIndexOp,
    start: usize,
    from: usize,
    length: usize,
}

/// Cancels runs of results of a delinearization that are linearized by the same basis elements.
#[pattern]
pub(crate) fn cancel_delinearize(op: LinearizeIndexOp, rw: &mut Rewriter) -> Match {
    let runs = find_runs(op, rw);
    if runs.is_empty() {
        return rw.no_match(op, "no run of results of a delinearization");
    }
    let (indices, basis) = (op.multi_index(rw), op.padded_basis(rw));
    let (mut new_indices, mut new_basis) = (Vec::new(), Vec::new());
    let mut replacements = Vec::new();
    let mut end = 0;
    for run in &runs {
        new_indices.extend_from_slice(&indices[end..run.start]);
        new_basis.extend_from_slice(&basis[end..run.start]);
        end = run.start + run.length;
        let (index, size, results) = join_run(op, rw, run, &basis[run.start..end]);
        new_indices.push(index);
        new_basis.push(size);
        replacements.push(results);
    }
    new_indices.extend_from_slice(&indices[end..]);
    new_basis.extend_from_slice(&basis[end..]);
    let new_basis: Vec<MixedIndex> = new_basis.into_iter().flatten().collect();
    let new = LinearizeIndexOp::with_basis(rw, &new_indices, &new_basis, op.disjoint(rw));
    rw.replace_with(op.id(), new);
    for (run, results) in runs.iter().zip(replacements) {
        if !results.is_empty() {
            rw.replace(run.source, results);
        }
    }
    Match::Yes
}

/// The runs, at most one per delinearization.
fn find_runs(op: LinearizeIndexOp, body: &Body) -> Vec<Run> {
    let (indices, basis) = (op.multi_index(body), op.padded_basis(body));
    let mut runs: Vec<Run> = Vec::new();
    let mut start = 0;
    while start < indices.len() {
        let run = run_at(op, body, &indices, &basis, start);
        match run.filter(|run| runs.iter().all(|other| other.source.id() != run.source.id())) {
            Some(run) => {
                start += run.length;
                runs.push(run);
            }
            None => start += 1,
        }
    }
    runs
}

/// The run of at least two indices from `start` on.
///
/// The basis element of the first one may differ if it comes first in both operations, or if
/// the linearization is disjoint.
fn run_at(
    op: LinearizeIndexOp,
    body: &Body,
    indices: &[Value],
    basis: &[Option<MixedIndex>],
    start: usize,
) -> Option<Run> {
    let ValueDefinition::Result(made_by, from) = body.value_def(indices[start]) else { return None };
    let source = OpRef::new(body, made_by).cast::<DelinearizeIndexOp>()?;
    let from = from as usize;
    let taken = source.padded_basis(body);
    let is_same = taken[from] == basis[start];
    let is_first_on_both_sides = start == 0 && from == 0;
    let is_promised = op.disjoint(body) && from == 0 && taken[from].is_none();
    if !is_same && !is_first_on_both_sides && !is_promised {
        return None;
    }
    let results = body.results(made_by);
    let most = (indices.len() - start).min(results.len() - from);
    let goes_on =
        |next: &usize| indices[start + next] == results[from + next] && basis[start + next] == taken[from + next];
    let length = 1 + (1..most).take_while(goes_on).count();
    (length > 1).then_some(Run { source, start, from, length })
}

/// Joins the results of a run: returns the joined index, its basis element, and the replacements of all results of the
/// delinearization, if it has others.
fn join_run(
    op: LinearizeIndexOp,
    rw: &mut Rewriter,
    run: &Run,
    sizes: &[Option<MixedIndex>],
) -> (Value, Option<MixedIndex>, Vec<Value>) {
    let point = rw.insert_point();
    rw.set_insert_point(rmlir::core::InsertPoint::Before(run.source.id()));
    let size = product(rw, op, sizes);
    let index = run.source.linear_index(rw);
    let joined = if run.length == rw.n_results(run.source.id()) {
        (index, size, Vec::new())
    } else {
        let loc = rw.loc(run.source.id());
        let mut basis = run.source.padded_basis(rw);
        basis.splice(run.from..run.from + run.length, [size]);
        let outer = DelinearizeIndexOp::with_padded_basis(rw, index, &basis).at(loc);
        let outer = rw.create(outer);
        let outer = rw.results(outer.id()).to_vec();
        let index = outer[run.from];
        let inner = DelinearizeIndexOp::with_padded_basis(rw, index, sizes).at(loc);
        let inner = rw.create(inner);
        let inner = rw.results(inner.id()).to_vec();
        (index, size, [&outer[..run.from], &inner, &outer[run.from + 1..]].concat())
    };
    rw.set_insert_point(point);
    joined
}

/// The product of `sizes`, unless one is missing.
fn product(rw: &mut Rewriter, op: LinearizeIndexOp, sizes: &[Option<MixedIndex>]) -> Option<MixedIndex> {
    let mut product = AffineExpr::constant(1);
    let mut values = Vec::new();
    for size in sizes {
        match (*size)?.resolved(rw) {
            MixedIndex::Static(size) => product = product * size,
            MixedIndex::Dynamic(size) => {
                product = product * AffineExpr::symbol(values.len() as u32);
                values.push(size);
            }
        }
    }
    if let Some(product) = product.as_constant() {
        return Some(MixedIndex::Static(product));
    }
    let map = map_attr(rw, AffineMap::new(0, values.len() as u32, [product]));
    let loc = rw.loc(op.id());
    Some(MixedIndex::Dynamic(rw.value(ApplyOp::build(&values, map).at(loc))))
}
