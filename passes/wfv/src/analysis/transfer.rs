//! The transfer functions of operations on shapes.

use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_arith::{CmpIOp, CmpIPredicate, SelectOp};

use crate::analysis::shape::{Shape, Width};

/// The shape of the result of `op`, from those of its operands; `is_computed` asserts that equal operands give equal
/// results.
pub fn transfer(op: OpRef, operands: &[Shape], n_lanes: i64, is_computed: bool) -> Shape {
    let cx = op.cx();
    let width = match op.results().next().and_then(|result| width_of(cx, result.ty())) {
        Some(width) if is_computed => width,
        _ => return by_operands(operands, is_computed),
    };
    let first = || operands[0];
    let shape = match op.name_str() {
        arith::AddIOp::NAME => first().plus(operands[1], 1, width),
        arith::SubIOp::NAME => first().plus(operands[1], -1, width),
        arith::MulIOp::NAME => first().product(operands[1], width),
        arith::ShLIOp::NAME => match operands[1].exact() {
            Some(bits) if (0..i128::from(width.0.min(63))).contains(&bits) => first().times(1 << bits, width),
            _ => Shape::VARYING,
        },
        arith::ShRSIOp::NAME => shifted(first(), operands[1], width, n_lanes),
        arith::ShRUIOp::NAME => shifted(unsigned(first()), operands[1], width, n_lanes),
        arith::DivUIOp::NAME | arith::CeilDivUIOp::NAME | arith::RemUIOp::NAME => {
            divided(op, unsigned(first()), operands[1], n_lanes)
        }
        arith::DivSIOp::NAME | arith::FloorDivSIOp::NAME | arith::RemSIOp::NAME
            if first().range.is_some_and(|range| range.0 >= 0) =>
        {
            divided(op, first(), operands[1], n_lanes)
        }
        arith::AndIOp::NAME => masked(first(), operands[1], n_lanes),
        arith::OrIOp::NAME | arith::XOrIOp::NAME => merged(first(), operands[1], n_lanes),
        arith::ExtSIOp::NAME => first().extended(true),
        arith::ExtUIOp::NAME | arith::IndexCastUIOp::NAME if !is_narrower(op) => first().extended(false),
        arith::IndexCastOp::NAME if !is_narrower(op) => first().extended(true),
        arith::TruncIOp::NAME | arith::IndexCastOp::NAME | arith::IndexCastUIOp::NAME => first().truncated(width),
        arith::MinSIOp::NAME => ranged(operands, |a, b| (a.0.min(b.0), a.1.min(b.1))),
        arith::MaxSIOp::NAME => ranged(operands, |a, b| (a.0.max(b.0), a.1.max(b.1))),
        CmpIOp::NAME => compared(op, operands, n_lanes),
        SelectOp::NAME => selected(op, operands),
        _ => by_operands(operands, true),
    };
    // Uniform operands give a uniform result, even where the rules are less precise.
    match shape.is_varying() && operands.iter().all(|operand| operand.is_uniform()) {
        true => Shape { stride: Some(0), ..shape },
        false => shape,
    }
}

/// The width of integers; that of `index` is 64.
pub fn width_of(cx: &Context, ty: Type) -> Option<Width> {
    ty.int_or_index_width(cx).filter(|width| (1..=64).contains(width)).map(Width)
}

fn by_operands(operands: &[Shape], is_computed: bool) -> Shape {
    match is_computed && operands.iter().all(|operand| operand.is_uniform()) {
        true => Shape::UNIFORM,
        false => Shape::VARYING,
    }
}

/// The shape as an unsigned integer: a range with negative integers is dropped.
fn unsigned(shape: Shape) -> Shape {
    Shape { range: shape.range.filter(|range| range.0 >= 0), ..shape }
}

/// Whether the result of a cast has fewer bits than the operand.
fn is_narrower(op: OpRef) -> bool {
    let width = |value: ValueRef| width_of(op.cx(), value.ty()).map_or(0, |width| width.0);
    width(op.result(0)) < width(op.operand(0))
}

fn shifted(shape: Shape, bits: Shape, width: Width, n_lanes: i64) -> Shape {
    match bits.exact() {
        Some(bits) if (0..i128::from(width.0.min(63))).contains(&bits) => shape.above(1 << bits, n_lanes),
        _ => Shape::VARYING,
    }
}

fn divided(op: OpRef, shape: Shape, divisor: Shape, n_lanes: i64) -> Shape {
    let Some(block) = divisor.exact().and_then(|divisor| u64::try_from(divisor).ok()).filter(|&block| block > 0) else {
        return Shape::VARYING;
    };
    let is_known = block.is_power_of_two() || shape.range.is_some();
    match op.name_str() {
        _ if !is_known => Shape::VARYING,
        arith::RemUIOp::NAME | arith::RemSIOp::NAME => shape.below(block, n_lanes),
        arith::CeilDivUIOp::NAME => Shape::VARYING,
        _ => shape.above(block, n_lanes),
    }
}

/// A conjunction with a uniform mask: the bits below a power of two, or all others.
fn masked(a: Shape, b: Shape, n_lanes: i64) -> Shape {
    let (shape, mask) = if a.exact().is_some() { (b, a) } else { (a, b) };
    let Some(mask) = mask.exact() else {
        let (shape, mask) = if a.is_uniform() { (b, a) } else { (a, b) };
        return if mask.is_uniform() { shape.and_uniform(mask, n_lanes) } else { Shape::VARYING };
    };
    let power = |number: i128| u64::try_from(number).ok().filter(|number| number.is_power_of_two());
    if let Some(block) = power(mask + 1) {
        return shape.below(block, n_lanes);
    }
    if let Some(block) = power(-mask) {
        return shape.cleared(block, n_lanes);
    }
    match mask >= 0 {
        true => Shape { range: Some((0, mask)), ..Shape::VARYING },
        false => Shape::VARYING,
    }
}

/// A disjunction with a uniform integer.
fn merged(a: Shape, b: Shape, n_lanes: i64) -> Shape {
    let (shape, bits) = if a.is_uniform() { (b, a) } else { (a, b) };
    if bits.is_uniform() { shape.or_uniform(bits, n_lanes) } else { Shape::VARYING }
}

/// A selection of one of two integers: only the range is known.
fn ranged(
    operands: &[Shape],
    of: impl Fn(crate::analysis::shape::Range, crate::analysis::shape::Range) -> crate::analysis::shape::Range,
) -> Shape {
    let range = operands[0].range.zip(operands[1].range).map(|(a, b)| of(a, b));
    Shape { range, ..Shape::VARYING }
}

/// A comparison is uniform if the distances of the lanes are, or if the bound is not between them.
fn compared(op: OpRef, operands: &[Shape], n_lanes: i64) -> Shape {
    use CmpIPredicate::*;
    let predicate = op.get(CmpIOp::predicate);
    let (a, b) = (operands[0], operands[1]);
    let is_alike = match predicate {
        Eq | Ne => a.stride.is_some() && a.stride == b.stride,
        Slt | Sge | Ult | Uge => a.is_on_one_side_of(b, n_lanes),
        Sgt | Sle | Ugt | Ule => b.is_on_one_side_of(a, n_lanes),
    };
    let is_signed = matches!(predicate, Slt | Sge | Sgt | Sle);
    let is_apart = is_signed && a.stride.is_some() && a.stride == b.stride && a.range.is_some() && b.range.is_some();
    if is_alike || is_apart || a.is_parallel(b, n_lanes) { Shape::UNIFORM } else { Shape::VARYING }
}

fn selected(op: OpRef, operands: &[Shape]) -> Shape {
    if op.get(SelectOp::true_value) == op.get(SelectOp::false_value) {
        return operands[1];
    }
    let joined = operands[1].join(operands[2]);
    if operands[0].is_uniform() { joined } else { joined.varying() }
}
