//! How numbers are written.

use num_bigint::{BigInt, Sign};

/// The digits of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Digits {
    /// `%u`
    Unsigned,
    /// `%d`
    Signed,
    /// `%x`
    HexLower,
    /// `%X`
    HexUpper,
}

/// How a number is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Its digits.
    pub digits: Digits,
    /// The least number of digits.
    pub precision: u32,
    /// Whether `0x` is before them.
    pub has_prefix: bool,
}

impl Format {
    /// `%u`
    pub const UNSIGNED: Format = Format { digits: Digits::Unsigned, precision: 0, has_prefix: false };

    /// The format as it is written.
    pub fn words(self) -> &'static str {
        match self.digits {
            Digits::Unsigned => "%u",
            Digits::Signed => "%d",
            Digits::HexLower => "%x",
            Digits::HexUpper => "%X",
        }
    }

    /// The expression, for the `regex` crate, of all numbers in this format, and whether it is plain.
    pub fn regex(self) -> (String, bool) {
        let (sign, first, others) = match self.digits {
            Digits::Unsigned => ("", "1-9", "0-9"),
            Digits::Signed => ("-?", "1-9", "0-9"),
            Digits::HexLower => ("", "1-9a-f", "0-9a-f"),
            Digits::HexUpper => ("", "1-9A-F", "0-9A-F"),
        };
        let prefix = if self.has_prefix { "0x" } else { "" };
        match self.precision {
            0 => (format!("{sign}{prefix}[{others}]+"), sign.is_empty()),
            // At least so many digits; more only if the first is not 0.
            n => (format!("{prefix}{sign}(?:[{first}][{others}]*)?[{others}]{{{n}}}"), false),
        }
    }

    /// The number as it is written; none if it is negative and the format has no sign.
    pub fn write(self, value: &BigInt) -> Option<String> {
        let is_negative = value.sign() == Sign::Minus;
        if is_negative && self.digits != Digits::Signed {
            return None;
        }
        let digits = match self.digits {
            Digits::Unsigned | Digits::Signed => value.magnitude().to_str_radix(10),
            Digits::HexLower => value.magnitude().to_str_radix(16),
            Digits::HexUpper => value.magnitude().to_str_radix(16).to_uppercase(),
        };
        let sign = if is_negative { "-" } else { "" };
        let prefix = if self.has_prefix { "0x" } else { "" };
        Some(format!("{sign}{prefix}{digits:0>width$}", width = self.precision as usize))
    }

    /// The number that is written as `text`, which the expression of this format matches.
    pub fn read(self, text: &[u8]) -> Option<BigInt> {
        let (text, is_negative) = text.strip_prefix(b"-").map_or((text, false), |rest| (rest, true));
        let text = if self.has_prefix { text.strip_prefix(b"0x")? } else { text };
        let radix = if matches!(self.digits, Digits::HexLower | Digits::HexUpper) { 16 } else { 10 };
        let value = BigInt::parse_bytes(text, radix)?;
        Some(if is_negative { -value } else { value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(digits: Digits, precision: u32, has_prefix: bool) -> Format {
        Format { digits, precision, has_prefix }
    }

    #[test]
    fn numbers_are_written_and_read() {
        for (format, value, text) in [
            (Format::UNSIGNED, 12, "12"),
            (format(Digits::Signed, 3, false), -7, "-007"),
            (format(Digits::HexUpper, 4, true), 0x2a, "0x002A"),
            (format(Digits::HexLower, 0, false), 0xbeef, "beef"),
        ] {
            assert_eq!(format.write(&value.into()).as_deref(), Some(text));
            assert_eq!(format.read(text.as_bytes()), Some(value.into()));
        }
        assert_eq!(Format::UNSIGNED.write(&(-1).into()), None);
    }
}
