//! Verification of operations on elements.

use rmlir::core::fold::constant_value;
use rmlir::core::verify::compatible_shapes;
use rmlir::prelude::*;

use super::{element, element_type_of_output, same_type_as_zero_point, shape, verify_zero_point};
use crate::elementwise::{ClampOp, MulOp, NegateOp, SelectOp};
use crate::rules::broadcast_shapes;

#[verify(ClampOp)]
fn clamp(op: OpRef) -> Checked {
    let cx = op.cx();
    let ty = element(op.operand(0));
    if ty != element(op.result(0)) {
        return Err(op.error("input/output element types are incompatible."));
    }
    let (min, max) = (op.get(ClampOp::min_val), op.get(ClampOp::max_val));
    if min.ty(cx) != Some(ty) || max.ty(cx) != Some(ty) {
        return Err(op.error("min/max attributes types are incompatible with input/output element types."));
    }
    let shown = || format!("got min_val={}, max_val={}", cx.show_attr(min), cx.show_attr(max));
    let is_empty = match (min.as_float(cx), max.as_float(cx)) {
        (Some((low, _)), Some((high, _))) => {
            if low.is_nan() || high.is_nan() {
                return Err(op.error(format!("min/max attributes should not be 'NaN', {}", shown())));
            }
            high.compare(*low) == Some(std::cmp::Ordering::Less)
        }
        _ => is_below(cx, ty, max, min),
    };
    if is_empty { Err(op.error(format!("expected min_val <= max_val, {}", shown()))) } else { Ok(()) }
}

/// Whether the integer `a` of type `ty` is less than `b`.
fn is_below(cx: &Context, ty: Type, a: Attr, b: Attr) -> bool {
    let (Some((a, _)), Some((b, _))) = (a.as_integer(cx), b.as_integer(cx)) else { return false };
    let is_unsigned = ty.signless_width(cx).is_none_or(|width| width == 1);
    let order = if is_unsigned { a.ucmp(b) } else { a.scmp(b) };
    order == std::cmp::Ordering::Less
}

#[verify(SelectOp)]
fn select(op: OpRef) -> Checked {
    element_type_of_output(op, op.operand(1))?;
    element_type_of_output(op, op.operand(2))
}

#[verify(MulOp)]
fn mul(op: OpRef) -> Checked {
    let cx = op.cx();
    let [a, b] = [0, 1].map(|index| op.operand(index));
    let of_result = element(op.result(0));
    if let Some(width) = of_result.int_width(cx) {
        let of_a = element(a);
        let Some(of_operands) = of_a.int_width(cx).filter(|_| of_a == element(b)) else {
            return Err(op.error("requires the same element type for all operands"));
        };
        if of_operands > width {
            return Err(op.error("invalid data type size for operands or result"));
        }
    } else {
        if element(a) != of_result || element(b) != of_result {
            return Err(op.error("requires the same element type for all operands and results"));
        }
        let shift = op.value(MulOp::shift);
        let shift = constant_value(op.body, shift.id).and_then(|shift| shift.dense_elements(cx));
        if shift.and_then(|shift| shift.first()?.as_i64(cx)).is_some_and(|shift| shift != 0) {
            return Err(op.error("require shift to be 0 for float type"));
        }
    }
    verify_product_shape(op, a, b)
}

fn verify_product_shape(op: OpRef, a: ValueRef, b: ValueRef) -> Checked {
    let cx = op.cx();
    if let (Some(of_a), Some(of_b)) = (shape(a), shape(b)) {
        if of_a.len() != of_b.len() {
            let (a, b) = (of_a.len(), of_b.len());
            return Err(op.error(format!("a and b operands don't have matching ranks, got {a} and {b}")));
        }
        if broadcast_shapes(of_a, of_b).is_none() {
            let types = super::both(cx, a.ty(), b.ty());
            return Err(op.error(format!("a and b operands don't have broadcast-compatible shapes, got {types}")));
        }
    }
    let Some(found) = shape(op.result(0)) else { return Ok(()) };
    for (name, operand) in [("a", a), ("b", b)] {
        if let Some(rank) = shape(operand).map(<[i64]>::len).filter(|&rank| rank != found.len()) {
            let found = found.len();
            return Err(op.error(format!("result type has different rank than {name}, got {found} vs {rank}")));
        }
    }
    Ok(())
}

#[verify(NegateOp)]
fn negate(op: OpRef) -> Checked {
    let input = op.operand(0);
    element_type_of_output(op, input)?;
    if !compatible_shapes(op.cx(), &[input.ty(), op.result(0).ty()]) {
        return Err(op.error("requires the same shape for input1 and output"));
    }
    let [input_zp, output_zp] = [op.value(NegateOp::input1_zp), op.value(NegateOp::output_zp)];
    same_type_as_zero_point(op, (input, "input1"), input_zp)?;
    same_type_as_zero_point(op, (op.result(0), "output"), output_zp)?;
    verify_zero_point(op, input_zp, "input1")?;
    verify_zero_point(op, output_zp, "output")
}
