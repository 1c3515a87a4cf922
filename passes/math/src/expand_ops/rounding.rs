//! Roundings by the bits of floats, and leading zeros of integers.

use rmlir::prelude::*;
use rmlir_arith::{
    AddFOp, AddIOp, AndIOp, BitcastOp, CmpFPredicate, CmpIPredicate, FPToSIOp, MaxSIOp, MinSIOp, OrIOp, SIToFPOp,
    SelectOp, ShLIOp, ShRUIOp, SubFOp, SubIOp,
};
use rmlir_arith_passes::maker::Maker;
use rmlir_math::{AbsFOp, CeilOp, CopySignOp, CountLeadingZerosOp, RoundEvenOp, RoundOp};

use super::constants::{float, is_static};

/// `x` without its fraction, through a 64-bit integer, or a wider one if floats with a fraction may be larger. The sign
/// is copied for -0.
fn truncated(m: &mut Maker, x: Value) -> Value {
    let ty = m.ty(x);
    let precision = ty.element_or_self(m.rw.cx()).float_kind(m.rw.cx()).map_or(0, FloatKind::precision);
    let integer = m.int_like(ty, if precision < 64 { 64 } else { 128 });
    let number = m.make(FPToSIOp::build(integer, x));
    let number = m.make(SIToFPOp::build(ty, number));
    m.make(CopySignOp::build(number, x))
}

/// The truncated value, or one more if that is less. Floats that are too large to have a fraction, infinities and NaN
/// are unchanged. Upstream returns 0.0 for -0.0, and poison for values that do not fit in 64 bits.
#[pattern]
pub(super) fn expand_ceil(op: CeilOp, rw: &mut Rewriter) -> Match {
    let x = op.operand(rw);
    let ty = rw.ty(x);
    let kind = ty.element_or_self(rw.cx()).float_kind(rw.cx());
    let Some(kind) = kind.filter(|kind| is_static(rw.cx(), ty) && kind.has_negative_zero()) else { return Match::No };
    let mut m = Maker::at(rw, op.id());
    let below = truncated(&mut m, x);
    let one = float(&mut m, ty, 1.0);
    let is_below = m.cmpf(CmpFPredicate::Ogt, x, below);
    let above = m.make(AddFOp::build(below, one));
    let rounded = m.make(SelectOp::build(is_below, above, below));
    let integral = float(&mut m, ty, 2f64.powi(kind.precision() as i32 - 1));
    let magnitude = m.make(AbsFOp::build(x));
    let is_integral = m.cmpf(CmpFPredicate::Uge, magnitude, integral);
    let result = m.make(SelectOp::build(is_integral, x, rounded));
    rw.replace(op, [result])
}

/// `x` plus the predecessor of one half, with its sign, truncated: a half itself is then rounded up by the sum, and a
/// value just below a half is not, as it is upstream. Values that are too large to have a fraction, and NaN, are
/// unchanged.
#[pattern]
pub(super) fn expand_round(op: RoundOp, rw: &mut Rewriter) -> Match {
    let x = op.operand(rw);
    let ty = rw.ty(x);
    if ty.element_or_self(rw.cx()) != Type::F32 || !is_static(rw.cx(), ty) {
        return rw.no_match(op, "not a round of f32.");
    }
    let mut m = Maker::at(rw, op.id());
    let bits_type = m.int_like(ty, 32);
    let half = float(&mut m, ty, f64::from(0.5_f32.next_down()));
    let n_fraction_bits = m.int(bits_type, 23);
    let bias = m.int(bits_type, 127);
    let mask = m.int(bits_type, 0xff);
    let increment = m.make(CopySignOp::build(half, x));
    let sum = m.make(AddFOp::build(x, increment));
    let rounded = truncated(&mut m, sum);
    let bits = m.make(BitcastOp::build(bits_type, x));
    let exponent = biased_exponent(&mut m, bits, n_fraction_bits, mask, bias);
    let is_large = m.cmpi(CmpIPredicate::Sge, exponent, n_fraction_bits);
    let result = m.make(SelectOp::build(is_large, x, rounded));
    rw.replace(op, [result])
}

/// The unbiased exponent in the bits of a float.
fn biased_exponent(m: &mut Maker, bits: Value, n_fraction_bits: Value, mask: Value, bias: Value) -> Value {
    let shifted = m.make(ShRUIOp::build(bits, n_fraction_bits));
    let exponent = m.make(AndIOp::build(shifted, mask));
    m.make(SubIOp::build(exponent, bias))
}

/// `math.round`, corrected by one if it rounds a half to an odd integer.
#[pattern]
pub(super) fn expand_roundeven(op: RoundEvenOp, rw: &mut Rewriter) -> Match {
    let cx = rw.cx();
    let x = op.operand(rw);
    let ty = rw.ty(x);
    let kind = ty.element_or_self(cx).float_kind(cx);
    const KINDS: [FloatKind; 4] = [FloatKind::F16, FloatKind::BF16, FloatKind::F32, FloatKind::F64];
    let Some(kind) = kind.filter(|kind| is_static(cx, ty) && KINDS.contains(kind)) else { return Match::No };
    // The precision includes the implicit bit, which is not stored.
    let (width, n_fraction) = (kind.width(), kind.precision() - 1);
    let n_exponent = width - n_fraction - 1;
    let mut m = Maker::at(rw, op.id());
    let bits_type = m.int_like(ty, width);
    let one = float(&mut m, ty, 1.0);
    let zero_bits = m.int(bits_type, 0);
    let one_bits = m.int(bits_type, 1);
    let minus_one_bits = m.int(bits_type, -1);
    let n_fraction_bits = m.int(bits_type, i64::from(n_fraction));
    let last_bit = m.int(bits_type, i64::from(width - 1));
    let bias = m.int(bits_type, (1 << (n_exponent - 1)) - 1);
    let half_fraction = m.int(bits_type, 1 << (n_fraction - 1));
    let fraction_mask = m.int(bits_type, (1 << n_fraction) - 1);
    let exponent_mask = m.int(bits_type, (1 << n_exponent) - 1);

    let bits = m.make(BitcastOp::build(bits_type, x));
    let round = m.make(RoundOp::build(x));
    let round_bits = m.make(BitcastOp::build(bits_type, round));
    let exponent = biased_exponent(&mut m, bits, n_fraction_bits, exponent_mask, bias);
    let round_exponent = biased_exponent(&mut m, round_bits, n_fraction_bits, exponent_mask, bias);

    // A shift by the bit width or more would be poison.
    let shift_right = |m: &mut Maker, value: Value, amount: Value| {
        let at_least = m.make(MaxSIOp::build(amount, zero_bits));
        let amount = m.make(MinSIOp::build(at_least, last_bit));
        m.make(ShRUIOp::build(value, amount))
    };
    let masked = |m: &mut Maker, value: Value, amount: Value| {
        let mask = shift_right(m, fraction_mask, amount);
        m.make(AndIOp::build(value, mask))
    };

    // Odd: the last integer bit is set, or the value is 1 or -1.
    let is_one = m.cmpi(CmpIPredicate::Eq, round_exponent, zero_bits);
    let before_last = m.make(SubIOp::build(round_exponent, one_bits));
    let odd_bits = masked(&mut m, round_bits, before_last);
    let has_odd_bits = m.cmpi(CmpIPredicate::Ne, odd_bits, zero_bits);
    let is_odd = m.make(OrIOp::build(has_odd_bits, is_one));

    // A half: only the first fraction bit is set; a half itself has no bits.
    let is_half = m.cmpi(CmpIPredicate::Eq, exponent, minus_one_bits);
    let first_bit = shift_right(&mut m, half_fraction, exponent);
    let expected = m.make(SelectOp::build(is_half, zero_bits, first_bit));
    let after_point = masked(&mut m, bits, exponent);
    let is_halfway = m.cmpi(CmpIPredicate::Eq, after_point, expected);
    let is_not_tiny = m.cmpi(CmpIPredicate::Sge, exponent, minus_one_bits);
    let is_not_large = m.cmpi(CmpIPredicate::Slt, exponent, n_fraction_bits);
    let is_halfway = m.make(AndIOp::build(is_halfway, is_not_large));
    let is_halfway = m.make(AndIOp::build(is_halfway, is_not_tiny));

    let sign = m.make(CopySignOp::build(one, x));
    let corrected = m.make(SubFOp::build(round, sign));
    let needs_correction = m.make(AndIOp::build(is_odd, is_halfway));
    let result = m.make(SelectOp::build(needs_correction, corrected, round));
    let result = m.make(CopySignOp::build(result, x));
    rw.replace(op, [result])
}

/// Binary search: if the upper half of the remaining bits is zero it is shifted out and counted. Of an odd number of
/// bits the larger half remains; upstream keeps the smaller one, and misses bits.
#[pattern]
pub(super) fn expand_ctlz(op: CountLeadingZerosOp, rw: &mut Rewriter) -> Match {
    let cx = rw.cx();
    let operand = op.operand(rw);
    let ty = rw.ty(operand);
    let width = ty.element_or_self(cx).int_width(cx).filter(|&width| width <= 64);
    let Some(width) = width.filter(|_| is_static(cx, ty)) else { return Match::No };
    let all_bits = u64::MAX >> (64 - width);
    let mut m = Maker::at(rw, op.id());
    let mut x = operand;
    let mut count = m.int(ty, 0);
    let mut n = width;
    while n > 1 {
        let half = n / 2;
        let bits = m.int(ty, i64::from(half));
        let mask = m.int(ty, (all_bits >> half) as i64);
        let is_zero = m.cmpi(CmpIPredicate::Ule, x, mask);
        let sum = m.make(AddIOp::build(count, bits));
        let shifted = m.make(ShLIOp::build(x, bits));
        x = m.make(SelectOp::build(is_zero, shifted, x));
        count = m.make(SelectOp::build(is_zero, sum, count));
        n -= half;
    }
    let zero = m.int(ty, 0);
    let is_zero = m.cmpi(CmpIPredicate::Eq, operand, zero);
    let all = m.int(ty, i64::from(width));
    let result = m.make(SelectOp::build(is_zero, all, count));
    rw.replace(op, [result])
}
