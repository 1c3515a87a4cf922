//! Floats as text.
//!
//! Algorithm: six digits and an exponent if that parses to the same value; else as many digits as the precision
//! distinguishes, if they have a point; else, and for infinity and NaN, the bits.
//!
//! The digits are those of the exact decimal expansion, truncated twice. First powers of ten are divided out while the
//! binary length exceeds the required one, without rounding; then excess digits are rounded, halves up. The first
//! truncation can leave exactly the required digits, and then there is no rounding. Upstream's texts depend on this.

use super::{ApFloat, Class, Magnitude};
use num_bigint::BigUint;

/// The number of digits in the short form.
const N_SHORT_DIGITS: usize = 6;

/// The number of zeros in the long form between digits and point before it switches to an exponent.
const MAX_PADDING: i64 = 3;

/// An overestimate of log2(10).
const BITS_PER_DIGIT: (u64, u64) = (196, 59);

impl ApFloat {
    /// The text in attributes: `1.000000e+00`, `0.10000000149011612`, or in bits, `0x7FC00000`. It is in bits iff it
    /// starts with `0x`.
    ///
    /// ```
    /// use rmlir_num::ApFloat;
    /// assert_eq!(ApFloat::from_f64_exact(1500.0).print(), "1.500000e+03");
    /// ```
    pub fn print(&self) -> String {
        let sign = if self.is_negative() { "-" } else { "" };
        let magnitude = match self.class() {
            Class::Zero => return format!("{sign}0.000000e+00"),
            Class::Infinity | Class::Nan => return self.print_bits(),
            Class::Finite(magnitude) => magnitude,
        };
        let expansion = Expansion::new(magnitude);
        if let Some(short) = self.short(&expansion) {
            return short;
        }
        let precision = 2 + self.kind().precision() as usize * 59 / 196;
        match expansion.digits(precision).natural(precision) {
            Some(long) => format!("{sign}{long}"),
            None => self.print_bits(),
        }
    }

    /// The form with six digits, if that parses to the same value: LLVM IR's syntax for values that are not printed as
    /// bits.
    pub fn print_short(&self) -> Option<String> {
        match self.class() {
            Class::Zero => Some(self.print()),
            Class::Infinity | Class::Nan => None,
            Class::Finite(magnitude) => self.short(&Expansion::new(magnitude)),
        }
    }

    fn short(&self, expansion: &Expansion) -> Option<String> {
        let sign = if self.is_negative() { "-" } else { "" };
        let text = format!("{sign}{}", expansion.digits(N_SHORT_DIGITS).scientific());
        (ApFloat::parse_decimal(self.kind(), &text) == Some(*self)).then_some(text)
    }

    /// The bit pattern in hexadecimal, without leading zeros.
    pub fn print_bits(&self) -> String {
        self.to_bits_int().to_string_hex()
    }
}

/// `digits` · 10^`exponent`, exact.
struct Expansion {
    digits: BigUint,
    exponent: i64,
}

/// Decimal digits, most significant first, the last one not 0, of an integer times 10^`exponent`.
struct Digits {
    digits: Vec<u8>,
    exponent: i64,
}

impl Expansion {
    fn new(magnitude: Magnitude) -> Expansion {
        let n_zeros = magnitude.significand.trailing_zeros();
        let odd = BigUint::from(magnitude.significand >> n_zeros);
        let exponent = magnitude.exponent + n_zeros as i32;
        if exponent >= 0 {
            return Expansion { digits: odd << exponent as u32, exponent: 0 };
        }
        // x · 2^-n = x · 5^n · 10^-n
        let digits = odd * BigUint::from(5u32).pow(exponent.unsigned_abs());
        Expansion { digits, exponent: exponent.into() }
    }

    /// At most `n_wanted` digits; see the module documentation for the truncation.
    fn digits(&self, n_wanted: usize) -> Digits {
        let (bits, digits) = BITS_PER_DIGIT;
        let n_bits_wanted = (n_wanted as u64 * bits).div_ceil(digits);
        let n_removable = self.digits.bits().saturating_sub(n_bits_wanted) * digits / bits;
        let text = match n_removable {
            0 => self.digits.to_str_radix(10),
            n => (&self.digits / BigUint::from(10u32).pow(n as u32)).to_str_radix(10),
        };
        let mut result = Digits { digits: text.into_bytes(), exponent: self.exponent + n_removable as i64 };
        result.round_to(n_wanted);
        result.drop_zeros();
        result
    }
}

impl Digits {
    fn round_to(&mut self, n_wanted: usize) {
        // Trailing zeros count for the length, but never change the result.
        if self.digits.len() <= n_wanted {
            return;
        }
        let is_up = self.digits[n_wanted] >= b'5';
        self.exponent += (self.digits.len() - n_wanted) as i64;
        self.digits.truncate(n_wanted);
        if is_up {
            self.increment();
        }
    }

    fn increment(&mut self) {
        while self.digits.last() == Some(&b'9') {
            self.digits.pop();
            self.exponent += 1;
        }
        match self.digits.last_mut() {
            Some(last) => *last += 1,
            None => self.digits.push(b'1'),
        }
    }

    fn drop_zeros(&mut self) {
        while self.digits.last() == Some(&b'0') {
            self.digits.pop();
            self.exponent += 1;
        }
    }

    /// The exponent with the point after the first digit.
    fn scientific_exponent(&self) -> i64 {
        self.exponent + self.digits.len() as i64 - 1
    }

    fn text(&self, range: std::ops::Range<usize>) -> &str {
        std::str::from_utf8(&self.digits[range]).expect("digits are ASCII")
    }

    /// One digit, point, six digits, exponent of at least two digits. As there are at most six digits, the last is 0.
    fn scientific(&self) -> String {
        let fraction = self.text(1..self.digits.len());
        format!("{}.{fraction:0<N_SHORT_DIGITS$}e{:+03}", self.text(0..1), self.scientific_exponent())
    }

    /// The long form, or `None` if it is an integer and so would not be parsed as a float.
    fn natural(&self, precision: usize) -> Option<String> {
        let n_digits = self.digits.len();
        let point = n_digits as i64 + self.exponent;
        let is_scientific = if self.exponent >= 0 {
            self.exponent > MAX_PADDING || point > precision as i64
        } else {
            point <= 0 && 1 - point > MAX_PADDING
        };
        if is_scientific {
            let fraction = if n_digits == 1 { "0" } else { self.text(1..n_digits) };
            return Some(format!("{}.{fraction}E{:+}", self.text(0..1), self.scientific_exponent()));
        }
        if self.exponent >= 0 {
            return None;
        }
        Some(match usize::try_from(point) {
            Ok(point @ 1..) => format!("{}.{}", self.text(0..point), self.text(point..n_digits)),
            _ => format!("0.{}{}", "0".repeat(point.unsigned_abs() as usize), self.text(0..n_digits)),
        })
    }
}
