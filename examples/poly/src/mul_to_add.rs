//! Multiplications by constants to additions.

use rmlir::core::fold::constant_value;
use rmlir::dialects::arith::{AddIOp, Arith, ConstantOp, MulIOp};
use rmlir::prelude::*;

/// Convert multiplications to repeated additions
#[pass(name = "mul-to-add", depends(Arith))]
pub fn mul_to_add(cx: &mut PassCx) -> PassResult {
    cx.apply_greedily(patterns![halve, peel])
}

/// Convert multiplications to repeated additions
///
/// The same patterns; the name is that of the declarative ones in the tutorial.
#[pass(name = "mul-to-add-pdll", depends(Arith))]
pub fn mul_to_add_pdll(cx: &mut PassCx) -> PassResult {
    cx.apply_greedily(patterns![halve, peel])
}

/// The constant factor, which canonicalization moves to the right.
fn factor(body: &Body, op: MulIOp) -> Option<i64> {
    constant_value(body, op.rhs(body))?.as_i64(body)
}

/// x * factor, of the type of x.
fn times(rw: &mut Rewriter, x: Value, factor: i64) -> Value {
    let factor = rw.value(ConstantOp::build(rw.int_attr(rw.ty(x), factor)));
    rw.value(MulIOp::build(x, factor))
}

/// x * c is x * (c / 2) + x * (c / 2), if c is a power of two.
#[pattern(benefit = 2)]
fn halve(op: MulIOp, rw: &mut Rewriter) -> Match {
    let Some(factor) = factor(rw, op).filter(|factor| factor & factor.wrapping_sub(1) == 0) else {
        return rw.no_match(op, "the factor is no power of two");
    };
    let half = times(rw, op.lhs(rw), factor / 2);
    rw.replace_with(op, AddIOp::build(half, half));
    Match::Yes
}

/// x * c is x * (c - 1) + x.
#[pattern]
fn peel(op: MulIOp, rw: &mut Rewriter) -> Match {
    let Some(factor) = factor(rw, op) else { return rw.no_match(op, "the factor is not known") };
    let x = op.lhs(rw);
    let less = times(rw, x, factor.wrapping_sub(1));
    rw.replace_with(op, AddIOp::build(less, x));
    Match::Yes
}
