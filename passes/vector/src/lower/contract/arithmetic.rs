//! Sums and products of scalars and vectors.

use rmlir::prelude::*;
use rmlir_arith::{AddFOp, AddIOp, MulFOp, MulIOp};
use rmlir_vector::{CombiningKind, FMAOp};

use crate::make::{combine, select_passthru};

/// The sum of two scalars, or vectors.
pub(super) fn add(rw: &mut Rewriter, lhs: Value, rhs: Value, is_integer: bool) -> Value {
    if is_integer { rw.value(AddIOp::build(lhs, rhs)) } else { rw.value(AddFOp::build(lhs, rhs)) }
}

/// The product of two scalars, or vectors.
pub(super) fn multiply(rw: &mut Rewriter, lhs: Value, rhs: Value, is_integer: bool) -> Value {
    if is_integer { rw.value(MulIOp::build(lhs, rhs)) } else { rw.value(MulFOp::build(lhs, rhs)) }
}

/// The product combined with `acc`, if there is one and the kind supports such elements; lanes of `acc` that are not
/// set in `mask` are unchanged.
pub(crate) fn multiply_and_combine(
    rw: &mut Rewriter,
    [lhs, rhs]: [Value; 2],
    acc: Option<Value>,
    kind: CombiningKind,
    mask: Option<Value>,
) -> Option<Value> {
    let ty = rw.ty(lhs).element_or_self(rw);
    let is_integer = ty.is_index() || ty.is_integer(rw);
    if !kind.supports(rw, ty) {
        return None;
    }
    let Some(acc) = acc else { return Some(multiply(rw, lhs, rhs, is_integer)) };
    if !is_integer && kind == CombiningKind::Add && rw.ty(acc).is_vector(rw) {
        let sum = rw.value(FMAOp::build(lhs, rhs, acc));
        return Some(select_passthru(rw, mask, sum, acc));
    }
    let product = multiply(rw, lhs, rhs, is_integer);
    Some(combine(rw, kind, product, acc, None, mask))
}
