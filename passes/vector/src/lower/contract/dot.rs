//! Lowering of matrix products to dot products of rows and columns.

use rmlir::prelude::*;
use rmlir_vector::{CombiningKind, ContractionOp, IteratorType, ReductionOp};

use super::arithmetic::{add, multiply};
use super::layout::Contraction;
use super::strategy::ContractLowering;
use crate::make::{extract, insert, transpose, zero};
use crate::maskable::Lowered;

/// A case of operand layouts: the layout, and the operands in order, with whether each is transposed so that the
/// reduction dimension is last in both.
type Case = ([&'static [usize]; 3], [(usize, bool); 2]);

/// Rows (0) and columns (1), then the reduction (2).
const MATRIX_BY_MATRIX: [Case; 8] = [
    ([&[0, 2], &[2, 1], &[0, 1]], [(0, false), (1, true)]),
    ([&[0, 2], &[1, 2], &[0, 1]], [(0, false), (1, false)]),
    ([&[2, 0], &[2, 1], &[0, 1]], [(0, true), (1, true)]),
    ([&[2, 0], &[1, 2], &[0, 1]], [(0, true), (1, false)]),
    ([&[0, 2], &[2, 1], &[1, 0]], [(1, true), (0, false)]),
    ([&[0, 2], &[1, 2], &[1, 0]], [(1, false), (0, false)]),
    ([&[2, 0], &[2, 1], &[1, 0]], [(1, true), (0, true)]),
    ([&[2, 0], &[1, 2], &[1, 0]], [(1, false), (0, true)]),
];

/// Rows (0), then the reduction (1).
const MATRIX_BY_VECTOR: [Case; 4] = [
    ([&[0, 1], &[1], &[0]], [(0, false), (1, false)]),
    ([&[1, 0], &[1], &[0]], [(0, true), (1, false)]),
    ([&[1], &[0, 1], &[0]], [(1, false), (0, false)]),
    ([&[1], &[1, 0], &[0]], [(1, true), (0, false)]),
];

/// Lowers contractions without a mask.
pub(super) fn lower(op: ContractionOp, rw: &mut Rewriter, lowering: ContractLowering) -> Lowered {
    use IteratorType::{Parallel, Reduction};
    if lowering != ContractLowering::Dot {
        return Err("it is not to become dot products");
    }
    let own = Contraction::of(rw, op);
    let cases: &[Case] = match own.iterators[..] {
        [Parallel, Parallel, Reduction, ..] => &MATRIX_BY_MATRIX,
        [Parallel, Reduction, ..] => &MATRIX_BY_VECTOR,
        _ => &[],
    };
    let case = cases.iter().find(|(layout, _)| own.is(*layout)).ok_or("no product of matrices and vectors")?;
    let factors = case.1.map(|(index, transposed)| {
        let factor = [own.lhs, own.rhs][index];
        if transposed { transpose(rw, factor, &[1, 0]) } else { factor }
    });
    let product = dot_products(rw, factors, own.result_type);
    let is_integer = own.result_type.element_or_self(rw).is_integer(rw);
    Ok(Some(add(rw, product, own.acc, is_integer)))
}

fn dot_products(rw: &mut Rewriter, [lhs, rhs]: [Value; 2], ty: Type) -> Value {
    let shape = ty.shape(rw).unwrap_or_default().to_vec();
    let element = ty.element_or_self(rw);
    let is_integer = element.is_integer(rw);
    let kind = CombiningKind::Add.attr(rw.cx());
    let mut result = zero(rw, ty);
    let mut columns = Vec::new();
    for row in 0..shape[0] {
        let left = extract(rw, lhs, &[row]);
        for column in 0..shape.get(1).copied().unwrap_or(1) {
            if row == 0 {
                columns.push(if shape.len() == 1 { rhs } else { extract(rw, rhs, &[column]) });
            }
            let product = multiply(rw, left, columns[column as usize], is_integer);
            let sum = rw.value(ReductionOp::build(element, product, None, kind));
            let place = &[row, column][..shape.len()];
            result = insert(rw, sum, result, place);
        }
    }
    result
}
