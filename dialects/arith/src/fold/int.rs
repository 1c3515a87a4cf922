//! Sums, products, minima and maxima.

use rmlir::prelude::*;

use super::elements::{binary, splat_attr};
use super::matchers::{int, is_one, is_zero};
use super::{Operands, result_type};
use crate::integer::{AddIOp, MaxSIOp, MaxUIOp, MinSIOp, MinUIOp, MulIOp, SubIOp};

#[fold(AddIOp)]
fn addi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let operands = Operands::of(cx, consts);
    let Operands { lhs, rhs, .. } = operands;
    if is_zero(cx, operands.rhs_const) {
        return Fold::value(lhs);
    }
    // (a - b) + b, in either order
    for (difference, other) in [(lhs, rhs), (rhs, lhs)] {
        if let Some(sub) = cx.defined_by::<SubIOp>(difference)
            && sub.rhs(cx) == other
        {
            return Fold::value(sub.lhs(cx));
        }
    }
    compute(cx, operands, ApInt::add)
}

#[fold(SubIOp)]
fn subi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let operands = Operands::of(cx, consts);
    let (ty, Operands { lhs, rhs, .. }) = (result_type(cx), operands);
    if operands.are_same() && (!ty.is_shaped(cx) || ty.static_shape(cx).is_some()) {
        return cx.zero_attr(ty).into();
    }
    if is_zero(cx, operands.rhs_const) {
        return Fold::value(lhs);
    }
    if let Some(add) = cx.defined_by::<AddIOp>(lhs) {
        let (a, b) = (add.lhs(cx), add.rhs(cx));
        if rhs == b {
            return Fold::value(a);
        }
        if rhs == a {
            return Fold::value(b);
        }
    }
    compute(cx, operands, ApInt::sub)
}

#[fold(MulIOp)]
fn muli(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let operands = Operands::of(cx, consts);
    if is_zero(cx, operands.rhs_const) {
        return Fold::value(operands.rhs);
    }
    if is_one(cx, operands.rhs_const) {
        return Fold::value(operands.lhs);
    }
    compute(cx, operands, ApInt::mul)
}

#[fold(MaxSIOp)]
fn maxsi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    extreme(cx, consts, ApInt::is_signed_max, ApInt::is_signed_min, ApInt::smax)
}

#[fold(MaxUIOp)]
fn maxui(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    extreme(cx, consts, ApInt::is_all_ones, ApInt::is_zero, ApInt::umax)
}

#[fold(MinSIOp)]
fn minsi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    extreme(cx, consts, ApInt::is_signed_min, ApInt::is_signed_max, ApInt::smin)
}

#[fold(MinUIOp)]
fn minui(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    extreme(cx, consts, ApInt::is_zero, ApInt::is_all_ones, ApInt::umin)
}

/// `absorbing` is the absorbing element, `neutral` the neutral element.
fn extreme(
    cx: &mut FoldCx,
    consts: &[Option<Attr>],
    absorbing: fn(&ApInt) -> bool,
    neutral: fn(&ApInt) -> bool,
    f: fn(&ApInt, &ApInt) -> ApInt,
) -> Fold {
    let operands = Operands::of(cx, consts);
    if operands.are_same() {
        return Fold::value(operands.rhs);
    }
    match int(cx, operands.rhs_const) {
        Some(value) if absorbing(&value) => Fold::value(operands.rhs),
        Some(value) if neutral(&value) => Fold::value(operands.lhs),
        _ => compute(cx, operands, f),
    }
}

/// `f` of the operands, if they are constant.
pub(super) fn compute(cx: &FoldCx, operands: Operands, f: impl Fn(&ApInt, &ApInt) -> ApInt) -> Fold {
    binary(cx, operands.lhs_const, operands.rhs_const, |a: &ApInt, b: &ApInt| Some(f(a, b))).into()
}

/// The zero of type `ty`, whose shape may be dynamic.
pub fn zero(cx: &Context, ty: Type) -> Attr {
    splat_attr(cx, ty, cx.int_attr(ty.element_or_self(cx), 0))
}
