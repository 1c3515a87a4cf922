//! Verification of constants, conversions of elements, and tables.

use rmlir::core::types::DYNAMIC;
use rmlir::core::verify::compatible_shapes;
use rmlir::prelude::*;

use super::contraction::BLOCK_SIZE;
use super::{element, fits, shape, zero_point};
use crate::convert::*;

#[verify(ConstOp)]
fn constant(op: OpRef) -> Checked {
    let cx = op.cx();
    let values = op.get(ConstOp::values).ty(cx).filter(|ty| ty.is_tensor(cx));
    let Some(values) = values else { return Err(op.error("expected tensors for attr/result type")) };
    let found = op.result(0).ty().element_or_self(cx);
    if [found, element(op.result(0))].contains(&values.element_or_self(cx)) {
        return Ok(());
    }
    Err(op.error("expected same attr/result element types"))
}

#[verify(TableOp)]
fn table(op: OpRef) -> Checked {
    let (Some(input), Some(output)) = (shape(op.operand(0)), shape(op.result(0))) else { return Ok(()) };
    if input.len() != output.len() {
        return Err(op.error("expected input tensor rank to equal result tensor rank"));
    }
    for (dim, (&size, &found)) in input.iter().zip(output).enumerate() {
        if found != DYNAMIC && found != size {
            return Err(op.error(format!("dim(result, {dim}) = {found} doesn't match dim(input, {dim}) = {size}")));
        }
    }
    Ok(())
}

#[verify(RescaleOp)]
fn rescale(op: OpRef) -> Checked {
    let cx = op.cx();
    let (input, output) = (op.operand(0), op.result(0));
    for (value, name) in [(input, "input"), (output, "output")] {
        let ty = element(value);
        if !ty.is_integer(cx) {
            return Err(op.error(format!("expect {name} to have integer element type, got '{}'", cx.show_type(ty))));
        }
    }
    let [input_zp, output_zp] = [op.value(RescaleOp::input_zp), op.value(RescaleOp::output_zp)];
    verify_zero_point_type(op, (input, "input"), input_zp)?;
    verify_zero_point_type(op, (output, "output"), output_zp)?;
    verify_zero_point(op, input_zp, "input", op.get(RescaleOp::input_unsigned))?;
    verify_zero_point(op, output_zp, "output", op.get(RescaleOp::output_unsigned))?;
    let multiplier = op.value(RescaleOp::multiplier);
    let scale32 = op.get(RescaleOp::scale32);
    let width = if scale32 { 32 } else { 16 };
    let found = element(multiplier);
    if found.int_width(cx) != Some(width) {
        let found = cx.show_type(found);
        return Err(
            op.error(format!("expect i{width} element type for multiplier for scale32={scale32}, got '{found}'"))
        );
    }
    let Some(sizes) = shape(input) else { return Ok(()) };
    let mut n_channels = 1;
    if op.get(RescaleOp::per_channel) {
        let Some(&last) = sizes.last() else {
            return Err(op.error("requires input to be at least rank 1 when per_channel is true, but got rank 0"));
        };
        n_channels = last;
    }
    for (value, name) in [(multiplier, "multiplier"), (op.value(RescaleOp::shift), "shift")] {
        let Some(&[n]) = shape(value) else { continue };
        if n != DYNAMIC && n != n_channels {
            return Err(op.error(format!("expect shape of {{ {n_channels} }} for {name} input, got {{ {n} }}")));
        }
    }
    Ok(())
}

fn verify_zero_point_type(op: OpRef, (value, name): (ValueRef, &str), zero_point: ValueRef) -> Checked {
    let cx = op.cx();
    let (value, zero_point) = (element(value), element(zero_point));
    let width = |ty: Type| ty.int_width(cx);
    if width(value).is_some() && width(value) == width(zero_point) {
        return Ok(());
    }
    let (value, zero_point) = (cx.show_type(value), cx.show_type(zero_point));
    Err(op.error(format!(
        "expected {name} and {name}_zp to both be integer of the same bitwidth, but got '{value}' vs. '{zero_point}'"
    )))
}

/// Verifies that the zero point is zero unless elements have 8 bits, or 16 bits without sign.
fn verify_zero_point(op: OpRef, value: ValueRef, name: &str, is_unsigned: bool) -> Checked {
    const MIDDLE: i64 = 1 << 15;
    let Some(number) = zero_point(value, !is_unsigned).filter(|&number| number != 0) else { return Ok(()) };
    match element(value).int_width(op.cx()) {
        Some(8) => Ok(()),
        Some(16) if is_unsigned && number == MIDDLE => Ok(()),
        Some(16) if is_unsigned => {
            Err(op.error(format!("expect {name}_zp of 0 or {MIDDLE} for unsigned int16 {name}, got {number}")))
        }
        _ => Err(op.error(format!("expect {name}_zp of 0, got {number}"))),
    }
}

fn verify_block_shapes(op: OpRef, input: ValueRef, output: ValueRef) -> Checked {
    let cx = op.cx();
    if compatible_shapes(cx, &[input.ty(), output.ty()]) {
        return Ok(());
    }
    let (input, output) = (cx.show_type(input.ty()), cx.show_type(output.ty()));
    Err(op.error(format!("require compatible shapes for input_data ('{input}') and output_data ('{output}')")))
}

fn verify_divisible(op: OpRef, last: i64) -> Checked {
    if last == DYNAMIC || last % BLOCK_SIZE == 0 {
        return Ok(());
    }
    Err(op.error(format!("expect last dimension of input_data ({last}) to be divisible by block_size ({BLOCK_SIZE})")))
}

/// Verifies that there is one scale for each block of values.
fn verify_scales(op: OpRef, (data, data_name): (ValueRef, &str), (scale, scale_name): (ValueRef, &str)) -> Checked {
    let cx = op.cx();
    let (Some(sizes), Some(scales)) = (shape(data), shape(scale)) else { return Ok(()) };
    let (Some((&last, outer)), Some((&last_scale, outer_scales))) = (sizes.split_last(), scales.split_last()) else {
        return Ok(());
    };
    if !fits(outer, outer_scales) {
        let (data, scale) = (cx.show_type(data.ty()), cx.show_type(scale.ty()));
        return Err(op.error(format!(
            "require compatible shapes for {data_name} ('{data}') and {scale_name} ('{scale}') except for the last dimension"
        )));
    }
    let n_blocks = last / BLOCK_SIZE;
    if last == DYNAMIC || last_scale == DYNAMIC || n_blocks == last_scale {
        return Ok(());
    }
    Err(op.error(format!(
        "expect last dimension of {scale_name} ({last_scale}) to be equal to last dimension of {data_name} / block_size \
         ({n_blocks})"
    )))
}

#[verify(CastFromBlockScaledOp)]
fn cast_from_block_scaled(op: OpRef) -> Checked {
    let (data, scale) = (op.operand(0), op.operand(1));
    verify_block_shapes(op, data, op.result(0))?;
    if let Some(&last) = shape(data).and_then(<[i64]>::last) {
        verify_divisible(op, last)?;
    }
    verify_scales(op, (data, "input_data"), (scale, "input_scale"))
}

#[verify(CastToBlockScaledOp)]
fn cast_to_block_scaled(op: OpRef) -> Checked {
    let (data, scale) = (op.result(0), op.result(1));
    verify_block_shapes(op, op.operand(0), data)?;
    if let Some(&last) = shape(op.operand(0)).and_then(<[i64]>::last) {
        verify_divisible(op, last)?;
    }
    verify_scales(op, (data, "output_data"), (scale, "output_scale"))
}
