//! Operations with two results.

use rmlir::core::fold::FoldValue;
use rmlir::prelude::*;
use rmlir_ub::is_poison;
use smallvec::smallvec;

use super::Operands;
use super::elements::{binary, splat_attr, zip};
use super::int::zero;
use super::matchers::{is_const_int, is_one, is_zero};
use crate::extended::{AddUIExtendedOp, MulSIExtendedOp, MulUIExtendedOp};
use crate::types::i1_same_shape;

fn both(first: FoldValue, second: FoldValue) -> Fold {
    Fold::Results(smallvec![first, second])
}

#[fold(AddUIExtendedOp)]
fn addui(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let operands = Operands::of(cx, consts);
    let overflow_type = cx.ty(cx.result(cx.op(), 1));
    if is_const_int(cx, operands.rhs, ApInt::is_zero) {
        return both(FoldValue::Value(operands.lhs), FoldValue::Attr(splat_attr(cx, overflow_type, Attr::FALSE)));
    }
    let Some(sum) = binary(cx, operands.lhs_const, operands.rhs_const, |a: &ApInt, b: &ApInt| Some(a.add(b))) else {
        return Fold::No;
    };
    if is_poison(cx, sum) {
        return both(FoldValue::Attr(sum), FoldValue::Attr(sum));
    }
    let lhs = operands.lhs_const.expect("the sum of constants was computed");
    let ty = sum.ty(cx).and_then(|ty| i1_same_shape(cx, ty)).expect("sums have a type");
    // An unsigned sum that is less than an addend has wrapped.
    let overflow = zip(cx, sum, lhs, ty, |sum: &ApInt, lhs: &ApInt| Some(ApInt::from_bool(sum.ucmp(lhs).is_lt())));
    overflow.map_or(Fold::No, |overflow| both(FoldValue::Attr(sum), FoldValue::Attr(overflow)))
}

#[fold(MulSIExtendedOp)]
fn mulsi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let operands = Operands::of(cx, consts);
    multiply(cx, operands, ApInt::smulh)
}

#[fold(MulUIExtendedOp)]
fn mului(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let operands = Operands::of(cx, consts);
    if is_one(cx, operands.rhs_const) {
        return both(FoldValue::Value(operands.lhs), FoldValue::Attr(zero(cx, cx.ty(operands.lhs))));
    }
    multiply(cx, operands, ApInt::umulh)
}

fn multiply(cx: &FoldCx, operands: Operands, high: fn(&ApInt, &ApInt) -> ApInt) -> Fold {
    if let Some(zero) = operands.rhs_const.filter(|_| is_zero(cx, operands.rhs_const)) {
        return both(FoldValue::Attr(zero), FoldValue::Attr(zero));
    }
    let half = |f: fn(&ApInt, &ApInt) -> ApInt| {
        binary(cx, operands.lhs_const, operands.rhs_const, |a: &ApInt, b: &ApInt| Some(f(a, b)))
    };
    match (half(ApInt::mul), half(high)) {
        (Some(low), Some(high)) => both(FoldValue::Attr(low), FoldValue::Attr(high)),
        _ => Fold::No,
    }
}
