//! [`ApFloat`]: a float of any [`FloatKind`].
//!
//! Files: this one has the representation, constructors and queries; `kind` the formats; `round` the rounding of all
//! operations; `arith`, `compare` and `convert` compute exactly and pass the result to `round`; `parse` and `print`
//! convert from and to text.
//!
//! Upstream represents a value as category, sign, exponent and significand, so that it can hold values without a bit
//! pattern in the format. See Note [Values without a bit pattern] for the relevant ones.

mod arith;
mod compare;
mod convert;
mod kind;
mod magnitude;
mod parse;
mod print;
mod round;

use crate::ApInt;
pub use convert::{Conversion, IntConversion};
pub use kind::{FloatKind, NanEncoding, NonFinite};
use magnitude::Magnitude;
pub use magnitude::Rounding;

/// A float; see the [crate] documentation. Equality is bitwise: NaN equals itself, 0 is not -0.
// Packed with the alignment of 64-bit words: an alignment of 16 would waste a third of the memory in composite types.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(Rust, packed(8))]
pub struct ApFloat {
    kind: FloatKind,
    // Invariant: canonical as constructed by `from_bits`. Bits from the width on are marks.
    bits: u128,
}

// Note [Values without a bit pattern]
// -----------------------------------
// `-1.5 : f8E8M0FNU` prints as -2.000000e+00 although the format has no sign, and `1.0e400 : f4E2M1FN`, an infinity in
// a format without one, prints as 0x0: upstream parses, computes and prints without ever packing the value into bits.
// For identical output, `bits` has marks above the width of the kind, which only values from literals and arithmetic
// have: the sign of an `f8E8M0FNU`, or "infinity" or "NaN" of a kind without either. They are lost when a value is
// converted to its bits.

/// The class of a float, without its sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Zero,
    Finite(Magnitude),
    Infinity,
    Nan,
}

impl ApFloat {
    /// The value of a bit pattern; bits beyond the width of the kind are ignored.
    ///
    /// The patterns of `f80` that current processors reject are interpreted as by upstream: those with exponent but
    /// without integer bit are NaN, those with integer bit but without exponent are normal.
    ///
    /// ```
    /// use rmlir_num::{ApFloat, FloatKind};
    /// let one = ApFloat::from_bits(FloatKind::F16, 0x3c00);
    /// assert!(one.is_exactly(1.0));
    /// ```
    pub fn from_bits(kind: FloatKind, bits: u128) -> ApFloat {
        let bits = bits & (u128::MAX >> (128 - kind.width()));
        let bits = if kind == FloatKind::F80 { canonical_f80(bits) } else { bits };
        ApFloat { kind, bits }
    }

    /// The value of an integer's bits; those beyond the width of the kind are ignored.
    pub fn from_bits_int(kind: FloatKind, bits: &ApInt) -> ApFloat {
        let low = bits.zext_or_trunc(bits.width().min(128));
        ApFloat::from_bits(kind, low.to_u128().expect("128 bits fit"))
    }

    /// 0, or -0 where it exists; the least normal value in a kind without zero.
    pub fn zero(kind: FloatKind, negative: bool) -> ApFloat {
        ApFloat::signed(kind, negative && kind.has_negative_zero(), 0)
    }

    /// Infinity; NaN in a kind that has only NaN.
    pub fn infinity(kind: FloatKind, negative: bool) -> ApFloat {
        match kind.non_finite() {
            NonFinite::InfinityAndNan => ApFloat::signed(kind, negative, infinity_bits(kind)),
            NonFinite::NanOnly => ApFloat::nan(kind, negative),
            NonFinite::None => ApFloat::signed(kind, negative, infinity_mark(kind)),
        }
    }

    /// The quiet NaN without payload.
    pub fn nan(kind: FloatKind, negative: bool) -> ApFloat {
        match (kind.non_finite(), kind.nan_encoding()) {
            (NonFinite::None, _) => ApFloat::signed(kind, negative, nan_mark(kind)),
            (_, NanEncoding::Ieee) => ApFloat::signed(kind, negative, infinity_bits(kind) | quiet_bit(kind)),
            (_, NanEncoding::AllOnes) => ApFloat::signed(kind, negative, all_ones_but_sign(kind)),
            (_, NanEncoding::NegativeZero) => ApFloat::signed(kind, true, 0),
        }
    }

    /// The largest finite value.
    ///
    /// ```
    /// use rmlir_num::{ApFloat, FloatKind};
    /// assert!(ApFloat::largest(FloatKind::F16, false).is_exactly(65504.0));
    /// ```
    pub fn largest(kind: FloatKind, negative: bool) -> ApFloat {
        let beyond = Magnitude::exact(1, kind.max_exponent() + 1);
        beyond.round(kind, negative, Rounding::TowardZero).value
    }

    /// The finite value nearest to 0 that is not 0.
    pub fn smallest(kind: FloatKind, negative: bool) -> ApFloat {
        let denormal_bits = kind.precision() as i32 - 1;
        Magnitude::exact(1, kind.min_exponent() - denormal_bits).round(kind, negative, Rounding::TowardZero).value
    }

    /// The normal value nearest to 0.
    pub fn smallest_normal(kind: FloatKind, negative: bool) -> ApFloat {
        Magnitude::exact(1, kind.min_exponent()).round(kind, negative, Rounding::TowardZero).value
    }

    /// The format.
    #[inline]
    pub fn kind(&self) -> FloatKind {
        self.kind
    }

    /// The bit pattern.
    #[inline]
    pub fn bits(&self) -> u128 {
        self.bits & (u128::MAX >> (128 - self.kind.width()))
    }

    /// The bit pattern as an integer of the same width.
    pub fn to_bits_int(&self) -> ApInt {
        ApInt::from_u128(self.kind.width(), self.bits())
    }

    /// The size in bytes of a value in the raw form of dense elements.
    pub fn n_bytes(kind: FloatKind) -> usize {
        ApInt::n_bytes(kind.width())
    }

    /// Appends the bit pattern in [`ApFloat::n_bytes`] bytes, least first.
    pub fn write_le_bytes(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.bits().to_le_bytes()[..ApFloat::n_bytes(self.kind)]);
    }

    /// The value whose bit pattern `bytes` are, least first. Missing bytes count as zero.
    pub fn from_le_bytes(kind: FloatKind, bytes: &[u8]) -> ApFloat {
        let mut low = [0; 16];
        let n_bytes = bytes.len().min(low.len());
        low[..n_bytes].copy_from_slice(&bytes[..n_bytes]);
        ApFloat::from_bits(kind, u128::from_le_bytes(low))
    }

    /// Returns whether the sign bit is set, also that of NaN.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.bits & sign_bit(self.kind) != 0
    }

    /// Returns whether it is 0 or -0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.kind.has_zero() && self.bits & !sign_bit(self.kind) == 0 && !self.is_nan()
    }

    /// Returns whether it is 0 without sign.
    #[inline]
    pub fn is_pos_zero(&self) -> bool {
        self.is_zero() && !self.is_negative()
    }

    /// Returns whether it is -0.
    #[inline]
    pub fn is_neg_zero(&self) -> bool {
        self.is_zero() && self.is_negative()
    }

    /// Returns whether it is an infinity.
    #[inline]
    pub fn is_infinity(&self) -> bool {
        let unsigned = self.bits & !sign_bit(self.kind);
        match self.kind.non_finite() {
            NonFinite::InfinityAndNan => unsigned == infinity_bits(self.kind),
            NonFinite::NanOnly => false,
            NonFinite::None => unsigned == infinity_mark(self.kind),
        }
    }

    /// Returns whether it is NaN.
    #[inline]
    pub fn is_nan(&self) -> bool {
        let (kind, unsigned) = (self.kind, self.bits & !sign_bit(self.kind));
        match (kind.non_finite(), kind.nan_encoding()) {
            (NonFinite::None, _) => unsigned == nan_mark(kind),
            // In `f80` all patterns above infinity are NaN, and so are those below with the integer bit clear.
            (_, NanEncoding::Ieee) => {
                unsigned >> kind.stored_bits() == kind.exponent_mask() && unsigned != infinity_bits(kind)
            }
            (_, NanEncoding::AllOnes) => unsigned == all_ones_but_sign(kind),
            (_, NanEncoding::NegativeZero) => self.bits == sign_bit(kind),
        }
    }

    /// Returns whether it is a signaling NaN.
    pub fn is_signaling(&self) -> bool {
        self.kind.has_infinity() && self.is_nan() && self.bits & quiet_bit(self.kind) == 0
    }

    /// Returns whether it is neither infinite nor NaN.
    #[inline]
    pub fn is_finite(&self) -> bool {
        !self.is_infinity() && !self.is_nan()
    }

    /// Returns whether it is denormal: not 0, but less than every normal value.
    ///
    /// ```
    /// use rmlir_num::{ApFloat, FloatKind};
    /// assert!(ApFloat::smallest(FloatKind::F64, false).is_denormal());
    /// ```
    pub fn is_denormal(&self) -> bool {
        match self.class() {
            Class::Finite(magnitude) => magnitude.top_exponent() < self.kind.min_exponent(),
            _ => false,
        }
    }

    /// The value with the given sign, except for values without a negative counterpart: 0 and NaN of the `FNUZ` kinds.
    pub(crate) fn with_sign(self, negative: bool) -> ApFloat {
        let fixed = self.kind.nan_encoding() == NanEncoding::NegativeZero && (self.is_zero() || self.is_nan());
        if fixed { self } else { ApFloat::signed(self.kind, negative, self.bits & !sign_bit(self.kind)) }
    }

    /// The quiet NaN for a signaling one; other values unchanged.
    pub(crate) fn quieted(self) -> ApFloat {
        if self.is_signaling() { self.made_quiet() } else { self }
    }

    /// A NaN with the quiet bit set, in a kind that has signaling ones.
    pub(crate) fn made_quiet(self) -> ApFloat {
        if self.kind.has_infinity() { ApFloat { bits: self.bits | quiet_bit(self.kind), ..self } } else { self }
    }

    /// The class of the value, without its sign.
    pub(crate) fn class(&self) -> Class {
        if self.is_nan() {
            return Class::Nan;
        }
        if self.is_infinity() {
            return Class::Infinity;
        }
        if self.is_zero() {
            return Class::Zero;
        }
        Class::Finite(self.finite_magnitude())
    }

    /// The magnitude of a finite value that is not 0.
    fn finite_magnitude(&self) -> Magnitude {
        let kind = self.kind;
        let unsigned = self.bits & !sign_bit(kind);
        let field = (unsigned >> kind.stored_bits()) as i32;
        let fraction = unsigned & fraction_mask(kind);
        let denormal = field == 0 && kind.has_zero();
        let exponent = if denormal { kind.min_exponent() } else { field - kind.bias() };
        // The implicit bit; in `f80` it is set already.
        let integer_bit = if denormal { 0 } else { 1 << (kind.precision() - 1) };
        Magnitude::exact(fraction | integer_bit, exponent - (kind.precision() as i32 - 1))
    }

    fn signed(kind: FloatKind, negative: bool, unsigned: u128) -> ApFloat {
        ApFloat { kind, bits: unsigned | if negative { sign_bit(kind) } else { 0 } }
    }
}

/// The sign bit; in a kind without sign it is a mark.
#[inline]
fn sign_bit(kind: FloatKind) -> u128 {
    1 << (kind.width() - u32::from(kind.has_sign()))
}

/// The mark of an infinite value in a kind without infinity.
fn infinity_mark(kind: FloatKind) -> u128 {
    1 << kind.width()
}

/// The mark of a NaN in a kind without NaN.
fn nan_mark(kind: FloatKind) -> u128 {
    2 << kind.width()
}

/// The stored bits of the significand.
fn fraction_mask(kind: FloatKind) -> u128 {
    (1 << kind.stored_bits()) - 1
}

/// The greatest exponent with a zero significand, except for the integer bit if that is stored.
#[inline]
fn infinity_bits(kind: FloatKind) -> u128 {
    let integer_bit = if kind == FloatKind::F80 { 1 << 63 } else { 0 };
    kind.exponent_mask() << kind.stored_bits() | integer_bit
}

fn all_ones_but_sign(kind: FloatKind) -> u128 {
    kind.exponent_mask() << kind.stored_bits() | fraction_mask(kind)
}

/// The bit below the integer bit: set in quiet NaNs, clear in signaling ones.
fn quiet_bit(kind: FloatKind) -> u128 {
    1 << (kind.precision() - 2)
}

fn canonical_f80(bits: u128) -> u128 {
    let kind = FloatKind::F80;
    let has_integer_bit = bits & 1 << 63 != 0;
    match bits >> 64 & kind.exponent_mask() {
        0 if has_integer_bit => bits | 1 << 64,
        0 => bits,
        _ if has_integer_bit => bits,
        _ => bits | kind.exponent_mask() << 64,
    }
}

impl std::fmt::Debug for ApFloat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} ({:#x})", self.kind, self.print(), self.bits())
    }
}
