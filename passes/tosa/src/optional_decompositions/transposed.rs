//! Transposed convolutions as convolutions of the padded image by the reversed kernel.
//!
//! With strides, the kernel is split in one kernel for each position between two elements of the image; these kernels are
//! channels of one convolution, whose results are interleaved.

use rmlir::prelude::*;
use rmlir_tosa::*;

use super::values::{expanded, inferred, zero_point};
use crate::constants::splat_constant;

/// The greatest size for which products of three sizes have 64 bits.
const MAX_SIZE: i64 = 1 << 20;

/// The shapes of the image, the kernel and the result, which must be static. Sizes, strides and padding are limited.
fn static_shapes(op: TransposeConv2DOp, body: &Body) -> Option<[Vec<i64>; 3]> {
    let shape = |value: Value| body.ty(value).static_shape(body).map(<[i64]>::to_vec);
    shape(op.bias(body))?;
    let shapes = [shape(op.input(body))?, shape(op.weight(body))?, shape(op.output(body))?];
    let others = [op.stride(body), op.out_pad(body)];
    let is_limited = shapes.iter().chain(&others).flatten().all(|size| (-MAX_SIZE..=MAX_SIZE).contains(size));
    is_limited.then_some(shapes)
}

#[pattern]
pub(super) fn without_strides(op: TransposeConv2DOp, rw: &mut Rewriter) -> Match {
    if op.stride(rw).iter().any(|&stride| stride != 1) {
        return rw.no_match(op, "it has strides");
    }
    let Some([_, kernel, _]) = static_shapes(op, rw) else { return rw.no_match(op, "a size is not static") };
    let pad = op.out_pad(rw).to_vec();
    let around = [kernel[1] - 1, kernel[1] - 1, kernel[2] - 1, kernel[2] - 1];
    let pad: Vec<i64> = around.iter().zip(&pad).map(|(around, pad)| around + pad).collect();
    let mut weight = op.weight(rw);
    let of_weight = rw.ty(weight);
    for axis in [1, 2] {
        weight = rw.value(ReverseOp::build(of_weight, weight, axis));
    }
    let ty = rw.ty(op.output(rw));
    let acc_type = OpRef::new(rw, op.id()).get(TransposeConv2DOp::acc_type);
    let conv = Conv2DOp::build(
        ty,
        op.input(rw),
        weight,
        op.bias(rw),
        op.input_zp(rw),
        op.weight_zp(rw),
        pad.as_slice(),
        &[1, 1][..],
        &[1, 1][..],
        acc_type,
    );
    rw.replace_with(op, conv);
    Match::Yes
}

/// `tensor` in another shape.
fn reshaped(rw: &mut Rewriter, tensor: Value, sizes: &[i64]) -> Value {
    let element = rw.ty(tensor).element_or_self(rw);
    let shape = const_shape(rw, sizes);
    inferred(rw, element, |ty| ReshapeOp::build(ty, tensor, shape))
}

fn permuted(rw: &mut Rewriter, tensor: Value, perms: &[i32]) -> Value {
    let element = rw.ty(tensor).element_or_self(rw);
    inferred(rw, element, |ty| TransposeOp::build(ty, tensor, perms))
}

/// `tensor` padded along height and width.
fn padded(rw: &mut Rewriter, tensor: Value, pad: [i64; 4], value: Value) -> Value {
    let element = rw.ty(tensor).element_or_self(rw);
    let padding = const_shape(rw, &[&[0, 0], &pad[..], &[0, 0]].concat());
    inferred(rw, element, |ty| PadOp::build(ty, tensor, padding, value))
}

/// `tensor` with the order along height and width reversed.
fn reversed(rw: &mut Rewriter, mut tensor: Value) -> Value {
    let element = rw.ty(tensor).element_or_self(rw);
    for axis in [1, 2] {
        tensor = inferred(rw, element, |ty| ReverseOp::build(ty, tensor, axis));
    }
    tensor
}

#[pattern]
pub(super) fn with_strides(op: TransposeConv2DOp, rw: &mut Rewriter) -> Match {
    let stride = op.stride(rw).to_vec();
    if stride.iter().all(|&stride| stride == 1) {
        return rw.no_match(op, "it has no strides");
    }
    let Some([image, kernel, result]) = static_shapes(op, rw) else {
        return rw.no_match(op, "a size is not static");
    };
    let (of_input, of_weight) = (op.input_zp(rw), op.weight_zp(rw));
    if zero_point(rw, of_input).is_none() || zero_point(rw, of_weight).is_none() {
        return rw.no_match(op, "a zero point is not constant");
    }
    let ty = rw.ty(op.output(rw));
    // The kernel gets sizes that are multiples of the strides.
    let missing = |dim: usize| (stride[dim] - kernel[dim + 1] % stride[dim]) % stride[dim];
    let (height, width) = (kernel[1] + missing(0), kernel[2] + missing(1));
    let mut weight = padded(rw, op.weight(rw), [0, missing(0), 0, missing(1)], of_weight);
    let (channels, rows, columns) = (kernel[0], height / stride[0], width / stride[1]);
    weight = reshaped(rw, weight, &[channels, rows, stride[0], columns, stride[1], kernel[3]]);
    weight = permuted(rw, weight, &[2, 4, 0, 1, 3, 5]);
    let n_kernels = channels * stride[0] * stride[1];
    weight = reshaped(rw, weight, &[n_kernels, rows, columns, kernel[3]]);
    weight = reversed(rw, weight);
    let input = padded(rw, op.input(rw), [rows - 1, rows - 1, columns - 1, columns - 1], of_input);
    let conv = convolved(op, rw, input, weight, n_kernels);
    // The results of the kernels are interleaved.
    let (rows, columns) = (image[1] + rows - 1, image[2] + columns - 1);
    let mut value = reshaped(rw, conv, &[image[0], rows, columns, stride[0], stride[1], channels]);
    value = permuted(rw, value, &[0, 1, 3, 2, 4, 5]);
    let whole = [image[0], rows * stride[0], columns * stride[1], channels];
    value = reshaped(rw, value, &whole);
    value = placed(op, rw, value, &whole, &result);
    let bias = expanded(rw, op.bias(rw), result.len());
    rw.replace_with(op, AddOp::build(ty, value, bias));
    Match::Yes
}

/// The convolution without strides and without bias.
fn convolved(op: TransposeConv2DOp, rw: &mut Rewriter, input: Value, weight: Value, n_kernels: i64) -> Value {
    let of_bias = rw.ty(op.bias(rw)).element_or_self(rw);
    let bias = splat_constant(rw, &[n_kernels], of_bias, 0);
    let (of_input, of_weight) = (op.input_zp(rw), op.weight_zp(rw));
    let acc_type = OpRef::new(rw, op.id()).get(TransposeConv2DOp::acc_type);
    let element = rw.ty(op.output(rw)).element_or_self(rw);
    let (pad, ones) = (&[0; 4][..], &[1, 1][..]);
    inferred(rw, element, |ty| Conv2DOp::build(ty, input, weight, bias, of_input, of_weight, pad, ones, ones, acc_type))
}

/// The part of `value`, which has sizes `whole`, that the output padding leaves, padded to the sizes `result`.
fn placed(op: TransposeConv2DOp, rw: &mut Rewriter, value: Value, whole: &[i64; 4], result: &[i64]) -> Value {
    let pad = op.out_pad(rw).to_vec();
    let element = rw.ty(op.output(rw)).element_or_self(rw);
    let (mut start, mut sizes, mut around) = ([0; 4], *whole, [0; 4]);
    for dim in [0, 1] {
        let before = pad[2 * dim];
        start[dim + 1] = (-before).max(0);
        around[2 * dim] = before.max(0);
        sizes[dim + 1] = (whole[dim + 1] - start[dim + 1]).min(result[dim + 1] - around[2 * dim]);
        around[2 * dim + 1] = result[dim + 1] - around[2 * dim] - sizes[dim + 1];
    }
    let (start, sizes) = (const_shape(rw, &start), const_shape(rw, &sizes));
    let part = inferred(rw, element, |ty| SliceOp::build(ty, value, start, sizes));
    let zero = splat_constant(rw, &[1], element, 0);
    padded(rw, part, around, zero)
}
