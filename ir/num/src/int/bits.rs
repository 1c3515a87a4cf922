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

    /// Shifted left; 0 from an amount of the width on.
    #[inline]
    pub fn shl(&self, amount: u32) -> ApInt {
        match &self.0 {
            Repr::Small { width, value } => ApInt::small(*width, value.checked_shl(amount).unwrap_or(0)),
            Repr::Wide { width, .. } if amount >= *width => ApInt::zero(*width),
            Repr::Wide { width, value } => ApInt::wide(*width, &**value << amount),
        }
    }

    /// Shifted right with zeros coming in; 0 from an amount of the width on.
    #[inline]
    pub fn lshr(&self, amount: u32) -> ApInt {
        match &self.0 {
            Repr::Small { width, value } => ApInt::small(*width, value.checked_shr(amount).unwrap_or(0)),
            Repr::Wide { width, value } => ApInt::wide(*width, &**value >> amount),
        }
    }

    /// Shifted right with copies of the sign bit coming in.
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

    /// A shift amount, cut at the width: greater ones all do the same.
    fn limited_amount(&self, amount: &ApInt) -> u32 {
        amount.zext_value().map_or(self.width(), |n| n.min(self.width().into()) as u32)
    }

    /// Zeros above the highest set bit.
    #[inline]
    pub fn count_leading_zeros(&self) -> u32 {
        self.width() - self.active_bits()
    }

    /// Ones above the highest clear bit.
    #[inline]
    pub fn count_leading_ones(&self) -> u32 {
        match &self.0 {
            Repr::Small { width, value } => (!value & mask(*width)).leading_zeros() - (INLINE_BITS - width),
            Repr::Wide { .. } => self.not().count_leading_zeros(),
        }
    }

    /// Zeros below the lowest set bit; the width when there is none.
    #[inline]
    pub fn count_trailing_zeros(&self) -> u32 {
        match &self.0 {
            Repr::Small { width, value } => value.trailing_zeros().min(*width),
            Repr::Wide { width, value } => value.trailing_zeros().map_or(*width, |n| n as u32),
        }
    }

    /// Ones below the lowest clear bit.
    #[inline]
    pub fn count_trailing_ones(&self) -> u32 {
        match &self.0 {
            Repr::Small { value, .. } => value.trailing_ones(),
            Repr::Wide { value, .. } => value.trailing_ones() as u32,
        }
    }

    /// The number of set bits.
    #[inline]
    pub fn popcount(&self) -> u32 {
        match &self.0 {
            Repr::Small { value, .. } => value.count_ones(),
            Repr::Wide { value, .. } => value.count_ones() as u32,
        }
    }

    /// The bits that the unsigned value needs: 0 for 0.
    #[inline]
    pub fn active_bits(&self) -> u32 {
        match &self.0 {
            Repr::Small { value, .. } => INLINE_BITS - value.leading_zeros(),
            Repr::Wide { value, .. } => value.bits() as u32,
        }
    }

    /// The bits that the signed value needs, its sign bit included: 1 for 0 and -1.
    pub fn min_signed_bits(&self) -> u32 {
        self.width() - self.count_sign_bits() + 1
    }

    /// Widened with zeros. The new width is no less than the old one.
    #[inline]
    pub fn zext(&self, width: u32) -> ApInt {
        debug_assert!(width >= self.width(), "an extension narrows from {} to {width}", self.width());
        match &self.0 {
            Repr::Small { value, .. } => ApInt::new(width, *value),
            Repr::Wide { value, .. } => ApInt::wide(width, (**value).clone()),
        }
    }

    /// Widened with copies of the sign bit. The new width is no less than the old one.
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

    /// The low bits. The new width is no greater than the old one.
    #[inline]
    pub fn trunc(&self, width: u32) -> ApInt {
        debug_assert!(width <= self.width(), "a truncation widens from {} to {width}", self.width());
        match &self.0 {
            Repr::Small { value, .. } => ApInt::small(width, *value),
            Repr::Wide { value, .. } => ApInt::from_biguint(width, low_digits(value, width)),
        }
    }

    /// [`ApInt::zext`] or [`ApInt::trunc`], as the width asks.
    pub fn zext_or_trunc(&self, width: u32) -> ApInt {
        if width < self.width() { self.trunc(width) } else { self.zext(width) }
    }

    /// [`ApInt::sext`] or [`ApInt::trunc`], as the width asks.
    pub fn sext_or_trunc(&self, width: u32) -> ApInt {
        if width < self.width() { self.trunc(width) } else { self.sext(width) }
    }
}

/// The digits that hold the `width` low bits, so that a short truncation of a long value stays cheap.
fn low_digits(value: &BigUint, width: u32) -> BigUint {
    let n_digits = width.div_ceil(32) as usize;
    BigUint::new(value.iter_u32_digits().take(n_digits).collect())
}
