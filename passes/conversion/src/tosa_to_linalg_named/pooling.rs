//! Pooling.

use rmlir::core::types::DYNAMIC;
use rmlir::num::{ApFloat, ApInt};
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_arith::{CmpFPredicate, ConstantOp, constant_index, constant_int};
use rmlir_linalg::structured::Loops;
use rmlir_linalg::{IndexOp, PoolingNhwcMaxOp, PoolingNhwcSumOp};
use rmlir_math as math;
use rmlir_tensor::{EmptyOp, tensor_type};
use rmlir_tosa::{ApplyScaleOp, AvgPool2DOp, MaxPool2DOp, NanPropagationMode, RoundingMode};

use super::window::{named, output_size, padded, window_numbers};
use crate::tosa_to_linalg::generic::{Nest, filled, identity, parallel, shape_of, size};
use crate::tosa_to_linalg::zero_point;

/// Strides and dilations of a window.
fn window(cx: &Context, stride: &[i64]) -> [(&'static str, Attr); 2] {
    [
        ("strides", window_numbers(cx, stride, Context::vector_type)),
        ("dilations", window_numbers(cx, &[1, 1], Context::vector_type)),
    ]
}

#[pattern]
pub(super) fn max_pool(op: MaxPool2DOp, rw: &mut Rewriter) -> Match {
    match convert_max(rw, op) {
        Some(result) => rw.replace(op, [result]),
        None => rw.no_match(op, "Unsupported initial value for tosa.maxpool_2d op"),
    }
}

fn convert_max(rw: &mut Rewriter, op: MaxPool2DOp) -> Option<Value> {
    let (input, ty) = (op.input(rw), rw.ty(op.output(rw)));
    let shape = shape_of(rw, op.output(rw))?;
    shape_of(rw, input)?;
    let [kernel, stride, pad] = [op.kernel(rw), op.stride(rw), op.pad(rw)].map(|numbers| numbers.to_vec());
    let element = rw.ty(input).element_or_self(rw);
    let initial = match (element.float_kind(rw), element.signless_width(rw)) {
        (Some(kind), _) if [Type::F32, Type::BF16, Type::F16].contains(&element) => {
            rw.float_attr(element, ApFloat::largest(kind, true))
        }
        (None, Some(width)) => rw.apint_attr(element, ApInt::signed_min(width)),
        _ => return None,
    };
    let sizes = dynamic_sizes(rw, input, &shape, [&kernel, &stride, &pad]);
    let image = padded(rw, input, &pad, initial)?;
    let initial = rw.value(ConstantOp::build(initial));
    let output = rw.value(EmptyOp::build(ty, &sizes));
    let output = filled(rw, initial, output)?;
    let window_type = tensor_type(rw.cx(), &kernel, element);
    let kernel = rw.value(EmptyOp::build(window_type, &[]));
    let window = window(rw.cx(), &stride);
    let pooled = *named::<PoolingNhwcMaxOp>(rw, &[image, kernel], output, &window)?.first()?;
    let ignores_nan = element.float_kind(rw).is_some() && op.nan_mode(rw) == NanPropagationMode::Ignore;
    if !ignores_nan {
        return Some(pooled);
    }
    // The loops of the named operation, with another body.
    let pooling = rw.defining_op(pooled)?;
    let Loops { iterators, maps } = Loops::of(OpRef::new(rw, pooling))?;
    let nest = Nest { types: &[ty], inputs: &[image, kernel], outputs: &[output], maps, iterators };
    let results = nest.create(rw, |rw, args| {
        let [value, _, max] = args else { return None };
        let new = rw.value(arith::MaximumFOp::build(*max, *value));
        let is_nan = rw.value(arith::CmpFOp::build(*value, *value, CmpFPredicate::Uno));
        Some(vec![rw.value(arith::SelectOp::build(is_nan, *max, new))])
    })?;
    rw.erase(pooling);
    results.first().copied()
}

/// The dynamic sizes of the result.
fn dynamic_sizes(rw: &mut Rewriter, input: Value, shape: &[i64], [kernel, stride, pad]: [&[i64]; 3]) -> Vec<Value> {
    let mut sizes = Vec::new();
    for (dim, _) in shape.iter().enumerate().filter(|(_, size)| **size == DYNAMIC) {
        let of_input = size(rw, input, dim);
        let is_channel_or_batch = dim == 0 || dim == 3;
        sizes.push(if is_channel_or_batch {
            of_input
        } else {
            let along = dim - 1;
            let kernel = constant_index(rw, kernel[along]);
            output_size(rw, of_input, [pad[2 * along], pad[2 * along + 1]], kernel, stride[along], 1)
        });
    }
    sizes
}

#[pattern]
pub(super) fn avg_pool(op: AvgPool2DOp, rw: &mut Rewriter) -> Match {
    let (input, output) = (op.input(rw), op.output(rw));
    let has_dynamic_size = |value: Value| shape_of(rw, value).is_none_or(|shape| shape[1..].contains(&DYNAMIC));
    if has_dynamic_size(input) || has_dynamic_size(output) {
        return rw.no_match(op, "input can only be dynamic for batch size");
    }
    match convert_avg(rw, op) {
        Some(result) => rw.replace(op, [result]),
        None => rw.no_match(op, "input zero point could not be statically determined"),
    }
}

/// The sum of a window divided by the number of its elements that are no padding.
fn convert_avg(rw: &mut Rewriter, op: AvgPool2DOp) -> Option<Value> {
    let (input, ty) = (op.input(rw), rw.ty(op.output(rw)));
    let shape = shape_of(rw, op.output(rw))?;
    let sizes = if shape[0] == DYNAMIC { vec![size(rw, input, 0)] } else { Vec::new() };
    let [kernel, stride, pad] = [op.kernel(rw), op.stride(rw), op.pad(rw)].map(|numbers| numbers.to_vec());
    let zero_points = [zero_point(rw, op.input_zp(rw))?, zero_point(rw, op.output_zp(rw))?];
    let (element, acc) = (rw.ty(input).element_or_self(rw), op.acc_type(rw));
    let padding = rw.zero_attr(element)?;
    let image = padded(rw, input, &pad, padding)?;
    let zero = rw.zero_attr(acc)?;
    let zero = rw.value(ConstantOp::build(zero));
    let acc_type = tensor_type(rw.cx(), &shape, acc);
    let sums = rw.value(EmptyOp::build(acc_type, &sizes));
    let sums = filled(rw, zero, sums)?;
    let window_type = tensor_type(rw.cx(), &kernel, acc);
    let window_sizes = rw.value(EmptyOp::build(window_type, &[]));
    let window = window(rw.cx(), &stride);
    let sums = *named::<PoolingNhwcSumOp>(rw, &[image, window_sizes], sums, &window)?.first()?;
    let [height, width] = [1, 2].map(|dim| size(rw, sums, dim));
    let one = constant_index(rw, 1);
    let last = [height, width].map(|size| rw.value(arith::SubIOp::build(size, one)));
    let output = rw.value(EmptyOp::build(ty, &sizes));
    let nest = Nest {
        types: &[ty],
        inputs: &[sums],
        outputs: &[output],
        maps: vec![identity(4), identity(4)],
        iterators: parallel(4),
    };
    let of_result = ty.element_or_self(rw);
    let results = nest.create(rw, |rw, args| {
        let zero = constant_index(rw, 0);
        let mut coverage = Coverage { rw, zero, one };
        let rows = coverage.along(1, last[0], kernel[0], stride[0], &pad[..2]);
        let columns = coverage.along(2, last[1], kernel[1], stride[1], &pad[2..]);
        let count = rw.value(arith::MulIOp::build(rows, columns));
        let count = rw.value(arith::IndexCastOp::build(Type::I32, count));
        Some(vec![match acc.float_kind(rw) {
            Some(_) => divide(rw, args[0], count, of_result),
            None => scale(rw, args[0], count, zero_points, of_result)?,
        }])
    })?;
    results.first().copied()
}

/// Computes how much of a window is no padding.
struct Coverage<'a, 'b, 'c> {
    rw: &'a mut Rewriter<'b, 'c>,
    zero: Value,
    one: Value,
}

impl Coverage<'_, '_, '_> {
    /// The covered elements along a dimension; `last` is the last index of the result.
    fn along(&mut self, dim: i64, last: Value, kernel: i64, stride: i64, pad: &[i64]) -> Value {
        let stride = constant_index(self.rw, stride);
        let mut covered = constant_index(self.rw, kernel);
        let dim = self.rw.i64_attr(dim);
        let left = self.rw.value(IndexOp::build(dim));
        let right = self.rw.value(arith::SubIOp::build(last, left));
        let [left, right] = [left, right].map(|steps| self.rw.value(arith::MulIOp::build(steps, stride)));
        covered = self.without_padding(covered, left, pad[0]);
        covered = self.without_padding(covered, right, pad[1]);
        self.rw.value(arith::MaxSIOp::build(self.one, covered))
    }

    fn without_padding(&mut self, covered: Value, position: Value, pad: i64) -> Value {
        if pad == 0 {
            return covered;
        }
        let pad = constant_index(self.rw, pad);
        let distance = self.rw.value(arith::SubIOp::build(position, pad));
        let offset = self.rw.value(arith::MinSIOp::build(distance, self.zero));
        self.rw.value(arith::AddIOp::build(covered, offset))
    }
}

fn divide(rw: &mut Rewriter, sum: Value, count: Value, ty: Type) -> Value {
    let acc = rw.ty(sum);
    let count = rw.value(arith::SIToFPOp::build(acc, count));
    let mean = rw.value(arith::DivFOp::build(sum, count));
    let is_wider = acc.int_or_float_width(rw) > ty.int_or_float_width(rw);
    if is_wider { rw.value(arith::TruncFOp::build(ty, mean)) } else { mean }
}

/// The quotient of integers, by a multiplication and a shift.
fn scale(rw: &mut Rewriter, sum: Value, count: Value, [input_zp, output_zp]: [i64; 2], ty: Type) -> Option<Value> {
    let acc = rw.ty(sum);
    let mut sum = sum;
    if input_zp != 0 {
        let zero_point = constant_int(rw, input_zp, acc);
        let offset = rw.value(arith::MulIOp::build(count, zero_point));
        sum = rw.value(arith::SubIOp::build(sum, offset));
    }
    let one = constant_int(rw, 1, Type::I32);
    let thirty_two = constant_int(rw, 32, Type::I32);
    let before = rw.value(arith::SubIOp::build(count, one));
    let zeros = rw.value(math::CountLeadingZerosOp::build(before));
    let k = rw.value(arith::SubIOp::build(thirty_two, zeros));
    let k64 = rw.value(arith::ExtUIOp::build(Type::I64, k));
    let numerator = constant_int(rw, (1 << 30) + 1, Type::I64);
    let numerator = rw.value(arith::ShLIOp::build(numerator, k64));
    let count64 = rw.value(arith::ExtUIOp::build(Type::I64, count));
    let multiplier = rw.value(arith::DivUIOp::build(numerator, count64));
    let multiplier = rw.value(arith::TruncIOp::build(Type::I32, multiplier));
    let k8 = rw.value(arith::TruncIOp::build(Type::I8, k));
    let thirty = constant_int(rw, 30, Type::I8);
    let shift = rw.value(arith::AddIOp::build(k8, thirty));
    let mode = RoundingMode::SingleRound;
    let mut scaled = rw.value(ApplyScaleOp::build(Type::I32, sum, multiplier, shift, mode));
    if output_zp != 0 {
        let zero_point = constant_int(rw, output_zp, Type::I32);
        scaled = rw.value(arith::AddIOp::build(scaled, zero_point));
    }
    let width = ty.int_width(rw)?;
    let min = constant_int(rw, -(1i64 << (width - 1)), acc);
    let max = constant_int(rw, (1i64 << (width - 1)) - 1, acc);
    let clamped = rw.value(arith::MaxSIOp::build(min, scaled));
    let clamped = rw.value(arith::MinSIOp::build(max, clamped));
    Some(if ty == acc { clamped } else { rw.value(arith::TruncIOp::build(ty, clamped)) })
}
