//! Conversions between kinds, and from and to integers and `f64`.

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, Zero};

use super::{ApFloat, Class, FloatKind, Magnitude, NanEncoding, NonFinite, Rounding, infinity_bits};
use crate::ApInt;

/// A value converted to another kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conversion {
    /// The result.
    pub value: ApFloat,
    /// Whether converting back results in a different value. (The sign that 0 loses in a kind without -0 counts; an
    /// infinity that is not representable in a kind without NaN does not.)
    pub loses_info: bool,
}

/// A value converted to an integer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntConversion {
    /// The result.
    pub value: ApInt,
    /// Whether converting back results in the operand; not so for -0.
    pub is_exact: bool,
}

impl ApFloat {
    /// The value of an `f64`, as kind `F64`.
    #[inline]
    pub fn from_f64_exact(value: f64) -> ApFloat {
        ApFloat { kind: FloatKind::F64, bits: value.to_bits().into() }
    }

    /// The value of an `f32`, as kind `F32`.
    #[inline]
    pub fn from_f32_exact(value: f32) -> ApFloat {
        ApFloat { kind: FloatKind::F32, bits: value.to_bits().into() }
    }

    /// `value` rounded to `kind`, halves to even.
    ///
    /// ```
    /// use rmlir_num::{ApFloat, FloatKind};
    /// let rounded = ApFloat::from_f64(FloatKind::F16, 0.1);
    /// assert!(rounded.value.is_exactly(0.0999755859375));
    /// ```
    pub fn from_f64(kind: FloatKind, value: f64) -> Conversion {
        ApFloat::from_f64_exact(value).convert(kind, Rounding::NearestTiesToEven)
    }

    /// The value rounded to `f64`, halves to even.
    pub fn to_f64(self) -> f64 {
        f64::from_bits(self.convert(FloatKind::F64, Rounding::NearestTiesToEven).value.bits() as u64)
    }

    /// Returns whether `value` rounds to it. Distinguishes 0 from -0.
    pub fn is_exactly(self, value: f64) -> bool {
        self == ApFloat::from_f64(self.kind(), value).value
    }

    /// The value in another kind.
    ///
    /// ```
    /// use rmlir_num::{ApFloat, FloatKind, Rounding};
    /// let large = ApFloat::from_f64_exact(1e300);
    /// assert!(large.convert(FloatKind::F32, Rounding::NearestTiesToEven).value.is_infinity());
    /// ```
    pub fn convert(self, kind: FloatKind, rounding: Rounding) -> Conversion {
        if kind == self.kind() {
            return Conversion { value: self.quieted(), loses_info: false };
        }
        let negative = self.is_negative();
        match self.class() {
            Class::Nan => self.convert_nan(kind),
            Class::Infinity => {
                let loses_info = kind.non_finite() == NonFinite::NanOnly;
                Conversion { value: ApFloat::infinity(kind, negative), loses_info }
            }
            Class::Zero => {
                let loses_info = negative && kind.nan_encoding() == NanEncoding::NegativeZero;
                Conversion { value: ApFloat::zero(kind, negative), loses_info }
            }
            Class::Finite(magnitude) => {
                let rounded = magnitude.round(kind, negative, rounding);
                Conversion { value: rounded.value, loses_info: rounded.inexact }
            }
        }
    }

    /// The value in another kind, if the conversion is lossless; for a signaling NaN it is not.
    ///
    /// ```
    /// use rmlir_num::{ApFloat, FloatKind};
    /// let [half, tenth] = [0.5, 0.1].map(ApFloat::from_f64_exact);
    /// assert!(half.convert_exactly(FloatKind::F16).is_some());
    /// assert!(tenth.convert_exactly(FloatKind::F16).is_none());
    /// ```
    pub fn convert_exactly(self, kind: FloatKind) -> Option<ApFloat> {
        let result = self.convert(kind, Rounding::NearestTiesToEven);
        (!result.loses_info && !self.is_signaling()).then_some(result.value)
    }

    fn convert_nan(self, kind: FloatKind) -> Conversion {
        let (from, negative) = (self.kind(), self.is_negative());
        if kind.non_finite() == NonFinite::NanOnly {
            let loses_info = from.non_finite() != NonFinite::NanOnly;
            return Conversion { value: ApFloat::nan(kind, negative), loses_info };
        }
        if from.nan_encoding() == NanEncoding::NegativeZero {
            return Conversion { value: ApFloat::nan(kind, false), loses_info: false };
        }
        // The payload remains adjacent to the integer bit, and loses bits at its end.
        let payload = self.bits() & ((1 << (from.precision() - 1)) - 1);
        let shift = kind.precision() as i32 - from.precision() as i32;
        let moved = if shift >= 0 { payload << shift } else { payload >> -shift };
        // The only NaN of a kind has no payload to lose.
        let is_cut = shift < 0 && moved << -shift != payload && from.non_finite() != NonFinite::NanOnly;
        // Specific to `f80`: a NaN without integer bit. Upstream includes its signaling NaNs.
        let is_odd = from == FloatKind::F80 && (self.bits() >> 63 & 1 == 0 || self.is_signaling());
        let value = match kind.non_finite() {
            NonFinite::None => ApFloat::nan(kind, negative),
            _ => ApFloat::signed(kind, negative, infinity_bits(kind) | moved),
        };
        let value = if self.is_signaling() { value.made_quiet() } else { value };
        Conversion { value, loses_info: is_cut || is_odd }
    }

    /// The value of an integer, rounded to `kind`.
    pub fn from_int(kind: FloatKind, value: &ApInt, signed: bool, rounding: Rounding) -> ApFloat {
        let negative = signed && value.is_negative();
        let magnitude = if negative { value.neg() } else { value.clone() };
        if magnitude.is_zero() {
            return ApFloat::zero(kind, false);
        }
        Magnitude::from_big(&magnitude.to_biguint(), 0, false).round(kind, negative, rounding).value
    }

    /// The value rounded to an integer of `width` bits; `None` if it is out of range, infinite or NaN.
    ///
    /// ```
    /// use rmlir_num::{ApFloat, Rounding};
    /// let value = ApFloat::from_f64_exact(300.0);
    /// assert!(value.to_int(8, false, Rounding::TowardZero).is_none());
    /// assert!(value.to_int(16, false, Rounding::TowardZero).is_some());
    /// ```
    pub fn to_int(self, width: u32, signed: bool, rounding: Rounding) -> Option<IntConversion> {
        let magnitude = match self.class() {
            Class::Nan | Class::Infinity => return None,
            Class::Zero => return Some(IntConversion { value: ApInt::zero(width), is_exact: !self.is_negative() }),
            Class::Finite(magnitude) => magnitude,
        };
        if magnitude.top_exponent() >= width as i32 {
            return None;
        }
        let negative = self.is_negative();
        let (integer, is_exact) = rounded_integer(magnitude, negative, rounding);
        let integer = if negative { -BigInt::from(integer) } else { integer.into() };
        fits(&integer, width, signed).then(|| IntConversion { value: ApInt::from_bigint(width, &integer), is_exact })
    }

    /// The value rounded to an integral one of the same kind and sign; a NaN becomes quiet.
    ///
    /// ```
    /// use rmlir_num::{ApFloat, Rounding};
    /// let value = ApFloat::from_f64_exact(2.5);
    /// assert!(value.round_to_integral(Rounding::NearestTiesToEven).is_exactly(2.0));
    /// ```
    pub fn round_to_integral(self, rounding: Rounding) -> ApFloat {
        let magnitude = match self.class() {
            Class::Nan => return if self.is_signaling() { self.made_quiet() } else { self },
            Class::Infinity | Class::Zero => return self,
            Class::Finite(magnitude) => magnitude,
        };
        if magnitude.exponent >= 0 {
            return self;
        }
        let negative = self.is_negative();
        let (integer, _) = rounded_integer(magnitude, negative, rounding);
        if integer.is_zero() {
            return ApFloat::zero(self.kind(), negative);
        }
        Magnitude::from_big(&integer, 0, false).round(self.kind(), negative, rounding).value
    }
}

/// The magnitude as an integer, and whether it is exact.
fn rounded_integer(magnitude: Magnitude, negative: bool, rounding: Rounding) -> (BigUint, bool) {
    if magnitude.exponent >= 0 {
        return (BigUint::from(magnitude.significand) << magnitude.exponent as u32, true);
    }
    let (kept, rest) = magnitude.split_at(0);
    let away = rounding.is_away(negative, kept & 1 == 1, rest);
    (BigUint::from(kept) + u32::from(away), rest == super::magnitude::Rest::Zero)
}

fn fits(value: &BigInt, width: u32, signed: bool) -> bool {
    if signed {
        // -2^(width-1) has one bit more than those above it.
        let magnitude = if value.is_negative() { value + 1 } else { value.clone() };
        magnitude.bits() < width.max(1).into()
    } else {
        !value.is_negative() && value.bits() <= width.into()
    }
}
