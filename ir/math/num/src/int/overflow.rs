//! Operations that return the result modulo 2^width together with an overflow flag: whether it differs from the exact
//! one.

use super::{ApInt, Pair, Repr, mask, sign_extend};
use num_bigint::{BigInt, BigUint};

impl ApInt {
    /// `self + rhs`, unsigned.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::new(8, 200).uadd_ov(&ApInt::new(8, 100)), (ApInt::new(8, 44), true));
    /// ```
    #[inline]
    pub fn uadd_ov(&self, rhs: &ApInt) -> (ApInt, bool) {
        self.unsigned_ov(rhs, |a, b| a + b, |a, b| a + b)
    }

    /// `self * rhs`, unsigned.
    #[inline]
    pub fn umul_ov(&self, rhs: &ApInt) -> (ApInt, bool) {
        self.unsigned_ov(rhs, |a, b| a * b, |a, b| a * b)
    }

    /// `self - rhs`, unsigned.
    #[inline]
    pub fn usub_ov(&self, rhs: &ApInt) -> (ApInt, bool) {
        (self.sub(rhs), self.ucmp(rhs).is_lt())
    }

    /// `self + rhs`, signed.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::new(8, 100).sadd_ov(&ApInt::new(8, 27)), (ApInt::new(8, 127), false));
    /// ```
    #[inline]
    pub fn sadd_ov(&self, rhs: &ApInt) -> (ApInt, bool) {
        self.signed_ov(rhs, |a, b| a + b, |a, b| a + b)
    }

    /// `self - rhs`, signed.
    #[inline]
    pub fn ssub_ov(&self, rhs: &ApInt) -> (ApInt, bool) {
        self.signed_ov(rhs, |a, b| a - b, |a, b| a - b)
    }

    /// `self * rhs`, signed.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert!(ApInt::signed_min(8).smul_ov(&ApInt::all_ones(8)).1);
    /// ```
    #[inline]
    pub fn smul_ov(&self, rhs: &ApInt) -> (ApInt, bool) {
        self.signed_ov(rhs, |a, b| a * b, |a, b| a * b)
    }

    /// `self << amount`, unsigned: overflows if a set bit is shifted out, or if the amount reaches the width.
    pub fn ushl_ov(&self, amount: u32) -> (ApInt, bool) {
        let overflow = amount >= self.width() || amount > self.count_leading_zeros();
        (self.shl(amount), overflow)
    }

    /// `self << amount`, signed: overflows if the sign changes or a bit different from it is shifted out, or if the
    /// amount reaches the width.
    pub fn sshl_ov(&self, amount: u32) -> (ApInt, bool) {
        (self.shl(amount), amount >= self.count_sign_bits())
    }

    #[inline]
    fn unsigned_ov(
        &self,
        rhs: &ApInt,
        small: impl Fn(u128, u128) -> u128,
        wide: impl Fn(&BigUint, &BigUint) -> BigUint,
    ) -> (ApInt, bool) {
        match self.pair(rhs) {
            Pair::Small(width, a, b) => {
                let exact = small(a.into(), b.into());
                (ApInt::small(width, exact as u64), exact > mask(width).into())
            }
            Pair::Wide(width, a, b) => {
                let exact = wide(a, b);
                let overflow = exact.bits() > width.into();
                (ApInt::wide(width, exact), overflow)
            }
        }
    }

    #[inline]
    fn signed_ov(
        &self,
        rhs: &ApInt,
        small: impl Fn(i128, i128) -> i128,
        wide: impl Fn(BigInt, BigInt) -> BigInt,
    ) -> (ApInt, bool) {
        match self.pair(rhs) {
            Pair::Small(width, a, b) => {
                ApInt::signed_result(width, small(sign_extend(width, a).into(), sign_extend(width, b).into()))
            }
            Pair::Wide(width, ..) => ApInt::wide_signed_result(width, &wide(self.to_bigint(), rhs.to_bigint())),
        }
    }

    /// `exact` modulo 2^width for an inline width, with the overflow flag.
    #[inline]
    pub(super) fn signed_result(width: u32, exact: i128) -> (ApInt, bool) {
        (ApInt::small(width, exact as u64), i128::from(sign_extend(width, exact as u64)) != exact)
    }

    /// `exact` modulo 2^width for a boxed width, with the overflow flag.
    pub(super) fn wide_signed_result(width: u32, exact: &BigInt) -> (ApInt, bool) {
        let result = ApInt::from_bigint(width, exact);
        let overflow = result.to_bigint() != *exact;
        (result, overflow)
    }

    /// The number of top bits that equal the sign bit, itself included; 0 at width 0.
    pub fn count_sign_bits(&self) -> u32 {
        match &self.0 {
            Repr::Small { width: 0, .. } => 0,
            _ if self.is_negative() => self.count_leading_ones(),
            _ => self.count_leading_zeros(),
        }
    }
}
