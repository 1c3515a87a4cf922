//! Floats from text: decimal digits rounded once, and the two kinds of float literals of attributes.

use super::{ApFloat, FloatKind, Magnitude, Rounding};
use crate::ApInt;
use num_bigint::BigUint;

/// A decimal exponent beyond which every kind overflows or underflows: `f128` ends before 10^4933 and 10^-4966.
const MAX_DECIMAL_EXPONENT: i64 = 5000;

/// The bits of a quotient by a power of ten: enough to fill a [`Magnitude`].
const N_QUOTIENT_BITS: u64 = 130;

impl ApFloat {
    /// The value of kind `kind` nearest to a decimal number, halves to even.
    ///
    /// The text is an optional `-`, digits with an optional point at any position, and an optional exponent.
    ///
    /// ```
    /// use rmlir_num::{ApFloat, FloatKind};
    /// let value = ApFloat::parse_decimal(FloatKind::F64, "1.5e3").unwrap();
    /// assert!(value.is_exactly(1500.0));
    /// ```
    pub fn parse_decimal(kind: FloatKind, text: &str) -> Option<ApFloat> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let decimal = Decimal::parse(digits)?;
        Some(match kind {
            FloatKind::F64 => ApFloat::from_f64_exact(text.parse().ok()?),
            FloatKind::F32 => ApFloat::from_f32_exact(text.parse().ok()?),
            _ if decimal.digits.is_empty() => ApFloat::zero(kind, negative),
            _ => decimal.magnitude().round(kind, negative, Rounding::NearestTiesToEven).value,
        })
    }

    /// The value of a float token, such as `1.5e-3`, negated if `negative`. `None` if the text is no such token.
    ///
    /// As in upstream, an `f64` is parsed and converted: a wider kind has no higher precision, a narrower one is
    /// rounded twice.
    pub fn from_literal(kind: FloatKind, spelling: &str, negative: bool) -> Option<ApFloat> {
        if !spelling.starts_with(|c: char| c.is_ascii_digit()) || !spelling.contains('.') {
            return None;
        }
        let value = ApFloat::parse_decimal(FloatKind::F64, spelling)?;
        let value = if negative { value.neg() } else { value };
        Some(value.convert(kind, Rounding::NearestTiesToEven).value)
    }

    /// The value whose bits are spelled by a hexadecimal integer token, such as `0x7FC0`. `None` if the text is no such
    /// token or has too many bits; leading zeros are ignored.
    pub fn from_hex_literal(kind: FloatKind, spelling: &str) -> Option<ApFloat> {
        let bits = ApInt::parse_hex(spelling.strip_prefix("0x")?)?;
        (bits.active_bits() <= kind.width()).then(|| ApFloat::from_bits_int(kind, &bits))
    }
}

/// The integer that `digits` spell, times 10^`exponent`.
struct Decimal {
    /// Without leading zeros, so empty for 0.
    digits: String,
    exponent: i64,
}

impl Decimal {
    fn parse(text: &str) -> Option<Decimal> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = [whole, fraction].concat();
        if digits.is_empty() || !digits.bytes().all(|c| c.is_ascii_digit()) {
            return None;
        }
        let exponent = exponent.saturating_sub(fraction.len() as i64);
        Some(Decimal { digits: digits.trim_start_matches('0').to_owned(), exponent })
    }

    /// The value, which is not 0, truncated to a magnitude.
    fn magnitude(&self) -> Magnitude {
        let order = self.exponent.saturating_add(self.digits.len() as i64);
        if order > MAX_DECIMAL_EXPONENT {
            return Magnitude::exact(1, i32::MAX / 2);
        }
        if order < -MAX_DECIMAL_EXPONENT {
            return Magnitude { significand: 0, exponent: i32::MIN / 2, cut: true };
        }
        let significand = BigUint::parse_bytes(self.digits.as_bytes(), 10).expect("digits were checked");
        // The rest of 10^e after 2^e is moved to the exponent.
        let power = BigUint::from(5u32).pow(self.exponent.unsigned_abs() as u32);
        let exponent = self.exponent as i32;
        if exponent >= 0 {
            return Magnitude::from_big(&(significand * power), exponent, false);
        }
        let shift = (N_QUOTIENT_BITS + power.bits()).saturating_sub(significand.bits());
        let dividend = significand << shift;
        let quotient = &dividend / &power;
        let is_cut = &quotient * &power != dividend;
        Magnitude::from_big(&quotient, exponent - shift as i32, is_cut)
    }
}

/// An exponent, with or without sign, clamped.
fn parse_exponent(text: &str) -> Option<i64> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => (-1, &text[1..]),
        b'+' => (1, &text[1..]),
        _ => (1, text),
    };
    if digits.is_empty() || !digits.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    // Halved, so that the digits of the mantissa can be added without overflow.
    Some(sign * digits.parse().unwrap_or(i64::MAX / 2).min(i64::MAX / 2))
}
