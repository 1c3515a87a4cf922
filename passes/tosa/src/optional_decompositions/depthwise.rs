//! Depthwise convolutions with kernels of one element: each element of the image is multiplied by those of its channel.

use rmlir::prelude::*;
use rmlir_tensor::tensor_type;
use rmlir_tosa::CastOp;
use rmlir_tosa::*;

use super::values::{expanded, zero_point};
use crate::constants::splat_constant;

#[pattern]
pub(super) fn multiply(op: DepthwiseConv2DOp, rw: &mut Rewriter) -> Match {
    let (mut input, mut weight, bias) = (op.input(rw), op.weight(rw), op.bias(rw));
    let output = rw.ty(op.output(rw));
    let [Some(image), Some(kernel), Some(result)] =
        [rw.ty(input), rw.ty(weight), output].map(|ty| ty.static_shape(rw).map(<[i64]>::to_vec))
    else {
        return rw.no_match(op, "a size is not static");
    };
    if op.stride(rw).iter().any(|&stride| stride != 1) || kernel[..2] != [1, 1] {
        return rw.no_match(op, "it has strides, or a kernel of several elements");
    }
    let zero_points = zero_point(rw, op.input_zp(rw)).zip(zero_point(rw, op.weight_zp(rw)));
    let Some((of_input, of_weight)) = zero_points else { return rw.no_match(op, "a zero point is not constant") };
    let element = output.element_or_self(rw);
    let (of_image, of_kernel) = (rw.ty(input).element_or_self(rw), rw.ty(weight).element_or_self(rw));
    let mut sizes = [&image[..], &[1]].concat();
    let shape = const_shape(rw, &sizes);
    let ty = tensor_type(rw.cx(), &sizes, of_image);
    input = rw.value(ReshapeOp::build(ty, input, shape));
    if of_image != element {
        let ty = tensor_type(rw.cx(), &sizes, element);
        input = rw.value(CastOp::build(ty, input));
    }
    if of_kernel != element {
        let ty = tensor_type(rw.cx(), &kernel, element);
        weight = rw.value(CastOp::build(ty, weight));
    }
    input = relative_to(rw, input, of_input);
    weight = relative_to(rw, weight, of_weight);
    let pad = op.pad(rw).to_vec();
    if pad.iter().any(|&n| n != 0) {
        let padding = [&[0, 0], &pad[..], &[0, 0, 0, 0]].concat();
        for (size, pair) in sizes.iter_mut().zip(padding.chunks(2)) {
            *size = size.saturating_add(pair[0]).saturating_add(pair[1]);
        }
        let padding = const_shape(rw, &padding);
        let zero = splat_constant(rw, &[1], element, 0);
        let ty = tensor_type(rw.cx(), &sizes, element);
        input = rw.value(PadOp::build(ty, input, padding, zero));
    }
    sizes[4] = kernel[3];
    let weight = expanded(rw, weight, sizes.len());
    let shift = splat_constant(rw, &[1], Type::I8, 0);
    let ty = tensor_type(rw.cx(), &sizes, element);
    let product = rw.value(MulOp::build(ty, input, weight, shift));
    let shape = const_shape(rw, &result);
    let product = rw.value(ReshapeOp::build(output, product, shape));
    let bias = expanded(rw, bias, result.len());
    rw.replace_with(op, AddOp::build(output, product, bias));
    Match::Yes
}

/// `value` minus `zero_point`.
fn relative_to(rw: &mut Rewriter, value: Value, zero_point: i64) -> Value {
    if zero_point == 0 {
        return value;
    }
    let ty = rw.ty(value);
    let rank = ty.shape(rw).map_or(0, <[i64]>::len);
    let zero_point = splat_constant(rw, &vec![1; rank], ty.element_or_self(rw), zero_point);
    rw.value(SubOp::build(ty, value, zero_point))
}
