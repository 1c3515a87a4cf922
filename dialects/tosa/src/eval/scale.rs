//! Scaling of integers, and tables of functions.

use rmlir::interp::{Emit, Emitted, Value};
use rmlir::prelude::*;

use super::{compute, generate};
use crate::attrs::RoundingMode;
use crate::convert::{ApplyScaleOp, RescaleOp, TableOp};

/// The product of `value` and `multiplier`, shifted to the right by `shift` and rounded; `None` if the shift is not one that
/// the specification defines. A rounding that is not specified is that of a single step.
fn scaled(value: i128, multiplier: i128, shift: i64, rounding: RoundingMode) -> Option<i128> {
    let mut round = 1i128 << (2..=62).contains(&shift).then_some(shift - 1)?;
    if rounding == RoundingMode::DoubleRound && shift > 31 {
        round += if value >= 0 { 1 << 30 } else { -(1 << 30) };
    }
    Some((value * multiplier + round) >> shift)
}

/// The width of the elements of a value.
fn width_of(value: ValueRef) -> u32 {
    value.ty().element_or_self(value.cx()).int_width(value.cx()).unwrap_or(1)
}

/// The integer of `width` bits.
fn integer(value: &Value, width: u32, is_unsigned: bool) -> Option<i128> {
    let number = value.int(width)?;
    match is_unsigned {
        true => number.zext_value().map(i128::from),
        false => number.sext_value().map(i128::from),
    }
}

#[eval(ApplyScaleOp)]
fn apply_scale<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    if [op.operand(0), op.result(0)].iter().any(|value| value.ty().is_shaped(op.cx())) {
        return Err(op.error("cannot be interpreted: it scales several integers"));
    }
    let widths = [0, 1, 2].map(|index| width_of(op.operand(index)));
    let (to, rounding) = (width_of(op.result(0)), op.get(ApplyScaleOp::rounding_mode));
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let [value, multiplier, shift] = [0, 1, 2].map(|index| integer(m.get(operands[index]), widths[index], false));
        let scale = || scaled(value?, multiplier?, i64::try_from(shift?).ok()?, rounding);
        Ok(scale().map_or(Value::Poison, |result| ApInt::from_i64(64, result as i64).sext_or_trunc(to).into()))
    });
    Ok(())
}

/// Each value relative to the zero point is scaled, moved to the other zero point, and clamped.
#[eval(RescaleOp)]
fn rescale<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (from, to) = (width_of(op.operand(0)), width_of(op.result(0)));
    let of_multiplier = width_of(op.value(RescaleOp::multiplier));
    let (from_unsigned, to_unsigned) = (op.get(RescaleOp::input_unsigned), op.get(RescaleOp::output_unsigned));
    let (rounding, is_per_channel) = (op.get(RescaleOp::rounding_mode), op.get(RescaleOp::per_channel));
    let [least, greatest] = match to_unsigned {
        true => [0, (1i128 << to) - 1],
        false => [-(1i128 << (to - 1)), (1i128 << (to - 1)) - 1],
    };
    compute(op, emit, 5, move |tensors| {
        let (input, multipliers, shifts) = (tensors[0], tensors[1], tensors[2]);
        let zero_point =
            |index: usize, width, is_unsigned| integer(tensors[index].elements.first()?, width, is_unsigned);
        let zero_points = zero_point(3, from, from_unsigned).zip(zero_point(4, to, to_unsigned));
        let channels = input.sizes.last().map_or(1, |&n| n.max(1)) as usize;
        let rescaled = |(place, value): (usize, &Value)| {
            let channel = if is_per_channel { place % channels } else { 0 };
            let (of_input, of_output) = zero_points?;
            let multiplier = integer(multipliers.elements.get(channel)?, of_multiplier, false)?;
            let shift = i64::try_from(integer(shifts.elements.get(channel)?, 8, false)?).ok()?;
            let value = integer(value, from, from_unsigned)? - of_input;
            let result = (scaled(value, multiplier, shift, rounding)? + of_output).clamp(least, greatest);
            Some(Value::from(ApInt::from_i64(64, result as i64).sext_or_trunc(to)))
        };
        let elements = input.elements.iter().enumerate().map(|entry| rescaled(entry).unwrap_or_default());
        Ok(rmlir::interp::value::Tensor { sizes: input.sizes.clone(), elements: elements.collect() })
    })
}

/// An integer of 8 bits selects an entry; one of 16 bits is interpolated between two of 513 entries.
#[eval(TableOp)]
fn table<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let [from, entries, to] = [op.operand(0), op.operand(1), op.result(0)].map(width_of);
    let is_interpolated = match (from, entries, to) {
        (8, 8, 8) => false,
        (16, 16, 32) => true,
        _ => return Err(op.error("cannot be interpreted: it is not defined for these types")),
    };
    compute(op, emit, 2, move |tensors| {
        let (input, table) = (tensors[0], tensors[1]);
        let entry = |index: i128| integer(table.elements.get(usize::try_from(index).ok()?)?, entries, false);
        let look_up = |value: &Value| {
            let value = integer(value, from, false)?;
            if !is_interpolated {
                return entry(value + 128);
            }
            let (index, fraction) = ((value + 32768) >> 7, (value + 32768) & 0x7f);
            let (base, next) = (entry(index)?, entry(index + 1)?);
            Some((base << 7) + (next - base) * fraction)
        };
        let sizes = input.sizes.clone();
        generate(sizes, |at| {
            let value = &input.elements[super::place(&input.sizes, at)];
            Ok(look_up(value)
                .map_or(Value::Poison, |result| ApInt::from_i64(64, result as i64).sext_or_trunc(to).into()))
        })
    })
}
