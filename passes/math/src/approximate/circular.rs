//! Sine and cosine: range reduction to the first quadrant, where polynomials approximate both.

use rmlir::prelude::*;
use rmlir_arith::{AndIOp, CmpIPredicate, FPToSIOp, OrIOp};
use rmlir_math::FloorOp;

use super::maker::Maker;

/// The sine.
pub fn sin(m: &mut Maker, op: OpId) -> Option<Value> {
    wave(m, op, true)
}

/// The cosine.
pub fn cos(m: &mut Maker, op: OpId) -> Option<Value> {
    wave(m, op, false)
}

/// Coefficients of the even powers of sin(x) / x, from the second on.
const SINE: [f32; 5] = [
    -0.16666667163372039794921875,
    8.333347737789154052734375e-3,
    -1.9842604524455964565277099609375e-4,
    2.760012648650445044040679931640625e-6,
    -2.50293279435709337121807038784027099609375e-8,
];

/// Coefficients of the even powers of cos(x), from the second on.
const COSINE: [f32; 5] = [
    -0.5,
    4.166664183139801025390625e-2,
    -1.388833043165504932403564453125e-3,
    2.47562347794882953166961669921875e-5,
    -2.59630184018533327616751194000244140625e-7,
];

fn wave(m: &mut Maker, op: OpId, is_sine: bool) -> Option<Value> {
    let x = m.f32_operand(op)?;
    let two_over_pi = m.float(std::f32::consts::FRAC_2_PI);
    let pi_over_two = m.float(std::f32::consts::FRAC_PI_2);
    let turns = m.mul(x, two_over_pi);
    let k = m.make(FloorOp::build(turns));
    let whole = m.mul(k, pi_over_two);
    let y = m.sub(x, whole);
    let (one, minus_one) = (m.float(1.0), m.float(-1.0));
    let of_sine = SINE.map(|coefficient| m.float(coefficient));
    let of_cosine = COSINE.map(|coefficient| m.float(coefficient));

    // The quadrant of the angle selects the function of the reduced angle, and its sign.
    let ints = m.i32_type();
    let k = m.make(FPToSIOp::build(ints, k));
    let three = m.int(3);
    let quarter = m.make(AndIOp::build(k, three));
    let is_in = [0, 1, 2, 3].map(|number| {
        let number = m.int(number);
        m.cmp_int(CmpIPredicate::Eq, quarter, number)
    });
    let (use_cosine, is_negative) = if is_sine {
        let use_cosine = m.make(OrIOp::build(is_in[1], is_in[3]));
        let one = m.int(1);
        (use_cosine, m.cmp_int(CmpIPredicate::Sgt, quarter, one))
    } else {
        (m.make(OrIOp::build(is_in[0], is_in[2])), m.make(OrIOp::build(is_in[1], is_in[2])))
    };

    let square = m.mul(y, y);
    let base = m.select(use_cosine, one, y);
    let mut coefficients = Vec::new();
    for (of_cosine, of_sine) in of_cosine.into_iter().zip(of_sine) {
        coefficients.push(m.select(use_cosine, of_cosine, of_sine));
    }
    coefficients.reverse();
    coefficients.push(one);
    let sum = m.horner(square, coefficients[0], &coefficients[1..], true);
    let value = m.mul(base, sum);
    let negated = m.mul(minus_one, value);
    Some(m.select(is_negative, negated, value))
}
