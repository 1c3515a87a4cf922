//! Division and remainder.
//!
//! Undefined operations are not folded. If one element of a vector is undefined, the whole operation is not folded,
//! except where upstream checks the last element only, which is preserved.

use rmlir::prelude::*;

use super::elements::binary;
use super::matchers::is_one;
use super::{Operands, result_type};
use crate::attrs::IntegerOverflowFlags;
use crate::integer::{CeilDivSIOp, CeilDivUIOp, DivSIOp, DivUIOp, FloorDivSIOp, MulIOp, RemSIOp, RemUIOp};

#[fold(DivUIOp)]
fn divui(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    divide(cx, consts, Some(IntegerOverflowFlags::NoUnsignedWrap), ApInt::udiv)
}

#[fold(DivSIOp)]
fn divsi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    divide(cx, consts, Some(IntegerOverflowFlags::NoSignedWrap), |a, b| unless_overflow(a.sdiv_ov(b)?))
}

#[fold(CeilDivUIOp)]
fn ceildivui(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    divide(cx, consts, None, |a, b| {
        let quotient = a.udiv(b)?;
        match a.urem(b)?.is_zero() {
            true => Some(quotient),
            false => unless_overflow(quotient.uadd_ov(&ApInt::one(a.width()))),
        }
    })
}

#[fold(CeilDivSIOp)]
fn ceildivsi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    divide(cx, consts, None, ceil_div_signed)
}

/// Rounds up by dividing magnitudes; the minimum integer, whose magnitude is not representable, is not divided.
fn ceil_div_signed(a: &ApInt, b: &ApInt) -> Option<ApInt> {
    if b.is_zero() {
        return None;
    }
    if a.is_zero() {
        return Some(a.clone());
    }
    let one = ApInt::one(a.width());
    let magnitude = |x: &ApInt| if x.is_negative() { negated(x) } else { Some(x.clone()) };
    let (x, y) = (magnitude(a)?, magnitude(b)?);
    if a.is_negative() != b.is_negative() {
        return negated(&unless_overflow(x.sdiv_ov(&y)?)?);
    }
    let (less, _) = x.ssub_ov(&one);
    let (quotient, _) = less.sdiv_ov(&y)?;
    unless_overflow(quotient.sadd_ov(&one))
}

fn negated(value: &ApInt) -> Option<ApInt> {
    unless_overflow(ApInt::zero(value.width()).ssub_ov(value))
}

#[fold(FloorDivSIOp)]
fn floordivsi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let operands = Operands::of(cx, consts);
    if is_one(cx, operands.rhs_const) {
        return Fold::value(operands.lhs);
    }
    let mut undefined = false;
    let result = binary(cx, operands.lhs_const, operands.rhs_const, |a: &ApInt, b: &ApInt| {
        let Some((quotient, overflow)) = a.floor_div_signed(b) else {
            undefined = true;
            return Some(a.clone());
        };
        undefined = overflow;
        Some(quotient)
    });
    result.filter(|_| !undefined).into()
}

#[fold(RemUIOp)]
fn remui(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    remainder(cx, consts, ApInt::urem)
}

#[fold(RemSIOp)]
fn remsi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    remainder(cx, consts, ApInt::srem)
}

/// `cancels` are the flags with which `(a * b) / b` is `a`.
fn divide(
    cx: &mut FoldCx,
    consts: &[Option<Attr>],
    cancels: Option<IntegerOverflowFlags>,
    f: impl Fn(&ApInt, &ApInt) -> Option<ApInt>,
) -> Fold {
    let operands = Operands::of(cx, consts);
    if is_one(cx, operands.rhs_const) {
        return Fold::value(operands.lhs);
    }
    if let Some(factor) = cancels.and_then(|flags| other_factor(cx, operands, flags)) {
        return Fold::value(factor);
    }
    binary(cx, operands.lhs_const, operands.rhs_const, f).into()
}

fn other_factor(cx: &FoldCx, operands: Operands, flags: IntegerOverflowFlags) -> Option<Value> {
    let mul = cx.defined_by::<MulIOp>(operands.lhs)?;
    if !mul.overflow_flags(cx).contains(flags) {
        return None;
    }
    let (a, b) = (mul.lhs(cx), mul.rhs(cx));
    match operands.rhs {
        rhs if rhs == a => Some(b),
        rhs if rhs == b => Some(a),
        _ => None,
    }
}

fn remainder(cx: &mut FoldCx, consts: &[Option<Attr>], f: fn(&ApInt, &ApInt) -> Option<ApInt>) -> Fold {
    let operands = Operands::of(cx, consts);
    if is_one(cx, operands.rhs_const) {
        return cx.zero_attr(result_type(cx)).into();
    }
    binary(cx, operands.lhs_const, operands.rhs_const, f).into()
}

fn unless_overflow((value, overflow): (ApInt, bool)) -> Option<ApInt> {
    (!overflow).then_some(value)
}
