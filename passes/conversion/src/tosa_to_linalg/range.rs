//! Ranges of numbers, and values clamped to them.

use rmlir::num::ApFloat;
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_arith::ConstantOp;

/// The constant `value` of a type of floats.
pub(super) fn constant_float(rw: &mut Rewriter, value: ApFloat, ty: Type) -> Value {
    let value = rw.float_attr(ty, value);
    rw.value(ConstantOp::build(value))
}

/// The greatest signed integer of a width.
pub(super) fn max_signed(width: u32) -> i64 {
    if width >= 64 { i64::MAX } else { (1 << (width - 1)) - 1 }
}

/// Clamps a float.
pub(super) fn clamp_float(rw: &mut Rewriter, value: Value, min: Value, max: Value) -> Value {
    let value = rw.value(arith::MinimumFOp::build(value, max));
    rw.value(arith::MaximumFOp::build(value, min))
}

/// Clamps a signed integer.
pub(super) fn clamp_int(rw: &mut Rewriter, value: Value, min: Value, max: Value) -> Value {
    let value = rw.value(arith::MaxSIOp::build(min, value));
    rw.value(arith::MinSIOp::build(max, value))
}
