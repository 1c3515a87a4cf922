//! Inverse functions: `asin` and `acos` after <https://stackoverflow.com/a/42683455>, `atan` by a rational function
//! near 0.

use std::f32::consts::{FRAC_PI_2, PI};

use rmlir::prelude::*;
use rmlir_arith::{AndIOp, CmpFPredicate};
use rmlir_math::{AsinOp, AtanOp, SqrtOp};

use super::maker::Maker;

/// A polynomial near 0; elsewhere computed from the complementary angle.
pub fn asin(m: &mut Maker, op: OpId) -> Option<Value> {
    let operand = m.small_operand(op)?;
    let magnitude = m.abs(operand);
    let square = m.mul(operand, operand);
    let one = m.float(1.0);
    let rest = m.sub(one, square);
    let other_leg = m.make(SqrtOp::build(rest));
    let half = m.float(0.5);
    let is_large = m.cmp(CmpFPredicate::Ogt, square, half);
    let x = m.select(is_large, other_leg, magnitude);

    // Two polynomials in the fourth power of x, for even and odd powers of its square.
    let s = m.mul(x, x);
    let q = m.mul(s, s);
    let mut r = m.float(5.5579749017470502e-2_f64 as f32);
    let mut t = m.float(-6.2027913464120114e-2_f64 as f32);
    let coefficients: [[f64; 2]; 5] = [
        [5.4224464349245036e-2, -1.1326992890324464e-2],
        [1.5268872539397656e-2, 1.0493798473372081e-2],
        [1.4106045900607047e-2, 1.7339776384962050e-2],
        [2.2372961589651054e-2, 3.0381912707941005e-2],
        [4.4642857881094775e-2, 7.4999999991367292e-2],
    ];
    for [of_r, of_t] in coefficients {
        let of_r = m.float(of_r as f32);
        r = m.fma(r, q, of_r);
        let of_t = m.float(of_t as f32);
        t = m.fma(t, q, of_t);
    }
    r = m.fma(r, s, t);
    let sixth = m.float(1.6666666666670193e-1_f64 as f32);
    r = m.fma(r, s, sixth);
    t = m.mul(x, s);
    r = m.fma(r, t, x);

    let half_pi = m.float(FRAC_PI_2);
    let complement = m.sub(half_pi, r);
    r = m.select(is_large, complement, r);
    Some(m.copysign(r, operand))
}

/// Computed from `asin`, with other formulas near -1 and 1.
pub fn acos(m: &mut Maker, op: OpId) -> Option<Value> {
    let operand = m.small_operand(op)?;
    let negated = m.neg(operand);
    let zero = m.float(0.0);
    let half = m.float(0.5);
    let minus_one = m.float(-1.0);
    let is_positive = m.cmp(CmpFPredicate::Ogt, operand, zero);
    let mut r = m.select(is_positive, negated, operand);
    let limit = m.float(-0.5625);
    let is_near_zero = m.cmp(CmpFPredicate::Ogt, r, limit);

    let (a, b) = (m.float(9.3282184640716537e-1_f64 as f32), m.float(1.6839188885261840e+0_f64 as f32));
    let arc = m.make(AsinOp::build(r));
    let near_zero = m.fma(a, b, arc);
    let halved = m.fma(half, r, half);
    let root = m.make(SqrtOp::build(halved));
    let arc = m.make(AsinOp::build(root));
    let two = m.float(2.0);
    let elsewhere = m.mul(two, arc);
    r = m.select(is_near_zero, near_zero, elsewhere);

    let is_from_minus_one = m.cmp(CmpFPredicate::Oge, operand, minus_one);
    let is_negative = m.cmp(CmpFPredicate::Olt, operand, zero);
    let is_between = m.make(AndIOp::build(is_from_minus_one, is_negative));
    let (a, b) = (m.float(1.8656436928143307e+0_f64 as f32), m.float(1.6839188885261840e+0_f64 as f32));
    let negated = m.neg(r);
    let reflected = m.fma(a, b, negated);
    Some(m.select(is_between, reflected, r))
}

/// By the tangent of a smaller angle: of x, (x - 1) / (x + 1) or 1 / x.
pub fn atan(m: &mut Maker, op: OpId) -> Option<Value> {
    let operand = m.f32_operand(op)?;
    let magnitude = m.abs(operand);
    let one = m.double(1.0);
    let two_thirds = m.double(0.66);
    let is_middle = m.cmp(CmpFPredicate::Ogt, magnitude, two_thirds);
    let plus_one = m.add(magnitude, one);
    let minus_one = m.sub(magnitude, one);
    let numerator = m.select(is_middle, minus_one, magnitude);
    let denominator = m.select(is_middle, plus_one, one);
    let limit = m.double(2.41421356237309504880);
    let is_large = m.cmp(CmpFPredicate::Ogt, magnitude, limit);
    let numerator = m.select(is_large, one, numerator);
    let denominator = m.select(is_large, magnitude, denominator);
    let x = m.div(numerator, denominator);
    let square = m.mul(x, x);

    let p = [
        -8.750608600031904122785e-01,
        -1.615753718733365076637e+01,
        -7.500855792314704667340e+01,
        -1.228866684490136173410e+02,
        -6.485021904942025371773e+01,
    ];
    let p = p.map(|coefficient| m.double(coefficient));
    let q = [
        2.485846490142306297962e+01,
        1.650270098316988542046e+02,
        4.328810604912902668951e+02,
        4.853903996359136964868e+02,
        1.945506571482613964425e+02,
    ];
    let q = q.map(|coefficient| m.double(coefficient));
    let n = m.horner(square, p[0], &p[1..], true);
    let n = m.mul(n, square);
    let d = m.horner(square, q[0], &q[1..], true);
    let quotient = m.div(n, d);
    let small = m.fma(quotient, x, x);

    let quarter_pi = m.double(std::f64::consts::PI / 4.0);
    let middle = m.add(quarter_pi, small);
    let result = m.select(is_middle, middle, small);
    let half_pi = m.double(std::f64::consts::PI / 2.0);
    let large = m.sub(half_pi, small);
    let result = m.select(is_large, large, result);
    Some(m.copysign(result, operand))
}

/// The arctangent of y / x, corrected by the quadrant if x is negative; x = 0 is handled separately.
pub fn atan2(m: &mut Maker, op: OpId) -> Option<Value> {
    let y = m.f32_operand(op)?;
    let x = m.operand(op, 1);
    let quotient = m.div(y, x);
    let arc = m.make(AtanOp::build(quotient));
    let zero = m.float(0.0);
    let pi = m.float(PI);
    let plus_pi = m.add(arc, pi);
    let minus_pi = m.sub(arc, pi);
    let is_positive = m.cmp(CmpFPredicate::Ogt, arc, zero);
    let turned = m.select(is_positive, minus_pi, plus_pi);
    let is_right = m.cmp(CmpFPredicate::Ogt, x, zero);
    let mut result = m.select(is_right, arc, turned);

    let is_x_zero = m.cmp(CmpFPredicate::Oeq, x, zero);
    let sides = [(CmpFPredicate::Ogt, FRAC_PI_2), (CmpFPredicate::Olt, -FRAC_PI_2)];
    for (side, half_pi) in sides {
        let is_there = m.cmp(side, y, zero);
        let is_on_axis = m.make(AndIOp::build(is_x_zero, is_there));
        let half_pi = m.float(half_pi);
        result = m.select(is_on_axis, half_pi, result);
    }
    let is_y_zero = m.cmp(CmpFPredicate::Oeq, y, zero);
    let is_origin = m.make(AndIOp::build(is_x_zero, is_y_zero));
    let nan = m.of_bits(0x7fc0_0000);
    Some(m.select(is_origin, nan, result))
}
