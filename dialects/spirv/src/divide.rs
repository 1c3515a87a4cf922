//! Division of integers.
//!
//! A division that traps, by zero or with overflow, is not folded: its result is undefined.

use rmlir::core::fold::constant_value;
use rmlir::core::speculatable_divisions;
use rmlir::prelude::*;
use rmlir_arith::elements::{binary, zip};

use crate::constraints::{Integers, IntegersOrMatrices};
use crate::integer::{constant, is_second, operand, zero};

binary! { @ (NoMemoryEffect) (Speculatable)
    /// The quotient of signed integers.
    SDivOp "spirv.SDiv" () IntegersOrMatrices fold_sdiv;
    /// The remainder of signed division, with the sign of the divisor.
    SModOp "spirv.SMod" () Integers fold_smod;
    /// The remainder of signed division, with the sign of the dividend.
    SRemOp "spirv.SRem" () Integers fold_srem;
    /// The quotient of unsigned integers.
    UDivOp "spirv.UDiv" () IntegersOrMatrices fold_udiv;
    /// The remainder of unsigned integers.
    UModOp "spirv.UMod" () Integers fold_umod (umod_of_umod);
}

speculatable_divisions! {
    SDivOp by OPERAND2_OPERAND as Signed;
    SModOp by OPERAND2_OPERAND as Signed;
    SRemOp by OPERAND2_OPERAND as Signed;
    UDivOp by OPERAND2_OPERAND as Unsigned;
    UModOp by OPERAND2_OPERAND as Unsigned;
}

/// Folds constants elementwise by `compute`, if it is defined for all elements.
fn compute(cx: &FoldCx, consts: &[Option<Attr>], compute: fn(&ApInt, &ApInt) -> Option<ApInt>) -> Fold {
    binary(cx, constant(consts, 0), constant(consts, 1), compute).into()
}

/// The quotient, unless the division is by zero or overflows.
fn quotient(a: &ApInt, b: &ApInt) -> Option<ApInt> {
    a.sdiv_ov(b).filter(|(_, overflows)| !overflows).map(|(quotient, _)| quotient)
}

fn remainder(a: &ApInt, b: &ApInt) -> Option<ApInt> {
    quotient(a, b).and_then(|_| a.srem(b))
}

/// The remainder with the sign of the divisor.
fn modulus(a: &ApInt, b: &ApInt) -> Option<ApInt> {
    let remainder = remainder(a, b)?;
    let is_there = remainder.is_zero() || remainder.is_negative() == b.is_negative();
    Some(if is_there { remainder } else { remainder.add(b) })
}

/// `x / 1 -> x`
fn fold_sdiv(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    if is_second(cx, consts, 1) { Fold::value(operand(cx, 0)) } else { compute(cx, consts, quotient) }
}

/// `x mod 1 -> 0`
fn fold_smod(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    if is_second(cx, consts, 1) { zero(cx) } else { compute(cx, consts, modulus) }
}

/// `x rem 1 -> 0`
fn fold_srem(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    if is_second(cx, consts, 1) { zero(cx) } else { compute(cx, consts, remainder) }
}

/// `x / 1 -> x`
fn fold_udiv(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    if is_second(cx, consts, 1) { Fold::value(operand(cx, 0)) } else { compute(cx, consts, ApInt::udiv) }
}

/// `x mod 1 -> 0`
fn fold_umod(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    if is_second(cx, consts, 1) { zero(cx) } else { compute(cx, consts, ApInt::urem) }
}

/// `(x mod a) mod b -> x mod b`, if `b` divides `a`.
#[pattern]
fn umod_of_umod(op: UModOp, rw: &mut Rewriter) -> Match {
    let Some(inner) = rw.defined_by::<UModOp>(op.operand1(rw)) else {
        return rw.no_match(op, "the dividend is no rest");
    };
    let divisor = op.operand2(rw);
    let divisors = constant_value(rw, inner.operand2(rw)).zip(constant_value(rw, divisor));
    let Some((outer, own)) = divisors else { return rw.no_match(op, "the divisors are not known") };
    let Some(ty) = own.ty(rw) else { return rw.no_match(op, "the divisor is not a number") };
    let rest = zip(rw, outer, own, ty, ApInt::urem).and_then(|rest| rest.int_or_splat(rw));
    if !rest.is_some_and(|rest| rest.is_zero()) {
        return rw.no_match(op, "the divisor does not divide the one before");
    }
    let first = inner.operand1(rw);
    rw.replace_with(op, UModOp::build(first, divisor));
    Match::Yes
}
