//! The result of an operation is in the inferred range for all operands in their ranges: checked for all integers of
//! three bits and all ranges of them.

use rmlir_core::int_range::{self as ranges, Comparison, NoWrap, Sign};
use rmlir_core::interfaces::IntRange;
use rmlir_num::ApInt;

const WIDTH: u32 = 3;

fn all_values() -> Vec<ApInt> {
    (0..1 << WIDTH).map(|value| ApInt::new(WIDTH, value)).collect()
}

fn all_ranges() -> Vec<IntRange> {
    let values = all_values();
    let pairs = || values.iter().flat_map(|a| values.iter().map(move |b| (a.clone(), b.clone())));
    let unsigned = pairs().filter(|(a, b)| a.ucmp(b).is_le()).map(|(a, b)| IntRange::from_unsigned(a, b));
    let signed = pairs().filter(|(a, b)| a.scmp(b).is_le()).map(|(a, b)| IntRange::from_signed(a, b));
    unsigned.chain(signed).collect()
}

fn contains(range: &IntRange, value: &ApInt) -> bool {
    !range.excludes(value, Sign::Unsigned) && !range.excludes(value, Sign::Signed)
}

/// Checks that the range of `infer` contains the value of `compute`, where it is defined.
fn check(
    name: &str,
    infer: impl Fn(&IntRange, &IntRange) -> IntRange,
    compute: impl Fn(&ApInt, &ApInt) -> Option<ApInt>,
) {
    let (values, all) = (all_values(), all_ranges());
    let members: Vec<Vec<&ApInt>> =
        all.iter().map(|range| values.iter().filter(|value| contains(range, value)).collect()).collect();
    for (lhs, lhs_values) in all.iter().zip(&members) {
        for (rhs, rhs_values) in all.iter().zip(&members) {
            let range = infer(lhs, rhs);
            for a in lhs_values {
                for b in rhs_values {
                    let Some(result) = compute(a, b) else { continue };
                    assert!(contains(&range, &result), "{name}: {a:?}, {b:?} gives {result:?}, not in {range:?}");
                }
            }
        }
    }
}

fn exact((value, overflow): (ApInt, bool)) -> Option<ApInt> {
    (!overflow).then_some(value)
}

fn small(amount: &ApInt) -> Option<u32> {
    amount.zext_value().map(|amount| amount as u32).filter(|&amount| amount < WIDTH)
}

#[test]
fn sums_and_products() {
    let wraps = NoWrap::default();
    check("add", |a, b| ranges::add(a, b, wraps), |a, b| Some(a.add(b)));
    check("sub", |a, b| ranges::sub(a, b, wraps), |a, b| Some(a.sub(b)));
    check("mul", |a, b| ranges::mul(a, b, wraps), |a, b| Some(a.mul(b)));
    check("shl", |a, b| ranges::shl(a, b, wraps), |a, b| Some(a.shl(small(b)?)));
}

#[test]
fn sums_and_products_that_do_not_wrap() {
    let signed = NoWrap { unsigned: false, signed: true };
    check("add nsw", |a, b| ranges::add(a, b, signed), |a, b| exact(a.sadd_ov(b)));
    check("sub nsw", |a, b| ranges::sub(a, b, signed), |a, b| exact(a.ssub_ov(b)));
    check("mul nsw", |a, b| ranges::mul(a, b, signed), |a, b| exact(a.smul_ov(b)));
    check("shl nsw", |a, b| ranges::shl(a, b, signed), |a, b| exact(a.sshl_ov(small(b)?)));
    let unsigned = NoWrap { unsigned: true, signed: false };
    check("add nuw", |a, b| ranges::add(a, b, unsigned), |a, b| exact(a.uadd_ov(b)));
    check("sub nuw", |a, b| ranges::sub(a, b, unsigned), |a, b| exact(a.usub_ov(b)));
    check("mul nuw", |a, b| ranges::mul(a, b, unsigned), |a, b| exact(a.umul_ov(b)));
    check("shl nuw", |a, b| ranges::shl(a, b, unsigned), |a, b| exact(a.ushl_ov(small(b)?)));
}

#[test]
fn divisions() {
    check("div unsigned", ranges::div_unsigned, ApInt::udiv);
    check("ceil div unsigned", ranges::ceil_div_unsigned, ApInt::ceil_div_unsigned);
    check("rem unsigned", ranges::rem_unsigned, ApInt::urem);
    check("div signed", ranges::div_signed, |a, b| exact(a.sdiv_ov(b)?));
    check("floor div signed", ranges::floor_div_signed, |a, b| exact(a.floor_div_signed(b)?));
    check("rem signed", ranges::rem_signed, ApInt::srem);
    // The least integer has two quotients, see `ceil_div_signed`.
    check("ceil div signed", ranges::ceil_div_signed, |a, b| {
        if a.is_signed_min() { None } else { exact(a.ceil_div_signed(b)?) }
    });
}

#[test]
fn bits_and_extremes() {
    check("and", ranges::and, |a, b| Some(a.and(b)));
    check("or", ranges::or, |a, b| Some(a.or(b)));
    check("xor", ranges::xor, |a, b| Some(a.xor(b)));
    check("shr unsigned", ranges::shr_unsigned, |a, b| Some(a.lshr(small(b)?)));
    check("shr signed", ranges::shr_signed, |a, b| Some(a.ashr(small(b)?)));
    check("max signed", |a, b| ranges::max(a, b, Sign::Signed), |a, b| Some(a.smax(b)));
    check("max unsigned", |a, b| ranges::max(a, b, Sign::Unsigned), |a, b| Some(a.umax(b)));
    check("min signed", |a, b| ranges::min(a, b, Sign::Signed), |a, b| Some(a.smin(b)));
    check("min unsigned", |a, b| ranges::min(a, b, Sign::Unsigned), |a, b| Some(a.umin(b)));
}

#[test]
fn changes_of_width() {
    for range in all_ranges() {
        for value in all_values().iter().filter(|value| contains(&range, value)) {
            assert!(contains(&ranges::extend_unsigned(&range, 5), &value.zext(5)));
            assert!(contains(&ranges::extend_signed(&range, 5), &value.sext(5)));
            assert!(contains(&ranges::truncate(&range, 2), &value.trunc(2)));
        }
    }
}

#[test]
fn comparisons_are_decided_rightly() {
    let decide = |comparison: Comparison, a: &ApInt, b: &ApInt| match comparison {
        Comparison::Equal => a == b,
        Comparison::Less(Sign::Signed) => a.scmp(b).is_lt(),
        Comparison::Less(Sign::Unsigned) => a.ucmp(b).is_lt(),
        Comparison::LessOrEqual(Sign::Signed) => a.scmp(b).is_le(),
        Comparison::LessOrEqual(Sign::Unsigned) => a.ucmp(b).is_le(),
    };
    let comparisons = [
        Comparison::Equal,
        Comparison::Less(Sign::Signed),
        Comparison::Less(Sign::Unsigned),
        Comparison::LessOrEqual(Sign::Signed),
        Comparison::LessOrEqual(Sign::Unsigned),
    ];
    for comparison in comparisons {
        check(
            &format!("{comparison:?}"),
            |a, b| match ranges::compare(comparison, a, b) {
                Some(holds) => IntRange::constant(ApInt::from_bool(holds)),
                None => IntRange::all(1),
            },
            |a, b| Some(ApInt::from_bool(decide(comparison, a, b))),
        );
    }
}
