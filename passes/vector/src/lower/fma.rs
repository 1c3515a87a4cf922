//! Unrolling of `vector.fma` of several dimensions.

use rmlir::prelude::*;
use rmlir_vector::place::{TOO_MANY_PARTS, unrolled_rows};
use rmlir_vector::{FMAOp, VectorType};

use crate::make::{extract, insert, zero};

/// The pattern that unrolls to vectors of one dimension.
pub fn rank_reducing_patterns() -> PatternSet {
    patterns![unroll]
}

#[pattern]
fn unroll(op: FMAOp, rw: &mut Rewriter) -> Match {
    let vector = VectorType::at(rw, op.result(rw));
    if vector.rank() < 2 {
        return rw.no_match(op, "there is one dimension");
    }
    if vector.scalable[0] {
        return rw.no_match(op, "a scalable dimension cannot be unrolled");
    }
    let Some(rows) = unrolled_rows(&vector.shape) else { return rw.no_match(op, TOO_MANY_PARTS) };
    let operands = [op.lhs(rw), op.rhs(rw), op.acc(rw)];
    let mut result = zero(rw, vector.ty(rw));
    for at in rows {
        let [lhs, rhs, acc] = operands.map(|operand| extract(rw, operand, &[at]));
        let value = rw.value(FMAOp::build(lhs, rhs, acc));
        result = insert(rw, value, result, &[at]);
    }
    rw.replace(op, [result])
}
