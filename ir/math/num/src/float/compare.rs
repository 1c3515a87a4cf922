//! Ordering, minimum and maximum.

use super::{ApFloat, Class};
use std::cmp::Ordering;

impl ApFloat {
    /// The order of the values: `None` if one is NaN; 0 and -0 are equal.
    ///
    /// ```
    /// use rmlir_num::ApFloat;
    /// let [x, y] = [1.0, 2.0].map(ApFloat::from_f64_exact);
    /// assert!(x.compare(y).is_some_and(|order| order.is_lt()));
    /// let nan = ApFloat::from_f64_exact(f64::NAN);
    /// assert!(nan.compare(nan).is_none());
    /// ```
    pub fn compare(self, rhs: ApFloat) -> Option<Ordering> {
        self.common_kind(rhs);
        if self.is_nan() || rhs.is_nan() {
            return None;
        }
        Some(self.signed_rank().cmp(&rhs.signed_rank()))
    }

    /// Returns whether the bits are equal.
    pub fn bitwise_is_equal(self, rhs: ApFloat) -> bool {
        self == rhs
    }

    /// The minimum; -0 < 0; NaN if one is NaN (IEEE 754-2019 `minimum`).
    ///
    /// ```
    /// use rmlir_num::ApFloat;
    /// let [one, nan] = [1.0, f64::NAN].map(ApFloat::from_f64_exact);
    /// assert!(one.minimum(nan).is_nan());
    /// ```
    pub fn minimum(self, rhs: ApFloat) -> ApFloat {
        if self.is_nan() || rhs.is_nan() { self.propagated_nan(rhs) } else { self.select(rhs, Ordering::Less) }
    }

    /// The maximum; -0 < 0; NaN if one is NaN (IEEE 754-2019 `maximum`).
    pub fn maximum(self, rhs: ApFloat) -> ApFloat {
        if self.is_nan() || rhs.is_nan() { self.propagated_nan(rhs) } else { self.select(rhs, Ordering::Greater) }
    }

    /// The minimum; the other one if one is a quiet NaN (IEEE 754-2008 `minNum`); -0 < 0.
    ///
    /// ```
    /// use rmlir_num::ApFloat;
    /// let [one, nan] = [1.0, f64::NAN].map(ApFloat::from_f64_exact);
    /// assert!(one.minnum(nan).is_exactly(1.0));
    /// ```
    pub fn minnum(self, rhs: ApFloat) -> ApFloat {
        self.number_among(rhs).unwrap_or_else(|| self.select(rhs, Ordering::Less))
    }

    /// The maximum; the other one if one is a quiet NaN (IEEE 754-2008 `maxNum`); -0 < 0.
    pub fn maxnum(self, rhs: ApFloat) -> ApFloat {
        self.number_among(rhs).unwrap_or_else(|| self.select(rhs, Ordering::Greater))
    }

    /// The result of `minNum` and `maxNum` when one operand is NaN.
    fn number_among(self, rhs: ApFloat) -> Option<ApFloat> {
        self.common_kind(rhs);
        if self.is_signaling() || rhs.is_signaling() {
            return Some(if self.is_signaling() { self.quieted() } else { rhs.quieted() });
        }
        if self.is_nan() {
            return Some(rhs);
        }
        rhs.is_nan().then_some(self)
    }

    /// The one of two operands, neither NaN, that is `wanted` compared with the other.
    fn select(self, rhs: ApFloat, wanted: Ordering) -> ApFloat {
        self.common_kind(rhs);
        // Values that compare equal differ at most in the sign of 0.
        let order = self.signed_rank().cmp(&rhs.signed_rank()).then(rhs.is_negative().cmp(&self.is_negative()));
        if order == wanted.reverse() { rhs } else { self }
    }

    /// An integer that orders values of one kind other than NaN as their values.
    ///
    /// Lemma: within a kind, the magnitude's bit pattern, read as an integer, increases with the magnitude: exponent
    /// before significand, the exponent of denormals below all others, infinity (or its mark) above them.
    fn signed_rank(self) -> (i8, u128) {
        let unsigned = self.abs().bits;
        match (self.class(), self.is_negative()) {
            (Class::Zero, _) => (0, 0),
            (_, false) => (1, unsigned),
            (_, true) => (-1, u128::MAX - unsigned),
        }
    }
}
