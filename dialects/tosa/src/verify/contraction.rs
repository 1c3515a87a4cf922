//! Verification of convolutions, pooling, products of matrices and Fourier transforms.

use rmlir::core::types::DYNAMIC;
use rmlir::core::verify::compatible_shapes;
use rmlir::num::FloatKind;
use rmlir::prelude::*;

use super::{
    both, element, element_type_of_output, listed, listed_sizes, same_element_types, same_type_as_zero_point, shape,
    verify_calculated, verify_zero_point,
};
use crate::contraction::*;
use crate::infer::numbers;
use crate::sizes::{MovingWindow, transposed_size};

/// Verifies the element types of a convolution, whose first operands are input, weight, bias and two zero points.
fn verify_convolution(op: OpRef) -> Checked {
    let cx = op.cx();
    let is_float = |ty: Type| ty.float_kind(cx).is_some();
    let [input, weight, bias, input_zp, weight_zp] = [0, 1, 2, 3, 4].map(|index| op.operand(index));
    let (of_bias, of_result) = (element(bias), element(op.result(0)));
    if is_float(of_bias) && is_float(of_result) && of_bias != of_result {
        let types = both(cx, of_bias, of_result);
        return Err(op.error(format!("expect both bias and result to have same element type, got {types}")));
    }
    if is_float(element(input)) != is_float(element(weight)) {
        let types = both(cx, element(input), element(weight));
        return Err(op.error(format!("expect both input and weight to be float or not together, got {types}")));
    }
    same_type_as_zero_point(op, (input, "input"), input_zp)?;
    same_type_as_zero_point(op, (weight, "weight"), weight_zp)?;
    verify_zero_point(op, input_zp, "input")?;
    verify_zero_point(op, weight_zp, "weight")?;
    verify_accumulator(op, element(input))
}

/// Verifies the type of the accumulator of a convolution of elements of type `ty`.
fn verify_accumulator(op: OpRef, ty: Type) -> Checked {
    let cx = op.cx();
    let acc = op.attr("acc_type").and_then(|acc| acc.as_type(cx)).unwrap_or(Type::NONE);
    let is_f8 = matches!(ty.float_kind(cx), Some(FloatKind::F8E4M3FN | FloatKind::F8E5M2));
    let wrong = match ty.signless_width(cx) {
        Some(8) if acc != Type::I32 => Some("i8 tensor is not i32"),
        Some(16) if acc.signless_width(cx) != Some(48) => Some("i16 tensor is not i48"),
        _ if is_f8 && acc != Type::F16 => Some("f8 tensor is not f16"),
        _ => wrong_float_accumulator(ty, acc),
    };
    wrong.map_or(Ok(()), |wrong| Err(op.error(format!("accumulator type for {wrong}"))))
}

/// What is wrong about an accumulator of floats.
fn wrong_float_accumulator(ty: Type, acc: Type) -> Option<&'static str> {
    match ty {
        Type::F16 if acc != Type::F16 && acc != Type::F32 => Some("f16 tensor is not f16/f32"),
        Type::BF16 if acc != Type::F32 => Some("bf16 tensor is not f32"),
        Type::F32 if acc != Type::F32 => Some("f32 tensor is not f32"),
        _ => None,
    }
}

/// A dimension of an image in messages.
struct Axis {
    name: &'static str,
    letter: &'static str,
    before: &'static str,
    after: &'static str,
}

const DEPTH: Axis = Axis { name: "depth", letter: "d", before: "front", after: "back" };
const HEIGHT: Axis = Axis { name: "height", letter: "y", before: "top", after: "bottom" };
const WIDTH: Axis = Axis { name: "width", letter: "x", before: "left", after: "right" };

/// Verifies that all numbers are at least `least`.
fn verify_at_least(op: OpRef, name: &str, numbers: &[i64], least: i64) -> Checked {
    if numbers.iter().all(|&number| number >= least) {
        return Ok(());
    }
    Err(op.error(format!("expect all {name} values to be >= {least}, got {}", listed(numbers))))
}

/// Verifies the window of a convolution; `first_kernel_dim` is the first dimension of the weights that is one of the
/// kernel.
fn verify_window(op: OpRef, slots: [usize; 3], axes: &[Axis], first_kernel_dim: usize) -> Checked {
    let [pad, stride, dilation] = slots.map(|slot| numbers(op, slot));
    verify_at_least(op, "padding", &pad, 0)?;
    verify_at_least(op, "stride", &stride, 1)?;
    verify_at_least(op, "dilation", &dilation, 1)?;
    let Some(output) = shape(op.result(0)) else { return Ok(()) };
    if let (Some(input), Some(weight)) = (shape(op.operand(0)), shape(op.operand(1))) {
        for (dim, axis) in axes.iter().enumerate() {
            let (size, kernel) = (input[dim + 1], weight[first_kernel_dim + dim]);
            if size == DYNAMIC || kernel == DYNAMIC {
                continue;
            }
            let [before, after, stride, dilation] = [pad[2 * dim], pad[2 * dim + 1], stride[dim], dilation[dim]];
            let Axis { name, letter, before: before_name, after: after_name } = axis;
            let distance = MovingWindow { image: size, pad: [before, after], kernel, dilation }.distance();
            if distance % i128::from(stride) != 0 {
                return Err(op.error(format!(
                    "expected input_{name} - 1 + pad_{before_name} + pad_{after_name} - (kernel_{name} - 1) * \
                     dilation_{letter} to be wholly divisible by stride_{letter}, got ({size} - 1 + {before} + {after} - \
                     ({kernel} - 1) * {dilation}) / {stride}"
                )));
            }
            verify_calculated(op, name, distance / i128::from(stride) + 1, output[dim + 1])?;
        }
    }
    verify_bias(op, output)
}

fn verify_bias(op: OpRef, output: &[i64]) -> Checked {
    let Some(&[bias]) = shape(op.operand(2)) else { return Ok(()) };
    let channels = output.last().copied().unwrap_or(DYNAMIC);
    if bias == DYNAMIC || channels == DYNAMIC || bias == channels || bias == 1 {
        return Ok(());
    }
    Err(op.error(format!("bias channels expected to be equal to output channels ({channels}) or 1, got {bias}")))
}

#[verify(Conv2DOp)]
fn conv2d(op: OpRef) -> Checked {
    verify_convolution(op)?;
    verify_window(op, [Conv2DOp::PAD, Conv2DOp::STRIDE, Conv2DOp::DILATION], &[HEIGHT, WIDTH], 1)
}

#[verify(Conv3DOp)]
fn conv3d(op: OpRef) -> Checked {
    verify_convolution(op)?;
    verify_window(op, [Conv3DOp::PAD, Conv3DOp::STRIDE, Conv3DOp::DILATION], &[DEPTH, HEIGHT, WIDTH], 1)
}

#[verify(DepthwiseConv2DOp)]
fn depthwise(op: OpRef) -> Checked {
    verify_convolution(op)?;
    let slots = [DepthwiseConv2DOp::PAD, DepthwiseConv2DOp::STRIDE, DepthwiseConv2DOp::DILATION];
    verify_window(op, slots, &[HEIGHT, WIDTH], 0)
}

#[verify(TransposeConv2DOp)]
fn transposed(op: OpRef) -> Checked {
    verify_convolution(op)?;
    let [stride, pad] = [TransposeConv2DOp::STRIDE, TransposeConv2DOp::OUT_PAD].map(|slot| numbers(op, slot));
    if stride.iter().any(|&step| step < 1) {
        return Err(op.error(format!("expect all stride values to be >= 1, got [{}]", listed(&stride))));
    }
    let weight = shape(op.operand(1));
    for (index, name) in ["out_pad_top", "out_pad_bottom", "out_pad_left", "out_pad_right"].into_iter().enumerate() {
        let (dim, kernel_name) = if index < 2 { (1, "KH") } else { (2, "KW") };
        let Some(kernel) = weight.map(|weight| weight[dim]).filter(|&kernel| kernel != DYNAMIC) else { continue };
        let pad = pad[index];
        if pad <= -kernel {
            return Err(
                op.error(format!("expected {name} > -{kernel_name}, but got: {name}={pad} and {kernel_name}={kernel}"))
            );
        }
    }
    let Some(output) = shape(op.result(0)) else { return Ok(()) };
    if let (Some(input), Some(weight)) = (shape(op.operand(0)), weight) {
        for (dim, (axis, (before_name, after_name))) in
            [("H", ("top", "bottom")), ("W", ("left", "right"))].into_iter().enumerate()
        {
            let (size, kernel, found) = (input[dim + 1], weight[dim + 1], output[dim + 1]);
            let (step, before, after) = (stride[dim], pad[2 * dim], pad[2 * dim + 1]);
            if size == DYNAMIC || kernel == DYNAMIC || found == DYNAMIC {
                continue;
            }
            if i128::from(found) != transposed_size(size, step, [before, after], kernel) {
                let letter = if dim == 0 { "y" } else { "x" };
                return Err(op.error(format!(
                    "dimension mismatch: expected O{axis} == (I{axis} - 1) * stride_{letter} + out_pad_{before_name} + \
                     out_pad_{after_name} + K{axis}, but got {found} != ({size} - 1) * {step} + {before} + {after} + \
                     {kernel}"
                )));
            }
        }
    }
    verify_bias(op, output)
}

/// Verifies kernel, strides and padding of pooling.
fn verify_pooling(op: OpRef, slots: [usize; 3]) -> Checked {
    let [kernel, stride, pad] = slots.map(|slot| numbers(op, slot));
    verify_at_least(op, "kernel", &kernel, 1)?;
    verify_at_least(op, "stride", &stride, 1)?;
    verify_at_least(op, "padding", &pad, 0)?;
    for (dim, axis) in [(1, WIDTH), (0, HEIGHT)] {
        let Axis { name, letter, before: before_name, after: after_name } = axis;
        let (before, after, kernel) = (pad[2 * dim], pad[2 * dim + 1], kernel[dim]);
        if before >= kernel || after >= kernel {
            return Err(op.error(format!(
                "expected {before_name}/{after_name} padding to be less than the {name} of the kernel, got \
                 pad_{before_name}={before}, pad_{after_name}={after}, kernel_{letter}={kernel}"
            )));
        }
    }
    let (Some(input), Some(output)) = (shape(op.operand(0)), shape(op.result(0))) else { return Ok(()) };
    for (dim, axis) in [HEIGHT, WIDTH].into_iter().enumerate() {
        let Axis { name, letter, before: before_name, after: after_name } = axis;
        let size = input[dim + 1];
        if size == DYNAMIC {
            continue;
        }
        let (before, after, kernel, stride) = (pad[2 * dim], pad[2 * dim + 1], kernel[dim], stride[dim]);
        let distance = MovingWindow { image: size, pad: [before, after], kernel, dilation: 1 }.distance();
        if distance % i128::from(stride) != 0 {
            return Err(op.error(format!(
                "expected input_{name} + pad_{before_name} + pad_{after_name} - kernel_{letter} to be wholly divisible by \
                 stride_{letter}, got ({size} + {before} + {after} - {kernel}) / {stride}"
            )));
        }
        verify_calculated(op, name, distance / i128::from(stride) + 1, output[dim + 1])?;
    }
    Ok(())
}

#[verify(MaxPool2DOp)]
fn max_pool(op: OpRef) -> Checked {
    element_type_of_output(op, op.operand(0))?;
    verify_pooling(op, [MaxPool2DOp::KERNEL, MaxPool2DOp::STRIDE, MaxPool2DOp::PAD])
}

#[verify(AvgPool2DOp)]
fn avg_pool(op: OpRef) -> Checked {
    verify_pooling(op, [AvgPool2DOp::KERNEL, AvgPool2DOp::STRIDE, AvgPool2DOp::PAD])?;
    let cx = op.cx();
    let [input, input_zp, output_zp] = [0, 1, 2].map(|index| op.operand(index));
    let acc = op.get(AvgPool2DOp::acc_type);
    let of_input = element(input);
    let wrong = match of_input.is_integer(cx) && acc != Type::I32 {
        true => Some("integer tensor is not i32"),
        false => wrong_float_accumulator(of_input, acc),
    };
    if let Some(wrong) = wrong {
        return Err(op.error(format!("accumulator type for {wrong}")));
    }
    same_type_as_zero_point(op, (input, "input"), input_zp)?;
    same_type_as_zero_point(op, (op.result(0), "output"), output_zp)?;
    verify_zero_point(op, input_zp, "input")?;
    verify_zero_point(op, output_zp, "output")
}

/// Sets `known` to `size`, or verifies that they agree.
fn agree(op: OpRef, known: &mut i64, size: i64, operand: &str, dim: &str) -> Checked {
    match () {
        () if *known == DYNAMIC => *known = size,
        () if size != DYNAMIC && *known != size => {
            return Err(op.error(format!("expected {dim} of {operand} to match size {known}, got {size}")));
        }
        () => {}
    }
    Ok(())
}

#[verify(MatMulOp)]
fn matmul(op: OpRef) -> Checked {
    let [a, b, a_zp, b_zp] = [0, 1, 2, 3].map(|index| op.operand(index));
    for (value, name, zero_point) in [(a, "a", a_zp), (b, "b", b_zp)] {
        if element(value) != element(zero_point) {
            let types = both(op.cx(), element(value), element(zero_point));
            return Err(op.error(format!("expect input {name} and {name}_zp have the same element type, got {types}")));
        }
    }
    verify_zero_point(op, a_zp, "a")?;
    verify_zero_point(op, b_zp, "b")
}

#[verify(MatmulTBlockScaledOp)]
fn matmul_t_block_scaled(op: OpRef) -> Checked {
    let [a, a_scale, b, b_scale] = [0, 1, 2, 3].map(|index| op.operand(index));
    same_element_types(op, (a, "A_data"), (b, "B_data"))?;
    let [mut batch, mut batch_of_b, mut rows, mut columns, mut inner, mut n_blocks] = [DYNAMIC; 6];
    if let Some(shape) = shape(a) {
        (batch, rows, inner) = (shape[0], shape[1], shape[2]);
    }
    if let Some(shape) = shape(a_scale) {
        agree(op, &mut batch, shape[0], "a_scale", "batch")?;
        agree(op, &mut rows, shape[1], "a_scale", "height")?;
        n_blocks = shape[2];
    }
    if let Some(shape) = shape(b) {
        agree(op, &mut batch_of_b, shape[0], "b_data", "batch")?;
        agree(op, &mut inner, shape[2], "b_data", "channels")?;
        columns = shape[1];
    }
    if let Some(shape) = shape(b_scale) {
        agree(op, &mut batch_of_b, shape[0], "b_scale", "batch")?;
        agree(op, &mut columns, shape[1], "b_scale", "width")?;
        agree(op, &mut n_blocks, shape[2], "b_scale", "C/block_size")?;
    }
    if batch != DYNAMIC && batch_of_b != DYNAMIC && batch != batch_of_b && batch_of_b != 1 {
        return Err(op.error(format!(
            "expect B matrix batch size to be broadcast compatible with A, got D={batch_of_b} vs N={batch}"
        )));
    }
    if inner != DYNAMIC && inner % BLOCK_SIZE != 0 {
        return Err(
            op.error(format!("expect C to be a multiple of block size, got C={inner}, block_size={BLOCK_SIZE}"))
        );
    }
    if inner != DYNAMIC && n_blocks != DYNAMIC && n_blocks != inner / BLOCK_SIZE {
        return Err(op.error(format!(
            "expect scale operands dimension 2 to equal C/block_size ({inner}/{BLOCK_SIZE}), got {n_blocks}"
        )));
    }
    let expected = [if batch == DYNAMIC { batch_of_b } else { batch }, rows, columns];
    match shape(op.result(0)) {
        Some(found) if !super::fits(found, &expected) => {
            let (found, expected) = (listed_sizes(found), listed_sizes(&expected));
            Err(op
                .error(format!("expected output shape {found} to be compatible with expected output shape {expected}")))
        }
        _ => Ok(()),
    }
}

/// The number of values that share a scale.
pub(super) const BLOCK_SIZE: i64 = 32;

fn verify_power_of_two(op: OpRef, size: i64, name: &str) -> Checked {
    if size == DYNAMIC || (size > 0 && size & (size - 1) == 0) {
        return Ok(());
    }
    Err(op.error(format!("expected {name} to be a power of two, got {size}")))
}

#[verify(FFT2DOp)]
fn fft(op: OpRef) -> Checked {
    let (Some(real), Some(imaginary)) = (shape(op.operand(0)), shape(op.operand(1))) else { return Ok(()) };
    for (dim, name) in [(1, "height"), (2, "width")] {
        let size = if real[dim] == DYNAMIC { real[dim] } else { imaginary[dim] };
        verify_power_of_two(op, size, name)?;
    }
    Ok(())
}

#[verify(RFFT2DOp)]
fn rfft(op: OpRef) -> Checked {
    let cx = op.cx();
    let results: Vec<Type> = op.results().map(ValueRef::ty).collect();
    if !compatible_shapes(cx, &results) {
        let shown: Vec<String> = results.iter().map(|&ty| format!("'{}'", cx.show_type(ty))).collect();
        return Err(op.error(format!("expected output shapes to match, got {}", shown.join(", "))));
    }
    let Some(input) = shape(op.operand(0)) else { return Ok(()) };
    verify_power_of_two(op, input[1], "height")?;
    verify_power_of_two(op, input[2], "width")?;
    let Some(output) = shape(op.result(0)) else { return Ok(()) };
    if !super::fits(&input[..2], &output[..2]) {
        let (input, output) = (cx.show_type(op.operand(0).ty()), cx.show_type(results[0]));
        return Err(op.error(format!(
            "expected batch and height dimensions of input/output to match, got input='{input}' output='{output}'"
        )));
    }
    if input[2] != DYNAMIC && output[2] != DYNAMIC && output[2] != input[2] / 2 + 1 {
        let found = output[2];
        return Err(op.error(format!("expected output width to be equal to input_width / 2 + 1, got {found}")));
    }
    Ok(())
}
