//! Unrolling of `vector.from_elements` and `vector.to_elements` of several dimensions.

use rmlir::prelude::*;
use rmlir_vector::{FromElementsOp, ToElementsOp, VectorType};

use super::of_benefit;
use super::unroll::unroll_first_dim;
use crate::make::extract;

/// The pattern that unrolls `vector.from_elements` to one dimension.
pub fn from_elements_unroll_patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![unroll_from_elements], benefit)
}

/// The pattern that unrolls `vector.to_elements` to one dimension.
pub fn to_elements_unroll_patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![unroll_to_elements], benefit)
}

#[pattern]
fn unroll_from_elements(op: FromElementsOp, rw: &mut Rewriter) -> Match {
    let elements = op.elements(rw);
    unroll_first_dim(op.id(), rw, |rw, ty, at| {
        let n = ty.n_elements(rw).unwrap_or(0) as usize;
        let first = at as usize * n;
        rw.value(FromElementsOp::build(ty, &elements[first..first + n]))
    })
}

#[pattern]
fn unroll_to_elements(op: ToElementsOp, rw: &mut Rewriter) -> Match {
    let source = op.source(rw);
    let vector = VectorType::at(rw, source);
    if vector.rank() < 2 {
        return rw.no_match(op, "there is one dimension");
    }
    if vector.scalable[0] {
        return rw.no_match(op, "a scalable dimension cannot be unrolled");
    }
    let parts: Vec<Value> = (0..vector.shape[0]).map(|at| extract(rw, source, &[at])).collect();
    let mut elements = Vec::new();
    for part in parts {
        let list = rw.create(ToElementsOp::build(part)).id();
        elements.extend_from_slice(rw.results(list));
    }
    rw.replace(op, elements)
}
