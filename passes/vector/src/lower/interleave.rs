//! Lowering of `vector.interleave` and `vector.deinterleave`.

use rmlir::prelude::*;
use rmlir_vector::place::{TOO_MANY_ELEMENTS, may_list};
use rmlir_vector::{DeinterleaveOp, InterleaveOp, VectorType};

use super::of_benefit;
use super::unroll::leading_positions;
use crate::make::{extract, insert, shuffle, zero};

/// The patterns that unroll to vectors of at most `target_rank` dimensions.
pub fn patterns(target_rank: usize, benefit: u16) -> PatternSet {
    let mut set = PatternSet::new();
    let apply = move |op: InterleaveOp, rw: &mut Rewriter| unroll_interleave(op, rw, target_rank);
    set.add(Pattern::of("UnrollInterleaveOp", apply).benefit(benefit));
    let apply = move |op: DeinterleaveOp, rw: &mut Rewriter| unroll_deinterleave(op, rw, target_rank);
    set.add(Pattern::of("UnrollDeinterleaveOp", apply).benefit(benefit));
    set
}

/// The pattern that converts `vector.interleave` to a shuffle.
pub fn interleave_to_shuffle_patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![interleave_to_shuffle], benefit)
}

/// The pattern that converts `vector.deinterleave` to two shuffles.
pub fn deinterleave_to_shuffle_patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![deinterleave_to_shuffle], benefit)
}

fn unroll_interleave(op: InterleaveOp, rw: &mut Rewriter, target_rank: usize) -> Match {
    let vector = VectorType::at(rw, op.result(rw));
    let Some(positions) = leading_positions(&vector, target_rank) else {
        return rw.no_match(op, "there is no dimension to unroll");
    };
    let sources = [op.lhs(rw), op.rhs(rw)];
    let mut result = zero(rw, vector.ty(rw));
    for position in positions {
        let [lhs, rhs] = sources.map(|source| extract(rw, source, &position));
        let mixed = rw.value(InterleaveOp::build(lhs, rhs));
        result = insert(rw, mixed, result, &position);
    }
    rw.replace(op, [result])
}

fn unroll_deinterleave(op: DeinterleaveOp, rw: &mut Rewriter, target_rank: usize) -> Match {
    let vector = VectorType::at(rw, op.res1(rw));
    let Some(positions) = leading_positions(&vector, target_rank) else {
        return rw.no_match(op, "there is no dimension to unroll");
    };
    let source = op.source(rw);
    let mut results = [zero(rw, vector.ty(rw)); 2];
    for position in positions {
        let part = extract(rw, source, &position);
        let split = rw.create(DeinterleaveOp::build(part)).id();
        for (index, result) in results.iter_mut().enumerate() {
            let half = rw.result(split, index);
            *result = insert(rw, half, *result, &position);
        }
    }
    rw.replace(op, results)
}

#[pattern]
fn interleave_to_shuffle(op: InterleaveOp, rw: &mut Rewriter) -> Match {
    let (lhs, rhs) = (op.lhs(rw), op.rhs(rw));
    let vector = VectorType::at(rw, lhs);
    if vector.rank() > 1 || vector.is_scalable() {
        return rw.no_match(op, "not a vector of one fixed dimension");
    }
    let n = vector.n_elements();
    if !may_list(&[2, n]) {
        return rw.no_match(op, TOO_MANY_ELEMENTS);
    }
    let places: Vec<i64> = (0..2 * n).map(|place| if place % 2 == 0 { place / 2 } else { n + place / 2 }).collect();
    let result = shuffle(rw, lhs, rhs, &places);
    rw.replace(op, [result])
}

#[pattern]
fn deinterleave_to_shuffle(op: DeinterleaveOp, rw: &mut Rewriter) -> Match {
    let source = op.source(rw);
    let vector = VectorType::at(rw, source);
    if vector.rank() != 1 || vector.is_scalable() {
        return rw.no_match(op, "not a vector of one fixed dimension");
    }
    if !may_list(&vector.shape) {
        return rw.no_match(op, TOO_MANY_ELEMENTS);
    }
    let halves = [0, 1].map(|first| {
        let places: Vec<i64> = (0..vector.n_elements() / 2).map(|place| 2 * place + first).collect();
        shuffle(rw, source, source, &places)
    });
    rw.replace(op, halves)
}
