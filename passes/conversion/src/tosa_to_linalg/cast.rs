//! Conversions of elements.

use rmlir::num::{ApFloat, ApInt, Rounding};
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_arith::{CmpFPredicate, CmpIPredicate, ConstantOp, constant_int};
use rmlir_math as math;

use super::range::{clamp_float, constant_float, max_signed};

/// Converts `value` to `to`.
pub(super) fn cast(rw: &mut Rewriter, value: Value, to: Type) -> Option<Value> {
    let from = rw.ty(value);
    let (from_width, to_width) = (from.int_or_float_width(rw)?, to.int_or_float_width(rw)?);
    if from == to {
        return Some(value);
    }
    let is_float = |ty: Type| ty.float_kind(rw).is_some();
    Some(match (is_float(from), is_float(to)) {
        (true, true) if from_width < to_width => rw.value(arith::ExtFOp::build(to, value)),
        (true, true) => rw.value(arith::TruncFOp::build(to, value)),
        (false, true) if from_width == 1 => rw.value(arith::UIToFPOp::build(to, value)),
        (false, true) => rw.value(arith::SIToFPOp::build(to, value)),
        (true, false) if to_width == 1 => {
            let zero = rw.zero_attr(from)?;
            let zero = rw.value(ConstantOp::build(zero));
            rw.value(arith::CmpFOp::build(value, zero, CmpFPredicate::Une))
        }
        (true, false) => float_to_int(rw, value, to)?,
        (false, false) if from_width == 1 => rw.value(arith::ExtUIOp::build(to, value)),
        (false, false) if to_width == 1 => {
            let zero = constant_int(rw, 0, from);
            rw.value(arith::CmpIOp::build(value, zero, CmpIPredicate::Ne))
        }
        (false, false) if from_width < to_width => rw.value(arith::ExtSIOp::build(to, value)),
        (false, false) => rw.value(arith::TruncIOp::build(to, value)),
    })
}

/// The nearest integer, ties to even, clamped to the range of `to`.
fn float_to_int(rw: &mut Rewriter, value: Value, to: Type) -> Option<Value> {
    let from = rw.ty(value);
    let (kind, width) = (from.float_kind(rw)?, to.int_width(rw)?);
    let max = max_signed(width);
    let rounded = rw.value(math::RoundEvenOp::build(value));
    if width as i32 - 1 > kind.max_exponent() {
        return Some(finite_to_int(rw, rounded, to, max));
    }
    let as_float =
        |value: i64| ApFloat::from_int(kind, &ApInt::new(64, value as u64), true, Rounding::NearestTiesToEven);
    let least = constant_float(rw, as_float(-max - 1), from);
    if kind.precision() >= width - 1 {
        let greatest = constant_float(rw, as_float(max), from);
        let clamped = clamp_float(rw, rounded, least, greatest);
        return Some(rw.value(arith::FPToSIOp::build(to, clamped)));
    }
    // The greatest integer is not a float, but the next one, a power of two, is.
    let next = ApFloat::from_int(kind, &ApInt::new(64, max as u64 + 1), false, Rounding::NearestTiesToEven);
    let next = constant_float(rw, next, from);
    let greatest = constant_int(rw, max, to);
    let clamped = rw.value(arith::MaximumFOp::build(rounded, least));
    let converted = rw.value(arith::FPToSIOp::build(to, clamped));
    let overflows = rw.value(arith::CmpFOp::build(rounded, next, CmpFPredicate::Uge));
    Some(rw.value(arith::SelectOp::build(overflows, greatest, converted)))
}

/// The integer of a float whose finite values are all in the range of `to`; infinities are the bounds of the range.
fn finite_to_int(rw: &mut Rewriter, value: Value, to: Type, max: i64) -> Value {
    let from = rw.ty(value);
    let kind = from.float_kind(rw).expect("a float is converted");
    let converted = rw.value(arith::FPToSIOp::build(to, value));
    let [plus, minus] = [false, true].map(|negative| constant_float(rw, ApFloat::infinity(kind, negative), from));
    let [overflows, underflows] =
        [plus, minus].map(|bound| rw.value(arith::CmpFOp::build(value, bound, CmpFPredicate::Ueq)));
    let least = constant_int(rw, -max - 1, to);
    let greatest = constant_int(rw, max, to);
    let clamped = rw.value(arith::SelectOp::build(overflows, greatest, converted));
    rw.value(arith::SelectOp::build(underflows, least, clamped))
}
