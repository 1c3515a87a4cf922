//! Exponentials and logarithms: the exponent of the float is separated, the rest is approximated by the polynomials of
//! Cephes.

use rmlir::prelude::*;
use rmlir_arith::{AddIOp, AndIOp, BitcastOp, CmpFPredicate, FPToSIOp, OrIOp, SIToFPOp, ShLIOp, ShRUIOp};
use rmlir_math::{ExpOp, FloorOp, LogOp};

use super::maker::Maker;

/// e to the power of x: 2 to the power of n = round(x / ln 2), times e to the power of the remainder.
pub fn exp(m: &mut Maker, op: OpId) -> Option<Value> {
    let x = m.f32_operand(op)?;
    let (half, one) = (m.float(0.5), m.float(1.0));
    let log2_e = m.float(std::f32::consts::LOG2_E);
    let ln_2 = [-0.693359375, 2.12194440e-4].map(|part| m.float(part));
    let p = [1.9875691500E-4, 1.3981999507E-3, 8.3334519073E-3, 4.1665795894E-2, 1.6666665459E-1, 5.0000001201E-1];
    let p = p.map(|coefficient| m.float(coefficient));

    let x = clamp_to_normal(m, x, -87.8, 88.8);
    let n = m.fma(x, log2_e, half);
    let n = m.make(FloorOp::build(n));
    // Where n exceeds this range the result is infinite or flushed to 0, and the remainder compensates for it.
    let n = clamp_to_normal(m, n, -127.0, 127.0);
    let mut x = x;
    for part in ln_2 {
        x = m.fma(part, n, x);
    }
    let z = m.fma(x, p[0], p[1]);
    let z = m.horner(x, z, &p[2..], false);
    let square = m.mul(x, x);
    let z = m.fma(z, square, x);
    let z = m.add(one, z);
    let ints = m.i32_type();
    let n = m.make(FPToSIOp::build(ints, n));
    let power = power_of_two(m, n);
    Some(m.mul(z, power))
}

fn clamp_to_normal(m: &mut Maker, value: Value, lower: f32, upper: f32) -> Value {
    let lower = m.float(lower);
    let value = m.choose(CmpFPredicate::Uge, value, lower);
    let upper = m.float(upper);
    m.choose(CmpFPredicate::Ule, value, upper)
}

/// 2 to the power of an integer, by the bits of a float.
fn power_of_two(m: &mut Maker, n: Value) -> Value {
    let (place, bias) = (m.int(23), m.int(127));
    let biased = m.make(AddIOp::build(n, bias));
    let bits = m.make(ShLIOp::build(biased, place));
    let floats = m.f32_type();
    m.make(BitcastOp::build(floats, bits))
}

/// u - 1 with u = e to the power of x, corrected near 0 by x / log(u).
pub fn expm1(m: &mut Maker, op: OpId) -> Option<Value> {
    let x = m.f32_operand(op)?;
    let (one, minus_one) = (m.float(1.0), m.float(-1.0));
    let u = m.make(ExpOp::build(x));
    let is_one_or_nan = m.cmp(CmpFPredicate::Ueq, u, one);
    let less_one = m.sub(u, one);
    let is_minus_one = m.cmp(CmpFPredicate::Oeq, less_one, minus_one);
    let log = m.make(LogOp::build(u));
    let is_infinite = m.cmp(CmpFPredicate::Oeq, log, u);
    let correction = m.div(x, log);
    let result = m.mul(less_one, correction);
    let result = m.select(is_infinite, u, result);
    let result = m.select(is_minus_one, minus_one, result);
    Some(m.select(is_one_or_nan, x, result))
}

/// x * log(u) / (u - 1) with u = 1 + x (W. Kahan).
pub fn log1p(m: &mut Maker, op: OpId) -> Option<Value> {
    let x = m.f32_operand(op)?;
    let one = m.float(1.0);
    let u = m.add(x, one);
    let is_small = m.cmp(CmpFPredicate::Oeq, u, one);
    let log = m.make(LogOp::build(u));
    let is_infinite = m.cmp(CmpFPredicate::Oeq, u, log);
    let less_one = m.sub(u, one);
    let quotient = m.div(log, less_one);
    let large = m.mul(x, quotient);
    let is_x = m.make(OrIOp::build(is_small, is_infinite));
    Some(m.select(is_x, x, large))
}

/// The natural logarithm.
pub fn log(m: &mut Maker, op: OpId) -> Option<Value> {
    logarithm(m, op, false)
}

/// The logarithm with base 2.
pub fn log2(m: &mut Maker, op: OpId) -> Option<Value> {
    logarithm(m, op, true)
}

/// After Julien Pommier's SSE math library, <http://gruntthepeon.free.fr/ssemath>.
fn logarithm(m: &mut Maker, op: OpId, is_base_2: bool) -> Option<Value> {
    let operand = m.f32_operand(op)?;
    let (zero, one, minus_half) = (m.float(0.0), m.float(1.0), m.float(-0.5));
    let smallest_normal = m.of_bits(0x0080_0000);
    let minus_infinity = m.of_bits(0xff80_0000);
    let infinity = m.of_bits(0x7f80_0000);
    let nan = m.of_bits(0x7fc0_0000);
    let root_of_half = m.float(std::f32::consts::FRAC_1_SQRT_2);
    let p = [
        7.0376836292E-2,
        -1.1514610310E-1,
        1.1676998740E-1,
        -1.2420140846E-1,
        1.4249322787E-1,
        -1.6668057665E-1,
        2.0000714765E-1,
        -2.4999993993E-1,
        3.3333331174E-1,
    ];
    let p = p.map(|coefficient| m.float(coefficient));

    let x = m.choose(CmpFPredicate::Ugt, operand, smallest_normal);
    let (x, exponent) = fraction_and_exponent(m, x);
    // The fraction is moved to [sqrt(1/2), sqrt(2)), and then around 0.
    let is_low = m.cmp(CmpFPredicate::Olt, x, root_of_half);
    let doubled = m.select(is_low, x, zero);
    let x = m.sub(x, one);
    let borrowed = m.select(is_low, one, zero);
    let exponent = m.sub(exponent, borrowed);
    let x = m.add(x, doubled);

    // The polynomial of degree 8, evaluated in three parts.
    let square = m.mul(x, x);
    let cube = m.mul(square, x);
    let mut parts = [0, 3, 6].map(|first| m.fma(p[first], x, p[first + 1]));
    for (part, last) in parts.iter_mut().zip([2, 5, 8]) {
        *part = m.fma(*part, x, p[last]);
    }
    let y = m.horner(cube, parts[0], &parts[1..], false);
    let y = m.mul(y, cube);
    let y = m.fma(minus_half, square, y);
    let x = m.add(x, y);
    let x = if is_base_2 {
        let log2_e = m.float(std::f32::consts::LOG2_E);
        m.fma(x, log2_e, exponent)
    } else {
        let ln_2 = m.float(std::f32::consts::LN_2);
        m.fma(exponent, ln_2, x)
    };

    let is_invalid = m.cmp(CmpFPredicate::Ult, operand, zero);
    let is_zero = m.cmp(CmpFPredicate::Oeq, operand, zero);
    let is_infinite = m.cmp(CmpFPredicate::Oeq, operand, infinity);
    let result = m.select(is_infinite, infinity, x);
    let result = m.select(is_invalid, nan, result);
    Some(m.select(is_zero, minus_infinity, result))
}

/// The decomposition of a positive float to a fraction in [1/2, 1) and a power of two, whose exponent is a float.
fn fraction_and_exponent(m: &mut Maker, value: Value) -> (Value, Value) {
    let (ints, floats) = (m.i32_type(), m.f32_type());
    let bias = m.scalar(126.0);
    let half = m.scalar(0.5);
    let mask = m.scalar_of_bits(!0x7f80_0000);
    let half = m.make(BitcastOp::build(Type::I32, half));
    let mask = m.make(BitcastOp::build(Type::I32, mask));
    let bits = m.make(BitcastOp::build(ints, value));
    let mask = m.broadcast(mask);
    let mantissa = m.make(AndIOp::build(bits, mask));
    let half = m.broadcast(half);
    let fraction = m.make(OrIOp::build(mantissa, half));
    let fraction = m.make(BitcastOp::build(floats, fraction));

    let bits = m.make(BitcastOp::build(ints, value));
    let place = m.int(23);
    let exponent = m.make(ShRUIOp::build(bits, place));
    let exponent = m.make(SIToFPOp::build(floats, exponent));
    let bias = m.broadcast(bias);
    (fraction, m.sub(exponent, bias))
}
