//! Rewriting of reductions to arithmetic on elements, or to one reduction of a sum.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_arith::{AddFOp, AddIOp};
use rmlir_vector::interfaces::is_masked;
use rmlir_vector::{CombiningKind, ReductionOp, VectorType, defining};

use crate::lower::of_benefit;
use crate::make::{combine, extract};

/// The pattern that lowers reductions of at most `max_elements` elements to arithmetic.
pub fn break_down_patterns(max_elements: i64, benefit: u16) -> PatternSet {
    let mut set = PatternSet::new();
    let apply = move |op: ReductionOp, rw: &mut Rewriter| break_down(op, rw, max_elements);
    set.add(Pattern::of("BreakDownVectorReduction", apply).benefit(benefit));
    set
}

/// The patterns that add vectors before they are reduced, where the accumulator of a reduction is another reduction.
pub fn chain_folding_patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![add_first, without_zero], benefit)
}

fn kind_of(body: &Body, op: ReductionOp) -> CombiningKind {
    op.kind(body)
}

fn break_down(op: ReductionOp, rw: &mut Rewriter, max_elements: i64) -> Match {
    let vector = op.vector(rw);
    let parts = VectorType::at(rw, vector);
    if parts.is_scalable() || is_masked(rw, op.id()) || parts.rank() != 1 {
        return rw.no_match(op, "not a plain reduction of a fixed vector");
    }
    if parts.n_elements() > max_elements {
        return rw.no_match(op, "there are too many elements");
    }
    let elements: Vec<Value> = (0..parts.n_elements()).map(|at| extract(rw, vector, &[at])).collect();
    let (kind, fastmath) = (kind_of(rw, op), op.fastmath(rw));
    let others = elements[1..].iter().copied().chain(op.acc(rw));
    let result = others
        .collect::<Vec<_>>()
        .into_iter()
        .fold(elements[0], |result, element| combine(rw, kind, result, element, Some(fastmath), None));
    rw.replace(op, [result])
}

#[pattern]
fn add_first(op: ReductionOp, rw: &mut Rewriter) -> Match {
    let earlier = op.acc(rw).and_then(|acc| defining::<ReductionOp>(rw, acc));
    let Some(earlier) = earlier.filter(|_| kind_of(rw, op) == CombiningKind::Add) else {
        return rw.no_match(op, "not a sum that starts from another reduction");
    };
    let ty = rw.ty(op.dest(rw));
    if ty.int_or_float_width(rw).is_none() {
        return rw.no_match(op, "the elements have no known width");
    }
    let (first, second) = (earlier.vector(rw), op.vector(rw));
    let sum = match ty.is_integer(rw) {
        true => create_or_fold(rw, AddIOp::build(first, second)),
        false => rw.value(AddFOp::build(first, second)),
    };
    let (kind, acc) = (op.kind(rw), earlier.acc(rw));
    rw.replace_with(op, ReductionOp::build(ty, sum, acc, kind));
    Match::Yes
}

/// Removes the addition of zero in a sum of floats that is reduced.
#[pattern]
fn without_zero(op: ReductionOp, rw: &mut Rewriter) -> Match {
    let is_zero = |value: Value| {
        let splat = constant_value(rw, value).and_then(|value| value.float_or_splat(rw));
        splat.is_some_and(|number| number.is_zero())
    };
    let sum = defining::<AddFOp>(rw, op.vector(rw)).filter(|_| kind_of(rw, op) == CombiningKind::Add);
    let inner = sum.and_then(|sum| defining::<AddFOp>(rw, sum.lhs(rw)));
    let Some((sum, inner)) = sum.zip(inner).filter(|(_, inner)| is_zero(inner.rhs(rw))) else {
        return rw.no_match(op, "not of a sum with zero in it");
    };
    let new = rw.value(AddFOp::build(inner.lhs(rw), sum.rhs(rw)));
    let (ty, kind, acc) = (rw.ty(op.dest(rw)), op.kind(rw), op.acc(rw));
    rw.replace_with(op, ReductionOp::build(ty, new, acc, kind));
    Match::Yes
}
