//! [`ApInt`]: a two's complement bit vector of a fixed width, 0 to 16777215 bits.
//!
//! Files: this one has the representation, constructors and simple queries; `arith` the wrapping arithmetic; `divide`
//! the divisions; `bits` logic, shifts, counts and changes of width; `overflow` the operations that report overflow;
//! `text` decimal, hexadecimal and bytes.
//!
//! Signedness is a property of the operation (`udiv`, `sdiv`), never of the value, so there is no `Ord`. Values of at
//! most 64 bits are stored inline and never allocate; wider ones are a boxed `BigUint`. Both are reduced modulo
//! 2^width, so that equality and hashing are structural.
//!
//! Binary operations panic if their widths differ: the IR verifier excludes that.

mod arith;
mod bits;
mod divide;
mod overflow;
mod text;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};
use std::cmp::Ordering;

/// A two's complement bit vector; see the [crate] documentation.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ApInt(Repr);

// Invariant: `Small` iff width <= 64, and `value` < 2^width.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small { width: u32, value: u64 },
    Wide { width: u32, value: Box<BigUint> },
}
use Repr::{Small, Wide};

/// The greatest inline width.
const INLINE_BITS: u32 = 64;

impl ApInt {
    /// The greatest width of an integer type.
    pub const MAX_WIDTH: u32 = 16_777_215;

    /// `value` modulo 2^width.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::new(4, 0x1f), ApInt::new(4, 0xf));
    /// ```
    #[inline]
    pub fn new(width: u32, value: u64) -> ApInt {
        if width <= INLINE_BITS { ApInt::small(width, value) } else { ApInt::wide(width, value.into()) }
    }

    /// `value` sign-extended or truncated to `width` bits.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::from_i64(128, -1), ApInt::all_ones(128));
    /// ```
    #[inline]
    pub fn from_i64(width: u32, value: i64) -> ApInt {
        if width <= INLINE_BITS { ApInt::small(width, value as u64) } else { ApInt::from_bigint(width, &value.into()) }
    }

    /// `value` modulo 2^width.
    pub fn from_u128(width: u32, value: u128) -> ApInt {
        if width <= INLINE_BITS { ApInt::small(width, value as u64) } else { ApInt::wide(width, value.into()) }
    }

    /// `value` sign-extended or truncated to `width` bits.
    pub fn from_i128(width: u32, value: i128) -> ApInt {
        if width <= INLINE_BITS { ApInt::small(width, value as u64) } else { ApInt::from_bigint(width, &value.into()) }
    }

    /// One bit.
    #[inline]
    pub fn from_bool(value: bool) -> ApInt {
        ApInt::small(1, value.into())
    }

    /// 0.
    #[inline]
    pub fn zero(width: u32) -> ApInt {
        ApInt::new(width, 0)
    }

    /// 1, or 0 at width 0.
    #[inline]
    pub fn one(width: u32) -> ApInt {
        ApInt::new(width, 1)
    }

    /// Every bit set: -1, or the greatest unsigned value.
    #[inline]
    pub fn all_ones(width: u32) -> ApInt {
        ApInt::from_i64(width, -1)
    }

    /// The least signed value: only the sign bit set.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::signed_min(8).to_string_signed(), "-128");
    /// ```
    pub fn signed_min(width: u32) -> ApInt {
        if width == 0 { ApInt::zero(0) } else { ApInt::one(width).shl(width - 1) }
    }

    /// The greatest signed value: every bit set but the sign bit.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::signed_max(8).to_string_signed(), "127");
    /// ```
    pub fn signed_max(width: u32) -> ApInt {
        ApInt::signed_min(width).not()
    }

    /// The number of bits.
    #[inline]
    pub fn width(&self) -> u32 {
        match self.0 {
            Small { width, .. } | Wide { width, .. } => width,
        }
    }

    /// Returns whether it is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        match &self.0 {
            Small { value, .. } => *value == 0,
            Wide { value, .. } => value.is_zero(),
        }
    }

    /// Returns whether it is 1.
    #[inline]
    pub fn is_one(&self) -> bool {
        match &self.0 {
            Small { value, .. } => *value == 1,
            Wide { value, .. } => value.is_one(),
        }
    }

    /// Returns whether every bit is set. True at width 0.
    #[inline]
    pub fn is_all_ones(&self) -> bool {
        self.count_trailing_ones() == self.width()
    }

    /// Returns whether the sign bit is set.
    #[inline]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small { width, value } => sign_extend(*width, *value) < 0,
            Wide { width, value } => value.bit(u64::from(*width - 1)),
        }
    }

    /// Returns whether the sign bit is the only bit set. False at width 0.
    pub fn is_signed_min(&self) -> bool {
        self.is_negative() && self.count_trailing_zeros() == self.width() - 1
    }

    /// Returns whether every bit except the sign bit is set. True at width 0 and, for 0, at width 1.
    pub fn is_signed_max(&self) -> bool {
        !self.is_negative() && self.count_trailing_ones() == self.width().saturating_sub(1)
    }

    /// Returns whether exactly one bit is set.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert!(ApInt::signed_min(8).is_power_of_two() && !ApInt::zero(8).is_power_of_two());
    /// ```
    pub fn is_power_of_two(&self) -> bool {
        self.popcount() == 1
    }

    /// Bit `idx`, 0 being the least; false beyond the width.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert!(ApInt::new(8, 4).bit(2) && !ApInt::new(8, 4).bit(3));
    /// ```
    #[inline]
    pub fn bit(&self, idx: u32) -> bool {
        match &self.0 {
            Small { value, .. } => value.checked_shr(idx).unwrap_or(0) & 1 == 1,
            Wide { value, .. } => value.bit(idx.into()),
        }
    }

    /// The unsigned value if it is representable.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::all_ones(8).zext_value(), Some(255));
    /// assert_eq!(ApInt::all_ones(65).zext_value(), None);
    /// ```
    #[inline]
    pub fn zext_value(&self) -> Option<u64> {
        match &self.0 {
            Small { value, .. } => Some(*value),
            Wide { value, .. } => value.to_u64(),
        }
    }

    /// The signed value if it is representable.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert_eq!(ApInt::all_ones(65).sext_value(), Some(-1));
    /// ```
    #[inline]
    pub fn sext_value(&self) -> Option<i64> {
        match &self.0 {
            Small { width, value } => Some(sign_extend(*width, *value)),
            Wide { .. } => self.to_bigint().to_i64(),
        }
    }

    /// The unsigned value if it is representable; named as in Rust conversions.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        self.zext_value()
    }

    /// The signed value if it is representable; named as in Rust conversions.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        self.sext_value()
    }

    /// The unsigned value if it is representable.
    pub fn to_u128(&self) -> Option<u128> {
        match &self.0 {
            Small { value, .. } => Some((*value).into()),
            Wide { value, .. } => value.to_u128(),
        }
    }

    /// The signed value if it is representable.
    pub fn to_i128(&self) -> Option<i128> {
        match &self.0 {
            Small { width, value } => Some(sign_extend(*width, *value).into()),
            Wide { .. } => self.to_bigint().to_i128(),
        }
    }

    /// Order of the unsigned values.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert!(ApInt::all_ones(8).ucmp(&ApInt::one(8)).is_gt());
    /// ```
    #[inline]
    pub fn ucmp(&self, rhs: &ApInt) -> Ordering {
        match self.pair(rhs) {
            Pair::Small(_, a, b) => a.cmp(&b),
            Pair::Wide(_, a, b) => a.cmp(b),
        }
    }

    /// Order of the signed values.
    ///
    /// ```
    /// use rmlir_num::ApInt;
    /// assert!(ApInt::all_ones(8).scmp(&ApInt::one(8)).is_lt());
    /// ```
    #[inline]
    pub fn scmp(&self, rhs: &ApInt) -> Ordering {
        // Among values with the same sign the unsigned order is the signed one.
        rhs.is_negative().cmp(&self.is_negative()).then_with(|| self.ucmp(rhs))
    }

    /// The lesser unsigned value.
    pub fn umin(&self, rhs: &ApInt) -> ApInt {
        if self.ucmp(rhs).is_le() { self } else { rhs }.clone()
    }

    /// The greater unsigned value.
    pub fn umax(&self, rhs: &ApInt) -> ApInt {
        if self.ucmp(rhs).is_ge() { self } else { rhs }.clone()
    }

    /// The lesser signed value.
    pub fn smin(&self, rhs: &ApInt) -> ApInt {
        if self.scmp(rhs).is_le() { self } else { rhs }.clone()
    }

    /// The greater signed value.
    pub fn smax(&self, rhs: &ApInt) -> ApInt {
        if self.scmp(rhs).is_ge() { self } else { rhs }.clone()
    }
}

/// The operands of a binary operation, with the same width and so the same representation.
enum Pair<'a> {
    Small(u32, u64, u64),
    Wide(u32, &'a BigUint, &'a BigUint),
}

impl ApInt {
    #[inline]
    fn small(width: u32, value: u64) -> ApInt {
        ApInt(Small { width, value: value & mask(width) })
    }

    /// `value` modulo 2^width.
    fn wide(width: u32, mut value: BigUint) -> ApInt {
        debug_assert!(width > INLINE_BITS);
        if value.bits() > width.into() {
            value &= wide_mask(width);
        }
        ApInt(Wide { width, value: Box::new(value) })
    }

    /// `value` modulo 2^width, at any width.
    pub(crate) fn from_biguint(width: u32, value: BigUint) -> ApInt {
        if width > INLINE_BITS {
            return ApInt::wide(width, value);
        }
        ApInt::small(width, value.iter_u64_digits().next().unwrap_or(0))
    }

    /// `value` modulo 2^width, at any width.
    pub(crate) fn from_bigint(width: u32, value: &BigInt) -> ApInt {
        let magnitude = ApInt::from_biguint(width, value.magnitude().clone());
        if value.sign() == Sign::Minus { magnitude.neg() } else { magnitude }
    }

    /// The unsigned value.
    pub(crate) fn to_biguint(&self) -> BigUint {
        match &self.0 {
            Small { value, .. } => (*value).into(),
            Wide { value, .. } => (**value).clone(),
        }
    }

    /// The signed value.
    pub(crate) fn to_bigint(&self) -> BigInt {
        if self.is_negative() { -BigInt::from(self.neg().to_biguint()) } else { self.to_biguint().into() }
    }

    #[inline]
    fn pair<'a>(&'a self, rhs: &'a ApInt) -> Pair<'a> {
        match (&self.0, &rhs.0) {
            (Small { width, value: a }, Small { width: other, value: b }) if width == other => {
                Pair::Small(*width, *a, *b)
            }
            (Wide { width, value: a }, Wide { width: other, value: b }) if width == other => Pair::Wide(*width, a, b),
            _ => panic!("operands of one width expected, got {} and {}", self.width(), rhs.width()),
        }
    }
}

/// The `width` low bits set.
#[inline]
fn mask(width: u32) -> u64 {
    u64::MAX.checked_shr(INLINE_BITS - width).unwrap_or(0)
}

fn wide_mask(width: u32) -> BigUint {
    (BigUint::one() << width) - 1u32
}

/// The signed value of the `width` low bits; the other bits of `value` are ignored.
#[inline]
fn sign_extend(width: u32, value: u64) -> i64 {
    // At width 0 both shifts are by 64, which wraps to 0: `value` is 0 then, and unchanged.
    let unused = INLINE_BITS - width;
    (value.wrapping_shl(unused) as i64).wrapping_shr(unused)
}

impl std::fmt::Debug for ApInt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "i{} {}", self.width(), self.to_string_signed())
    }
}
