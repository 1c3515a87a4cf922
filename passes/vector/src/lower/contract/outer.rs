//! Lowering of contractions to chains of outer products, one for each iteration of the reduction.
//!
//! The reduction dimension has to come first in each operand, and the dimension of the result's rows must be in the
//! first operand; otherwise the operand is transposed, or the operands are swapped.

use rmlir::prelude::*;
use rmlir_arith::{ExtFOp, ExtSIOp};
use rmlir_vector::{ContractionOp, IteratorType, MaskOp, OuterProductOp};

use super::layout::Contraction;
use super::strategy::ContractLowering;
use crate::make::{extract, masked, transpose};
use crate::maskable::Lowered;

/// A row of the tables: the layout, whether each operand is transposed, and whether the operands are swapped.
struct Case {
    layout: [&'static [usize]; 3],
    transposed: [bool; 2],
    swapped: bool,
}

const fn case(layout: [&'static [usize]; 3], transposed: [bool; 2], swapped: bool) -> Case {
    Case { layout, transposed, swapped }
}

/// Rows (0) and columns (1) of the result, then the reduction (2).
const MATRIX_BY_MATRIX: [Case; 8] = [
    case([&[0, 2], &[2, 1], &[0, 1]], [true, false], false),
    case([&[0, 2], &[1, 2], &[0, 1]], [true, true], false),
    case([&[2, 0], &[2, 1], &[0, 1]], [false, false], false),
    case([&[2, 0], &[1, 2], &[0, 1]], [false, true], false),
    case([&[0, 2], &[2, 1], &[1, 0]], [true, false], true),
    case([&[0, 2], &[1, 2], &[1, 0]], [true, true], true),
    case([&[2, 0], &[2, 1], &[1, 0]], [false, false], true),
    case([&[2, 0], &[1, 2], &[1, 0]], [false, true], true),
];

/// Rows (0), then the reduction (1).
const MATRIX_BY_VECTOR: [Case; 4] = [
    case([&[0, 1], &[1], &[0]], [true, false], false),
    case([&[1, 0], &[1], &[0]], [false, false], false),
    case([&[1], &[0, 1], &[0]], [false, true], true),
    case([&[1], &[1, 0], &[0]], [false, false], true),
];

/// The reduction (0), then rows (1).
const TRANSPOSED_BY_VECTOR: [Case; 4] = [
    case([&[1, 0], &[0], &[1]], [true, false], false),
    case([&[0, 1], &[0], &[1]], [false, false], false),
    case([&[0], &[1, 0], &[1]], [false, true], true),
    case([&[0], &[0, 1], &[1]], [false, false], true),
];

/// The cases for these iterators, and the permutation of a mask.
fn cases(iterators: &[IteratorType]) -> Option<(&'static [Case], Option<&'static [i64]>)> {
    use IteratorType::{Parallel, Reduction};
    match iterators {
        [Parallel, Parallel, Reduction] => Some((&MATRIX_BY_MATRIX, Some(&[2, 0, 1]))),
        [Parallel, Reduction] => Some((&MATRIX_BY_VECTOR, Some(&[1, 0]))),
        [Reduction, Parallel] => Some((&TRANSPOSED_BY_VECTOR, None)),
        _ => None,
    }
}

pub(super) fn lower(op: ContractionOp, mask: Option<MaskOp>, rw: &mut Rewriter, lowering: ContractLowering) -> Lowered {
    if lowering != ContractLowering::OuterProduct {
        return Err("it is not to become outer products");
    }
    let own = Contraction::of(rw, op);
    own.check_parts()?;
    let (cases, mask_order) = cases(&own.iterators).ok_or("no product of matrices and vectors")?;
    let case = cases.iter().find(|case| own.is(case.layout)).ok_or("no product of matrices and vectors")?;
    let reduced = *own.reduced_dims(0).first().ok_or("nothing is reduced")?;
    if own.lhs_type.scalable[reduced] {
        return Err("a scalable reduction cannot be unrolled");
    }
    let n_steps = own.lhs_type.shape[reduced];
    // Upstream creates the transposes in the order of the operands of the outer product, except for one layout.
    let mut factors = [own.lhs, own.rhs];
    let order = if case.swapped && case.transposed == [true, true] { [1, 0] } else { [0, 1] };
    for index in order {
        if case.transposed[index] {
            factors[index] = transpose(rw, factors[index], &[1, 0]);
        }
    }
    if case.swapped {
        factors.reverse();
    }
    let mask = mask.map(|mask| mask.mask(rw)).map(|mask| match mask_order {
        Some(order) => transpose(rw, mask, order),
        None => mask,
    });
    Ok(Some(outer_products(rw, &own, factors, n_steps, mask)))
}

fn outer_products(
    rw: &mut Rewriter,
    own: &Contraction,
    factors: [Value; 2],
    n_steps: i64,
    mask: Option<Value>,
) -> Value {
    let ty = own.result_type;
    let element = ty.element_or_self(rw);
    let kind = own.kind.attr(rw.cx());
    let mut result = own.acc;
    for step in 0..n_steps {
        let parts = factors.map(|factor| extract(rw, factor, &[step]));
        let [lhs, rhs] = parts.map(|part| promote(rw, part, element));
        let mask = mask.map(|mask| extract(rw, mask, &[step]));
        let product = OuterProductOp::build(ty, lhs, rhs, Some(result)).prop(OuterProductOp::KIND, kind);
        let product = rw.create(product).id();
        let outer = masked(rw, product, mask);
        result = rw.result(outer, 0);
    }
    result
}

/// Extends `value` to the wider element type `element`.
fn promote(rw: &mut Rewriter, value: Value, element: Type) -> Value {
    let ty = rw.ty(value);
    if ty.element_or_self(rw) == element {
        return value;
    }
    let wide = if ty.is_vector(rw) { ty.with_element(rw, element) } else { element };
    if element.float_kind(rw).is_some() {
        rw.value(ExtFOp::build(wide, value))
    } else {
        rw.value(ExtSIOp::build(wide, value))
    }
}
