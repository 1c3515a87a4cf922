//! Floats compared with two independent oracles: the port of upstream's `APFloat` in `rustc_apfloat`, in every rounding
//! mode, for the supported kinds; and, for the kinds of at most 8 bits, the definition of rounding applied to the list
//! of all values.

use proptest::prelude::*;
use rmlir_num::{ApFloat, ApInt, FloatKind, Rounding};
use rustc_apfloat::ieee::{self, IeeeFloat, Semantics};
use rustc_apfloat::{Float, FloatConvert, Round, Status};
use std::cmp::Ordering;

const ROUNDINGS: [(Rounding, Round); 5] = [
    (Rounding::NearestTiesToEven, Round::NearestTiesToEven),
    (Rounding::TowardPositive, Round::TowardPositive),
    (Rounding::TowardNegative, Round::TowardNegative),
    (Rounding::TowardZero, Round::TowardZero),
    (Rounding::NearestTiesToAway, Round::NearestTiesToAway),
];

/// Bit patterns of a kind with `width` bits, often near the extreme exponents, where overflow and underflow occur.
fn bits(kind: FloatKind) -> impl Strategy<Value = u128> {
    let width = kind.width();
    let fraction = kind.precision() - 1;
    let edge = (any::<bool>(), 0u128..4, any::<bool>(), prop_oneof![0u128..3, any::<u128>()]).prop_map(
        move |(negative, exponent, from_top, low)| {
            let field_mask = (1u128 << (width - 1 - fraction)) - 1;
            let field = if from_top { field_mask - exponent.min(field_mask) } else { exponent };
            let low = low & ((1u128 << fraction) - 1);
            u128::from(negative) << (width - 1) | field << fraction | low
        },
    );
    let near_one = (-40i128..40, any::<u128>()).prop_map(move |(exponent, low)| {
        let value = ApFloat::from_int(kind, &ApInt::one(8), false, Rounding::TowardZero).bits() as i128;
        (value + (exponent << fraction)) as u128 | low & ((1u128 << fraction) - 1)
    });
    prop_oneof![any::<u128>(), edge, near_one].prop_map(move |bits| {
        // Canonical and with integer bit, because the oracle supports no other patterns of `f80`.
        let value = ApFloat::from_bits(kind, bits);
        let integer_bit = if kind == FloatKind::F80 && value.is_nan() { 1 << 63 } else { 0 };
        value.bits() | integer_bit
    })
}

fn assert_same<S: Semantics>(ours: ApFloat, theirs: IeeeFloat<S>, what: &str)
where
    IeeeFloat<S>: Float,
{
    // Beyond the largest value of this kind, the oracle respects the rounding direction but not the sign.
    let is_nan = ours.is_nan() || theirs.is_nan();
    if ours.kind() == FloatKind::F8E4M3FN && is_nan && what.contains("Toward") {
        return;
    }
    assert_eq!(ours.is_nan(), theirs.is_nan(), "{what}: {ours:?}, expected {theirs:?}");
    if !ours.is_nan() {
        assert_eq!(ours.bits(), theirs.to_bits(), "{what}: {ours:?}, expected {theirs:?}");
    }
}

fn check_arithmetic<S: Semantics>(kind: FloatKind, a: u128, b: u128)
where
    IeeeFloat<S>: Float,
{
    let (x, y) = (IeeeFloat::<S>::from_bits(a), IeeeFloat::<S>::from_bits(b));
    let (a, b) = (ApFloat::from_bits(kind, a), ApFloat::from_bits(kind, b));
    for (ours, theirs) in ROUNDINGS {
        assert_same(a.add(b, ours), x.add_r(y, theirs).value, &format!("{a:?} + {b:?} {ours:?}"));
        assert_same(a.sub(b, ours), x.sub_r(y, theirs).value, &format!("{a:?} - {b:?} {ours:?}"));
        assert_same(a.mul(b, ours), x.mul_r(y, theirs).value, &format!("{a:?} * {b:?} {ours:?}"));
        assert_same(a.div(b, ours), x.div_r(y, theirs).value, &format!("{a:?} / {b:?} {ours:?}"));
    }
    assert_eq!(a.compare(b), x.partial_cmp(&y), "{a:?} <=> {b:?}");
    assert_same(a.minimum(b), x.minimum(y), &format!("minimum of {a:?} and {b:?}"));
    assert_same(a.maximum(b), x.maximum(y), &format!("maximum of {a:?} and {b:?}"));
    assert_same(a.copysign(b), x.copy_sign(y), &format!("{a:?} with the sign of {b:?}"));
    assert_eq!(
        (a.is_zero(), a.is_infinity(), a.is_nan(), a.is_signaling(), a.is_denormal(), a.is_finite()),
        (x.is_zero(), x.is_infinite(), x.is_nan(), x.is_signaling(), x.is_denormal(), x.is_finite()),
        "{a:?}"
    );
}

/// The oracle's remainder takes a step per bit of quotient, so the exponents are close.
fn check_remainder<S: Semantics>(kind: FloatKind, a: u128, b: u128)
where
    IeeeFloat<S>: Float,
{
    let (x, y) = (IeeeFloat::<S>::from_bits(a), IeeeFloat::<S>::from_bits(b));
    let (a, b) = (ApFloat::from_bits(kind, a), ApFloat::from_bits(kind, b));
    let is_far = !x.is_finite_non_zero() || !y.is_finite_non_zero() || (x.ilogb() - y.ilogb()).abs() > 200;
    if !is_far || kind.width() <= 16 {
        assert_same(a.rem(b), x.c_fmod(y).value, &format!("{a:?} % {b:?}"));
    }
}

fn check_conversion<S: Semantics, T: Semantics>(from: FloatKind, to: FloatKind, a: u128)
where
    IeeeFloat<S>: Float + FloatConvert<IeeeFloat<T>>,
    IeeeFloat<T>: Float,
{
    let x = IeeeFloat::<S>::from_bits(a);
    let a = ApFloat::from_bits(from, a);
    for (ours, theirs) in ROUNDINGS {
        let mut loses_info = false;
        let want = x.convert_r(theirs, &mut loses_info).value;
        let got = a.convert(to, ours);
        assert_same::<T>(got.value, want, &format!("{a:?} to {to} {ours:?}"));
        if !a.is_nan() {
            assert_eq!(got.loses_info, loses_info, "{a:?} to {to} {ours:?}");
        }
    }
}

fn check_integers<S: Semantics>(kind: FloatKind, a: u128, width: u32, integer: u128)
where
    IeeeFloat<S>: Float,
{
    let x = IeeeFloat::<S>::from_bits(a);
    let a = ApFloat::from_bits(kind, a);
    let integer = ApInt::from_u128(width, integer);
    for (ours, theirs) in ROUNDINGS {
        let want = IeeeFloat::<S>::from_u128_r(integer.to_u128().unwrap(), theirs).value;
        assert_same(ApFloat::from_int(kind, &integer, false, ours), want, &format!("{integer:?} {ours:?}"));
        let want = IeeeFloat::<S>::from_i128_r(integer.to_i128().unwrap(), theirs).value;
        assert_same(ApFloat::from_int(kind, &integer, true, ours), want, &format!("{integer:?} {ours:?}"));
        let mut is_exact = false;
        let signed = x.to_i128_r(width as usize, theirs, &mut is_exact);
        let signed = signed.map(|v| ApInt::from_i128(width, v));
        check_to_int(a, true, ours, signed.value, signed.status, is_exact);
        let unsigned = x.to_u128_r(width as usize, theirs, &mut is_exact).map(|v| ApInt::from_u128(width, v));
        check_to_int(a, false, ours, unsigned.value, unsigned.status, is_exact);
    }
}

fn check_to_int(a: ApFloat, signed: bool, rounding: Rounding, want: ApInt, status: Status, is_exact: bool) {
    let got = a.to_int(want.width(), signed, rounding);
    let what = format!("{a:?} to i{} signed={signed} {rounding:?}", want.width());
    assert_eq!(got.is_none(), status == Status::INVALID_OP, "{what}");
    if let Some(got) = got {
        // -0 is not exact, which the oracle's signed conversion ignores.
        assert_eq!((got.value, got.is_exact), (want, is_exact && !a.is_neg_zero()), "{what}");
    }
}

fn check_text<S: Semantics>(kind: FloatKind, a: u128, text: &str)
where
    IeeeFloat<S>: Float,
{
    let want: IeeeFloat<S> = text.parse().unwrap_or_else(|_| panic!("{text} is a number"));
    assert_same(ApFloat::parse_decimal(kind, text).unwrap(), want, text);
    let a = ApFloat::from_bits(kind, a);
    if !a.print().starts_with("0x") {
        assert_eq!(ApFloat::parse_decimal(kind, &a.print()), Some(a), "{}", a.print());
    }
}

macro_rules! semantics {
    ($($name:ident: $bits:literal, $exponent_bits:literal;)*) => {$(
        struct $name;
        impl Semantics for $name {
            const BITS: usize = $bits;
            const EXP_BITS: usize = $exponent_bits;
        }
    )*};
}

semantics! {
    Tf32S: 19, 8;
    F8E4M3S: 8, 4;
    F8E3M4S: 8, 3;
}

macro_rules! against_apfloat {
    ($($name:ident: $kind:ident as $semantics:ty;)*) => {$(
        mod $name {
            use super::*;
            type S = $semantics;
            const KIND: FloatKind = FloatKind::$kind;

            proptest! {
                #[test]
                fn arithmetic(a in bits(KIND), b in bits(KIND)) {
                    check_arithmetic::<S>(KIND, a, b);
                }

                #[test]
                fn remainder(a in bits(KIND), b in bits(KIND)) {
                    check_remainder::<S>(KIND, a, b);
                }

                #[test]
                fn to_and_from_wider_and_narrower(a in bits(KIND), wide in bits(FloatKind::F128)) {
                    check_conversion::<S, ieee::QuadS>(KIND, FloatKind::F128, a);
                    check_conversion::<S, ieee::DoubleS>(KIND, FloatKind::F64, a);
                    check_conversion::<S, ieee::Float8E4M3FNS>(KIND, FloatKind::F8E4M3FN, a);
                    check_conversion::<ieee::QuadS, S>(FloatKind::F128, KIND, wide);
                }

                #[test]
                fn integers(a in bits(KIND), width in 2u32..=128, integer: u128) {
                    check_integers::<S>(KIND, a, width, integer);
                }

                #[test]
                fn text(a in bits(KIND), text in "-?[0-9]{1,25}\\.[0-9]{0,25}(e[-+]?[0-9]{1,2})?") {
                    check_text::<S>(KIND, a, &text);
                }
            }
        }
    )*};
}

against_apfloat! {
    f8e5m2: F8E5M2 as ieee::Float8E5M2S;
    f8e4m3: F8E4M3 as F8E4M3S;
    f8e4m3fn: F8E4M3FN as ieee::Float8E4M3FNS;
    f8e3m4: F8E3M4 as F8E3M4S;
    bf16: BF16 as ieee::BFloatS;
    f16: F16 as ieee::HalfS;
    tf32: TF32 as Tf32S;
    f32: F32 as ieee::SingleS;
    f64: F64 as ieee::DoubleS;
    f80: F80 as ieee::X87DoubleExtendedS;
    f128: F128 as ieee::QuadS;
}

/// The magnitudes of a narrow kind in order, 0 included even where it does not exist.
fn magnitudes(kind: FloatKind) -> Vec<f64> {
    let all = (0..1u128 << kind.width()).map(|bits| ApFloat::from_bits(kind, bits));
    let mut result: Vec<f64> = all.filter(|v| v.is_finite() && !v.is_negative()).map(|v| v.to_f64()).collect();
    if !kind.has_zero() {
        result.push(0.0);
    }
    result.sort_by(f64::total_cmp);
    result
}

/// The index of the magnitude that `x` >= 0 rounds to by definition; the index past the end is overflow.
fn rounded_index(grid: &[f64], x: f64, negative: bool, rounding: Rounding, doubles: bool) -> usize {
    let last = grid.len() - 1;
    // The hypothetical next magnitude. `f8E8M0FNU` doubles, all others repeat their last step.
    let beyond = if doubles { grid[last] * 2.0 } else { 2.0 * grid[last] - grid[last - 1] };
    if x >= beyond {
        return last + 1;
    }
    let below = grid.partition_point(|&m| m <= x) - 1;
    if grid[below] == x {
        return below;
    }
    let above = *grid.get(below + 1).unwrap_or(&beyond);
    // Every significand of `f8E8M0FNU` is 1 and so odd, except for that of the missing 0.
    let is_odd = |idx: usize| if doubles { idx > 0 } else { idx % 2 == 1 };
    let nearer = (x - grid[below]).total_cmp(&(above - x));
    let is_up = match rounding {
        Rounding::NearestTiesToEven => nearer.is_gt() || nearer.is_eq() && is_odd(below),
        Rounding::NearestTiesToAway => nearer.is_ge(),
        Rounding::TowardPositive => !negative,
        Rounding::TowardNegative => negative,
        Rounding::TowardZero => false,
    };
    below + usize::from(is_up)
}

fn check_narrow(kind: FloatKind, x: f64) {
    let grid = magnitudes(kind);
    let negative = x.is_sign_negative();
    for (rounding, _) in ROUNDINGS {
        let got = ApFloat::from_f64_exact(x).convert(kind, rounding).value;
        let idx = rounded_index(&grid, x.abs(), negative, rounding, !kind.has_zero());
        let saturates = !kind.has_nan() || !rounds_away(rounding, negative);
        match grid.get(idx) {
            // A value that rounds to the missing 0 becomes the least value.
            Some(&0.0) if !kind.has_zero() => assert_eq!(got, ApFloat::zero(kind, false), "{x} {rounding:?}"),
            Some(&0.0) => assert_eq!(got, ApFloat::zero(kind, negative), "{x} {rounding:?}"),
            Some(&want) => assert_eq!(got.to_f64(), want.copysign(x), "{x} {rounding:?}"),
            None if saturates => assert_eq!(got, ApFloat::largest(kind, negative), "{x} {rounding:?}"),
            None => assert_eq!(got, ApFloat::infinity(kind, negative), "{x} {rounding:?}"),
        }
    }
}

fn rounds_away(rounding: Rounding, negative: bool) -> bool {
    match rounding {
        Rounding::TowardPositive => !negative,
        Rounding::TowardNegative => negative,
        Rounding::TowardZero => false,
        Rounding::NearestTiesToEven | Rounding::NearestTiesToAway => true,
    }
}

fn narrow_kinds() -> impl Iterator<Item = FloatKind> {
    FloatKind::ALL.into_iter().filter(|kind| kind.width() <= 8)
}

proptest! {
    #[test]
    fn narrow_kinds_round_by_definition(exponent in -20i32..20, far in -140i32..140, digits in 0u32..64, negative: bool) {
        for kind in narrow_kinds() {
            let exponent = if kind.has_zero() { exponent } else { far };
            let x = f64::from(digits) * 2f64.powi(exponent);
            check_narrow(kind, if negative { -x } else { x });
        }
    }

    #[test]
    fn narrow_arithmetic_is_exact_then_rounded(a: u8, b: u8) {
        // Sums and products of narrow values are exact in `f64`, except for `f8E8M0FNU`, which spans 254 binades.
        for kind in narrow_kinds().filter(|kind| kind.has_zero()) {
            let (a, b) = (ApFloat::from_bits(kind, a.into()), ApFloat::from_bits(kind, b.into()));
            for (rounding, _) in ROUNDINGS {
                let by_f64 = |op: fn(f64, f64) -> f64| {
                    ApFloat::from_f64_exact(op(a.to_f64(), b.to_f64())).convert(kind, rounding).value
                };
                let product = a.mul(b, rounding);
                prop_assert!(product.is_nan() || product == by_f64(|x, y| x * y), "{:?} * {:?}", a, b);
                let sum = a.add(b, rounding);
                // The sign of a zero sum depends on the rounding mode, which `f64` does not support.
                prop_assert!(sum.is_nan() || sum.is_zero() || sum == by_f64(|x, y| x + y), "{:?} + {:?}", a, b);
            }
        }
    }
}

#[test]
fn names_lead_back_to_kinds() {
    for (idx, kind) in FloatKind::ALL.into_iter().enumerate() {
        assert_eq!(kind as usize, idx);
        assert_eq!(FloatKind::from_name(kind.name()), Some(kind));
    }
    assert_eq!(FloatKind::from_name("f8"), None);
}

#[test]
fn extremes() {
    use FloatKind::*;
    let bits = |value: ApFloat| value.bits();
    assert_eq!(bits(ApFloat::largest(F64, false)), f64::MAX.to_bits().into());
    assert_eq!(bits(ApFloat::smallest(F64, true)), 1 | 1 << 63);
    assert_eq!(bits(ApFloat::smallest_normal(F64, false)), f64::MIN_POSITIVE.to_bits().into());
    assert_eq!(bits(ApFloat::infinity(F64, true)), f64::NEG_INFINITY.to_bits().into());
    assert_eq!(bits(ApFloat::nan(F64, false)), 0x7FF8_0000_0000_0000);
    assert_eq!(ApFloat::largest(F8E4M3FN, false).to_f64(), 448.0);
    assert_eq!(ApFloat::largest(F8E5M2FNUZ, false).to_f64(), 57344.0);
    assert_eq!(ApFloat::largest(F4E2M1FN, true).to_f64(), -6.0);
    assert_eq!(ApFloat::smallest(F4E2M1FN, false).to_f64(), 0.5);
    assert_eq!(bits(ApFloat::nan(F8E4M3FNUZ, false)), 0x80);
    assert_eq!(bits(ApFloat::infinity(F8E4M3FN, true)), 0xFF);
    assert_eq!(bits(ApFloat::largest(F8E8M0FNU, false)), 0xFE);
    assert_eq!(bits(ApFloat::smallest(F8E8M0FNU, false)), 0);
    assert!(ApFloat::zero(F8E8M0FNU, false).compare(ApFloat::smallest(F8E8M0FNU, false)) == Some(Ordering::Equal));
}

#[test]
fn bytes() {
    let mut out = vec![];
    ApFloat::from_f64(FloatKind::TF32, -1.5).value.write_le_bytes(&mut out);
    assert_eq!(out, [0x00, 0xFE, 0x05]);
    assert_eq!(ApFloat::from_le_bytes(FloatKind::TF32, &out).to_f64(), -1.5);
    assert_eq!(ApFloat::n_bytes(FloatKind::F80), 10);
}

#[test]
fn exact_values() {
    let value = |x: f64| ApFloat::from_f64(FloatKind::F32, x).value;
    assert!(value(0.1).is_exactly(0.1) && value(1.0).is_exactly(1.0));
    assert!(value(0.0).is_exactly(0.0) && !value(0.0).is_exactly(-0.0) && value(-0.0).is_neg_zero());
    assert!(ApFloat::from_f64(FloatKind::F32, 0.1).loses_info);
}

#[test]
fn malformed_literals_are_refused() {
    for text in
        ["", ".", "1", "1e5", ".5", "-1.0", "+1.0", "1.0e", "1.0e+", "1.0f", "1.0.0", "1_0.0", "inf", "nan", "0x1"]
    {
        assert_eq!(ApFloat::from_literal(FloatKind::F32, text, false), None, "{text}");
    }
    for text in ["", "0x", "0x1FFFFFFFF", "7F", "0xG"] {
        assert_eq!(ApFloat::from_hex_literal(FloatKind::F32, text), None, "{text}");
    }
    assert!(ApFloat::from_hex_literal(FloatKind::F32, "0x00000000000000000000000000000000003F800000").is_some());
}

#[test]
fn integral_values() {
    let rounded = |x: f64, rounding| ApFloat::from_f64(FloatKind::F32, x).value.round_to_integral(rounding).to_f64();
    assert_eq!(rounded(2.5, Rounding::NearestTiesToEven), 2.0);
    assert_eq!(rounded(2.5, Rounding::NearestTiesToAway), 3.0);
    assert_eq!(rounded(-2.5, Rounding::TowardNegative), -3.0);
    assert_eq!(rounded(1e30, Rounding::TowardPositive), f64::from(1e30f32));
    let half_up = ApFloat::from_f64(FloatKind::F16, -0.5).value.round_to_integral(Rounding::TowardPositive);
    assert!(half_up.is_neg_zero());
}

/// 0.7 is slightly less than 7/10: truncated to six digits before rounding, it is 0.699999.
#[test]
fn the_short_form_is_there_when_it_reads_back() {
    let double = |value: f64| ApFloat::from_bits(FloatKind::F64, value.to_bits().into()).print_short();
    assert_eq!(double(0.6).as_deref(), Some("6.000000e-01"));
    assert_eq!(double(-0.0).as_deref(), Some("-0.000000e+00"));
    assert_eq!([double(0.7), double(1.0 / 3.0), double(f64::NAN)], [None, None, None]);
}
