//! Rounding divisions, and maxima and minima of integers and floats.

use rmlir::core::fold::constant_value;
use rmlir::core::pattern::PatternSet;
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_arith::*;

use crate::maker::Maker;

pub(super) fn add_divisions(set: &mut PatternSet) {
    set.extend(patterns![ceil_div_signed, ceil_div_unsigned, floor_div_signed]);
}

/// `a = 0 ? 0 : (a - 1) / b + 1`.
#[pattern]
fn ceil_div_unsigned(op: CeilDivUIOp, rw: &mut Rewriter) -> Match {
    let (a, b) = (op.lhs(rw), op.rhs(rw));
    let mut m = Maker::at(rw, op.id());
    let ty = m.ty(a);
    let zero = m.int(ty, 0);
    let is_zero = m.cmpi(CmpIPredicate::Eq, a, zero);
    let one = m.int(ty, 1);
    let less = m.make(SubIOp::build(a, one));
    let quotient = m.make(DivUIOp::build(less, b));
    let more = m.make(AddIOp::build(quotient, one));
    let result = m.make(SelectOp::build(is_zero, zero, more));
    rw.replace(op, [result])
}

/// The quotient rounded toward zero, and one more if there is a remainder and
/// the exact quotient is positive.
#[pattern]
fn ceil_div_signed(op: CeilDivSIOp, rw: &mut Rewriter) -> Match {
    let (a, b) = (op.lhs(rw), op.rhs(rw));
    let mut m = Maker::at(rw, op.id());
    let ty = m.ty(a);
    let zero = m.int(ty, 0);
    let one = m.int(ty, 1);
    let quotient = m.make(DivSIOp::build(a, b));
    let product = m.make(MulIOp::build(quotient, b));
    let has_remainder = m.cmpi(CmpIPredicate::Ne, a, product);
    let needs_step = signs(&mut m, [a, b], zero, CmpIPredicate::Eq, has_remainder);
    let stepped = m.make(AddIOp::build(quotient, one));
    let result = m.make(SelectOp::build(needs_step, stepped, quotient));
    rw.replace(op, [result])
}

/// The quotient rounded toward zero, and one less if there is a remainder and
/// the exact quotient is negative.
#[pattern]
fn floor_div_signed(op: FloorDivSIOp, rw: &mut Rewriter) -> Match {
    let (a, b) = (op.lhs(rw), op.rhs(rw));
    let mut m = Maker::at(rw, op.id());
    let ty = m.ty(a);
    let quotient = m.make(DivSIOp::build(a, b));
    let product = m.make(MulIOp::build(quotient, b));
    let has_remainder = m.cmpi(CmpIPredicate::Ne, a, product);
    let zero = m.int(ty, 0);
    let needs_step = signs(&mut m, [a, b], zero, CmpIPredicate::Ne, has_remainder);
    let minus_one = m.int(ty, -1);
    let stepped = m.make(AddIOp::build(quotient, minus_one));
    let result = m.make(SelectOp::build(needs_step, stepped, quotient));
    rw.replace(op, [result])
}

/// Whether there is a remainder and `wanted` holds for the signs of the two values.
fn signs(m: &mut Maker, values: [Value; 2], zero: Value, wanted: CmpIPredicate, has_remainder: Value) -> Value {
    let [a_negative, b_negative] = values.map(|value| m.cmpi(CmpIPredicate::Slt, value, zero));
    let compared = m.cmpi(wanted, a_negative, b_negative);
    m.make(AndIOp::build(has_remainder, compared))
}

pub(super) fn add_choices(set: &mut PatternSet) {
    use CmpFPredicate::{Ugt, Ult};
    use CmpIPredicate as I;
    for (op, predicate) in [
        (arith::MaxSIOp::NAME, I::Sgt),
        (arith::MaxUIOp::NAME, I::Ugt),
        (arith::MinSIOp::NAME, I::Slt),
        (arith::MinUIOp::NAME, I::Ult),
    ] {
        set.on(op, "choose_integer", move |rw, op| choose_integer(rw, op, predicate));
    }
    for (op, predicate, operand) in [
        (arith::MaximumFOp::NAME, Ugt, 1),
        (arith::MinimumFOp::NAME, Ult, 1),
        (arith::MaxNumFOp::NAME, Ugt, 0),
        (arith::MinNumFOp::NAME, Ult, 0),
    ] {
        set.on(op, "choose_float", move |rw, op| choose_float(rw, op, predicate, operand));
    }
}

/// Selects the first operand if `predicate` holds, else the second.
fn choose_integer(rw: &mut Rewriter, op: OpId, predicate: CmpIPredicate) -> Match {
    let (lhs, rhs) = (rw.operand(op, 0), rw.operand(op, 1));
    let mut m = Maker::at(rw, op);
    let first = m.cmpi(predicate, lhs, rhs);
    let result = m.make(SelectOp::build(first, lhs, rhs));
    rw.replace(op, [result])
}

/// Selects the first operand if `predicate` holds or one is NaN, else the second. But if operand `checked` is NaN, the
/// second: the comparison alone selects the first one then.
fn choose_float(rw: &mut Rewriter, op: OpId, predicate: CmpFPredicate, checked: usize) -> Match {
    let (lhs, rhs) = (rw.operand(op, 0), rw.operand(op, 1));
    // For `maximumf` and `minimumf`, -0.0 is less than 0.0; for `maxnumf` and `minnumf` they are equal.
    let flags = rw.attr(op, "fastmath").and_then(|flags| FastMathFlags::from_attr(rw.cx(), flags));
    let ignores_zeros = flags.is_some_and(|flags| flags.contains(FastMathFlags::NoSignedZeros));
    let orders_zeros = checked == 1 && !ignores_zeros && may_be_opposite_zeros(rw, lhs, rhs, predicate);
    let checked = rw.operand(op, checked);
    let mut m = Maker::at(rw, op);
    let first = m.cmpf(predicate, lhs, rhs);
    let chosen = m.make(SelectOp::build(first, lhs, rhs));
    let chosen = if orders_zeros { right_zero(&mut m, [lhs, rhs], chosen, predicate) } else { chosen };
    let is_nan = m.cmpf(CmpFPredicate::Uno, checked, checked);
    let result = m.make(SelectOp::build(is_nan, rhs, chosen));
    rw.replace(op, [result])
}

/// Whether `lhs` may be the zero that is the maximum or minimum of both, and `rhs` the other one: then the second of
/// equal values is the wrong one.
fn may_be_opposite_zeros(body: &Body, lhs: Value, rhs: Value, predicate: CmpFPredicate) -> bool {
    let is_maximum = predicate == CmpFPredicate::Ugt;
    lhs != rhs && may_be_zero(body, lhs, !is_maximum) && may_be_zero(body, rhs, is_maximum)
}

/// Whether `value`, or an element of it, may be the negative or the positive zero.
fn may_be_zero(body: &Body, value: Value, is_negative: bool) -> bool {
    let is_it = |attr: Attr| {
        attr.as_float(body.cx()).is_none_or(|(float, _)| float.is_zero() && float.is_negative() == is_negative)
    };
    if let Some(constant) = constant_value(body, value) {
        let scalars = constant.splat_value(body.cx()).map(|element| vec![element]);
        let scalars = scalars.or_else(|| constant.dense_elements(body.cx())).unwrap_or_else(|| vec![constant]);
        return scalars.into_iter().any(is_it);
    }
    let is_integer = body.defined_by::<SIToFPOp>(value).is_some() || body.defined_by::<UIToFPOp>(value).is_some();
    !(is_negative && is_integer)
}

/// The zero that is the maximum or minimum of two zeros, and `chosen` of other values: equal values can only differ in
/// the sign, and that of a maximum is set only if both are. Upstream selects the second one.
fn right_zero(m: &mut Maker, values: [Value; 2], chosen: Value, predicate: CmpFPredicate) -> Value {
    let ty = m.ty(values[0]);
    let Some(width) = ty.element_or_self(m.rw.cx()).int_or_float_width(m.rw.cx()) else { return chosen };
    let bits_type = m.int_like(ty, width);
    let [lhs, rhs] = values.map(|value| m.make(BitcastOp::build(bits_type, value)));
    let bits = match predicate {
        CmpFPredicate::Ugt => m.make(AndIOp::build(lhs, rhs)),
        _ => m.make(OrIOp::build(lhs, rhs)),
    };
    let common = m.make(BitcastOp::build(ty, bits));
    let are_equal = m.cmpf(CmpFPredicate::Oeq, values[0], values[1]);
    m.make(SelectOp::build(are_equal, common, chosen))
}
