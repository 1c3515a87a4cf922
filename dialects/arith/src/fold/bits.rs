//! Bitwise logic.

use rmlir::prelude::*;

use super::int::{compute, zero};
use super::matchers::{is_all_ones, is_not_of, is_zero};
use super::{Operands, result_type};
use crate::integer::{AndIOp, OrIOp, XOrIOp};

#[fold(AndIOp)]
fn andi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let operands = Operands::of(cx, consts);
    let Operands { lhs, rhs, .. } = operands;
    if is_zero(cx, operands.rhs_const) {
        return Fold::value(rhs);
    }
    if is_all_ones(cx, operands.rhs_const) {
        return Fold::value(lhs);
    }
    if is_not_of(cx, rhs, lhs) || is_not_of(cx, lhs, rhs) {
        return Fold::attr(zero(cx, result_type(cx)));
    }
    // (a & b) & a, in any order
    for (inner, other) in [(lhs, rhs), (rhs, lhs)] {
        if let Some(and) = cx.defined_by::<AndIOp>(inner)
            && (other == and.lhs(cx) || other == and.rhs(cx))
        {
            return Fold::value(inner);
        }
    }
    compute(cx, operands, ApInt::and)
}

#[fold(OrIOp)]
fn ori(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let operands = Operands::of(cx, consts);
    let Operands { lhs, rhs, .. } = operands;
    if is_zero(cx, operands.rhs_const) {
        return Fold::value(lhs);
    }
    if is_all_ones(cx, operands.rhs_const) {
        return operands.rhs_const.into();
    }
    // x | not x: all ones, which the negation has as an operand
    for (not, x) in [(rhs, lhs), (lhs, rhs)] {
        if is_not_of(cx, not, x) {
            return cx.defined_by::<XOrIOp>(not).map(|not| not.rhs(cx)).into();
        }
    }
    compute(cx, operands, ApInt::or)
}

#[fold(XOrIOp)]
fn xori(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let operands = Operands::of(cx, consts);
    let Operands { lhs, rhs, .. } = operands;
    if is_zero(cx, operands.rhs_const) {
        return Fold::value(lhs);
    }
    if operands.are_same() {
        return Fold::attr(zero(cx, result_type(cx)));
    }
    // (a ^ b) ^ b, in any order
    for (inner, other) in [(lhs, rhs), (rhs, lhs)] {
        let Some(xor) = cx.defined_by::<XOrIOp>(inner) else { continue };
        let (a, b) = (xor.lhs(cx), xor.rhs(cx));
        if b == other {
            return Fold::value(a);
        }
        if a == other {
            return Fold::value(b);
        }
    }
    compute(cx, operands, ApInt::xor)
}
