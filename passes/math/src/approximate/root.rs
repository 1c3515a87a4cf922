//! The cube root (Warren, *Hacker's Delight*, 2nd edition): an estimate from the bits, then two steps of Newton's
//! method.

use rmlir::prelude::*;
use rmlir_arith::{AddIOp, BitcastOp, CmpFPredicate, ShRSIOp};

use super::maker::Maker;

/// The cube root.
pub fn cbrt(m: &mut Maker, op: OpId) -> Option<Value> {
    let operand = m.f32_operand(op)?;
    let (two, four, eight, magic) = (m.int(2), m.int(4), m.int(8), m.int(0x2a51_37a0));
    let (third, float_two, zero) = (m.float(0.33333333), m.float(2.0), m.float(0.0));

    // A third of the exponent: 1/4 + 1/16, and further terms of the geometric series.
    let magnitude = m.abs(operand);
    let ints = m.i32_type();
    let bits = m.make(BitcastOp::build(ints, magnitude));
    let quarter = m.make(ShRSIOp::build(bits, two));
    let sixteenth = m.make(ShRSIOp::build(bits, four));
    let mut bits = m.make(AddIOp::build(quarter, sixteenth));
    for shift in [four, eight] {
        let part = m.make(ShRSIOp::build(bits, shift));
        bits = m.make(AddIOp::build(bits, part));
    }
    bits = m.make(AddIOp::build(bits, magic));

    let floats = m.f32_type();
    let mut root = m.make(BitcastOp::build(floats, bits));
    for _step in 0..2 {
        let square = m.mul(root, root);
        let doubled = m.mul(root, float_two);
        let quotient = m.div(magnitude, square);
        let sum = m.add(doubled, quotient);
        root = m.mul(sum, third);
    }
    let is_zero = m.cmp(CmpFPredicate::Oeq, magnitude, zero);
    let root = m.select(is_zero, zero, root);
    Some(m.copysign(root, operand))
}
