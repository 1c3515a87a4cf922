//! Arithmetic of floats, and conversions, shared by dialects of all levels.

use std::cmp::Ordering;

use rmlir_core::OpRef;
use rmlir_num::{ApFloat, FloatKind, Rounding};

use super::number::{canonical, native_of};
use super::{Emit, Emitted};
use crate::value::{Value, mask, sign_extend};

const NEAREST: Rounding = Rounding::NearestTiesToEven;

/// An operation on two floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatOp {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient.
    Div,
    /// The remainder, with the sign of the dividend.
    Rem,
    /// The maximum; NaN if an operand is.
    Maximum,
    /// The minimum; NaN if an operand is.
    Minimum,
    /// The maximum; the other operand if one is NaN.
    MaxNum,
    /// The minimum; the other operand if one is NaN.
    MinNum,
}

/// The maximum in an order where -0.0 is less than 0.0.
fn native_max(a: f64, b: f64) -> f64 {
    if a.total_cmp(&b) == Ordering::Less { b } else { a }
}

fn native_min(a: f64, b: f64) -> f64 {
    if a.total_cmp(&b) == Ordering::Greater { b } else { a }
}

/// `f`, or NaN if an operand is.
fn strict(f: fn(f64, f64) -> f64, a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { f(a, b) }
}

/// `f`, or the other operand if one is NaN.
fn lenient(f: fn(f64, f64) -> f64, a: f64, b: f64) -> f64 {
    if a.is_nan() {
        b
    } else if b.is_nan() {
        a
    } else {
        f(a, b)
    }
}

impl FloatOp {
    /// The result of two floats of one format.
    pub fn exact(self, a: ApFloat, b: ApFloat) -> ApFloat {
        match self {
            FloatOp::Add => a.add(b, NEAREST),
            FloatOp::Sub => a.sub(b, NEAREST),
            FloatOp::Mul => a.mul(b, NEAREST),
            FloatOp::Div => a.div(b, NEAREST),
            FloatOp::Rem => a.rem(b),
            FloatOp::Maximum => a.maximum(b),
            FloatOp::Minimum => a.minimum(b),
            FloatOp::MaxNum => a.maxnum(b),
            FloatOp::MinNum => a.minnum(b),
        }
    }

    /// The result as a value; poison if an operand is.
    pub fn apply(self, kind: FloatKind, a: &Value, b: &Value) -> Value {
        match (a.float(kind), b.float(kind)) {
            (Some(a), Some(b)) => canonical(self.exact(a, b)).into(),
            _ => Value::Poison,
        }
    }
}

/// A predicate of float comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatTest {
    /// Its value for a left operand that is less, equal, greater, and for unordered operands.
    pub holds: [bool; 4],
}

impl FloatTest {
    /// Returns its value for operands in this order; `None` means unordered.
    #[inline]
    pub fn accepts(self, order: Option<Ordering>) -> bool {
        self.holds[order.map_or(3, |order| (order as i8 + 1) as usize)]
    }
}

impl<'a> Emit<'a, '_> {
    /// Compiles an operation on two floats.
    pub fn float_op(&mut self, op: OpRef<'a>, which: FloatOp) -> Emitted {
        let exact = move |a, b| which.exact(a, b);
        match which {
            FloatOp::Add => self.float_binary(op, |a, b| a + b, exact),
            FloatOp::Sub => self.float_binary(op, |a, b| a - b, exact),
            FloatOp::Mul => self.float_binary(op, |a, b| a * b, exact),
            FloatOp::Div => self.float_binary(op, |a, b| a / b, exact),
            FloatOp::Rem => self.float_binary(op, |a, b| a % b, exact),
            FloatOp::Maximum => self.float_binary(op, |a, b| strict(native_max, a, b), exact),
            FloatOp::Minimum => self.float_binary(op, |a, b| strict(native_min, a, b), exact),
            FloatOp::MaxNum => self.float_binary(op, |a, b| lenient(native_max, a, b), exact),
            FloatOp::MinNum => self.float_binary(op, |a, b| lenient(native_min, a, b), exact),
        }
    }

    /// Compiles an operation on the sign of a float only.
    pub fn float_sign(&mut self, op: OpRef<'a>, f: fn(ApFloat) -> ApFloat) -> Emitted {
        let kind = self.float_kind(op, op.operand(0).ty())?;
        self.unary(op, move |a| Ok(a.float(kind).map(f).into()))
    }

    /// Compiles the sum of a product and a third float, rounded once.
    pub fn fused_multiply_add(&mut self, op: OpRef<'a>) -> Emitted {
        let kind = self.float_kind(op, op.operand(0).ty())?;
        self.ternary(op, move |a, b, c| {
            let parts = native_of(kind, a).zip(native_of(kind, b)).zip(native_of(kind, c));
            Ok(parts.map_or(Value::Poison, |((a, b), c)| fused(kind, a, b, c)))
        })
    }

    /// Compiles a comparison.
    pub fn compare_floats(&mut self, op: OpRef<'a>, test: FloatTest) -> Emitted {
        let kind = self.float_kind(op, op.operand(0).ty())?;
        match kind {
            FloatKind::F64 | FloatKind::F32 => self.binary(op, move |a, b| {
                let pair = native_of(kind, a).zip(native_of(kind, b));
                Ok(pair.map(|(a, b)| test.accepts(a.partial_cmp(&b))).into())
            }),
            _ => self.binary(op, move |a, b| {
                let pair = a.float(kind).zip(b.float(kind));
                Ok(pair.map(|(a, b)| test.accepts(a.compare(b))).into())
            }),
        }
    }

    /// Compiles a conversion of a float to another format.
    pub fn convert_float(&mut self, op: OpRef<'a>, rounding: Rounding) -> Emitted {
        let (from, to) = (self.float_kind(op, op.operand(0).ty())?, self.float_kind(op, op.result(0).ty())?);
        self.unary(op, move |a| Ok(a.float(from).map(|a| canonical(a.convert(to, rounding).value)).into()))
    }

    /// Compiles a conversion of an integer to a float; a negative one is poison if `non_negative`.
    pub fn int_to_float(&mut self, op: OpRef<'a>, signed: bool, non_negative: bool) -> Emitted {
        let width = self.int_width(op.operand(0).ty());
        let kind = self.float_kind(op, op.result(0).ty())?;
        if kind == FloatKind::F64 && width <= 64 && !non_negative {
            return self.unary(op, move |a| match a {
                Value::Bits(bits) if signed => Ok(Value::Bits((sign_extend(*bits, width) as f64).to_bits())),
                Value::Bits(bits) => Ok(Value::Bits((*bits as f64).to_bits())),
                _ => Ok(Value::Poison),
            });
        }
        self.int_unary(op, move |a| {
            let is_allowed = !non_negative || !a.is_negative();
            Ok(is_allowed.then(|| ApFloat::from_int(kind, a, signed, NEAREST)))
        })
    }

    /// Compiles a conversion of a float to an integer, rounded to zero; out-of-range values are poison.
    pub fn float_to_int(&mut self, op: OpRef<'a>, signed: bool) -> Emitted {
        let kind = self.float_kind(op, op.operand(0).ty())?;
        let width = self.int_width(op.result(0).ty());
        self.unary(op, move |a| {
            let value = a.float(kind).and_then(|a| a.to_int(width, signed, Rounding::TowardZero));
            Ok(value.map(|conversion| conversion.value).into())
        })
    }

    /// Compiles a truncation, or a zero- or sign-extension, of an integer.
    pub fn resize_int(&mut self, op: OpRef<'a>, signed: bool) -> Emitted {
        let (from, to) = (self.int_width(op.operand(0).ty()), self.int_width(op.result(0).ty()));
        if from <= 64 && to <= 64 {
            let mask = mask(to);
            return self.unary(op, move |a| match a {
                Value::Bits(bits) if signed => Ok(Value::Bits(sign_extend(*bits, from) as u64 & mask)),
                Value::Bits(bits) => Ok(Value::Bits(bits & mask)),
                _ => Ok(Value::Poison),
            });
        }
        self.int_unary(op, move |a| Ok(Some(if signed { a.sext_or_trunc(to) } else { a.zext_or_trunc(to) })))
    }
}

/// `a * b + c`, rounded once.
pub fn fused(kind: FloatKind, a: f64, b: f64, c: f64) -> Value {
    match kind {
        FloatKind::F64 => super::number::of_native(kind, a.mul_add(b, c)),
        FloatKind::F32 => super::number::of_native(kind, f64::from((a as f32).mul_add(b as f32, c as f32))),
        // The product is exact in `f64`; the sum is rounded to odd there, so that the second rounding is correct
        // (Boldo, Melquiond: Emulation of a FMA and correctly rounded sums, 2008).
        _ => super::number::of_native(kind, sum_to_odd(a * b, c)),
    }
}

/// The sum, rounded to the neighbour with an odd significand unless it is exact.
fn sum_to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if !sum.is_finite() {
        return sum;
    }
    let virtual_b = sum - a;
    let error = (a - (sum - virtual_b)) + (b - virtual_b);
    if error == 0.0 || sum.to_bits() & 1 == 1 {
        return sum;
    }
    if (error > 0.0) == (sum > 0.0) { f64::from_bits(sum.to_bits() + 1) } else { f64::from_bits(sum.to_bits() - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_rounded_to_odd_keeps_what_decides_the_second_rounding() {
        let tiny = 2f64.powi(-80);
        assert_eq!(sum_to_odd(1.0, tiny), f64::from_bits(1f64.to_bits() + 1));
        assert_eq!(sum_to_odd(1.0, -tiny), f64::from_bits(1f64.to_bits() - 1));
        assert_eq!(sum_to_odd(1.0, 2.0), 3.0);
    }

    #[test]
    fn zeros_are_ordered_and_nan_decides() {
        let f16 = |value: f64| super::super::number::of_native(FloatKind::F16, value);
        let apply = |op: FloatOp, a, b| op.apply(FloatKind::F16, &f16(a), &f16(b));
        assert_eq!(apply(FloatOp::Maximum, -0.0, 0.0), f16(0.0));
        assert_eq!(apply(FloatOp::Minimum, 0.0, -0.0), f16(-0.0));
        assert_eq!(apply(FloatOp::Maximum, f64::NAN, 1.0), f16(f64::NAN));
        assert_eq!(apply(FloatOp::MaxNum, f64::NAN, 1.0), f16(1.0));
    }
}
