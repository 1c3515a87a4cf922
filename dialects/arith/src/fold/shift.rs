//! Shifts.

use rmlir::prelude::*;

use super::Operands;
use super::elements::binary;
use super::matchers::is_zero;
use crate::integer::{ShLIOp, ShRSIOp, ShRUIOp};

#[fold(ShLIOp)]
fn shli(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    shift(cx, consts, ApInt::shl_by)
}

#[fold(ShRUIOp)]
fn shrui(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    shift(cx, consts, ApInt::lshr_by)
}

#[fold(ShRSIOp)]
fn shrsi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    shift(cx, consts, ApInt::ashr_by)
}

/// As in upstream, only the shift amount of the last element must be less than the width, and poison operands, which
/// have no elements, are not folded.
fn shift(cx: &mut FoldCx, consts: &[Option<Attr>], f: fn(&ApInt, &ApInt) -> ApInt) -> Fold {
    let operands = Operands::of(cx, consts);
    if is_zero(cx, operands.rhs_const) {
        return Fold::value(operands.lhs);
    }
    let mut is_bounded = false;
    let result = binary(cx, operands.lhs_const, operands.rhs_const, |value: &ApInt, amount: &ApInt| {
        is_bounded = amount.zext_value().is_some_and(|amount| amount < u64::from(value.width()));
        Some(f(value, amount))
    });
    result.filter(|_| is_bounded).into()
}
