//! Conversions between small float formats and `f32`, by their bits.
//!
//! Formats, as sign, exponent and mantissa bits: `f32` 1, 8, 23; `bf16` 1, 8, 7,
//! the high half of an `f32`; `f8E8M0FNU` 0, 8, 0, the exponent of an `f32`;
//! `f4E2M1FN` 1, 2, 1, with the values 0, 0.5, 1, 1.5, 2, 3, 4 and 6.

use rmlir::prelude::*;
use rmlir_arith::*;

use crate::maker::{Maker, with_flags};

/// The number of mantissa bits of an `f32`.
const F32_MANTISSA_WIDTH: i64 = 23;

/// The formats of the elements of the operand and the result of a conversion.
fn kinds(body: &Body, op: OpId) -> Option<(FloatKind, FloatKind)> {
    let kind = |value: Value| body.ty(value).element_or_self(body.cx()).float_kind(body.cx());
    kind(body.operand(op, 0)).zip(kind(body.result(op, 0)))
}

/// The bits become the high half.
#[pattern]
pub(super) fn extend_bf16(op: ExtFOp, rw: &mut Rewriter) -> Match {
    if kinds(rw, op.id()) != Some((FloatKind::BF16, FloatKind::F32)) {
        return rw.no_match(op, "not an extension of bf16 to f32");
    }
    let (input, to) = (op.input(rw), rw.ty(rw.result(op.id(), 0)));
    let mut m = Maker::at(rw, op.id());
    let (half, full) = (m.int_like(to, 16), m.int_like(to, 32));
    let bits = m.make(BitcastOp::build(half, input));
    let low = m.make(ExtUIOp::build(full, bits));
    let sixteen = m.int(full, 16);
    let high = m.make(ShLIOp::build(low, sixteen));
    let result = m.make(BitcastOp::build(to, high));
    rw.replace(op, [result])
}

/// The high half, rounded to nearest even by adding a bias to the low half: the carry into the exponent is correct, and
/// infinities have no carry. Only NaN is handled separately.
#[pattern]
pub(super) fn truncate_to_bf16(op: TruncFOp, rw: &mut Rewriter) -> Match {
    if kinds(rw, op.id()) != Some((FloatKind::F32, FloatKind::BF16)) {
        return rw.no_match(op, "not a truncation of f32 to bf16");
    }
    if op.roundingmode(rw).is_some() {
        return rw.no_match(op, "only applicable to the default rounding mode");
    }
    let (input, to) = (op.input(rw), rw.ty(rw.result(op.id(), 0)));
    let mut m = Maker::at(rw, op.id());
    let (half, full) = (m.int_like(to, 16), m.int_like(to, 32));
    let is_nan = m.cmpf(CmpFPredicate::Une, input, input);
    let almost_half = m.int(full, 0x7fff);
    let quiet_nan = m.int(half, 0x7fc0);
    let sixteen = m.int(full, 16);
    let one = m.int(full, 1);
    let bits = m.make(BitcastOp::build(full, input));
    let high = m.make(ShRUIOp::build(bits, sixteen));
    let is_odd = m.make(AndIOp::build(high, one));
    let bias = m.make(AddIOp::build(is_odd, almost_half));
    let biased = m.make(AddIOp::build(bits, bias));
    let rounded = m.make(ShRUIOp::build(biased, sixteen));
    let rounded = m.make(TruncIOp::build(half, rounded));
    let chosen = m.make(SelectOp::build(is_nan, quiet_nan, rounded));
    let result = m.make(BitcastOp::build(to, chosen));
    rw.replace(op, [result])
}

/// The bits become the exponent of an `f32`, except for NaN.
#[pattern]
pub(super) fn extend_f8e8m0(op: ExtFOp, rw: &mut Rewriter) -> Match {
    let Some((FloatKind::F8E8M0FNU, to_kind)) = kinds(rw, op.id()) else {
        return rw.no_match(op, "not an extension of f8E8M0FNU");
    };
    let (input, to) = (op.input(rw), rw.ty(rw.result(op.id(), 0)));
    let flags = op.fastmath(rw);
    let mut m = Maker::at(rw, op.id());
    let (byte, full, float) = (m.int_like(to, 8), m.int_like(to, 32), m.float_like(to, FloatKind::F32));
    let bits = m.make(BitcastOp::build(byte, input));
    let narrow_nan = m.int(byte, 0xff);
    let wide_nan = m.int(full, 0xffff_ffff);
    let mantissa_width = m.int(full, F32_MANTISSA_WIDTH);
    let extended = m.make(ExtUIOp::build(full, bits));
    let exponent = m.make(ShLIOp::build(extended, mantissa_width));
    let is_nan = m.cmpi(CmpIPredicate::Eq, bits, narrow_nan);
    let exponent = m.make(SelectOp::build(is_nan, wide_nan, exponent));
    let mut result = m.make(BitcastOp::build(float, exponent));
    if to_kind.width() < 32 {
        result = m.make(with_flags(TruncFOp::build(to, result), TruncFOp::FASTMATH, flags));
    } else if to_kind.width() > 32 {
        result = m.make(with_flags(ExtFOp::build(to, result), ExtFOp::FASTMATH, flags));
    }
    rw.replace(op, [result])
}

/// The exponent of the value as an `f32`. The exponent of infinities and NaNs is that of NaN.
#[pattern]
pub(super) fn truncate_to_f8e8m0(op: TruncFOp, rw: &mut Rewriter) -> Match {
    let Some((from_kind, FloatKind::F8E8M0FNU)) = kinds(rw, op.id()) else {
        return rw.no_match(op, "not a truncation to f8E8M0FNU");
    };
    if op.roundingmode(rw).is_some() {
        return rw.no_match(op, "only applicable to the default rounding mode");
    }
    let (mut input, to) = (op.input(rw), rw.ty(rw.result(op.id(), 0)));
    let flags = op.fastmath(rw);
    let mut m = Maker::at(rw, op.id());
    let (byte, full, float) = (m.int_like(to, 8), m.int_like(to, 32), m.float_like(to, FloatKind::F32));
    if from_kind.width() < 32 {
        input = m.make(with_flags(ExtFOp::build(float, input), ExtFOp::FASTMATH, flags));
    } else if from_kind.width() > 32 {
        input = m.make(with_flags(TruncFOp::build(float, input), TruncFOp::FASTMATH, flags));
    }
    let bits = m.make(BitcastOp::build(full, input));
    let mantissa_width = m.int(full, F32_MANTISSA_WIDTH);
    let exponent = m.make(ShRUIOp::build(bits, mantissa_width));
    let exponent = m.make(TruncIOp::build(byte, exponent));
    let result = m.make(BitcastOp::build(to, exponent));
    rw.replace(op, [result])
}

/// Assembles an `f32` from its parts: the low exponent bit with the mantissa, the other seven exponent bits, the sign.
/// 0 and 0.5 are handled separately, because they are denormals in the narrow format.
#[pattern]
pub(super) fn extend_f4e2m1(op: ExtFOp, rw: &mut Rewriter) -> Match {
    let Some((FloatKind::F4E2M1FN, to_kind)) = kinds(rw, op.id()) else {
        return rw.no_match(op, "not an extension of f4E2M1FN");
    };
    let (input, to) = (op.input(rw), rw.ty(rw.result(op.id(), 0)));
    let mut m = Maker::at(rw, op.id());
    let (nibble, full, float) = (m.int_like(to, 4), m.int_like(to, 32), m.float_like(to, FloatKind::F32));
    let bits = m.make(BitcastOp::build(nibble, input));
    let [c0, c1, c2, c4, c7] = [0, 1, 2, 4, 7].map(|value| m.int(nibble, value));
    let magnitude = m.make(AndIOp::build(bits, c7));

    let low_width = m.int(full, F32_MANTISSA_WIDTH - 3);
    let shifted = m.make(ShLIOp::build(magnitude, c2));
    let is_half = m.cmpi(CmpIPredicate::Eq, magnitude, c1);
    let low = m.make(SelectOp::build(is_half, c0, shifted));
    let low = m.make(ExtUIOp::build(full, low));
    let low = m.make(ShLIOp::build(low, low_width));

    let [zero, from_two, below_two] = [0, 0x4000_0000, 0x3f00_0000].map(|value| m.int(full, value));
    let is_large = m.cmpi(CmpIPredicate::Uge, magnitude, c4);
    let high = m.make(SelectOp::build(is_large, from_two, below_two));
    let is_zero = m.cmpi(CmpIPredicate::Eq, magnitude, c0);
    let high = m.make(SelectOp::build(is_zero, zero, high));

    let minus = m.int(full, 0x8000_0000);
    let c8 = m.int(nibble, 8);
    let is_negative = m.cmpi(CmpIPredicate::Uge, bits, c8);
    let sign = m.make(SelectOp::build(is_negative, minus, zero));

    let unsigned = m.make(AddIOp::build(low, high));
    let all = m.make(AddIOp::build(unsigned, sign));
    let mut result = m.make(BitcastOp::build(float, all));
    if to_kind != FloatKind::F32 {
        result = m.make(TruncFOp::build(to, result));
    }
    rw.replace(op, [result])
}

/// Clamps to [-6, 6]; combines the sign, the exponent with the changed bias, and the first mantissa bit; corrects
/// denormals; rounds by the second mantissa bit.
#[pattern]
pub(super) fn truncate_to_f4e2m1(op: TruncFOp, rw: &mut Rewriter) -> Match {
    let Some((from_kind, FloatKind::F4E2M1FN)) = kinds(rw, op.id()) else {
        return rw.no_match(op, "not a truncation to f4E2M1FN");
    };
    let (mut input, to) = (op.input(rw), rw.ty(rw.result(op.id(), 0)));
    let mut m = Maker::at(rw, op.id());
    let float = m.float_like(to, FloatKind::F32);
    let [nibble, byte, full] = [4, 8, 32].map(|width| m.int_like(to, width));
    if from_kind != FloatKind::F32 {
        input = m.make(ExtFOp::build(float, input));
    }
    let [c1, c3] = [1, 3].map(|value| m.int(nibble, value));
    let c22 = m.int(full, F32_MANTISSA_WIDTH - 1);
    let [byte_zero, byte_minus_one] = [0, 0xff].map(|value| m.int(byte, value));
    let zero = m.int(full, 0);

    let largest = m.float(float, ApFloat::from_f32_exact(6.0));
    let least = m.float(float, ApFloat::from_f32_exact(-6.0));
    let clamped = m.make(MinNumFOp::build(largest, input));
    let clamped = m.make(MaxNumFOp::build(least, clamped));
    let bits = m.make(BitcastOp::build(full, clamped));

    let c31 = m.int(full, 31);
    let sign = m.make(ShRUIOp::build(bits, c31));
    let sign = m.make(TruncIOp::build(nibble, sign));
    let sign = m.make(ShLIOp::build(sign, c3));

    let change_of_bias = m.int(full, 0x7e);
    let mantissa_width = m.int(full, F32_MANTISSA_WIDTH);
    let signed_exponent = m.make(ShRUIOp::build(bits, mantissa_width));
    let adjusted = m.make(SubIOp::build(signed_exponent, change_of_bias));
    let exponent = m.make(TruncIOp::build(nibble, adjusted));
    let exponent = m.make(ShLIOp::build(exponent, c1));
    let narrow = m.make(AddIOp::build(sign, exponent));

    let first_bit = m.int(full, 0x40_0000);
    let mantissa = m.make(AndIOp::build(bits, first_bit));
    let mantissa = m.make(ShRUIOp::build(mantissa, c22));
    let mantissa = m.make(TruncIOp::build(nibble, mantissa));
    let narrow = m.make(AddIOp::build(narrow, mantissa));

    let mantissa_mask = m.int(full, 0x7f_ffff);
    let exponent = m.make(TruncIOp::build(byte, adjusted));
    let is_denormal = m.cmpi(CmpIPredicate::Sle, exponent, byte_zero);
    let is_below_half = m.cmpi(CmpIPredicate::Eq, exponent, byte_minus_one);
    let mantissa = m.make(AndIOp::build(bits, mantissa_mask));
    let has_mantissa = m.cmpi(CmpIPredicate::Ugt, mantissa, zero);
    let becomes_half = m.make(AndIOp::build(is_below_half, has_mantissa));
    let has_exponent_zero = m.cmpi(CmpIPredicate::Eq, exponent, byte_zero);
    let [before_zero, before_half] = [0xf, 0].map(|value| m.int(nibble, value));
    let mended = m.make(SelectOp::build(is_denormal, before_zero, narrow));
    let mended = m.make(SelectOp::build(becomes_half, before_half, mended));
    let narrow = m.make(SelectOp::build(has_exponent_zero, narrow, mended));

    let rest_mask = m.int(full, 0x3f_ffff);
    let half = m.int(full, 0x20_0000);
    let rest = m.make(AndIOp::build(bits, rest_mask));
    let rounds_up = m.cmpi(CmpIPredicate::Uge, rest, half);
    let rounds_up = m.make(OrIOp::build(rounds_up, is_denormal));
    let rounded = m.make(AddIOp::build(narrow, c1));
    let chosen = m.make(SelectOp::build(rounds_up, rounded, narrow));
    let result = m.make(BitcastOp::build(to, chosen));
    rw.replace(op, [result])
}
