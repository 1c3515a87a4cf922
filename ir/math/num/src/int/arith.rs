//! Arithmetic modulo 2^width.

use super::{ApInt, Pair, Repr, mask, sign_extend, wide_mask};
use num_bigint::BigUint;
use num_traits::{One, Zero};

impl ApInt {
    /// `self + rhs` modulo 2^width.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// let sum = ApInt::new(8, 200).add(&ApInt::new(8, 100));
    /// assert_eq!(sum, ApInt::new(8, 44));
    /// ```
    #[inline]
    pub fn add(&self, rhs: &ApInt) -> ApInt {
        match self.pair(rhs) {
            Pair::Small(width, a, b) => ApInt::small(width, a.wrapping_add(b)),
            Pair::Wide(width, a, b) => ApInt::wide(width, a + b),
        }
    }

    /// `self - rhs` modulo 2^width.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::zero(8).sub(&ApInt::one(8)), ApInt::all_ones(8));
    /// ```
    #[inline]
    pub fn sub(&self, rhs: &ApInt) -> ApInt {
        match self.pair(rhs) {
            Pair::Small(width, a, b) => ApInt::small(width, a.wrapping_sub(b)),
            Pair::Wide(width, a, b) => ApInt::wide(width, a + complement(width, b)),
        }
    }

    /// `self * rhs` modulo 2^width.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::new(8, 20).mul(&ApInt::new(8, 20)), ApInt::new(8, 144));
    /// ```
    #[inline]
    pub fn mul(&self, rhs: &ApInt) -> ApInt {
        match self.pair(rhs) {
            Pair::Small(width, a, b) => ApInt::small(width, a.wrapping_mul(b)),
            Pair::Wide(width, a, b) => ApInt::wide(width, a * b),
        }
    }

    /// `-self` modulo 2^width.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::signed_min(8).neg(), ApInt::signed_min(8));
    /// ```
    #[inline]
    pub fn neg(&self) -> ApInt {
        match &self.0 {
            Repr::Small { width, value } => ApInt::small(*width, value.wrapping_neg()),
            Repr::Wide { width, value } => ApInt::wide(*width, complement(*width, value)),
        }
    }

    /// The magnitude of the signed value; that of the least signed value is itself.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::from_i64(8, -5).abs(), ApInt::new(8, 5));
    /// assert_eq!(ApInt::signed_min(8).abs(), ApInt::signed_min(8));
    /// ```
    pub fn abs(&self) -> ApInt {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// The upper half of the unsigned product.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// let large = ApInt::all_ones(8);
    /// assert_eq!(large.umulh(&large), ApInt::new(8, 254));
    /// ```
    pub fn umulh(&self, rhs: &ApInt) -> ApInt {
        match self.pair(rhs) {
            Pair::Small(width, a, b) => ApInt::small(width, ((u128::from(a) * u128::from(b)) >> width) as u64),
            Pair::Wide(width, a, b) => ApInt::wide(width, (a * b) >> width),
        }
    }

    /// The upper half of the signed product.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// let minus_one = ApInt::all_ones(8);
    /// assert_eq!(minus_one.smulh(&minus_one), ApInt::zero(8));
    /// ```
    pub fn smulh(&self, rhs: &ApInt) -> ApInt {
        match self.pair(rhs) {
            Pair::Small(width, a, b) => {
                let product = i128::from(sign_extend(width, a)) * i128::from(sign_extend(width, b));
                ApInt::small(width, (product >> width) as u64)
            }
            Pair::Wide(width, ..) => ApInt::from_bigint(width, &((self.to_bigint() * rhs.to_bigint()) >> width)),
        }
    }

    /// Every bit flipped.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::zero(4).not(), ApInt::all_ones(4));
    /// ```
    #[inline]
    pub fn not(&self) -> ApInt {
        match &self.0 {
            Repr::Small { width, value } => ApInt::small(*width, !value & mask(*width)),
            Repr::Wide { width, value } => ApInt::wide(*width, wide_mask(*width) ^ &**value),
        }
    }
}

/// 2^width - `value`, the additive inverse.
fn complement(width: u32, value: &BigUint) -> BigUint {
    if value.is_zero() { BigUint::zero() } else { (BigUint::one() << width) - value }
}
