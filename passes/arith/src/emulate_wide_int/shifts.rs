//! Shifts.
//!
//! The amount is less than twice the width of a half, so its high half does not matter. Bits that cross from one half
//! to the other are shifted in the opposite direction if the amount is less than the width, and by the difference if
//! not; shifts by too large amounts are replaced by constants. If the amount is 0 no bits cross: the opposite shift is
//! by the whole width then, which is poison. Upstream selects that result nevertheless.

use std::sync::Arc;

use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPatterns, TypeConverter};
use rmlir_arith as arith;
use rmlir_arith::*;

use super::halves::{drop_unit, half, halves, join};
use super::wide::{Of, Wide, add_pattern};
use crate::maker::Maker;

pub fn add(patterns: &mut ConversionPatterns, converter: &Arc<TypeConverter>) {
    add_pattern(patterns, converter, arith::ShLIOp::NAME, Of::Result, shift_left);
    add_pattern(patterns, converter, arith::ShRSIOp::NAME, Of::Result, shift_right_signed);
    add_pattern(patterns, converter, arith::ShRUIOp::NAME, Of::Result, shift_right);
}

fn shift_left(m: &mut Maker, wide: &Wide) -> Option<Value> {
    let [low, high] = halves(m, wide.operands[0]);
    let amount = half(m, wide.operands[1], 0);
    let zero = m.int(wide.half, 0);
    let width = m.int(wide.half, wide.width.into());
    let crosses = m.cmpi(CmpIPredicate::Uge, amount, width);

    let shifted_low = m.make(ShLIOp::build(low, amount));
    let new_low = m.make(SelectOp::build(crosses, zero, shifted_low));

    let capped = m.make(SelectOp::build(crosses, width, amount));
    let back = m.make(SubIOp::build(width, capped));
    let carried = m.make(ShRUIOp::build(low, back));
    let beyond = m.make(SubIOp::build(amount, width));
    let moved = m.make(ShLIOp::build(low, beyond));

    let shifted_high = m.make(ShLIOp::build(high, amount));
    let own = m.make(SelectOp::build(crosses, zero, shifted_high));
    let others = m.make(SelectOp::build(crosses, moved, carried));
    let others = unless_zero(m, amount, others, zero);
    let new_high = m.make(OrIOp::build(others, own));
    Some(join(m, wide.pair, [new_low, new_high]))
}

fn shift_right(m: &mut Maker, wide: &Wide) -> Option<Value> {
    let [low, high] = halves(m, wide.operands[0]);
    let amount = half(m, wide.operands[1], 0);
    let zero = m.int(wide.half, 0);
    let width = m.int(wide.half, wide.width.into());
    let crosses = m.cmpi(CmpIPredicate::Uge, amount, width);

    let shifted_low = m.make(ShRUIOp::build(low, amount));
    let own = m.make(SelectOp::build(crosses, zero, shifted_low));
    let shifted_high = m.make(ShRUIOp::build(high, amount));
    let new_high = m.make(SelectOp::build(crosses, zero, shifted_high));

    let capped = m.make(SelectOp::build(crosses, width, amount));
    let back = m.make(SubIOp::build(width, capped));
    let carried = m.make(ShLIOp::build(high, back));
    let beyond = m.make(SubIOp::build(amount, width));
    let moved = m.make(ShRUIOp::build(high, beyond));

    let others = m.make(SelectOp::build(crosses, moved, carried));
    let others = unless_zero(m, amount, others, zero);
    let new_low = m.make(OrIOp::build(own, others));
    Some(join(m, wide.pair, [new_low, new_high]))
}

/// `value`, or `zero` if the shift is by 0.
fn unless_zero(m: &mut Maker, amount: Value, value: Value, zero: Value) -> Value {
    let is_zero = m.cmpi(CmpIPredicate::Eq, amount, zero);
    m.make(SelectOp::build(is_zero, zero, value))
}

/// The unsigned shift, with the sign bits shifted in; all wide operations are emulated in turn. An amount of 0 is
/// handled separately, because the shift of the sign bits would be too large.
fn shift_right_signed(m: &mut Maker, wide: &Wide) -> Option<Value> {
    let (lhs, rhs) = (m.rw.operand(wide.op, 0), m.rw.operand(wide.op, 1));
    let full = m.ty(lhs);
    let high = half(m, wide.operands[0], 1);
    let amount = half(m, wide.operands[1], 0);
    let narrow = m.ty(amount);
    let zero = m.int(narrow, 0);
    let is_negative = m.cmpi(CmpIPredicate::Slt, high, zero);
    let is_negative = drop_unit(m, is_negative);
    let all_sign = m.make(ExtSIOp::build(full, is_negative));
    let full_width = m.int(narrow, i64::from(wide.width) * 2);
    let kept = m.make(SubIOp::build(full_width, amount));
    let kept = drop_unit(m, kept);
    let kept = m.make(ExtUIOp::build(full, kept));
    let sign_bits = m.make(ShLIOp::build(all_sign, kept));
    let shifted = m.make(ShRUIOp::build(lhs, rhs));
    let result = m.make(OrIOp::build(shifted, sign_bits));
    let is_zero = m.cmpi(CmpIPredicate::Eq, amount, zero);
    let is_zero = drop_unit(m, is_zero);
    Some(m.make(SelectOp::build(is_zero, lhs, result)))
}
