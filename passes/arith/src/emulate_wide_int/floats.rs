//! Conversions between wide integers and floats.
//!
//! Signed ones are converted through the absolute value; unsigned ones by halves, scaled by powers of two.

use std::sync::Arc;

use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPatterns, TypeConverter};
use rmlir_arith as arith;
use rmlir_arith::*;

use super::halves::{append_unit, drop_unit, halves, join};
use super::wide::{Of, Wide, add_pattern};
use crate::maker::{Maker, with_element};

pub fn add(patterns: &mut ConversionPatterns, converter: &Arc<TypeConverter>) {
    add_pattern(patterns, converter, arith::SIToFPOp::NAME, Of::Operand, from_signed);
    add_pattern(patterns, converter, arith::UIToFPOp::NAME, Of::Operand, from_unsigned);
    add_pattern(patterns, converter, arith::FPToUIOp::NAME, Of::Result, to_unsigned);
    add_pattern(patterns, converter, arith::FPToSIOp::NAME, Of::Result, to_signed);
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

/// `low + high * 2^n`, or just `low` if `high` is zero. If the float cannot represent each half, upstream rounds three
/// times.
fn from_unsigned(m: &mut Maker, wide: &Wide) -> Option<Value> {
    let to = m.ty(m.rw.result(wide.op, 0));
    let kind = float_kind(m, to)?;
    // If a power of two that large is infinite, a value with a nonzero high half is, too.
    if kind.precision() < wide.width && wide.width as i32 <= kind.max_exponent() {
        return Some(from_unsigned_rounded_once(m, wide, to, kind));
    }
    let [low, high] = halves(m, wide.operands[0]);
    let low = drop_unit(m, low);
    let high = drop_unit(m, high);
    let zero = m.int(m.ty(high), 0);
    let fits = m.cmpi(CmpIPredicate::Eq, high, zero);
    let low = m.make(UIToFPOp::build(to, low));
    let high = m.make(UIToFPOp::build(to, high));
    let power = m.float(to, ApFloat::from_f64(kind, 2f64.powi(wide.width as i32)).value);
    let scaled = m.make(MulFOp::build(high, power));
    let sum = m.make(AddFOp::build(low, scaled));
    Some(m.make(SelectOp::build(fits, low, sum)))
}

/// The integer without its low `k` bits, as one half whose last bit is also set if one of those is, times `2^k`:
/// rounded once, because the half has at least two bits more than the float. `k` depends on the magnitude of the high
/// half.
fn from_unsigned_rounded_once(m: &mut Maker, wide: &Wide, to: Type, kind: FloatKind) -> Value {
    let [low, high] = halves(m, wide.operands[0]).map(|half| drop_unit(m, half));
    let (ty, width) = (m.ty(high), wide.width);
    let spare = width - kind.precision() - 1;
    let mut result = m.make(UIToFPOp::build(to, low));
    let mut n_cut: Vec<u32> =
        (0..).map(|step| step * spare).take_while(|&cut| cut < width).map(|cut| width - cut).collect();
    n_cut.reverse();
    for k in n_cut {
        let least = m.int(ty, 1 << k.saturating_sub(spare));
        let is_so_large = m.cmpi(CmpIPredicate::Uge, high, least);
        let zero = m.int(ty, 0);
        let (mut kept, mut lost) = (high, low);
        if k < width {
            let [up, down, ones] = [i64::from(width - k), i64::from(k), (1 << k) - 1].map(|number| m.int(ty, number));
            let upper = m.make(ShLIOp::build(high, up));
            let lower = m.make(ShRUIOp::build(low, down));
            kept = m.make(OrIOp::build(upper, lower));
            lost = m.make(AndIOp::build(low, ones));
        }
        let loses = m.cmpi(CmpIPredicate::Ne, lost, zero);
        let sticky = m.make(ExtUIOp::build(ty, loses));
        let kept = m.make(OrIOp::build(kept, sticky));
        let value = m.make(UIToFPOp::build(to, kept));
        let power = m.float(to, ApFloat::from_f64(kind, 2f64.powi(k as i32)).value);
        let scaled = m.make(MulFOp::build(value, power));
        result = m.make(SelectOp::build(is_so_large, scaled, result));
    }
    result
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
    // A power that exceeds the range of the float makes the quotient zero.
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
