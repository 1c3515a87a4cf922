//! Magnitudes of exact or truncated results, and rounding modes.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// The rounding mode for a result between two values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rounding {
    /// To the nearer one, halves to the one with an even significand.
    #[default]
    NearestTiesToEven,
    /// Up.
    TowardPositive,
    /// Down.
    TowardNegative,
    /// To the one nearer to 0.
    TowardZero,
    /// To the nearer one, halves away from 0.
    NearestTiesToAway,
}

/// A magnitude: at least `significand` · 2^`exponent`, and exactly that unless `cut`, when it is greater by less than
/// one unit of the significand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Magnitude {
    pub significand: u128,
    pub exponent: i32,
    pub cut: bool,
}

/// The part below the last bit kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rest {
    Zero,
    BelowHalf,
    Half,
    AboveHalf,
}

impl Magnitude {
    /// `significand` · 2^`exponent`.
    pub fn exact(significand: u128, exponent: i32) -> Magnitude {
        Magnitude { significand, exponent, cut: false }
    }

    /// `significand` · 2^`exponent`, or slightly more if `cut`; keeps the top 128 bits.
    pub fn from_big(significand: &BigUint, exponent: i32, cut: bool) -> Magnitude {
        let n_dropped = significand.bits().saturating_sub(128);
        let top = (significand >> n_dropped).to_u128().expect("128 bits were kept");
        let cut = cut || significand.trailing_zeros().is_some_and(|n| n < n_dropped);
        Magnitude { significand: top, exponent: exponent + n_dropped as i32, cut }
    }

    /// The exponent of the highest set bit. The significand is not 0.
    pub fn top_exponent(&self) -> i32 {
        self.exponent + self.significand.ilog2() as i32
    }

    /// Splits at the bit of weight 2^`exponent`: the bits kept, and the rest.
    ///
    /// Lemma: if the significand has bits below that one, `Rest` is correct even for a truncated magnitude, because the
    /// truncated part is positive and less than any bit of the significand: it turns `Zero` into `BelowHalf` and `Half`
    /// into `AboveHalf`. Callers that truncate keep 128 bits, more than any precision needs.
    pub fn split_at(&self, exponent: i32) -> (u128, Rest) {
        let n_dropped = i64::from(exponent) - i64::from(self.exponent);
        if n_dropped <= 0 {
            debug_assert!(!self.cut, "a cut magnitude has bits to drop");
            return (self.significand << -n_dropped, Rest::Zero);
        }
        let n_dropped = n_dropped.min(u32::MAX.into()) as u32;
        let kept = self.significand.checked_shr(n_dropped).unwrap_or(0);
        let half_is_set = self.significand.checked_shr(n_dropped - 1).unwrap_or(0) & 1 == 1;
        let below = n_dropped - 1;
        let rest_is_zero = !self.cut && (self.significand == 0 || self.significand.trailing_zeros() >= below);
        let rest = match (half_is_set, rest_is_zero) {
            (false, true) => Rest::Zero,
            (false, false) => Rest::BelowHalf,
            (true, true) => Rest::Half,
            (true, false) => Rest::AboveHalf,
        };
        (kept, rest)
    }
}

impl Rounding {
    /// Returns whether the magnitude is incremented by one in its last bit.
    pub(crate) fn is_away(self, negative: bool, odd: bool, rest: Rest) -> bool {
        match self {
            Rounding::NearestTiesToEven => rest == Rest::AboveHalf || rest == Rest::Half && odd,
            Rounding::NearestTiesToAway => rest >= Rest::Half,
            Rounding::TowardPositive => rest != Rest::Zero && !negative,
            Rounding::TowardNegative => rest != Rest::Zero && negative,
            Rounding::TowardZero => false,
        }
    }
}
