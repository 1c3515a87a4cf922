//! `ApInt` compared with 128-bit and arbitrary-precision oracles, at widths around the inline limit.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use proptest::prelude::*;
use rmlir_num::ApInt;

/// The exact unsigned value, read bit by bit so that it does not depend on a conversion under test.
fn unsigned(value: &ApInt) -> BigInt {
    (0..value.width()).filter(|&i| value.bit(i)).map(|i| BigInt::one() << i).sum()
}

fn signed(value: &ApInt) -> BigInt {
    let modulus = if value.is_negative() { BigInt::one() << value.width() } else { BigInt::zero() };
    unsigned(value) - modulus
}

/// The operation on exact integers.
type Exact = fn(&BigInt, &BigInt) -> BigInt;

/// `exact` modulo 2^width.
fn reduce(width: u32, exact: &BigInt) -> BigInt {
    exact.mod_floor(&(BigInt::one() << width))
}

fn fits_unsigned(width: u32, exact: &BigInt) -> bool {
    !exact.is_negative() && *exact < BigInt::one() << width
}

fn fits_signed(width: u32, exact: &BigInt) -> bool {
    let doubled = exact * 2;
    -(BigInt::one() << width) <= doubled && doubled < BigInt::one() << width
}

fn from_digits(width: u32, digits: &[u64]) -> ApInt {
    let bytes: Vec<u8> = digits.iter().flat_map(|d| d.to_le_bytes()).collect();
    ApInt::from_le_bytes(width, &bytes)
}

/// Values that are random, or near the ends of the range, where overflow occurs.
fn value(width: u32) -> impl Strategy<Value = ApInt> {
    prop_oneof![
        prop::collection::vec(any::<u64>(), 5).prop_map(move |digits| from_digits(width, &digits)),
        (-3i64..4).prop_map(move |delta| ApInt::from_i64(width, delta)),
        (-3i64..4).prop_map(move |delta| ApInt::signed_min(width).add(&ApInt::from_i64(width, delta))),
    ]
}

fn width() -> impl Strategy<Value = u32> {
    prop_oneof![0u32..10, 60u32..70, 120u32..132, 250u32..260]
}

fn two() -> impl Strategy<Value = (ApInt, ApInt)> {
    width().prop_flat_map(|w| (value(w), value(w)))
}

proptest! {
    #[test]
    fn wrapping_arithmetic((a, b) in two()) {
        let w = a.width();
        let (x, y) = (unsigned(&a), unsigned(&b));
        prop_assert_eq!(unsigned(&a.add(&b)), reduce(w, &(&x + &y)));
        prop_assert_eq!(unsigned(&a.sub(&b)), reduce(w, &(&x - &y)));
        prop_assert_eq!(unsigned(&a.mul(&b)), reduce(w, &(&x * &y)));
        prop_assert_eq!(unsigned(&a.neg()), reduce(w, &-&x));
        prop_assert_eq!(unsigned(&a.abs()), reduce(w, &signed(&a).abs()));
        prop_assert_eq!(unsigned(&a.umulh(&b)), (&x * &y) >> w);
        prop_assert_eq!(unsigned(&a.smulh(&b)), reduce(w, &((signed(&a) * signed(&b)) >> w)));
    }

    #[test]
    fn overflow((a, b) in two()) {
        let w = a.width();
        let unsigned_cases: [(_, Exact); 3] =
            [(a.uadd_ov(&b), |x, y| x + y), (a.usub_ov(&b), |x, y| x - y), (a.umul_ov(&b), |x, y| x * y)];
        for ((result, overflow), exact) in unsigned_cases {
            let exact = exact(&unsigned(&a), &unsigned(&b));
            prop_assert_eq!(unsigned(&result), reduce(w, &exact));
            prop_assert_eq!(overflow, !fits_unsigned(w, &exact));
        }
        let signed_cases: [(_, Exact); 3] =
            [(a.sadd_ov(&b), |x, y| x + y), (a.ssub_ov(&b), |x, y| x - y), (a.smul_ov(&b), |x, y| x * y)];
        for ((result, overflow), exact) in signed_cases {
            let exact = exact(&signed(&a), &signed(&b));
            prop_assert_eq!(unsigned(&result), reduce(w, &exact));
            prop_assert_eq!(overflow, !fits_signed(w, &exact));
        }
    }

    #[test]
    fn division((a, b) in two()) {
        if b.is_zero() {
            prop_assert!(a.udiv(&b).is_none() && a.urem(&b).is_none() && a.ceil_div_unsigned(&b).is_none());
            prop_assert!(a.sdiv(&b).is_none() && a.srem(&b).is_none());
            prop_assert!(a.floor_div_signed(&b).is_none() && a.ceil_div_signed(&b).is_none());
            return Ok(());
        }
        let w = a.width();
        let (x, y) = (unsigned(&a), unsigned(&b));
        prop_assert_eq!(unsigned(&a.udiv(&b).unwrap()), &x / &y);
        prop_assert_eq!(unsigned(&a.urem(&b).unwrap()), &x % &y);
        prop_assert_eq!(unsigned(&a.ceil_div_unsigned(&b).unwrap()), x.div_ceil(&y));
        let (x, y) = (signed(&a), signed(&b));
        let cases =
            [(a.sdiv_ov(&b), &x / &y), (a.floor_div_signed(&b), x.div_floor(&y)), (a.ceil_div_signed(&b), x.div_ceil(&y))];
        for (result, exact) in cases {
            let (result, overflow) = result.unwrap();
            prop_assert_eq!(unsigned(&result), reduce(w, &exact));
            prop_assert_eq!(overflow, !fits_signed(w, &exact));
        }
        prop_assert_eq!(signed(&a.srem(&b).unwrap()), &x % &y);
        prop_assert_eq!(a.sdiv(&b), a.sdiv_ov(&b).map(|(result, _)| result));
    }

    #[test]
    fn logic_and_order((a, b) in two()) {
        for i in 0..a.width() {
            prop_assert_eq!(a.and(&b).bit(i), a.bit(i) & b.bit(i));
            prop_assert_eq!(a.or(&b).bit(i), a.bit(i) | b.bit(i));
            prop_assert_eq!(a.xor(&b).bit(i), a.bit(i) ^ b.bit(i));
            prop_assert_eq!(a.not().bit(i), !a.bit(i));
        }
        prop_assert!(!a.bit(a.width()) && !a.bit(a.width() + 64));
        prop_assert_eq!(a.ucmp(&b), unsigned(&a).cmp(&unsigned(&b)));
        prop_assert_eq!(a.scmp(&b), signed(&a).cmp(&signed(&b)));
        prop_assert_eq!(unsigned(&a.umin(&b)), unsigned(&a).min(unsigned(&b)));
        prop_assert_eq!(unsigned(&a.umax(&b)), unsigned(&a).max(unsigned(&b)));
        prop_assert_eq!(signed(&a.smin(&b)), signed(&a).min(signed(&b)));
        prop_assert_eq!(signed(&a.smax(&b)), signed(&a).max(signed(&b)));
    }

    #[test]
    fn shifts((a, b) in two(), amount in 0u32..300) {
        let w = a.width();
        prop_assert_eq!(unsigned(&a.shl(amount)), reduce(w, &(unsigned(&a) << amount)));
        prop_assert_eq!(unsigned(&a.lshr(amount)), unsigned(&a) >> amount);
        prop_assert_eq!(signed(&a.ashr(amount)), signed(&a) >> amount);
        let limited = unsigned(&b).to_u32().map_or(w, |n| n.min(w));
        prop_assert_eq!(a.shl_by(&b), a.shl(limited));
        prop_assert_eq!(a.lshr_by(&b), a.lshr(limited));
        prop_assert_eq!(a.ashr_by(&b), a.ashr(limited));
        let (result, overflow) = a.ushl_ov(amount);
        prop_assert_eq!(unsigned(&result), reduce(w, &(unsigned(&a) << amount)));
        prop_assert_eq!(overflow, amount >= w || !fits_unsigned(w, &(unsigned(&a) << amount)));
        prop_assert_eq!(a.sshl_ov(amount).1, amount >= w || !fits_signed(w, &(signed(&a) << amount)));
    }

    #[test]
    fn counts((a, _) in two()) {
        let w = a.width();
        let bits: Vec<bool> = (0..w).map(|i| a.bit(i)).collect();
        let run = |want: bool, from_top: bool| {
            let it: Box<dyn Iterator<Item = &bool>> = if from_top { Box::new(bits.iter().rev()) } else { Box::new(bits.iter()) };
            it.take_while(|&&b| b == want).count() as u32
        };
        prop_assert_eq!(a.count_leading_zeros(), run(false, true));
        prop_assert_eq!(a.count_leading_ones(), run(true, true));
        prop_assert_eq!(a.count_trailing_zeros(), run(false, false));
        prop_assert_eq!(a.count_trailing_ones(), run(true, false));
        prop_assert_eq!(a.popcount() as usize, bits.iter().filter(|&&b| b).count());
        prop_assert_eq!(u64::from(a.active_bits()), unsigned(&a).bits());
        prop_assert_eq!(a.is_zero(), unsigned(&a).is_zero());
        prop_assert_eq!(a.is_one(), unsigned(&a).is_one());
        prop_assert_eq!(a.is_all_ones(), a == ApInt::all_ones(w));
        prop_assert_eq!(a.is_signed_min(), w > 0 && a == ApInt::signed_min(w));
        prop_assert_eq!(a.is_signed_max(), a == ApInt::signed_max(w));
        prop_assert_eq!(a.is_power_of_two(), a.popcount() == 1);
        if w > 0 {
            let needed = (1..=w).find(|&n| fits_signed(n, &signed(&a))).unwrap();
            prop_assert_eq!(a.min_signed_bits(), needed);
        }
    }

    #[test]
    fn width_changes((a, _) in two(), other in width()) {
        prop_assert_eq!(unsigned(&a.zext_or_trunc(other)), reduce(other, &unsigned(&a)));
        prop_assert_eq!(unsigned(&a.sext_or_trunc(other)), reduce(other, &signed(&a)));
        // Equality is structural: equal values have equal representations, however they are computed.
        prop_assert_eq!(a.zext(300).trunc(a.width()), a.clone());
        prop_assert_eq!(a.sext(300).trunc(a.width()), a.clone());
    }

    #[test]
    fn conversions((a, _) in two()) {
        prop_assert_eq!(a.zext_value(), unsigned(&a).to_u64());
        prop_assert_eq!(a.sext_value(), signed(&a).to_i64());
        prop_assert_eq!(a.to_u128(), unsigned(&a).to_u128());
        prop_assert_eq!(a.to_i128(), signed(&a).to_i128());
        prop_assert_eq!(a.to_string_unsigned(), unsigned(&a).to_string());
        prop_assert_eq!(a.to_string_signed(), signed(&a).to_string());
        prop_assert_eq!(a.to_string_hex(), format!("0x{:X}", unsigned(&a)));
        prop_assert_eq!(a.to_le_bytes().len(), ApInt::n_bytes(a.width()));
        prop_assert_eq!(ApInt::from_le_bytes(a.width(), &a.to_le_bytes()), a.clone());
        prop_assert_eq!(BigInt::from(BigUint::from_bytes_le(&a.to_le_bytes())), unsigned(&a));
        for token in [a.to_string_unsigned(), a.to_string_hex()] {
            let parsed = ApInt::parse_magnitude(&token).unwrap();
            prop_assert_eq!(unsigned(&parsed), unsigned(&a));
            prop_assert_eq!(parsed.width(), a.active_bits().max(1));
        }
    }

    #[test]
    fn from_primitives(w in width(), small in any::<i64>(), large in any::<i128>()) {
        prop_assert_eq!(unsigned(&ApInt::new(w, small as u64)), reduce(w, &(small as u64).into()));
        prop_assert_eq!(unsigned(&ApInt::from_i64(w, small)), reduce(w, &small.into()));
        prop_assert_eq!(unsigned(&ApInt::from_u128(w, large as u128)), reduce(w, &(large as u128).into()));
        prop_assert_eq!(unsigned(&ApInt::from_i128(w, large)), reduce(w, &large.into()));
    }

    #[test]
    fn literals((a, _) in two()) {
        let (w, text) = (a.width(), a.to_string_signed());
        let (negative, digits) = match text.strip_prefix('-') { Some(digits) => (true, digits), None => (false, &*text) };
        for signed in [false, true] {
            prop_assert_eq!(ApInt::from_literal(digits, negative, w, signed), Some(a.clone()));
        }
        prop_assert_eq!(ApInt::from_literal(&a.to_string_unsigned(), false, w, false), Some(a.clone()));
        prop_assert_eq!(ApInt::from_literal(&a.to_string_hex(), false, w, true).is_some(), !a.is_negative());
    }
}

/// The integer attributes that `mlir-opt` accepts, with their values; `None` is its "out of range".
#[test]
fn literals_as_upstream() {
    let cases: &[(&str, bool, u32, bool, Option<i64>)] = &[
        ("0", true, 32, false, None),
        ("129", true, 8, false, None),
        ("128", true, 8, false, Some(-128)),
        ("255", false, 8, false, Some(-1)),
        ("256", false, 8, false, None),
        ("0x80", false, 8, true, None),
        ("0x1", true, 8, false, Some(-1)),
        ("0", false, 0, false, Some(0)),
        ("1", false, 0, false, None),
        ("0", true, 0, false, None),
        ("0x8000000000000000", false, 64, true, None),
        ("9223372036854775808", true, 64, true, Some(i64::MIN)),
        ("340282366920938463463374607431768211455", false, 128, false, Some(-1)),
        ("200", false, 8, false, Some(-56)),
        ("200", false, 8, true, None),
        ("1", false, 1, false, Some(-1)),
        ("1", true, 1, false, Some(-1)),
        ("1", false, 1, true, None),
        ("2", false, 1, false, None),
        ("0x000000000000000000000000000000FF", false, 8, false, Some(-1)),
    ];
    for &(spelling, negative, width, signed, want) in cases {
        let got = ApInt::from_literal(spelling, negative, width, signed);
        assert_eq!(got, want.map(|v| ApInt::from_i64(width, v)), "{spelling} negative={negative} i{width}");
    }
}

#[test]
fn malformed_tokens_are_refused() {
    for token in ["", "0x", "-1", "+1", "1_000", "0xG", "0b1", "1.0", " 1", "١"] {
        assert_eq!(ApInt::parse_magnitude(token), None, "{token}");
    }
}

#[test]
fn an_integer_is_two_words() {
    assert_eq!(size_of::<ApInt>(), 16);
}
