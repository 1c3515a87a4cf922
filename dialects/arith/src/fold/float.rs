//! Floating-point arithmetic.

use rmlir::num::Rounding;
use rmlir::prelude::*;

use super::Operands;
use super::elements::{binary, unary};
use super::matchers::is_float;
use crate::attrs::FastMathFlags;
use crate::float::{AddFOp, DivFOp, MaxNumFOp, MaximumFOp, MinNumFOp, MinimumFOp, MulFOp, NegFOp, RemFOp, SubFOp};

#[fold(NegFOp)]
fn negf(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let operand = cx.operand(cx.op(), 0);
    if let Some(inner) = cx.defined_by::<NegFOp>(operand) {
        return Fold::value(inner.operand(cx));
    }
    unary(cx, consts.first().copied().flatten(), |value: &ApFloat| Some(value.neg())).into()
}

#[fold(AddFOp)]
fn addf(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    arithmetic(cx, consts, ApFloat::is_neg_zero, rounded(ApFloat::add))
}

#[fold(SubFOp)]
fn subf(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    arithmetic(cx, consts, ApFloat::is_pos_zero, rounded(ApFloat::sub))
}

#[fold(MulFOp)]
fn mulf(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let operands = Operands::of(cx, consts);
    let flags = MulFOp::from_id(cx.op()).fastmath(cx);
    let finite = FastMathFlags::NoNans.union(FastMathFlags::NoSignedZeros);
    if flags.contains(finite) && is_float(cx, operands.rhs_const, ApFloat::is_zero) {
        return Fold::value(operands.rhs);
    }
    arithmetic(cx, consts, is_one, rounded(ApFloat::mul))
}

#[fold(DivFOp)]
fn divf(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    arithmetic(cx, consts, is_one, rounded(ApFloat::div))
}

#[fold(RemFOp)]
fn remf(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    arithmetic(cx, consts, |_| false, ApFloat::rem)
}

#[fold(MaximumFOp)]
fn maximumf(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    extreme(cx, consts, |value| value.is_infinity() && value.is_negative(), ApFloat::maximum)
}

#[fold(MinimumFOp)]
fn minimumf(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    extreme(cx, consts, |value| value.is_infinity() && !value.is_negative(), ApFloat::minimum)
}

#[fold(MaxNumFOp)]
fn maxnumf(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    extreme(cx, consts, ApFloat::is_nan, ApFloat::maxnum)
}

#[fold(MinNumFOp)]
fn minnumf(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    extreme(cx, consts, ApFloat::is_nan, ApFloat::minnum)
}

fn rounded(f: fn(ApFloat, ApFloat, Rounding) -> ApFloat) -> impl Fn(ApFloat, ApFloat) -> ApFloat {
    move |a, b| f(a, b, Rounding::NearestTiesToEven)
}

fn is_one(value: &ApFloat) -> bool {
    value.is_exactly(1.0)
}

fn extreme(
    cx: &mut FoldCx,
    consts: &[Option<Attr>],
    neutral: impl Fn(&ApFloat) -> bool,
    f: impl Fn(ApFloat, ApFloat) -> ApFloat,
) -> Fold {
    let operands = Operands::of(cx, consts);
    if operands.are_same() {
        return Fold::value(operands.rhs);
    }
    arithmetic(cx, consts, neutral, f)
}

/// `neutral` is the right neutral element.
fn arithmetic(
    cx: &mut FoldCx,
    consts: &[Option<Attr>],
    neutral: impl Fn(&ApFloat) -> bool,
    f: impl Fn(ApFloat, ApFloat) -> ApFloat,
) -> Fold {
    let operands = Operands::of(cx, consts);
    if is_float(cx, operands.rhs_const, neutral) {
        return Fold::value(operands.lhs);
    }
    binary(cx, operands.lhs_const, operands.rhs_const, |a: &ApFloat, b: &ApFloat| Some(f(*a, *b))).into()
}
