//! Canonicalization.

use rmlir::dialects::complex::ConjOp;
use rmlir::prelude::*;

use super::{AddOp, EvalOp, MulOp, SubOp};

/// x^2 - y^2 is (x + y) (x - y), if nothing else uses the squares.
#[pattern]
pub fn difference_of_squares(op: SubOp, rw: &mut Rewriter) -> Match {
    let roots = [op.lhs(rw), op.rhs(rw)].map(|square| root_of(rw, square));
    let [Some(x), Some(y)] = roots else { return rw.no_match(op, "not a difference of squares without other uses") };
    let sum = rw.value(AddOp::build(x, y));
    let difference = rw.value(SubOp::build(x, y));
    rw.replace_with(op, MulOp::build(sum, difference));
    Match::Yes
}

/// The value whose square `value` is, if it has one use.
fn root_of(body: &Body, value: Value) -> Option<Value> {
    let square = body.defined_by::<MulOp>(value)?;
    (square.lhs(body) == square.rhs(body) && body.has_one_use(value)).then(|| square.lhs(body))
}

/// The value at a conjugate is the conjugate of the value: the coefficients are real.
#[pattern]
pub fn lift_conj(op: EvalOp, rw: &mut Rewriter) -> Match {
    let Some(conj) = rw.defined_by::<ConjOp>(op.point(rw)) else { return rw.no_match(op, "the point is no conjugate") };
    let (polynomial, point, flags) = (op.polynomial(rw), rw.operand(conj.id(), 0), rw.attr_dict(conj.id()));
    let value = rw.value(EvalOp::build(polynomial, point));
    let lifted = rw.replace_with(op, ConjOp::build(value));
    rw.set_attr_dict(lifted.id(), flags);
    Match::Yes
}
