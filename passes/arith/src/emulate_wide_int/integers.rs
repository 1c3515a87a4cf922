//! Constants, arithmetic, comparison and select.

use std::sync::Arc;

use rmlir::core::dense;
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPatterns, TypeConverter};
use rmlir_arith::*;

use super::halves::{append_unit, drop_unit, halves, join};
use super::wide::{Emulate, Of, Wide, add_pattern};
use crate::maker::{Maker, with_element};

pub fn add(patterns: &mut ConversionPatterns, converter: &Arc<TypeConverter>) {
    let mut on_result =
        |name: &'static str, emulate: Emulate| add_pattern(patterns, converter, name, Of::Result, emulate);
    on_result("arith.constant", constant);
    on_result("arith.select", select);
    on_result("arith.addi", add_halves);
    on_result("arith.subi", sub_halves);
    on_result("arith.muli", mul_halves);
    on_result("arith.andi", |m, wide| bitwise(m, wide, |m, a, b| m.make(AndIOp::build(a, b))));
    on_result("arith.ori", |m, wide| bitwise(m, wide, |m, a, b| m.make(OrIOp::build(a, b))));
    on_result("arith.xori", |m, wide| bitwise(m, wide, |m, a, b| m.make(XOrIOp::build(a, b))));
    on_result("arith.maxui", |m, wide| choose(m, wide, CmpIPredicate::Ugt));
    on_result("arith.maxsi", |m, wide| choose(m, wide, CmpIPredicate::Sgt));
    on_result("arith.minui", |m, wide| choose(m, wide, CmpIPredicate::Ult));
    on_result("arith.minsi", |m, wide| choose(m, wide, CmpIPredicate::Slt));
    add_pattern(patterns, converter, "arith.cmpi", Of::Operand, compare);
}

/// Each element becomes its low and its high half.
fn constant(m: &mut Maker, wide: &Wide) -> Option<Value> {
    let cx = m.rw.cx();
    let value = ConstantOp::from_id(wide.op).value(m.rw);
    let elements = value.dense_elements(cx).unwrap_or_else(|| vec![value]);
    let element = wide.pair.element_or_self(cx);
    let mut all = Vec::with_capacity(2 * elements.len());
    for integer in elements {
        let (bits, _) = integer.as_integer(cx)?;
        all.push(cx.apint_attr(element, bits.trunc(wide.width)));
        all.push(cx.apint_attr(element, bits.lshr(wide.width).trunc(wide.width)));
    }
    let value = dense::from_elements(cx, wide.pair, &all)?;
    Some(m.make(ConstantOp::build(value)))
}

fn add_halves(m: &mut Maker, wide: &Wide) -> Option<Value> {
    let ([a_low, a_high], [b_low, b_high]) = (halves(m, wide.operands[0]), halves(m, wide.operands[1]));
    let bit = with_element(m.rw.cx(), wide.half, Type::I1);
    let sum = m.create(AddUIExtendedOp::build(wide.half, bit, a_low, b_low));
    let (low, overflow) = (m.rw.result(sum, 0), m.rw.result(sum, 1));
    let carry = m.make(ExtUIOp::build(wide.half, overflow));
    let high = m.make(AddIOp::build(carry, a_high));
    let high = m.make(AddIOp::build(high, b_high));
    Some(join(m, wide.pair, [low, high]))
}

fn sub_halves(m: &mut Maker, wide: &Wide) -> Option<Value> {
    let ([a_low, a_high], [b_low, b_high]) = (halves(m, wide.operands[0]), halves(m, wide.operands[1]));
    let low = m.make(SubIOp::build(a_low, b_low));
    let borrows = m.cmpi(CmpIPredicate::Ult, a_low, b_low);
    let borrow = m.make(ExtUIOp::build(wide.half, borrows));
    let high = m.make(SubIOp::build(a_high, borrow));
    let high = m.make(SubIOp::build(high, b_high));
    Some(join(m, wide.pair, [low, high]))
}

/// Long multiplication, without the part beyond the width.
fn mul_halves(m: &mut Maker, wide: &Wide) -> Option<Value> {
    let ([a_low, a_high], [b_low, b_high]) = (halves(m, wide.operands[0]), halves(m, wide.operands[1]));
    let product = m.create(MulUIExtendedOp::build(a_low, b_low));
    let (low, carry) = (m.rw.result(product, 0), m.rw.result(product, 1));
    let cross = m.make(MulIOp::build(a_low, b_high));
    let other_cross = m.make(MulIOp::build(a_high, b_low));
    let high = m.make(AddIOp::build(carry, cross));
    let high = m.make(AddIOp::build(high, other_cross));
    Some(join(m, wide.pair, [low, high]))
}

fn bitwise(m: &mut Maker, wide: &Wide, make: fn(&mut Maker, Value, Value) -> Value) -> Option<Value> {
    let ([a_low, a_high], [b_low, b_high]) = (halves(m, wide.operands[0]), halves(m, wide.operands[1]));
    let parts = [make(m, a_low, b_low), make(m, a_high, b_high)];
    Some(join(m, wide.pair, parts))
}

/// A comparison and a select of the wide operands, emulated in turn.
fn choose(m: &mut Maker, wide: &Wide, predicate: CmpIPredicate) -> Option<Value> {
    let (lhs, rhs) = (m.rw.operand(wide.op, 0), m.rw.operand(wide.op, 1));
    let first = m.cmpi(predicate, lhs, rhs);
    Some(m.make(SelectOp::build(first, lhs, rhs)))
}

fn select(m: &mut Maker, wide: &Wide) -> Option<Value> {
    let (on_true, on_false) = (halves(m, wide.operands[1]), halves(m, wide.operands[2]));
    let condition = append_unit(m, wide.operands[0]);
    let parts = [0, 1].map(|index| m.make(SelectOp::build(condition, on_true[index], on_false[index])));
    Some(join(m, wide.pair, parts))
}

/// The high halves decide unless they are equal.
fn compare(m: &mut Maker, wide: &Wide) -> Option<Value> {
    use CmpIPredicate as P;
    let high_predicate = CmpIOp::from_id(wide.op).predicate(m.rw);
    let low_predicate = match high_predicate {
        P::Sge => P::Uge,
        P::Sgt => P::Ugt,
        P::Sle => P::Ule,
        P::Slt => P::Ult,
        other => other,
    };
    let ([a_low, a_high], [b_low, b_high]) = (halves(m, wide.operands[0]), halves(m, wide.operands[1]));
    let low = m.cmpi(low_predicate, a_low, b_low);
    let high = m.cmpi(high_predicate, a_high, b_high);
    let result = match high_predicate {
        P::Eq => m.make(AndIOp::build(low, high)),
        P::Ne => m.make(OrIOp::build(low, high)),
        _ => {
            let are_equal = m.cmpi(P::Eq, a_high, b_high);
            m.make(SelectOp::build(are_equal, low, high))
        }
    };
    Some(drop_unit(m, result))
}
