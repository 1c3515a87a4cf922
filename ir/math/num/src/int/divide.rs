//! Division. The result is `None` for a divisor of 0; the signed quotients also return an overflow flag, which is set
//! if the least value is divided by -1.

use super::{ApInt, Pair, sign_extend};
use num_bigint::BigInt;
use num_integer::Integer;

/// The rounding direction of an inexact quotient.
#[derive(Clone, Copy)]
enum Toward {
    Zero,
    Down,
    Up,
}

impl ApInt {
    /// Unsigned quotient.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::new(8, 200).udiv(&ApInt::new(8, 7)), Some(ApInt::new(8, 28)));
    /// assert_eq!(ApInt::one(8).udiv(&ApInt::zero(8)), None);
    /// ```
    #[inline]
    pub fn udiv(&self, rhs: &ApInt) -> Option<ApInt> {
        self.unsigned_division(rhs, u64::checked_div, |a, b| a / b)
    }

    /// Unsigned remainder.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::new(8, 200).urem(&ApInt::new(8, 7)), Some(ApInt::new(8, 4)));
    /// ```
    #[inline]
    pub fn urem(&self, rhs: &ApInt) -> Option<ApInt> {
        self.unsigned_division(rhs, u64::checked_rem, |a, b| a % b)
    }

    /// Unsigned quotient rounded up.
    #[inline]
    pub fn ceil_div_unsigned(&self, rhs: &ApInt) -> Option<ApInt> {
        self.unsigned_division(rhs, |a, b| (b != 0).then(|| a.div_ceil(b)), |a, b| a.div_ceil(b))
    }

    /// Signed quotient rounded toward zero, modulo 2^width.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::from_i64(8, -7).sdiv(&ApInt::new(8, 2)), Some(ApInt::from_i64(8, -3)));
    /// ```
    #[inline]
    pub fn sdiv(&self, rhs: &ApInt) -> Option<ApInt> {
        Some(self.sdiv_ov(rhs)?.0)
    }

    /// Signed quotient rounded toward zero, with the overflow flag.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// let (quotient, overflows) = ApInt::signed_min(8).sdiv_ov(&ApInt::all_ones(8)).unwrap();
    /// assert!(overflows && quotient == ApInt::signed_min(8));
    /// ```
    #[inline]
    pub fn sdiv_ov(&self, rhs: &ApInt) -> Option<(ApInt, bool)> {
        self.signed_quotient(rhs, Toward::Zero)
    }

    /// Signed quotient rounded down, with the overflow flag.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// let quotient = ApInt::from_i64(8, -7).floor_div_signed(&ApInt::new(8, 2));
    /// assert_eq!(quotient, Some((ApInt::from_i64(8, -4), false)));
    /// ```
    pub fn floor_div_signed(&self, rhs: &ApInt) -> Option<(ApInt, bool)> {
        self.signed_quotient(rhs, Toward::Down)
    }

    /// Signed quotient rounded up, with the overflow flag.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// let quotient = ApInt::new(8, 7).ceil_div_signed(&ApInt::new(8, 2));
    /// assert_eq!(quotient, Some((ApInt::new(8, 4), false)));
    /// ```
    pub fn ceil_div_signed(&self, rhs: &ApInt) -> Option<(ApInt, bool)> {
        self.signed_quotient(rhs, Toward::Up)
    }

    /// Signed remainder, with the sign of `self`.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::from_i64(8, -7).srem(&ApInt::new(8, 2)), Some(ApInt::all_ones(8)));
    /// ```
    pub fn srem(&self, rhs: &ApInt) -> Option<ApInt> {
        if rhs.is_zero() {
            return None;
        }
        Some(match self.pair(rhs) {
            // Wrapping, because the least value modulo -1 is 0 although the quotient overflows.
            Pair::Small(width, a, b) => {
                ApInt::small(width, sign_extend(width, a).wrapping_rem(sign_extend(width, b)) as u64)
            }
            Pair::Wide(width, ..) => ApInt::from_bigint(width, &(self.to_bigint() % rhs.to_bigint())),
        })
    }

    #[inline]
    fn unsigned_division(
        &self,
        rhs: &ApInt,
        small: impl Fn(u64, u64) -> Option<u64>,
        wide: impl Fn(&num_bigint::BigUint, &num_bigint::BigUint) -> num_bigint::BigUint,
    ) -> Option<ApInt> {
        match self.pair(rhs) {
            Pair::Small(width, a, b) => Some(ApInt::small(width, small(a, b)?)),
            Pair::Wide(..) if rhs.is_zero() => None,
            Pair::Wide(width, a, b) => Some(ApInt::wide(width, wide(a, b))),
        }
    }

    #[inline]
    fn signed_quotient(&self, rhs: &ApInt, toward: Toward) -> Option<(ApInt, bool)> {
        if rhs.is_zero() {
            return None;
        }
        Some(match self.pair(rhs) {
            Pair::Small(width, a, b) => {
                let quotient = quotient_i128(sign_extend(width, a).into(), sign_extend(width, b).into(), toward);
                ApInt::signed_result(width, quotient)
            }
            Pair::Wide(width, ..) => {
                let (a, b) = (self.to_bigint(), rhs.to_bigint());
                ApInt::wide_signed_result(width, &quotient_bigint(&a, &b, toward))
            }
        })
    }
}

#[inline]
fn quotient_i128(a: i128, b: i128, toward: Toward) -> i128 {
    let quotient = a / b;
    let exact = a % b == 0;
    let negative = (a < 0) != (b < 0);
    match toward {
        Toward::Down if !exact && negative => quotient - 1,
        Toward::Up if !exact && !negative => quotient + 1,
        _ => quotient,
    }
}

fn quotient_bigint(a: &BigInt, b: &BigInt, toward: Toward) -> BigInt {
    match toward {
        Toward::Zero => a / b,
        Toward::Down => a.div_floor(b),
        Toward::Up => a.div_ceil(b),
    }
}
