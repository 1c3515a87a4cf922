//! Rounding of exact results to values of a kind, used by all operations.
//!
//! Algorithm: a [`Magnitude`] is a possibly truncated result; `round` determines the exponent, drops the bits beyond
//! the precision, rounds once, and handles overflow and underflow according to the kind.

use super::magnitude::{Magnitude, Rest, Rounding};
use super::{ApFloat, FloatKind, NanEncoding, NonFinite, fraction_mask};

/// A rounded result.
pub(crate) struct Rounded {
    pub value: ApFloat,
    /// Whether the value differs from the exact result.
    pub inexact: bool,
}

impl Magnitude {
    /// The value of `kind` that the magnitude rounds to, with the given sign. A magnitude of 0 has to be truncated.
    pub fn round(&self, kind: FloatKind, negative: bool, rounding: Rounding) -> Rounded {
        let precision = kind.precision() as i32;
        let top = if self.significand == 0 { kind.min_exponent() } else { self.top_exponent() };
        if top > kind.max_exponent() {
            return Rounded { value: overflow(kind, negative, rounding), inexact: true };
        }
        let mut exponent = top.max(kind.min_exponent());
        let (mut kept, rest) = self.split_at(exponent - (precision - 1));
        if rounding.is_away(negative, kept & 1 == 1, rest) {
            kept += 1;
        }
        if kept >> precision != 0 {
            kept >>= 1;
            exponent += 1;
        }
        if exponent > kind.max_exponent() || is_nan_pattern(kind, kept, exponent) {
            return Rounded { value: overflow(kind, negative, rounding), inexact: true };
        }
        Rounded { value: encode(kind, negative, kept, exponent), inexact: rest != Rest::Zero }
    }
}

/// Returns whether the significand with all bits set encodes NaN at this exponent. Without significand bits, as in
/// `f8E8M0FNU`, NaN has its own exponent.
fn is_nan_pattern(kind: FloatKind, kept: u128, exponent: i32) -> bool {
    kind.nan_encoding() == NanEncoding::AllOnes
        && kind.precision() > 1
        && exponent == kind.max_exponent()
        && kept == (1 << kind.precision()) - 1
}

fn overflow(kind: FloatKind, negative: bool, rounding: Rounding) -> ApFloat {
    let saturates = kind.non_finite() == NonFinite::None;
    if !saturates && rounding.is_away(negative, true, Rest::AboveHalf) {
        return ApFloat::infinity(kind, negative);
    }
    let all_set = (1 << kind.precision()) - 1;
    let largest = if is_nan_pattern(kind, all_set, kind.max_exponent()) { all_set - 1 } else { all_set };
    encode(kind, negative, largest, kind.max_exponent())
}

/// Packs `kept` · 2^(`exponent` - precision + 1), which is representable in the kind.
fn encode(kind: FloatKind, negative: bool, kept: u128, exponent: i32) -> ApFloat {
    if kept == 0 {
        return ApFloat::zero(kind, negative);
    }
    let is_normal = kept >> (kind.precision() - 1) != 0;
    let field = if is_normal { (exponent + kind.bias()) as u128 } else { 0 };
    ApFloat::signed(kind, negative, field << kind.stored_bits() | kept & fraction_mask(kind))
}
