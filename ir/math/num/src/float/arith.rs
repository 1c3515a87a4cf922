//! Arithmetic.
//!
//! Steps of every operation: operands that are NaN, infinite or zero first; then the exact result in
//! arbitrary-precision integers (a quotient is truncated), rounded once. `f32` and `f64` in the default rounding mode
//! use the processor for both.
//!
//! A NaN operand is the result, the left one if both are, unchanged except that it becomes quiet. A new NaN has no
//! payload and no sign.

use super::{ApFloat, Class, FloatKind, Magnitude, Rounding};
use num_bigint::BigUint;
use num_traits::Zero;
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Sub};

/// Bits of a quotient: enough to fill a [`Magnitude`].
const N_QUOTIENT_BITS: u64 = 130;

// Named methods instead of operators, because they take a rounding mode.
#[allow(clippy::should_implement_trait)]
impl ApFloat {
    /// `self + rhs`.
    ///
    /// ```
    /// use rmlir_num::{ApFloat, Rounding};
    /// let [x, y] = [1.5, 2.25].map(ApFloat::from_f64_exact);
    /// assert!(x.add(y, Rounding::NearestTiesToEven).is_exactly(3.75));
    /// ```
    pub fn add(self, rhs: ApFloat, rounding: Rounding) -> ApFloat {
        self.sum(rhs, rhs.is_negative(), rounding, Add::add, Add::add)
    }

    /// `self - rhs`.
    pub fn sub(self, rhs: ApFloat, rounding: Rounding) -> ApFloat {
        self.sum(rhs, !rhs.is_negative(), rounding, Sub::sub, Sub::sub)
    }

    /// `self * rhs`.
    ///
    /// ```
    /// use rmlir_num::{ApFloat, Rounding};
    /// let tenth = ApFloat::from_f64_exact(0.1);
    /// assert!(tenth.mul(tenth, Rounding::NearestTiesToEven).is_exactly(0.1 * 0.1));
    /// ```
    pub fn mul(self, rhs: ApFloat, rounding: Rounding) -> ApFloat {
        let kind = self.common_kind(rhs);
        let negative = self.is_negative() != rhs.is_negative();
        match (self.class(), rhs.class()) {
            (Class::Nan, _) | (_, Class::Nan) => self.propagated_nan(rhs),
            (Class::Zero, Class::Infinity) | (Class::Infinity, Class::Zero) => ApFloat::nan(kind, false),
            (Class::Infinity, _) | (_, Class::Infinity) => ApFloat::infinity(kind, negative),
            (Class::Zero, _) | (_, Class::Zero) => ApFloat::zero(kind, negative),
            (Class::Finite(a), Class::Finite(b)) => {
                self.native(rhs, rounding, Mul::mul, Mul::mul).unwrap_or_else(|| {
                    let product = BigUint::from(a.significand) * b.significand;
                    Magnitude::from_big(&product, a.exponent + b.exponent, false).round(kind, negative, rounding).value
                })
            }
        }
    }

    /// `self / rhs`.
    ///
    /// ```
    /// use rmlir_num::{ApFloat, Rounding};
    /// let [one, zero] = [1.0, 0.0].map(ApFloat::from_f64_exact);
    /// assert!(one.div(zero, Rounding::NearestTiesToEven).is_infinity());
    /// ```
    pub fn div(self, rhs: ApFloat, rounding: Rounding) -> ApFloat {
        let kind = self.common_kind(rhs);
        let negative = self.is_negative() != rhs.is_negative();
        match (self.class(), rhs.class()) {
            (Class::Nan, _) | (_, Class::Nan) => self.propagated_nan(rhs),
            (Class::Infinity, Class::Infinity) | (Class::Zero, Class::Zero) => ApFloat::nan(kind, false),
            (Class::Infinity, _) | (_, Class::Zero) => ApFloat::infinity(kind, negative),
            (Class::Zero, _) | (_, Class::Infinity) => ApFloat::zero(kind, negative),
            (Class::Finite(a), Class::Finite(b)) => self
                .native(rhs, rounding, Div::div, Div::div)
                .unwrap_or_else(|| quotient(a, b).round(kind, negative, rounding).value),
        }
    }

    /// The remainder of a quotient rounded toward zero, with the sign of `self`: C's `fmod`. It is exact.
    ///
    /// ```
    /// use rmlir_num::ApFloat;
    /// let [x, y] = [-7.0, 2.0].map(ApFloat::from_f64_exact);
    /// assert!(x.rem(y).is_exactly(-1.0));
    /// ```
    pub fn rem(self, rhs: ApFloat) -> ApFloat {
        let kind = self.common_kind(rhs);
        match (self.class(), rhs.class()) {
            (Class::Nan, _) | (_, Class::Nan) => self.propagated_nan(rhs),
            (Class::Infinity, _) | (_, Class::Zero) => ApFloat::nan(kind, false),
            (Class::Zero, _) | (_, Class::Infinity) => self,
            (Class::Finite(a), Class::Finite(b)) => match remainder(a, b) {
                Some(result) => result.round(kind, self.is_negative(), Rounding::TowardZero).value,
                None => ApFloat::zero(kind, self.is_negative()),
            },
        }
    }

    /// `-self`. Also changes the sign of NaN.
    ///
    /// ```
    /// use rmlir_num::ApFloat;
    /// assert!(ApFloat::from_f64_exact(0.0).neg().is_neg_zero());
    /// ```
    #[must_use]
    pub fn neg(self) -> ApFloat {
        self.with_sign(!self.is_negative())
    }

    /// `|self|`. Also clears the sign of NaN.
    #[must_use]
    pub fn abs(self) -> ApFloat {
        self.with_sign(false)
    }

    /// `self` with the sign of `sign`.
    ///
    /// ```
    /// use rmlir_num::ApFloat;
    /// let [x, y] = [2.0, -0.0].map(ApFloat::from_f64_exact);
    /// assert!(x.copysign(y).is_exactly(-2.0));
    /// ```
    #[must_use]
    pub fn copysign(self, sign: ApFloat) -> ApFloat {
        self.with_sign(sign.is_negative())
    }

    /// `self` plus `rhs` with the sign `rhs_negative`; the functions are the operation on the native operands.
    fn sum(
        self,
        rhs: ApFloat,
        rhs_negative: bool,
        rounding: Rounding,
        op32: fn(f32, f32) -> f32,
        op64: fn(f64, f64) -> f64,
    ) -> ApFloat {
        let kind = self.common_kind(rhs);
        let rounds_down = rounding == Rounding::TowardNegative;
        let negative = self.is_negative();
        match (self.class(), rhs.class()) {
            (Class::Nan, _) | (_, Class::Nan) => self.propagated_nan(rhs),
            (Class::Infinity, Class::Infinity) if negative != rhs_negative => ApFloat::nan(kind, false),
            (Class::Zero, Class::Zero) if negative != rhs_negative => ApFloat::zero(kind, rounds_down),
            (Class::Infinity, _) | (_, Class::Zero) => self,
            (Class::Zero, _) | (_, Class::Infinity) => rhs.with_sign(rhs_negative),
            (Class::Finite(a), Class::Finite(b)) => self.native(rhs, rounding, op32, op64).unwrap_or_else(|| {
                match exact_sum(a, negative, b, rhs_negative) {
                    Some((result, negative)) => result.round(kind, negative, rounding).value,
                    None => ApFloat::zero(kind, rounds_down),
                }
            }),
        }
    }

    /// The result of the processor, for two finite operands with a native format.
    fn native(
        self,
        rhs: ApFloat,
        rounding: Rounding,
        op32: fn(f32, f32) -> f32,
        op64: fn(f64, f64) -> f64,
    ) -> Option<ApFloat> {
        if rounding != Rounding::NearestTiesToEven {
            return None;
        }
        let (a, b) = (self.bits() as u64, rhs.bits() as u64);
        match self.kind() {
            FloatKind::F32 => Some(ApFloat::from_f32_exact(op32(f32::from_bits(a as u32), f32::from_bits(b as u32)))),
            FloatKind::F64 => Some(ApFloat::from_f64_exact(op64(f64::from_bits(a), f64::from_bits(b)))),
            _ => None,
        }
    }

    /// The NaN result of an operation with a NaN operand.
    pub(crate) fn propagated_nan(self, rhs: ApFloat) -> ApFloat {
        if self.is_nan() { self.quieted() } else { rhs.quieted() }
    }

    pub(crate) fn common_kind(self, rhs: ApFloat) -> FloatKind {
        assert_eq!(self.kind(), rhs.kind(), "operands are of one kind");
        self.kind()
    }
}

/// The sum and its sign; `None` if it is 0.
fn exact_sum(a: Magnitude, a_negative: bool, b: Magnitude, b_negative: bool) -> Option<(Magnitude, bool)> {
    let exponent = a.exponent.min(b.exponent);
    let aligned = |x: Magnitude| BigUint::from(x.significand) << (x.exponent - exponent) as u32;
    let (x, y) = (aligned(a), aligned(b));
    if a_negative == b_negative {
        return Some((Magnitude::from_big(&(x + y), exponent, false), a_negative));
    }
    match x.cmp(&y) {
        Ordering::Equal => None,
        Ordering::Greater => Some((Magnitude::from_big(&(x - y), exponent, false), a_negative)),
        Ordering::Less => Some((Magnitude::from_big(&(y - x), exponent, false), b_negative)),
    }
}

fn quotient(a: Magnitude, b: Magnitude) -> Magnitude {
    let shift = N_QUOTIENT_BITS + 128;
    let dividend = BigUint::from(a.significand) << shift;
    let divisor = BigUint::from(b.significand);
    let result = &dividend / &divisor;
    let is_cut = &result * &divisor != dividend;
    Magnitude::from_big(&result, a.exponent - b.exponent - shift as i32, is_cut)
}

/// The remainder of `a` modulo `b`; `None` if it is zero.
fn remainder(a: Magnitude, b: Magnitude) -> Option<Magnitude> {
    let (x, y) = (BigUint::from(a.significand), BigUint::from(b.significand));
    let (rest, exponent) = match u32::try_from(a.exponent - b.exponent) {
        // a = x · 2^shift units of b's exponent: the power is reduced modulo b, as it may have thousands of bits.
        Ok(shift) => (x * BigUint::from(2u32).modpow(&shift.into(), &y) % &y, b.exponent),
        Err(_) => (x % (y << (b.exponent - a.exponent) as u32), a.exponent),
    };
    (!rest.is_zero()).then(|| Magnitude::from_big(&rest, exponent, false))
}
