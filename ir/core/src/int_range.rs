//! Arithmetic with ranges of integers, for range analyses of any dialect.
//!
//! A range bounds a value as unsigned and as signed, each by an inclusive minimum and maximum; the two may differ in
//! precision. Values that are not integers have ranges of width 0, which carry no information.
//!
//! Outline: creating and combining ranges; changes of width; one transfer function per operation, which computes the
//! bounds of the result from those of the operands and returns the full range where the operation may wrap; comparison.

use std::cmp::Ordering;

use rmlir_num::ApInt;

use crate::context::Context;
use crate::interfaces::IntRange;
use crate::types::Type;

/// The overflows excluded by the flags of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NoWrap {
    /// The unsigned result does not wrap.
    pub unsigned: bool,
    /// The signed result does not wrap.
    pub signed: bool,
}

/// Whether bounds are signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// From 0 up.
    Unsigned,
    /// In two's complement.
    Signed,
}

impl Sign {
    /// The order of two integers of one width.
    pub fn compare(self, lhs: &ApInt, rhs: &ApInt) -> Ordering {
        match self {
            Sign::Unsigned => lhs.ucmp(rhs),
            Sign::Signed => lhs.scmp(rhs),
        }
    }

    /// The least and the greatest integer of a range.
    pub fn bounds(self, range: &IntRange) -> &(ApInt, ApInt) {
        match self {
            Sign::Unsigned => &range.unsigned,
            Sign::Signed => &range.signed,
        }
    }

    /// The range from `min` to `max`.
    pub fn range(self, min: ApInt, max: ApInt) -> IntRange {
        match self {
            Sign::Unsigned => IntRange::from_unsigned(min, max),
            Sign::Signed => IntRange::from_signed(min, max),
        }
    }

    /// The least and the greatest integer of a width.
    pub fn extremes(self, width: u32) -> (ApInt, ApInt) {
        match self {
            Sign::Unsigned => (ApInt::zero(width), ApInt::all_ones(width)),
            Sign::Signed => (ApInt::signed_min(width), ApInt::signed_max(width)),
        }
    }

    fn lesser(self, lhs: &ApInt, rhs: &ApInt) -> ApInt {
        if self.compare(lhs, rhs).is_le() { lhs.clone() } else { rhs.clone() }
    }

    fn greater(self, lhs: &ApInt, rhs: &ApInt) -> ApInt {
        if self.compare(lhs, rhs).is_ge() { lhs.clone() } else { rhs.clone() }
    }
}

/// Making and combining.
impl IntRange {
    /// The width of ranges of values of type `ty`: its own, 64 for `index`, the element's for shaped types, 0 for other
    /// types.
    pub fn width_of(cx: &Context, ty: Type) -> u32 {
        ty.element_or_self(cx).int_or_index_width(cx).unwrap_or(0)
    }

    /// The range of the size of a dimension of `shape` whose index is in the range `index`; a dynamic size is only
    /// known to be non-negative.
    pub fn of_dim(shape: &[i64], index: Option<&IntRange>) -> Self {
        const WIDTH: u32 = 64;
        let unknown = IntRange::from_signed(ApInt::new(WIDTH, 0), ApInt::new(WIDTH, i64::MAX as u64));
        let is_possible = |dim: usize| {
            let dim = ApInt::new(WIDTH, dim as u64);
            !index.is_some_and(|range| dim.ucmp(&range.unsigned.0).is_lt() || range.unsigned.1.ucmp(&dim).is_lt())
        };
        let size = |&size: &i64| match size {
            crate::types::DYNAMIC => unknown.clone(),
            size => IntRange::constant(ApInt::new(WIDTH, size as u64)),
        };
        let sizes = shape.iter().enumerate().filter(|&(dim, _)| is_possible(dim)).map(|(_, dim)| size(dim));
        sizes.reduce(|left, right| left.union(&right)).unwrap_or(unknown.clone())
    }

    /// All integers of `width` bits.
    pub fn all(width: u32) -> Self {
        Self { unsigned: Sign::Unsigned.extremes(width), signed: Sign::Signed.extremes(width) }
    }

    /// Just `value`.
    pub fn constant(value: ApInt) -> Self {
        let both = (value.clone(), value);
        Self { unsigned: both.clone(), signed: both }
    }

    /// From `min` to `max` as unsigned.
    pub fn from_unsigned(min: ApInt, max: ApInt) -> Self {
        // If both bounds have the same sign, the range is contiguous in the signed interpretation too.
        let signed = if min.is_negative() == max.is_negative() {
            (min.smin(&max), min.smax(&max))
        } else {
            Sign::Signed.extremes(min.width())
        };
        Self { unsigned: (min, max), signed }
    }

    /// From `min` to `max` as signed.
    pub fn from_signed(min: ApInt, max: ApInt) -> Self {
        let unsigned = if min.is_negative() == max.is_negative() {
            (min.umin(&max), min.umax(&max))
        } else {
            Sign::Unsigned.extremes(min.width())
        };
        Self { unsigned, signed: (min, max) }
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.unsigned.0.width()
    }

    /// The least range that contains both.
    pub fn union(&self, other: &Self) -> Self {
        self.combine(other, Sign::lesser, Sign::greater)
    }

    /// The intersection of both.
    pub fn intersection(&self, other: &Self) -> Self {
        self.combine(other, Sign::greater, Sign::lesser)
    }

    fn combine(
        &self,
        other: &Self,
        min: fn(Sign, &ApInt, &ApInt) -> ApInt,
        max: fn(Sign, &ApInt, &ApInt) -> ApInt,
    ) -> Self {
        if self.width() == 0 {
            return self.clone();
        }
        if other.width() == 0 {
            return other.clone();
        }
        let bounds = |sign: Sign| {
            let (a, b) = (sign.bounds(self), sign.bounds(other));
            (min(sign, &a.0, &b.0), max(sign, &a.1, &b.1))
        };
        Self { unsigned: bounds(Sign::Unsigned), signed: bounds(Sign::Signed) }
    }

    /// The one integer it may be.
    pub fn constant_value(&self) -> Option<&ApInt> {
        let mut bounds = [&self.unsigned, &self.signed].into_iter();
        let only = bounds.find(|(min, max)| min == max && min.width() != 0);
        only.map(|(value, _)| value)
    }

    /// Returns whether it excludes `value`, interpreted as `sign`.
    pub fn excludes(&self, value: &ApInt, sign: Sign) -> bool {
        let (min, max) = sign.bounds(self);
        sign.compare(value, min).is_lt() || sign.compare(value, max).is_gt()
    }
}

/// Zero- and sign-extension, for a value that may be either.
pub fn extend(range: &IntRange, width: u32) -> IntRange {
    let ((umin, umax), (smin, smax)) = (&range.unsigned, &range.signed);
    IntRange { unsigned: (umin.zext(width), umax.zext(width)), signed: (smin.sext(width), smax.sext(width)) }
}

/// Zero-extension.
pub fn extend_unsigned(range: &IntRange, width: u32) -> IntRange {
    IntRange::from_unsigned(range.unsigned.0.zext(width), range.unsigned.1.zext(width))
}

/// Sign-extension.
pub fn extend_signed(range: &IntRange, width: u32) -> IntRange {
    IntRange::from_signed(range.signed.0.sext(width), range.signed.1.sext(width))
}

/// The high bits are cut.
pub fn truncate(range: &IntRange, width: u32) -> IntRange {
    let (umin, umax) = &range.unsigned;
    // The truncated bits must be equal in both bounds, or the remaining ones wrap.
    let unsigned = if umin.lshr(width) == umax.lshr(width) {
        (umin.trunc(width), umax.trunc(width))
    } else {
        Sign::Unsigned.extremes(width)
    };
    let (smin, smax) = &range.signed;
    // The new sign bit must be equal too, unless it only copies the old one.
    let (low, high) = (smin.ashr(width - 1), smax.ashr(width - 1));
    let follows_sign =
        (low.is_all_ones() && (high.is_all_ones() || high.is_zero())) || (low.is_zero() && high.is_zero());
    let signed =
        if low == high || follows_sign { (smin.trunc(width), smax.trunc(width)) } else { Sign::Signed.extremes(width) };
    IntRange { unsigned, signed }
}

/// The range of `index`, which has 32 or 64 bits: the result of `infer` for both widths. `mode` is the signedness of
/// the result, `None` for both.
pub fn infer_index(operands: &[IntRange], mode: Option<Sign>, infer: impl Fn(&[IntRange]) -> IntRange) -> IntRange {
    let wide = infer(operands);
    let cut: Vec<IntRange> = operands.iter().map(|range| truncate(range, 32)).collect();
    let narrow = infer(&cut);
    let wide_cut = truncate(&wide, 32);
    let agree = match mode {
        None => narrow == wide_cut,
        Some(sign) => sign.bounds(&narrow) == sign.bounds(&wide_cut),
    };
    if agree { wide } else { wide.union(&extend(&narrow, 64)) }
}

/// An operation on constants: `None` where it wraps or is undefined.
type Compute<'a> = &'a dyn Fn(&ApInt, &ApInt) -> Option<ApInt>;

/// The range from the least to the greatest value of `f`, which is monotonically increasing in `lhs` and, as `falls`
/// states, decreasing or increasing in `rhs`.
fn monotone(f: Compute, lhs: &IntRange, rhs: &IntRange, falls: bool, sign: Sign) -> IntRange {
    let ((lmin, lmax), (rmin, rmax)) = (sign.bounds(lhs), sign.bounds(rhs));
    let (at_least, at_greatest) = if falls { (rmax, rmin) } else { (rmin, rmax) };
    match (f(lmin, at_least), f(lmax, at_greatest)) {
        (Some(min), Some(max)) => sign.range(min, max),
        _ => IntRange::all(lhs.width()),
    }
}

/// The hull of the values of `f` at the corners of two ranges.
fn at_corners(f: Compute, lhs: &(ApInt, ApInt), rhs: &(ApInt, ApInt), sign: Sign) -> IntRange {
    let mut range: Option<(ApInt, ApInt)> = None;
    for left in [&lhs.0, &lhs.1] {
        for right in [&rhs.0, &rhs.1] {
            let Some(corner) = f(left, right) else { return IntRange::all(left.width()) };
            range = Some(match range {
                Some((min, max)) => (sign.lesser(&min, &corner), sign.greater(&max, &corner)),
                None => (corner.clone(), corner),
            });
        }
    }
    let (min, max) = range.expect("there are four corners");
    sign.range(min, max)
}

/// A result with its overflow flag: clamped to `extreme` if it may not wrap, else `None` on overflow.
fn clamped((value, overflow): (ApInt, bool), no_wrap: bool, extreme: impl FnOnce() -> ApInt) -> Option<ApInt> {
    match (overflow, no_wrap) {
        (false, _) => Some(value),
        (true, true) => Some(extreme()),
        (true, false) => None,
    }
}

/// The signed extreme in the direction of an overflow.
fn signed_extreme(width: u32, below: bool) -> ApInt {
    if below { ApInt::signed_min(width) } else { ApInt::signed_max(width) }
}

/// `lhs + rhs`
pub fn add(lhs: &IntRange, rhs: &IntRange, no_wrap: NoWrap) -> IntRange {
    let unsigned = |a: &ApInt, b: &ApInt| clamped(a.uadd_ov(b), no_wrap.unsigned, || ApInt::all_ones(a.width()));
    let signed =
        |a: &ApInt, b: &ApInt| clamped(a.sadd_ov(b), no_wrap.signed, || signed_extreme(a.width(), a.is_negative()));
    let as_unsigned = monotone(&unsigned, lhs, rhs, false, Sign::Unsigned);
    as_unsigned.intersection(&monotone(&signed, lhs, rhs, false, Sign::Signed))
}

/// `lhs - rhs`
pub fn sub(lhs: &IntRange, rhs: &IntRange, no_wrap: NoWrap) -> IntRange {
    let unsigned = |a: &ApInt, b: &ApInt| clamped(a.usub_ov(b), no_wrap.unsigned, || ApInt::zero(a.width()));
    let signed =
        |a: &ApInt, b: &ApInt| clamped(a.ssub_ov(b), no_wrap.signed, || signed_extreme(a.width(), a.is_negative()));
    let as_unsigned = monotone(&unsigned, lhs, rhs, true, Sign::Unsigned);
    as_unsigned.intersection(&monotone(&signed, lhs, rhs, true, Sign::Signed))
}

/// `lhs * rhs`
pub fn mul(lhs: &IntRange, rhs: &IntRange, no_wrap: NoWrap) -> IntRange {
    let unsigned = |a: &ApInt, b: &ApInt| clamped(a.umul_ov(b), no_wrap.unsigned, || ApInt::all_ones(a.width()));
    let signed = |a: &ApInt, b: &ApInt| {
        clamped(a.smul_ov(b), no_wrap.signed, || signed_extreme(a.width(), a.is_negative() != b.is_negative()))
    };
    let as_unsigned = at_corners(&unsigned, &lhs.unsigned, &rhs.unsigned, Sign::Unsigned);
    as_unsigned.intersection(&at_corners(&signed, &lhs.signed, &rhs.signed, Sign::Signed))
}

/// `lhs << rhs`
pub fn shl(lhs: &IntRange, rhs: &IntRange, no_wrap: NoWrap) -> IntRange {
    let amount = |b: &ApInt| b.zext_value().and_then(|b| u32::try_from(b).ok()).unwrap_or(u32::MAX);
    let unsigned =
        |a: &ApInt, b: &ApInt| clamped(a.ushl_ov(amount(b)), no_wrap.unsigned, || ApInt::all_ones(a.width()));
    let signed = |a: &ApInt, b: &ApInt| {
        clamped(a.sshl_ov(amount(b)), no_wrap.signed, || signed_extreme(a.width(), a.is_negative()))
    };
    let as_unsigned = at_corners(&unsigned, &lhs.unsigned, &rhs.unsigned, Sign::Unsigned);
    as_unsigned.intersection(&at_corners(&signed, &lhs.signed, &rhs.unsigned, Sign::Signed))
}

/// The range of the logical shift `lhs >> rhs`.
pub fn shr_unsigned(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    at_corners(&|a, b| is_in_width(b).then(|| a.lshr_by(b)), &lhs.unsigned, &rhs.unsigned, Sign::Unsigned)
}

/// The range of the arithmetic shift `lhs >> rhs`.
pub fn shr_signed(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    at_corners(&|a, b| is_in_width(b).then(|| a.ashr_by(b)), &lhs.signed, &rhs.unsigned, Sign::Signed)
}

fn is_in_width(amount: &ApInt) -> bool {
    amount.zext_value().is_some_and(|value| value < u64::from(amount.width()))
}

/// Unsigned `lhs / rhs`, rounded down.
pub fn div_unsigned(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    divide_unsigned(lhs, rhs, &|a, b| a.udiv(b))
}

/// Unsigned `lhs / rhs`, rounded up.
pub fn ceil_div_unsigned(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    divide_unsigned(lhs, rhs, &|a, b| a.ceil_div_unsigned(b))
}

fn divide_unsigned(lhs: &IntRange, rhs: &IntRange, f: Compute) -> IntRange {
    let ((lmin, lmax), (rmin, rmax)) = (&lhs.unsigned, &rhs.unsigned);
    if !rmin.is_zero() && !rmax.is_zero() {
        return at_corners(f, &lhs.unsigned, &rhs.unsigned, Sign::Unsigned);
    }
    let least = lmin.udiv(rmax).unwrap_or_else(|| ApInt::zero(lmin.width()));
    IntRange::from_unsigned(least, lmax.clone())
}

/// Signed `lhs / rhs`, rounded toward zero.
pub fn div_signed(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    divide_signed(lhs, rhs, &|a, b| unless_overflow(a.sdiv_ov(b)?))
}

/// Signed `lhs / rhs`, rounded down.
pub fn floor_div_signed(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    divide_signed(lhs, rhs, &|a, b| unless_overflow(a.floor_div_signed(b)?))
}

/// Signed `lhs / rhs`, rounded up. (Upstream has the least integer divided by a greater one than 1 as positive.)
pub fn ceil_div_signed(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    divide_signed(lhs, rhs, &|a, b| unless_overflow(a.ceil_div_signed(b)?))
}

fn divide_signed(lhs: &IntRange, rhs: &IntRange, f: Compute) -> IntRange {
    if !rules_out_zero(rhs) {
        return IntRange::all(rhs.width());
    }
    at_corners(f, &lhs.signed, &rhs.signed, Sign::Signed)
}

fn is_positive(value: &ApInt) -> bool {
    !value.is_negative() && !value.is_zero()
}

fn rules_out_zero(range: &IntRange) -> bool {
    is_positive(&range.signed.0) || range.signed.1.is_negative()
}

fn unless_overflow((value, overflow): (ApInt, bool)) -> Option<ApInt> {
    (!overflow).then_some(value)
}

/// The remainder of signed division.
pub fn rem_signed(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    let width = rhs.width();
    if !rules_out_zero(rhs) {
        return IntRange::all(width);
    }
    let ((lmin, lmax), (rmin, rmax)) = (&lhs.signed, &rhs.signed);
    let divisor = if is_positive(rmin) { rmax.clone() } else { rmin.abs() };
    let zero = ApInt::zero(width);
    let greatest = divisor.sub(&ApInt::one(width));
    let mut min = if lmin.is_negative() { greatest.neg() } else { zero.clone() };
    let mut max = if is_positive(lmax) { greatest } else { zero };
    // With fewer dividends than the divisor, the remainders may form one interval.
    if rmin == rmax
        && lmax.sub(lmin).ucmp(&divisor).is_lt()
        && let (Some(first), Some(last)) = (lmin.srem(&divisor), lmax.srem(&divisor))
        && first.scmp(&last).is_le()
    {
        (min, max) = (first, last);
    }
    IntRange::from_signed(min, max)
}

/// The remainder of unsigned division.
pub fn rem_unsigned(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    let ((lmin, lmax), (rmin, rmax)) = (&lhs.unsigned, &rhs.unsigned);
    let width = rmin.width();
    let mut min = ApInt::zero(width);
    let mut max = rmax.sub(&ApInt::one(width)).umin(lmax);
    if rmin == rmax
        && lmax.sub(lmin).ucmp(rmax).is_lt()
        && let (Some(first), Some(last)) = (lmin.urem(rmax), lmax.urem(rmax))
        && first.ucmp(&last).is_le()
    {
        (min, max) = (first, last);
    }
    IntRange::from_unsigned(min, max)
}

/// The greater of both, read as `sign`.
pub fn max(lhs: &IntRange, rhs: &IntRange, sign: Sign) -> IntRange {
    let (a, b) = (sign.bounds(lhs), sign.bounds(rhs));
    sign.range(sign.greater(&a.0, &b.0), sign.greater(&a.1, &b.1))
}

/// The lesser of both, read as `sign`.
pub fn min(lhs: &IntRange, rhs: &IntRange, sign: Sign) -> IntRange {
    let (a, b) = (sign.bounds(lhs), sign.bounds(rhs));
    sign.range(sign.lesser(&a.0, &b.0), sign.lesser(&a.1, &b.1))
}

/// The bits that may differ among the integers of a range: all below the
/// first in which its bounds differ.
fn varying_bits(range: &IntRange) -> ApInt {
    let (min, max) = &range.unsigned;
    let n_low = min.xor(max).active_bits();
    let ones = ApInt::all_ones(min.width());
    if n_low == 0 { ApInt::zero(min.width()) } else { ones.lshr(min.width() - n_low) }
}

/// The bounds with the bits that vary cleared and set.
fn widened(range: &IntRange) -> (ApInt, ApInt) {
    let mask = varying_bits(range);
    (range.unsigned.0.and(&mask.not()), range.unsigned.1.or(&mask))
}

/// `lhs & rhs`
pub fn and(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    at_corners(&|a, b| Some(a.and(b)), &widened(lhs), &widened(rhs), Sign::Unsigned)
}

/// `lhs | rhs`
pub fn or(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    at_corners(&|a, b| Some(a.or(b)), &widened(lhs), &widened(rhs), Sign::Unsigned)
}

/// `lhs ^ rhs`
pub fn xor(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    let mask = varying_bits(lhs).or(&varying_bits(rhs));
    let fixed = lhs.unsigned.0.xor(&rhs.unsigned.0);
    IntRange::from_unsigned(fixed.and(&mask.not()), fixed.or(&mask))
}

/// A comparison of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// Equal.
    Equal,
    /// Less, in this signedness.
    Less(Sign),
    /// Less or equal, in this signedness.
    LessOrEqual(Sign),
}

/// The result of the comparison if it is the same for all values of `lhs` and `rhs`.
pub fn compare(comparison: Comparison, lhs: &IntRange, rhs: &IntRange) -> Option<bool> {
    let all_less = |sign: Sign, a: &IntRange, b: &IntRange, or_equal: bool| {
        let order = sign.compare(&sign.bounds(a).1, &sign.bounds(b).0);
        order.is_lt() || (or_equal && order.is_eq())
    };
    let (always, never) = match comparison {
        Comparison::Less(sign) => (all_less(sign, lhs, rhs, false), all_less(sign, rhs, lhs, true)),
        Comparison::LessOrEqual(sign) => (all_less(sign, lhs, rhs, true), all_less(sign, rhs, lhs, false)),
        Comparison::Equal => {
            let same = lhs.constant_value().zip(rhs.constant_value()).is_some_and(|(a, b)| a == b);
            // In both interpretations the ranges must be disjoint.
            let apart = |sign| all_less(sign, lhs, rhs, false) || all_less(sign, rhs, lhs, false);
            (same, apart(Sign::Signed) && apart(Sign::Unsigned))
        }
    };
    match (always, never) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}
