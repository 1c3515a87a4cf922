//! Comparison and selection.

use std::cmp::Ordering;

use rmlir::core::dense;
use rmlir::prelude::*;
use rmlir_ub::is_poison;

use super::elements::{splat_attr, zip};
use super::matchers::{is_one, is_zero};
use super::{Operands, result_type};
use crate::attrs::CmpIPredicate;
use crate::cast::{ExtSIOp, ExtUIOp};
use crate::compare::{CmpFOp, CmpIOp, SelectOp};
use crate::types::i1_same_shape;

#[fold(CmpIOp)]
fn cmpi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let operands = Operands::of(cx, consts);
    let predicate = CmpIOp::from_id(cx.op()).predicate(cx);
    if operands.are_same() {
        let holds = cx.bool_attr(predicate.accepts(Ordering::Equal));
        return Fold::attr(splat_attr(cx, result_type(cx), holds));
    }
    if let Some(bit) = compared_bit(cx, operands, predicate) {
        return Fold::value(bit);
    }
    if operands.lhs_const.is_some() && operands.rhs_const.is_none() {
        let swapped = predicate.swapped().attr(cx);
        cx.set_prop(CmpIOp::PREDICATE, swapped);
        cx.set_operands(&[operands.rhs, operands.lhs]);
        return Fold::InPlace;
    }
    let (Some(lhs), Some(rhs)) = (operands.lhs_const, operands.rhs_const) else { return Fold::No };
    let Some(ty) = lhs.ty(cx).and_then(|ty| i1_same_shape(cx, ty)) else { return Fold::No };
    zip(cx, lhs, rhs, ty, |a: &ApInt, b: &ApInt| Some(ApInt::from_bool(predicate.holds(a, b)))).into()
}

/// The one-bit value, possibly extended, that is compared with zero.
fn compared_bit(cx: &FoldCx, operands: Operands, predicate: CmpIPredicate) -> Option<Value> {
    let is_bit = |value: Value| cx.ty(value).element_or_self(cx) == Type::I1;
    let Operands { lhs, rhs_const, .. } = operands;
    match predicate {
        CmpIPredicate::Ne if is_zero(cx, rhs_const) => {
            let signed = cx.defined_by::<ExtSIOp>(lhs).map(|ext| ext.input(cx));
            let source = signed.or_else(|| cx.defined_by::<ExtUIOp>(lhs).map(|ext| ext.input(cx)));
            // As in upstream, extended bits of tensors are not matched.
            let source = source.filter(|&source| is_bit(source) && !cx.ty(source).is_tensor(cx));
            source.or_else(|| is_bit(lhs).then_some(lhs))
        }
        CmpIPredicate::Eq if is_one(cx, rhs_const) && is_bit(lhs) => Some(lhs),
        _ => None,
    }
}

#[fold(CmpFOp)]
fn cmpf(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let Operands { lhs_const, rhs_const, .. } = Operands::of(cx, consts);
    let scalar = |attr: Option<Attr>| attr?.as_float(cx).map(|(value, _)| *value);
    let (lhs, rhs) = (scalar(lhs_const), scalar(rhs_const));
    // One NaN determines the result as two do.
    let nan = [lhs, rhs].into_iter().flatten().find(ApFloat::is_nan);
    let (Some(lhs), Some(rhs)) = (nan.or(lhs), nan.or(rhs)) else { return Fold::No };
    let predicate = CmpFOp::from_id(cx.op()).predicate(cx);
    Fold::attr(cx.bool_attr(predicate.holds(lhs, rhs)))
}

#[fold(SelectOp)]
fn select(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = SelectOp::from_id(cx.op());
    let (condition, if_true, if_false) = (op.condition(cx), op.true_value(cx), op.false_value(cx));
    let constant = |index: usize| consts.get(index).copied().flatten();
    let is_poison = |index: usize| constant(index).is_some_and(|attr| is_poison(cx, attr));
    if if_true == if_false || is_one(cx, constant(0)) {
        return Fold::value(if_true);
    }
    if is_zero(cx, constant(0)) || is_poison(1) {
        return Fold::value(if_false);
    }
    if is_poison(2) {
        return Fold::value(if_true);
    }
    if result_type(cx) == Type::I1 && is_one(cx, constant(1)) && is_zero(cx, constant(2)) {
        return Fold::value(condition);
    }
    if let Some(chosen) = select_of_equal(cx, condition, if_true, if_false) {
        return Fold::value(chosen);
    }
    select_elements(cx, constant(0), constant(1), constant(2)).into()
}

/// `a == b ? a : b` is `b`, `a != b ? a : b` is `a`.
fn select_of_equal(cx: &FoldCx, condition: Value, if_true: Value, if_false: Value) -> Option<Value> {
    let cmp = cx.defined_by::<CmpIOp>(condition)?;
    let compared = (cmp.lhs(cx), cmp.rhs(cx));
    if compared != (if_true, if_false) && compared != (if_false, if_true) {
        return None;
    }
    match cmp.predicate(cx) {
        CmpIPredicate::Eq => Some(if_false),
        CmpIPredicate::Ne => Some(if_true),
        _ => None,
    }
}

fn select_elements(
    cx: &Context,
    condition: Option<Attr>,
    if_true: Option<Attr>,
    if_false: Option<Attr>,
) -> Option<Attr> {
    let ty = if_true?.ty(cx)?;
    let (condition, if_true) = (condition?.dense_elements(cx)?, if_true?.dense_elements(cx)?);
    let if_false = if_false?.dense_elements(cx)?;
    let choose = |((condition, if_true), if_false): ((&Attr, &Attr), &Attr)| {
        if *condition == Attr::TRUE { *if_true } else { *if_false }
    };
    let chosen: Vec<Attr> = condition.iter().zip(&if_true).zip(&if_false).map(choose).collect();
    dense::from_elements(cx, ty, &chosen)
}
