//! Integers as text and as bytes.

use super::{ApInt, Repr};
use num_bigint::BigUint;

impl ApInt {
    /// The value of an integer token, `12` or `0xC`, with the minimal width (at least one bit). `None` if the text is
    /// no such token.
    pub fn parse_magnitude(spelling: &str) -> Option<ApInt> {
        match spelling.strip_prefix("0x") {
            Some(digits) => ApInt::parse_hex(digits),
            None => ApInt::parse_dec(spelling),
        }
    }

    /// The value of decimal digits, with the minimal width (at least one bit).
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// let number = ApInt::parse_dec("300").unwrap();
    /// assert_eq!(number.zext_value(), Some(300));
    /// ```
    pub fn parse_dec(digits: &str) -> Option<ApInt> {
        ApInt::parse_radix(digits, 10)
    }

    /// The value of hexadecimal digits (without `0x`), with the minimal width (at least one bit).
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::parse_hex("ff").and_then(|it| it.zext_value()), Some(255));
    /// ```
    pub fn parse_hex(digits: &str) -> Option<ApInt> {
        ApInt::parse_radix(digits, 16)
    }

    fn parse_radix(digits: &str, radix: u32) -> Option<ApInt> {
        // The library's parser also accepts signs and underscores.
        if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
            return None;
        }
        if let Ok(value) = u64::from_str_radix(digits, radix) {
            return Some(ApInt::new((u64::BITS - value.leading_zeros()).max(1), value));
        }
        let value = BigUint::parse_bytes(digits.as_bytes(), radix)?;
        let width = u32::try_from(value.bits()).ok()?;
        Some(ApInt::from_biguint(width, value))
    }

    /// The value of an attribute of integer type with the integer token `spelling`, negated if `negative`.
    ///
    /// `None` if it is out of range. A token without minus may use all bits (`255 : i8` is -1) unless `signed`, that
    /// is, the type is `index` or a signed integer. With a minus, the result has to be negative: there is no -0.
    pub fn from_literal(spelling: &str, negative: bool, width: u32, signed: bool) -> Option<ApInt> {
        let magnitude = ApInt::parse_magnitude(spelling)?;
        if magnitude.active_bits() > width {
            return None;
        }
        let value = magnitude.zext_or_trunc(width);
        let value = if negative { value.neg() } else { value };
        let sign_fits = if negative { value.is_negative() } else { !(signed && value.is_negative()) };
        sign_fits.then_some(value)
    }

    /// The unsigned value in decimal.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::all_ones(128).to_string_unsigned(), "340282366920938463463374607431768211455");
    /// ```
    pub fn to_string_unsigned(&self) -> String {
        match &self.0 {
            Repr::Small { value, .. } => value.to_string(),
            Repr::Wide { value, .. } => value.to_string(),
        }
    }

    /// The signed value in decimal.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::all_ones(128).to_string_signed(), "-1");
    /// ```
    pub fn to_string_signed(&self) -> String {
        match self.sext_value() {
            Some(value) => value.to_string(),
            None => self.to_bigint().to_string(),
        }
    }

    /// The bits in hexadecimal, `0x` and capital digits without leading zeros: `0xFF`, `0x0`.
    pub fn to_string_hex(&self) -> String {
        match &self.0 {
            Repr::Small { value, .. } => format!("0x{value:X}"),
            Repr::Wide { value, .. } => format!("0x{:X}", **value),
        }
    }

    /// The size in bytes of a value with this width in the raw form of dense elements.
    pub fn n_bytes(width: u32) -> usize {
        width.div_ceil(8) as usize
    }

    /// Appends the value in [`ApInt::n_bytes`] bytes, least first, unused bits zero.
    pub fn write_le_bytes(&self, out: &mut Vec<u8>) {
        let n_bytes = ApInt::n_bytes(self.width());
        match &self.0 {
            Repr::Small { value, .. } => out.extend_from_slice(&value.to_le_bytes()[..n_bytes]),
            Repr::Wide { value, .. } => {
                let start = out.len();
                out.extend_from_slice(&value.to_bytes_le());
                out.resize(start + n_bytes, 0);
            }
        }
    }

    /// The value in [`ApInt::n_bytes`] bytes, least first, unused bits zero.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::new(12, 0xabc).to_le_bytes(), [0xbc, 0x0a]);
    /// ```
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(ApInt::n_bytes(self.width()));
        self.write_le_bytes(&mut bytes);
        bytes
    }

    /// The value of `bytes`, least first, modulo 2^width. Missing bytes count as zero.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> ApInt {
        if width > u64::BITS {
            return ApInt::from_biguint(width, BigUint::from_bytes_le(bytes));
        }
        let mut low = [0; 8];
        let n_bytes = bytes.len().min(low.len());
        low[..n_bytes].copy_from_slice(&bytes[..n_bytes]);
        ApInt::new(width, u64::from_le_bytes(low))
    }
}
