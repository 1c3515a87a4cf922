//! Conversions of floats with a scale: the scale is an exponent, and the value is multiplied or divided by that power
//! of two.

use rmlir::core::pattern::PatternSet;
use rmlir::prelude::*;
use rmlir_arith::*;

use crate::maker::{Maker, with_flags};

pub(super) fn add(set: &mut PatternSet) {
    set.extend(patterns![scaling_extend, scaling_truncate]);
}

/// `extf(in) * extf(scale)`.
#[pattern]
fn scaling_extend(op: ScalingExtFOp, rw: &mut Rewriter) -> Match {
    let (input, scale, fastmath) = (op.input(rw), op.scale(rw), op.fastmath(rw));
    let ty = rw.ty(rw.result(op.id(), 0));
    let Some(scale) = scale_as_exponent(rw, op.id(), scale, fastmath) else {
        return rw.no_match(op, "the scale is of a type that cannot be converted to f8E8M0FNU");
    };
    let mut m = Maker::at(rw, op.id());
    let factor = m.make(with_flags(ExtFOp::build(ty, scale), ExtFOp::FASTMATH, fastmath));
    let wide = m.make(with_flags(ExtFOp::build(ty, input), ExtFOp::FASTMATH, fastmath));
    let result = m.make(with_flags(MulFOp::build(wide, factor), MulFOp::FASTMATH, fastmath));
    rw.replace(op, [result])
}

/// `truncf(in / extf(scale))`.
#[pattern]
fn scaling_truncate(op: ScalingTruncFOp, rw: &mut Rewriter) -> Match {
    let (input, scale, fastmath) = (op.input(rw), op.scale(rw), op.fastmath(rw));
    let (from, to) = (rw.ty(input), rw.ty(rw.result(op.id(), 0)));
    let rounding = op.roundingmode(rw);
    let Some(scale) = scale_as_exponent(rw, op.id(), scale, fastmath) else {
        return rw.no_match(op, "the scale is of a type that cannot be converted to f8E8M0FNU");
    };
    let mut m = Maker::at(rw, op.id());
    let divisor = m.make(with_flags(ExtFOp::build(from, scale), ExtFOp::FASTMATH, fastmath));
    let scaled = m.make(with_flags(DivFOp::build(input, divisor), DivFOp::FASTMATH, fastmath));
    let narrow = with_flags(TruncFOp::build(to, scaled), TruncFOp::FASTMATH, fastmath);
    let result = m.make(with_flags(narrow, TruncFOp::ROUNDINGMODE, rounding));
    rw.replace(op, [result])
}

/// The scale in a format that has only an exponent. Of floats of 16 bits and more the exponent is extracted.
fn scale_as_exponent(rw: &mut Rewriter, op: OpId, scale: Value, fastmath: Option<FastMathFlags>) -> Option<Value> {
    let ty = rw.ty(scale);
    let kind = ty.element_or_self(rw.cx()).float_kind(rw.cx())?;
    if kind.width() < 16 {
        return (kind == FloatKind::F8E8M0FNU).then_some(scale);
    }
    let mut m = Maker::at(rw, op);
    let exponent = m.float_like(ty, FloatKind::F8E8M0FNU);
    Some(m.make(with_flags(TruncFOp::build(exponent, scale), TruncFOp::FASTMATH, fastmath)))
}
