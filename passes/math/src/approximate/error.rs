//! The error function and its complement, and the hyperbolic tangent.

use rmlir::prelude::*;
use rmlir_arith::{CmpFPredicate, XOrIOp};
use rmlir_math::ExpOp;

use super::maker::Maker;

/// Coefficients of `erf` in each interval, by power: of the numerator.
const NUMERATORS: [[f32; 5]; 3] = [
    [0.0, 1.12837916222975858e+00, -5.23018562988006470e-01, 2.09741709609267072e-01, 2.58146801602987875e-02],
    [0.0, 1.12750687816789140e+00, -3.64721408487825775e-01, 1.18407396425136952e-01, 3.70645533056476558e-02],
    [
        -3.30093071049483172e-03,
        3.51961938357697011e-03,
        -1.41373622814988039e-03,
        2.53447094961941348e-04,
        -1.71048029455037401e-05,
    ],
];

/// Coefficients of `erf` in each interval, by power: of the denominator.
const DENOMINATORS: [[f32; 5]; 3] = [
    [1.0, -4.635138185962547255e-01, 5.192301327279782447e-01, -1.318089722204810087e-01, 7.397964654672315005e-02],
    [1.0, -3.27607011824493086e-01, 4.48369090658821977e-01, -8.83462621207857930e-02, 5.72442770283176093e-02],
    [1.0, -2.06069165953913769e+00, 1.62705939945477759e+00, -5.83389859211130017e-01, 8.21908939856640930e-02],
];

/// Rational approximations in three intervals, and 1 after them.
pub fn erf(m: &mut Maker, op: OpId) -> Option<Value> {
    let operand = m.small_operand(op)?;
    let (zero, one) = (m.float(0.0), m.float(1.0));
    let numerators = NUMERATORS.map(|row| row.map(|coefficient| m.float(coefficient)));
    let denominators = DENOMINATORS.map(|row| row.map(|coefficient| m.float(coefficient)));
    let offsets = [0.0, 0.0, 1.0].map(|offset| m.float(offset));
    let bounds = [0.8, 2.0, 3.75].map(|bound| m.float(bound));
    let is_negative = m.cmp(CmpFPredicate::Olt, operand, zero);
    let negated = m.neg(operand);
    let x = m.select(is_negative, negated, operand);

    let (mut p, mut q, mut offset) = (numerators[0], denominators[0], offsets[0]);
    for next in 1..3 {
        let is_before = m.cmp(CmpFPredicate::Olt, x, bounds[next - 1]);
        for power in 0..p.len() {
            p[power] = m.select(is_before, p[power], numerators[next][power]);
            q[power] = m.select(is_before, q[power], denominators[next][power]);
        }
        offset = m.select(is_before, offset, offsets[next]);
    }
    let is_inside = m.cmp(CmpFPredicate::Ult, x, bounds[2]);
    let [p, q] = [p, q].map(|[c0, c1, c2, c3, c4]| m.horner(x, c4, &[c3, c2, c1, c0], true));
    let quotient = m.div(p, q);
    let value = m.add(offset, quotient);
    let value = m.select(is_inside, value, one);
    let negated = m.neg(value);
    Some(m.select(is_negative, negated, value))
}

/// A polynomial of degree 9 in (x - 2) / (x + 2), after Shepherd and Laframboise, "Chebyshev Approximation of
/// (1+2x)exp(x^2)erfc x", Mathematics of Computation 36, 1981, and
/// <https://stackoverflow.com/questions/35966695>.
pub fn erfc(m: &mut Maker, op: OpId) -> Option<Value> {
    let x = m.f32_operand(op)?;
    let yes = m.yes();
    let [zero, one, half, minus_four, minus_two, two, infinity, limit] =
        [0.0, 1.0, 0.5, -4.0, -2.0, 2.0, f32::INFINITY, 10.0546875].map(|constant| m.float(constant));

    let a = m.abs(x);
    let sum = m.add(a, two);
    let r = m.div(one, sum);
    let q = m.fma(minus_four, r, one);
    let q_plus_one = m.add(q, one);
    let t = m.fma(q_plus_one, minus_two, a);
    let negated = m.neg(a);
    let e = m.fma(negated, q, t);
    let q = m.fma(r, e, q);

    // As bits: the coefficients have no short decimal forms.
    let first = m.float(f32::from_bits(0xb9d2_5000));
    let mut p = first;
    let rest = [
        0xbaa1_5130,
        0x3aac_2b8a,
        0x3c0d_6e62,
        0xbc04_0dc1,
        0xbd5e_05b5,
        0x3e27_fe23,
        0xbe2a_0420,
        0xbdbd_fb0b,
        0x3e8d_d01d,
    ];
    for bits in rest {
        let coefficient = m.float(f32::from_bits(bits));
        p = m.fma(p, q, coefficient);
    }

    let d = m.fma(two, a, one);
    let r = m.div(one, d);
    let q = m.fma(p, r, r);
    let negated = m.neg(a);
    let rest = m.fma(q, negated, half);
    let difference = m.sub(p, q);
    let e = m.fma(rest, two, difference);
    let r = m.fma(e, r, q);
    let square = m.mul(a, a);
    let negated = m.neg(square);
    let e = m.make(ExpOp::build(negated));
    let negated = m.neg(a);
    let t = m.fma(negated, a, square);
    let product = m.mul(r, e);
    let product = m.mul(product, t);
    let r = m.fma(r, e, product);

    let is_finite = m.cmp(CmpFPredicate::Olt, a, infinity);
    let is_not_finite = m.make(XOrIOp::build(is_finite, yes));
    let doubled = m.add(x, x);
    let r = m.select(is_not_finite, doubled, r);
    let is_beyond = m.cmp(CmpFPredicate::Ogt, a, limit);
    let r = m.select(is_beyond, zero, r);
    let is_negative = m.cmp(CmpFPredicate::Olt, x, zero);
    let reflected = m.sub(two, r);
    Some(m.select(is_negative, reflected, r))
}

/// An odd polynomial divided by an even one; x itself if it is tiny.
pub fn tanh(m: &mut Maker, op: OpId) -> Option<Value> {
    let operand = m.f32_operand(op)?;
    let (lower, upper) = (m.float(-7.99881172180175781), m.float(7.99881172180175781));
    let x = m.choose(CmpFPredicate::Ult, operand, upper);
    let x = m.choose(CmpFPredicate::Ugt, x, lower);
    let tiny = m.float(0.0004);
    let magnitude = m.abs(operand);
    let is_tiny = m.cmp(CmpFPredicate::Olt, magnitude, tiny);
    let odd = [
        4.89352455891786e-03,
        6.37261928875436e-04,
        1.48572235717979e-05,
        5.12229709037114e-08,
        -8.60467152213735e-11,
        2.00018790482477e-13,
        -2.76076847742355e-16,
    ];
    let mut odd = odd.map(|coefficient| m.float(coefficient));
    let even = [4.89352518554385e-03, 2.26843463243900e-03, 1.18534705686654e-04, 1.19825839466702e-06];
    let mut even = even.map(|coefficient| m.float(coefficient));
    odd.reverse();
    even.reverse();
    let square = m.mul(x, x);
    let p = m.horner(square, odd[0], &odd[1..], true);
    let p = m.mul(x, p);
    let q = m.horner(square, even[0], &even[1..], true);
    let quotient = m.div(p, q);
    Some(m.select(is_tiny, x, quotient))
}
