//! Comparison of extended integers, and selection.

use rmlir::prelude::*;

use super::{fused, is_bool, scalar_const};
use crate::attrs::CmpIPredicate;
use crate::cast::{ExtSIOp, ExtUIOp};
use crate::compare::{CmpIOp, SelectOp};
use crate::constant::ConstantOp;
use crate::fold::matchers::is_const_int;
use crate::integer::XOrIOp;

canonicalize! {
    CmpIOp: cmpi_of_extsi, cmpi_of_extui;
    SelectOp: select_in_false, select_in_true, select_not, select_to_not, select_to_extui;
}

/// `extsi a == extsi b` is `a == b`, and so with `!=`
#[pattern(benefit = 3, operand_of = ExtSIOp)]
fn cmpi_of_extsi(op: CmpIOp, rw: &mut Rewriter) -> Match {
    let extended = |value| rw.defined_by::<ExtSIOp>(value).map(|ext| (ext.id(), ext.input(rw)));
    let operands = extended(op.lhs(rw)).zip(extended(op.rhs(rw)));
    compare_sources(op, rw, operands)
}

/// `extui a == extui b` is `a == b`, and so with `!=`
#[pattern(benefit = 3, operand_of = ExtUIOp)]
fn cmpi_of_extui(op: CmpIOp, rw: &mut Rewriter) -> Match {
    let extended = |value| rw.defined_by::<ExtUIOp>(value).map(|ext| (ext.id(), ext.input(rw)));
    let operands = extended(op.lhs(rw)).zip(extended(op.rhs(rw)));
    compare_sources(op, rw, operands)
}

/// Compares the sources of extensions; `operands` are the extensions and their sources.
fn compare_sources(op: CmpIOp, rw: &mut Rewriter, operands: Option<((OpId, Value), (OpId, Value))>) -> Match {
    let Some(((lhs, a), (rhs, b))) = operands.filter(|((_, a), (_, b))| rw.ty(*a) == rw.ty(*b)) else {
        return rw.no_match(op, "not two values extended from one type");
    };
    if !matches!(op.predicate(rw), CmpIPredicate::Eq | CmpIPredicate::Ne) {
        return rw.no_match(op, "not a comparison for equality");
    }
    let loc = fused(rw, &[op.id(), lhs, rhs]);
    let predicate = op.predicate(rw);
    rw.replace_with(op, CmpIOp::build(a, b, predicate).at(loc));
    Match::Yes
}

/// `p ? a : (p ? b : c)` is `p ? a : c`
#[pattern(benefit = 2, operand_of = SelectOp)]
fn select_in_false(op: SelectOp, rw: &mut Rewriter) -> Match {
    let Some(inner) = inner_select(rw, op, op.false_value(rw)) else {
        return rw.no_match(op, "the false value is not chosen by the same condition");
    };
    let (a, c) = (op.true_value(rw), inner.false_value(rw));
    choose(op, rw, op.condition(rw), a, c, inner.id())
}

/// `p ? (p ? a : b) : c` is `p ? a : c`
#[pattern(benefit = 2, operand_of = SelectOp)]
fn select_in_true(op: SelectOp, rw: &mut Rewriter) -> Match {
    let Some(inner) = inner_select(rw, op, op.true_value(rw)) else {
        return rw.no_match(op, "the true value is not chosen by the same condition");
    };
    let (a, c) = (inner.true_value(rw), op.false_value(rw));
    choose(op, rw, op.condition(rw), a, c, inner.id())
}

fn inner_select(body: &Body, op: SelectOp, value: Value) -> Option<SelectOp> {
    body.defined_by::<SelectOp>(value).filter(|inner| inner.condition(body) == op.condition(body))
}

fn choose(op: SelectOp, rw: &mut Rewriter, condition: Value, a: Value, b: Value, looked_at: OpId) -> Match {
    let loc = fused(rw, &[op.id(), looked_at]);
    rw.replace_with(op, SelectOp::build(condition, a, b).at(loc));
    Match::Yes
}

/// `not p ? a : b` is `p ? b : a`
#[pattern(benefit = 2, operand_of = XOrIOp)]
fn select_not(op: SelectOp, rw: &mut Rewriter) -> Match {
    let not = rw.defined_by::<XOrIOp>(op.condition(rw));
    let ones = not.and_then(|not| scalar_const(rw, not.rhs(rw)).filter(|(ones, _)| ones.is_all_ones()));
    let (Some(not), Some((_, holder))) = (not, ones) else { return rw.no_match(op, "the condition is not negated") };
    let (a, b) = (op.true_value(rw), op.false_value(rw));
    choose(op, rw, not.lhs(rw), b, a, holder)
}

/// `p ? false : true` is `not p`
#[pattern]
fn select_to_not(op: SelectOp, rw: &mut Rewriter) -> Match {
    if !is_bool(rw, op.true_value(rw), false) || !is_bool(rw, op.false_value(rw), true) {
        return rw.no_match(op, "not false or true");
    }
    rw.before(op.id());
    let one = rw.value(ConstantOp::build(Attr::TRUE));
    let condition = op.condition(rw);
    rw.replace_with(op, XOrIOp::build(condition, one));
    Match::Yes
}

/// `p ? 1 : 0` is `extui p`, `p ? 0 : 1` is `extui (not p)`
#[pattern]
fn select_to_extui(op: SelectOp, rw: &mut Rewriter) -> Match {
    let ty = rw.ty(op.result(rw));
    if !ty.is_integer(rw) || ty.int_width(rw) == Some(1) {
        return rw.no_match(op, "not an integer that a bit extends to");
    }
    let choice = |value, of: fn(&ApInt) -> bool| is_const_int(rw, value, of);
    let (a, b, mut bit) = (op.true_value(rw), op.false_value(rw), op.condition(rw));
    if choice(a, ApInt::is_zero) && choice(b, ApInt::is_one) {
        rw.before(op.id());
        let one = rw.int_attr(rw.ty(bit), 1);
        let one = rw.value(ConstantOp::build(one));
        bit = rw.value(XOrIOp::build(bit, one));
    } else if !choice(a, ApInt::is_one) || !choice(b, ApInt::is_zero) {
        return rw.no_match(op, "not one or zero");
    }
    rw.replace_with(op, ExtUIOp::build(ty, bit));
    Match::Yes
}
