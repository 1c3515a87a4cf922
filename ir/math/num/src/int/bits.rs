//! Logic, shifts, counts, and changes of width.

use super::{ApInt, INLINE_BITS, Pair, Repr, mask, sign_extend, wide_mask};
use num_bigint::BigUint;

impl ApInt {
    /// Bitwise and.
    #[inline]
    pub fn and(&self, rhs: &ApInt) -> ApInt {
        match self.pair(rhs) {
            Pair::Small(width, a, b) => ApInt::small(width, a & b),
            Pair::Wide(width, a, b) => ApInt::wide(width, a & b),
        }
    }

    /// Bitwise or.
    #[inline]
    pub fn or(&self, rhs: &ApInt) -> ApInt {
        match self.pair(rhs) {
            Pair::Small(width, a, b) => ApInt::small(width, a | b),
            Pair::Wide(width, a, b) => ApInt::wide(width, a | b),
        }
    }

    /// Bitwise exclusive or.
    #[inline]
    pub fn xor(&self, rhs: &ApInt) -> ApInt {
        match self.pair(rhs) {
            Pair::Small(width, a, b) => ApInt::small(width, a ^ b),
            Pair::Wide(width, a, b) => ApInt::wide(width, a ^ b),
        }
    }

    /// The left shift; 0 from an amount of the width on.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::new(8, 0x81).shl(1), ApInt::new(8, 2));
    /// assert_eq!(ApInt::one(8).shl(8), ApInt::zero(8));
    /// ```
    #[inline]
    pub fn shl(&self, amount: u32) -> ApInt {
        match &self.0 {
            Repr::Small { width, value } => ApInt::small(*width, value.checked_shl(amount).unwrap_or(0)),
            Repr::Wide { width, .. } if amount >= *width => ApInt::zero(*width),
            Repr::Wide { width, value } => ApInt::wide(*width, &**value << amount),
        }
    }

    /// The logical right shift; 0 from an amount of the width on.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::new(8, 0x80).lshr(7), ApInt::one(8));
    /// ```
    #[inline]
    pub fn lshr(&self, amount: u32) -> ApInt {
        match &self.0 {
            Repr::Small { width, value } => ApInt::small(*width, value.checked_shr(amount).unwrap_or(0)),
            Repr::Wide { width, value } => ApInt::wide(*width, &**value >> amount),
        }
    }

    /// The arithmetic right shift.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::new(8, 0x80).ashr(7), ApInt::all_ones(8));
    /// ```
    #[inline]
    pub fn ashr(&self, amount: u32) -> ApInt {
        match &self.0 {
            Repr::Small { width, value } => {
                ApInt::small(*width, (sign_extend(*width, *value) >> amount.min(INLINE_BITS - 1)) as u64)
            }
            Repr::Wide { .. } if self.is_negative() => self.not().lshr(amount).not(),
            Repr::Wide { .. } => self.lshr(amount),
        }
    }

    /// [`ApInt::shl`] by an unsigned amount of any width.
    pub fn shl_by(&self, amount: &ApInt) -> ApInt {
        self.shl(self.limited_amount(amount))
    }

    /// [`ApInt::lshr`] by an unsigned amount of any width.
    pub fn lshr_by(&self, amount: &ApInt) -> ApInt {
        self.lshr(self.limited_amount(amount))
    }

    /// [`ApInt::ashr`] by an unsigned amount of any width.
    pub fn ashr_by(&self, amount: &ApInt) -> ApInt {
        self.ashr(self.limited_amount(amount))
    }

    /// A shift amount, clamped to the width: greater ones have the same result.
    fn limited_amount(&self, amount: &ApInt) -> u32 {
        amount.zext_value().map_or(self.width(), |n| n.min(self.width().into()) as u32)
    }

    /// The number of zeros above the highest set bit.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::one(100).count_leading_zeros(), 99);
    /// ```
    #[inline]
    pub fn count_leading_zeros(&self) -> u32 {
        self.width() - self.active_bits()
    }

    /// The number of ones above the highest clear bit.
    #[inline]
    pub fn count_leading_ones(&self) -> u32 {
        match &self.0 {
            Repr::Small { width, value } => (!value & mask(*width)).leading_zeros() - (INLINE_BITS - width),
            Repr::Wide { .. } => self.not().count_leading_zeros(),
        }
    }

    /// The number of zeros below the lowest set bit; the width if there is none.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::signed_min(100).count_trailing_zeros(), 99);
    /// ```
    #[inline]
    pub fn count_trailing_zeros(&self) -> u32 {
        match &self.0 {
            Repr::Small { width, value } => value.trailing_zeros().min(*width),
            Repr::Wide { width, value } => value.trailing_zeros().map_or(*width, |n| n as u32),
        }
    }

    /// The number of ones below the lowest clear bit.
    #[inline]
    pub fn count_trailing_ones(&self) -> u32 {
        match &self.0 {
            Repr::Small { value, .. } => value.trailing_ones(),
            Repr::Wide { value, .. } => value.trailing_ones() as u32,
        }
    }

    /// The number of set bits.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::new(8, 0b1011).popcount(), 3);
    /// ```
    #[inline]
    pub fn popcount(&self) -> u32 {
        match &self.0 {
            Repr::Small { value, .. } => value.count_ones(),
            Repr::Wide { value, .. } => value.count_ones() as u32,
        }
    }

    /// The number of bits required for the unsigned value: 0 for 0.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::new(64, 5).active_bits(), 3);
    /// ```
    #[inline]
    pub fn active_bits(&self) -> u32 {
        match &self.0 {
            Repr::Small { value, .. } => INLINE_BITS - value.leading_zeros(),
            Repr::Wide { value, .. } => value.bits() as u32,
        }
    }

    /// The number of bits required for the signed value, its sign bit included: 1 for 0 and -1.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::new(64, 5).min_signed_bits(), 4);
    /// assert_eq!(ApInt::all_ones(64).min_signed_bits(), 1);
    /// ```
    pub fn min_signed_bits(&self) -> u32 {
        self.width() - self.count_sign_bits() + 1
    }

    /// The zero-extension. The new width is no less than the old one.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::all_ones(8).zext(16), ApInt::new(16, 255));
    /// ```
    #[inline]
    pub fn zext(&self, width: u32) -> ApInt {
        debug_assert!(width >= self.width(), "an extension narrows from {} to {width}", self.width());
        match &self.0 {
            Repr::Small { value, .. } => ApInt::new(width, *value),
            Repr::Wide { value, .. } => ApInt::wide(width, (**value).clone()),
        }
    }

    /// The sign-extension. The new width is no less than the old one.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::all_ones(8).sext(16), ApInt::all_ones(16));
    /// ```
    #[inline]
    pub fn sext(&self, width: u32) -> ApInt {
        debug_assert!(width >= self.width(), "an extension narrows from {} to {width}", self.width());
        match &self.0 {
            Repr::Small { width: old, value } => ApInt::from_i64(width, sign_extend(*old, *value)),
            Repr::Wide { width: old, value } if self.is_negative() => {
                ApInt::wide(width, (wide_mask(width) ^ wide_mask(*old)) | &**value)
            }
            Repr::Wide { .. } => self.zext(width),
        }
    }

    /// The truncation. The new width is no greater than the old one.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::new(16, 0x1ff).trunc(8), ApInt::new(8, 0xff));
    /// ```
    #[inline]
    pub fn trunc(&self, width: u32) -> ApInt {
        debug_assert!(width <= self.width(), "a truncation widens from {} to {width}", self.width());
        match &self.0 {
            Repr::Small { value, .. } => ApInt::small(width, *value),
            Repr::Wide { value, .. } => ApInt::from_biguint(width, low_digits(value, width)),
        }
    }

    /// [`ApInt::zext`] or [`ApInt::trunc`], according to the width.
    pub fn zext_or_trunc(&self, width: u32) -> ApInt {
        if width < self.width() { self.trunc(width) } else { self.zext(width) }
    }

    /// [`ApInt::sext`] or [`ApInt::trunc`], according to the width.
    pub fn sext_or_trunc(&self, width: u32) -> ApInt {
        if width < self.width() { self.trunc(width) } else { self.sext(width) }
    }
}

/// The digits of the `width` low bits, so that a short truncation of a long value is cheap.
fn low_digits(value: &BigUint, width: u32) -> BigUint {
    let n_digits = width.div_ceil(32) as usize;
    BigUint::new(value.iter_u32_digits().take(n_digits).collect())
}
