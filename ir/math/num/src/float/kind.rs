//! [`FloatKind`]: the float formats with a builtin type, and their parameters.
//!
//! Notation: *precision* counts the bits of the significand with its integer bit, which is implicit except in `f80`;
//! an exponent `e` is that of a significand in [1, 2).

/// A float format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)] // The names have the exponent and mantissa bits; `Format` below has the rest.
pub enum FloatKind {
    F4E2M1FN,
    F6E2M3FN,
    F6E3M2FN,
    F8E5M2,
    F8E4M3,
    F8E4M3FN,
    F8E5M2FNUZ,
    F8E4M3FNUZ,
    F8E4M3B11FNUZ,
    F8E3M4,
    F8E8M0FNU,
    BF16,
    F16,
    TF32,
    F32,
    F64,
    F80,
    F128,
}

/// The non-finite values of a format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NonFinite {
    /// Infinities, and NaNs with payloads.
    InfinityAndNan,
    /// One NaN (per sign); overflow results in NaN.
    NanOnly,
    /// None; overflow results in the largest value.
    None,
}

/// The encoding of NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NanEncoding {
    /// The greatest exponent with a significand that is not zero.
    Ieee,
    /// All bits set but the sign.
    AllOnes,
    /// The pattern of -0, which does not exist then.
    NegativeZero,
}

/// The parameters of a format.
pub(super) struct Format {
    pub name: &'static str,
    pub width: u32,
    pub precision: u32,
    /// The exponent of the least normal value.
    pub min_exponent: i32,
    /// The exponent of the largest finite value.
    pub max_exponent: i32,
    pub non_finite: NonFinite,
    pub nan_encoding: NanEncoding,
}

const fn ieee(name: &'static str, width: u32, precision: u32, max_exponent: i32) -> Format {
    let (non_finite, nan_encoding) = (NonFinite::InfinityAndNan, NanEncoding::Ieee);
    Format { name, width, precision, min_exponent: 1 - max_exponent, max_exponent, non_finite, nan_encoding }
}

const fn finite(name: &'static str, width: u32, precision: u32, min_exponent: i32, max_exponent: i32) -> Format {
    let (non_finite, nan_encoding) = (NonFinite::None, NanEncoding::Ieee);
    Format { name, width, precision, min_exponent, max_exponent, non_finite, nan_encoding }
}

const fn nan_only(
    name: &'static str,
    precision: u32,
    min_exponent: i32,
    max_exponent: i32,
    nan_encoding: NanEncoding,
) -> Format {
    Format { name, width: 8, precision, min_exponent, max_exponent, non_finite: NonFinite::NanOnly, nan_encoding }
}

/// In the order of [`FloatKind`].
static FORMATS: [Format; 18] = [
    finite("f4E2M1FN", 4, 2, 0, 2),
    finite("f6E2M3FN", 6, 4, 0, 2),
    finite("f6E3M2FN", 6, 3, -2, 4),
    ieee("f8E5M2", 8, 3, 15),
    ieee("f8E4M3", 8, 4, 7),
    nan_only("f8E4M3FN", 4, -6, 8, NanEncoding::AllOnes),
    nan_only("f8E5M2FNUZ", 3, -15, 15, NanEncoding::NegativeZero),
    nan_only("f8E4M3FNUZ", 4, -7, 7, NanEncoding::NegativeZero),
    nan_only("f8E4M3B11FNUZ", 4, -10, 4, NanEncoding::NegativeZero),
    ieee("f8E3M4", 8, 5, 3),
    nan_only("f8E8M0FNU", 1, -127, 127, NanEncoding::AllOnes),
    ieee("bf16", 16, 8, 127),
    ieee("f16", 16, 11, 15),
    ieee("tf32", 19, 11, 127),
    ieee("f32", 32, 24, 127),
    ieee("f64", 64, 53, 1023),
    ieee("f80", 80, 64, 16383),
    ieee("f128", 128, 113, 16383),
];

impl FloatKind {
    /// All kinds, from the narrowest to the widest.
    pub const ALL: [FloatKind; 18] = {
        use FloatKind::*;
        [
            F4E2M1FN,
            F6E2M3FN,
            F6E3M2FN,
            F8E5M2,
            F8E4M3,
            F8E4M3FN,
            F8E5M2FNUZ,
            F8E4M3FNUZ,
            F8E4M3B11FNUZ,
            F8E3M4,
            F8E8M0FNU,
            BF16,
            F16,
            TF32,
            F32,
            F64,
            F80,
            F128,
        ]
    };

    #[inline]
    pub(super) fn format(self) -> &'static Format {
        &FORMATS[self as usize]
    }

    /// The keyword of the builtin type.
    pub fn name(self) -> &'static str {
        self.format().name
    }

    /// The kind of a builtin type, by keyword.
    ///
    /// ```
    /// use rmlir_num::FloatKind;
    /// assert_eq!(FloatKind::from_name("bf16"), Some(FloatKind::BF16));
    /// assert_eq!(FloatKind::from_name("f15"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<FloatKind> {
        FloatKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Bits of a value.
    #[inline]
    pub fn width(self) -> u32 {
        self.format().width
    }

    /// Bits of the significand, the integer bit included, stored or not.
    ///
    /// ```
    /// use rmlir_num::FloatKind;
    /// assert_eq!((FloatKind::F32.precision(), FloatKind::BF16.precision()), (24, 8));
    /// ```
    #[inline]
    pub fn precision(self) -> u32 {
        self.format().precision
    }

    /// The exponent of the least normal value.
    pub fn min_exponent(self) -> i32 {
        self.format().min_exponent
    }

    /// The exponent of the largest finite value.
    pub fn max_exponent(self) -> i32 {
        self.format().max_exponent
    }

    /// The non-finite values.
    pub fn non_finite(self) -> NonFinite {
        self.format().non_finite
    }

    /// The encoding of NaN, if there is one.
    pub fn nan_encoding(self) -> NanEncoding {
        self.format().nan_encoding
    }

    /// Returns whether there are infinities.
    pub fn has_infinity(self) -> bool {
        self.non_finite() == NonFinite::InfinityAndNan
    }

    /// Returns whether there is a NaN.
    pub fn has_nan(self) -> bool {
        self.non_finite() != NonFinite::None
    }

    /// Returns whether there is a zero. Otherwise the least normal value replaces it.
    pub fn has_zero(self) -> bool {
        self != FloatKind::F8E8M0FNU
    }

    /// Returns whether there is a -0.
    pub fn has_negative_zero(self) -> bool {
        self.has_zero() && self.nan_encoding() != NanEncoding::NegativeZero
    }

    /// Returns whether there is a sign bit.
    pub fn has_sign(self) -> bool {
        self != FloatKind::F8E8M0FNU
    }

    /// The bits of the significand that a value stores.
    #[inline]
    pub(super) fn stored_bits(self) -> u32 {
        if self == FloatKind::F80 { 64 } else { self.precision() - 1 }
    }

    /// The greatest value of the exponent field.
    #[inline]
    pub(super) fn exponent_mask(self) -> u128 {
        let n_bits = self.width() - u32::from(self.has_sign()) - self.stored_bits();
        (1 << n_bits) - 1
    }

    /// The bias: the difference of the exponent field and the exponent of a normal value.
    #[inline]
    pub(super) fn bias(self) -> i32 {
        // Without zero and denormals the least normal value has the first value of the field, otherwise the second.
        i32::from(self.has_zero()) - self.min_exponent()
    }
}

impl std::fmt::Display for FloatKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
