//! Arbitrary-precision integers: a machine word if possible, else a big integer.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive};

/// An integer. Arithmetic never overflows.
#[derive(Clone, PartialEq, Eq)]
pub struct Int(Repr);

/// Invariant: `Big` holds only values outside of the range of `Small`, so equal integers have equal representations.
#[derive(Clone, PartialEq, Eq)]
enum Repr {
    Small(i64),
    Big(Box<BigInt>),
}

use Repr::{Big, Small};

// A small integer is one word for the hasher: rows of them are looked up often.
impl Hash for Int {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Small(number) => state.write_i64(*number),
            Big(number) => number.hash(state),
        }
    }
}

impl Int {
    /// 0.
    pub const ZERO: Int = Int(Small(0));
    /// 1.
    pub const ONE: Int = Int(Small(1));

    fn from_big(value: BigInt) -> Self {
        value.to_i64().map_or_else(|| Int(Big(Box::new(value))), |small| Int(Small(small)))
    }

    fn to_big(&self) -> BigInt {
        match &self.0 {
            Small(value) => BigInt::from(*value),
            Big(value) => (**value).clone(),
        }
    }

    /// The value, if it is representable in 64 bits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(value) => Some(*value),
            Big(_) => None,
        }
    }

    /// The number of machine words, which determines the cost of arithmetic.
    pub(crate) fn n_words(&self) -> u64 {
        match &self.0 {
            Small(_) => 1,
            Big(value) => value.bits() / 64 + 1,
        }
    }

    /// Returns whether this is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    /// Returns whether this is positive.
    #[inline]
    pub fn is_positive(&self) -> bool {
        match &self.0 {
            Small(value) => *value > 0,
            Big(value) => value.is_positive(),
        }
    }

    /// Returns whether this is negative.
    #[inline]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small(value) => *value < 0,
            Big(value) => value.is_negative(),
        }
    }

    /// Returns whether this is 1 or -1.
    #[inline]
    pub fn is_unit(&self) -> bool {
        matches!(self.0, Small(1 | -1))
    }

    /// The absolute value.
    #[inline]
    pub fn abs(&self) -> Int {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The greatest common divisor, non-negative.
    ///
    /// ```
    /// use rmlir_presburger::Int;
    /// assert_eq!(Int::from(12).gcd(&Int::from(-18)), Int::from(6));
    /// ```
    pub fn gcd(&self, other: &Int) -> Int {
        if let (Small(a), Small(b)) = (&self.0, &other.0)
            && *a != i64::MIN
            && *b != i64::MIN
        {
            // Most integers are 0 or have absolute value 1.
            return Int(Small(match (a.abs(), b.abs()) {
                (1, _) | (_, 1) => 1,
                (0, size) | (size, 0) => size,
                (a, b) => a.gcd(&b),
            }));
        }
        Int::from_big(self.to_big().gcd(&other.to_big()))
    }

    /// The least common multiple, non-negative.
    ///
    /// ```
    /// use rmlir_presburger::Int;
    /// assert_eq!(Int::from(4).lcm(&Int::from(6)), Int::from(12));
    /// ```
    pub fn lcm(&self, other: &Int) -> Int {
        if self.is_zero() || other.is_zero() {
            return Int::ZERO;
        }
        (&self.div_floor(&self.gcd(other)) * other).abs()
    }

    /// The quotient rounded to minus infinity.
    ///
    /// # Panics
    /// If `by` is 0.
    ///
    /// ```
    /// use rmlir_presburger::Int;
    /// assert_eq!(Int::from(-7).div_floor(&Int::from(2)), Int::from(-4));
    /// ```
    pub fn div_floor(&self, by: &Int) -> Int {
        if let (Small(a), Small(b)) = (&self.0, &by.0)
            && !(*a == i64::MIN && *b == -1)
        {
            // Most divisors are 1.
            return Int(Small(if *b == 1 { *a } else { Integer::div_floor(a, b) }));
        }
        Int::from_big(self.to_big().div_floor(&by.to_big()))
    }

    /// The quotient rounded to plus infinity.
    ///
    /// # Panics
    /// If `by` is 0.
    pub fn div_ceil(&self, by: &Int) -> Int {
        -&(-self).div_floor(by)
    }

    /// Returns whether `by`, not 0, divides this.
    pub fn is_multiple_of(&self, by: &Int) -> bool {
        if let (Small(a), Small(b)) = (&self.0, &by.0) {
            return a.wrapping_rem(*b) == 0;
        }
        &self.div_floor(by) * by == *self
    }
}

impl From<i64> for Int {
    #[inline]
    fn from(value: i64) -> Self {
        Int(Small(value))
    }
}

impl PartialEq<i64> for Int {
    #[inline]
    fn eq(&self, other: &i64) -> bool {
        self.0 == Small(*other)
    }
}

impl PartialOrd<i64> for Int {
    #[inline]
    fn partial_cmp(&self, other: &i64) -> Option<Ordering> {
        Some(self.cmp(&Int::from(*other)))
    }
}

impl PartialOrd for Int {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(value) => value.fmt(f),
            Big(value) => value.fmt(f),
        }
    }
}

impl Neg for &Int {
    type Output = Int;
    #[inline]
    fn neg(self) -> Int {
        &Int::ZERO - self
    }
}

impl Neg for Int {
    type Output = Int;
    #[inline]
    fn neg(self) -> Int {
        -&self
    }
}

macro_rules! binary {
    ($trait:ident, $method:ident, $checked:ident, $slow:ident) => {
        impl $trait<&Int> for &Int {
            type Output = Int;
            #[inline]
            fn $method(self, rhs: &Int) -> Int {
                if let (Small(a), Small(b)) = (&self.0, &rhs.0)
                    && let Some(small) = a.$checked(*b)
                {
                    return Int(Small(small));
                }
                Int::$slow(self, rhs)
            }
        }
        impl Int {
            #[cold]
            fn $slow(&self, rhs: &Int) -> Int {
                Int::from_big(self.to_big().$method(rhs.to_big()))
            }
        }
        impl $trait<Int> for Int {
            type Output = Int;
            #[inline]
            fn $method(self, rhs: Int) -> Int {
                (&self).$method(&rhs)
            }
        }
        impl $trait<i64> for &Int {
            type Output = Int;
            #[inline]
            fn $method(self, rhs: i64) -> Int {
                self.$method(&Int::from(rhs))
            }
        }
        impl $trait<i64> for Int {
            type Output = Int;
            #[inline]
            fn $method(self, rhs: i64) -> Int {
                (&self).$method(&Int::from(rhs))
            }
        }
    };
}

binary!(Add, add, checked_add, add_big);
binary!(Sub, sub, checked_sub, sub_big);
binary!(Mul, mul, checked_mul, mul_big);

impl AddAssign<&Int> for Int {
    #[inline]
    fn add_assign(&mut self, rhs: &Int) {
        *self = &*self + rhs;
    }
}

impl SubAssign<&Int> for Int {
    #[inline]
    fn sub_assign(&mut self, rhs: &Int) {
        *self = &*self - rhs;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_overflows_a_word_comes_back() {
        let large = Int::from(i64::MAX);
        let square = &large * &large;
        assert_eq!(square.to_i64(), None);
        assert_eq!(square.div_floor(&large), large);
        assert_eq!(&(&large + 1) - 1, large);
        assert_eq!((&large * &large).gcd(&large), large);
    }

    #[test]
    fn quotients_round_as_named() {
        for a in -7i64..=7 {
            for b in [-3i64, -2, -1, 1, 2, 3] {
                let exact = a as f64 / b as f64;
                assert_eq!(Int::from(a).div_floor(&Int::from(b)), exact.floor() as i64);
                assert_eq!(Int::from(a).div_ceil(&Int::from(b)), exact.ceil() as i64);
            }
        }
        assert_eq!(Int::from(i64::MIN).div_floor(&Int::from(-1)), -Int::from(i64::MIN));
    }
}
