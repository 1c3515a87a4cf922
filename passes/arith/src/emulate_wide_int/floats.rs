//! Conversions between wide integers and floats.
//!
//! Signed ones go by way of the absolute value; unsigned ones by halves, with
//! powers of two between them.

use std::sync::Arc;

use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPatterns, TypeConverter};
use rmlir_arith::*;

use super::halves::{append_unit, drop_unit, halves, join};
use super::{Of, Wide, add_pattern};
use crate::maker::{Maker, with_element};

pub fn add(patterns: &mut ConversionPatterns, converter: &Arc<TypeConverter>) {
    add_pattern(patterns, converter, "arith.sitofp", Of::Operand, from_signed);
    add_pattern(patterns, converter, "arith.uitofp", Of::Operand, from_unsigned);
    add_pattern(patterns, converter, "arith.fptoui", Of::Result, to_unsigned);
    add_pattern(patterns, converter, "arith.fptosi", Of::Result, to_signed);
}

fn float_kind(m: &Maker, ty: Type) -> Option<FloatKind> {
    ty.element_or_self(m.rw.cx()).float_kind(m.rw.cx())
}

fn from_signed(m: &mut Maker, wide: &Wide) -> Option<Value> {
    let (input, to) = (m.rw.operand(wide.op, 0), m.ty(m.rw.result(wide.op, 0)));
    let zero = m.int(m.ty(input), 0);
    let is_negative = m.cmpi(CmpIPredicate::Slt, input, zero);
    let negated = m.make(SubIOp::build(zero, input));
    let absolute = m.make(SelectOp::build(is_negative, negated, input));
    let positive = m.make(UIToFPOp::build(to, absolute));
    let negative = m.make(NegFOp::build(positive));
    Some(m.make(SelectOp::build(is_negative, negative, positive)))
}

/// `low + high * 2^n`, or just `low` if `high` is zero. It is exact only for
/// integers that the float can hold.
fn from_unsigned(m: &mut Maker, wide: &Wide) -> Option<Value> {
    let to = m.ty(m.rw.result(wide.op, 0));
    let [low, high] = halves(m, wide.operands[0]);
    let low = drop_unit(m, low);
    let high = drop_unit(m, high);
    let zero = m.int(m.ty(high), 0);
    let fits = m.cmpi(CmpIPredicate::Eq, high, zero);
    let low = m.make(UIToFPOp::build(to, low));
    let high = m.make(UIToFPOp::build(to, high));
    let power = ApFloat::from_f64(float_kind(m, to)?, 2f64.powi(wide.width as i32)).value;
    let power = m.float(to, power);
    let scaled = m.make(MulFOp::build(high, power));
    let sum = m.make(AddFOp::build(low, scaled));
    Some(m.make(SelectOp::build(fits, low, sum)))
}

fn to_signed(m: &mut Maker, wide: &Wide) -> Option<Value> {
    let (input, to) = (wide.operands[0], m.ty(m.rw.result(wide.op, 0)));
    let from = m.ty(input);
    let kind = float_kind(m, from)?;
    let zero = m.float(from, ApFloat::zero(kind, false));
    let zero_int = m.int(to, 0);
    let is_negative = m.cmpf(CmpFPredicate::Olt, input, zero);
    let negated = m.make(NegFOp::build(input));
    let absolute = m.make(SelectOp::build(is_negative, negated, input));
    let positive = m.make(FPToUIOp::build(to, absolute));
    let negative = m.make(SubIOp::build(zero_int, positive));
    Some(m.make(SelectOp::build(is_negative, negative, positive)))
}

/// The quotient and the remainder by `2^n`.
fn to_unsigned(m: &mut Maker, wide: &Wide) -> Option<Value> {
    let input = wide.operands[0];
    let from = m.ty(input);
    let kind = float_kind(m, from)?;
    let narrow = with_element(m.rw.cx(), from, m.rw.int_type(wide.width));
    // A power that is too large for the float makes the quotient zero.
    let power = match wide.width as i32 > kind.max_exponent() {
        true => ApFloat::infinity(kind, false),
        false => ApFloat::from_f64(kind, 2f64.powi(wide.width as i32)).value,
    };
    let power = m.float(from, power);
    let quotient = m.make(DivFOp::build(input, power));
    let high = m.make(FPToUIOp::build(narrow, quotient));
    let remainder = m.make(RemFOp::build(input, power));
    let low = m.make(FPToUIOp::build(narrow, remainder));
    let high = append_unit(m, high);
    let low = append_unit(m, low);
    Some(join(m, wide.pair, [low, high]))
}
