//! Operations on windows of images, and the position of the greatest element.

use std::cmp::Ordering;

use rmlir::interp::value::Tensor;
use rmlir::interp::{Emit, Emitted, Fault, Value};
use rmlir::num::Rounding;
use rmlir::prelude::*;

use super::number::Number;
use super::reduce::{add_product, check_zero_points, extreme, ignores_nan, zero_point};
use super::{compute, generate, place, too_large};
use crate::contraction::{Conv2DOp, DepthwiseConv2DOp, MaxPool2DOp, TransposeConv2DOp};
use crate::infer::numbers;
use crate::reduce::ArgMaxOp;
use crate::sizes::{MovingWindow, transposed_size};

const NEAREST: Rounding = Rounding::NearestTiesToEven;

/// A window that moves over height and width.
struct Window {
    pad: Vec<i64>,
    stride: Vec<i64>,
    dilation: Vec<i64>,
}

impl Window {
    /// The number of positions for an image of these height and width, or the fault that the last is not at its end.
    fn sizes(&self, image: [i64; 2], kernel: [i64; 2]) -> Result<[i64; 2], Box<Fault>> {
        let mut sizes = [0; 2];
        for dim in 0..2 {
            let pad = [self.pad[2 * dim], self.pad[2 * dim + 1]];
            let window = MovingWindow { image: image[dim], pad, kernel: kernel[dim], dilation: self.dilation[dim] };
            let distance = i64::try_from(window.distance()).map_err(|_| too_large())?;
            if distance < 0 || distance % self.stride[dim] != 0 {
                return Err(Fault::unsupported("has a window that does not end at the end of the image"));
            }
            sizes[dim] = (distance / self.stride[dim]).checked_add(1).ok_or_else(too_large)?;
        }
        Ok(sizes)
    }

    /// The place in the image for position `at` of the result and `k` of the kernel; `None` is padding.
    fn place(&self, image: [i64; 2], at: [i64; 2], k: [i64; 2]) -> Option<[i64; 2]> {
        let mut place = [0; 2];
        for dim in 0..2 {
            let [at, stride, k, dilation, pad] =
                [at[dim], self.stride[dim], k[dim], self.dilation[dim], self.pad[2 * dim]].map(i128::from);
            place[dim] = i64::try_from(at * stride + k * dilation - pad).ok()?;
            if !(0..image[dim]).contains(&place[dim]) {
                return None;
            }
        }
        Some(place)
    }
}

/// The types of elements and of their sums, or the error that a convolution is not interpreted.
fn accumulated(op: OpRef) -> Result<(Number, Number), Box<Diagnostic>> {
    let (from, to) = (Number::of(op, op.operand(0).ty())?, Number::of(op, op.result(0).ty())?);
    check_zero_points(op, from, [op.operand(3), op.operand(4)])?;
    let acc_type = op.attr("acc_type").and_then(|ty| ty.as_type(op.cx()));
    match acc_type == Some(op.result(0).ty().element_or_self(op.cx())) {
        true => Ok((from, to)),
        false => Err(op.error("cannot be interpreted: the accumulator has another type than the result")),
    }
}

/// Appends a convolution, which begins with the bias. `is_depthwise` is that of each channel, to which the bias is added.
fn convolution<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, window: Window, is_depthwise: bool) -> Emitted {
    let (from, to) = accumulated(op)?;
    compute(op, emit, 5, move |tensors| {
        let (image, weight, bias) = (tensors[0], tensors[1], tensors[2]);
        // Padding is the zero point.
        let zero_points = [zero_point(tensors[3]), zero_point(tensors[4])];
        let area = [image.sizes[1], image.sizes[2]];
        // Height and width are the first dimensions of the kernel if there is one for each channel.
        let first = if is_depthwise { 0 } else { 1 };
        let kernel = [weight.sizes[first], weight.sizes[first + 1]];
        let (n_channels, n_multiples) = (image.sizes[3], weight.sizes[3]);
        let n_results = if is_depthwise { n_channels * n_multiples } else { weight.sizes[0] };
        if (if is_depthwise { weight.sizes[2] } else { weight.sizes[3] }) != n_channels
            || bias.sizes[0] != 1 && bias.sizes[0] != n_results
        {
            return Err(Fault::unsupported("has operands whose sizes do not agree, which is an error of the graph"));
        }
        let [height, width] = window.sizes(area, kernel)?;
        generate(vec![image.sizes[0], height, width, n_results], |at| {
            let bias = &bias.elements[if bias.sizes[0] == 1 { 0 } else { at[3] as usize }];
            let mut sum = if is_depthwise { to.constant(0) } else { bias.clone() };
            for k in rmlir::interp::value::indices(&kernel) {
                let place_in_image = window.place(area, [at[1], at[2]], [k[0], k[1]]);
                let element = |channel| {
                    place_in_image
                        .map_or(zero_points[0], |[y, x]| &image.elements[place(&image.sizes, &[at[0], y, x, channel])])
                };
                if is_depthwise {
                    let (channel, multiple) = (at[3] / n_multiples, at[3] % n_multiples);
                    let right = &weight.elements[place(&weight.sizes, &[k[0], k[1], channel, multiple])];
                    sum = add_product(from, to, sum, [element(channel), right], zero_points);
                    continue;
                }
                for channel in 0..n_channels {
                    let right = &weight.elements[place(&weight.sizes, &[at[3], k[0], k[1], channel])];
                    sum = add_product(from, to, sum, [element(channel), right], zero_points);
                }
            }
            Ok(if is_depthwise { to.binary(bias, &sum, |a, b| a.add(b, NEAREST), ApInt::add) } else { sum })
        })
    })
}

#[eval(Conv2DOp)]
fn conv2d<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let [pad, stride, dilation] = [Conv2DOp::PAD, Conv2DOp::STRIDE, Conv2DOp::DILATION].map(|slot| numbers(op, slot));
    convolution(op, emit, Window { pad, stride, dilation }, false)
}

#[eval(DepthwiseConv2DOp)]
fn depthwise_conv2d<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let slots = [DepthwiseConv2DOp::PAD, DepthwiseConv2DOp::STRIDE, DepthwiseConv2DOp::DILATION];
    let [pad, stride, dilation] = slots.map(|slot| numbers(op, slot));
    convolution(op, emit, Window { pad, stride, dilation }, true)
}

/// Each element of the image adds a multiple of the kernel to the result.
#[eval(TransposeConv2DOp)]
fn transpose_conv2d<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (from, to) = accumulated(op)?;
    let [pad, stride] = [TransposeConv2DOp::OUT_PAD, TransposeConv2DOp::STRIDE].map(|slot| numbers(op, slot));
    compute(op, emit, 5, move |tensors| {
        let (image, weight, bias) = (tensors[0], tensors[1], tensors[2]);
        let zero_points = [zero_point(tensors[3]), zero_point(tensors[4])];
        let (area, kernel) = ([image.sizes[1], image.sizes[2]], [weight.sizes[1], weight.sizes[2]]);
        let n_results = weight.sizes[0];
        if weight.sizes[3] != image.sizes[3] || bias.sizes[0] != 1 && bias.sizes[0] != n_results {
            return Err(Fault::unsupported("has operands whose sizes do not agree, which is an error of the graph"));
        }
        let mut sizes = vec![image.sizes[0]];
        for dim in [0, 1] {
            let size = transposed_size(area[dim], stride[dim], [pad[2 * dim], pad[2 * dim + 1]], kernel[dim]);
            sizes.push(i64::try_from(size.max(0)).map_err(|_| too_large())?);
        }
        sizes.push(n_results);
        generate(sizes, |at| {
            let mut sum = bias.elements[if bias.sizes[0] == 1 { 0 } else { at[3] as usize }].clone();
            for k in rmlir::interp::value::indices(&kernel) {
                // The element of the image that this element of the kernel is multiplied by.
                let element = |dim: usize| {
                    let distance = i128::from(at[dim + 1]) - i128::from(pad[2 * dim]) - i128::from(k[dim]);
                    let (place, rest) = (distance / i128::from(stride[dim]), distance % i128::from(stride[dim]));
                    i64::try_from(place).ok().filter(|place| rest == 0 && (0..area[dim]).contains(place))
                };
                let Some((y, x)) = element(0).zip(element(1)) else { continue };
                for channel in 0..image.sizes[3] {
                    let left = &image.elements[place(&image.sizes, &[at[0], y, x, channel])];
                    let right = &weight.elements[place(&weight.sizes, &[at[3], k[0], k[1], channel])];
                    sum = add_product(from, to, sum, [left, right], zero_points);
                }
            }
            Ok(sum)
        })
    })
}

#[eval(MaxPool2DOp)]
fn max_pool2d<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let number = Number::of(op, op.operand(0).ty())?;
    if ignores_nan(op) && number.is_float() {
        return Err(op.error("cannot be interpreted: it ignores NaN"));
    }
    let [pad, stride, kernel] =
        [MaxPool2DOp::PAD, MaxPool2DOp::STRIDE, MaxPool2DOp::KERNEL].map(|slot| numbers(op, slot));
    let window = Window { pad, stride, dilation: vec![1, 1] };
    let least = extreme(number, true);
    compute(op, emit, 1, move |tensors| {
        let image: &Tensor = tensors[0];
        let area = [image.sizes[1], image.sizes[2]];
        let [height, width] = window.sizes(area, [kernel[0], kernel[1]])?;
        generate(vec![image.sizes[0], height, width, image.sizes[3]], |at| {
            let mut max = least.clone();
            for k in rmlir::interp::value::indices(&kernel) {
                if let Some([y, x]) = window.place(area, [at[1], at[2]], [k[0], k[1]]) {
                    let element = &image.elements[place(&image.sizes, &[at[0], y, x, at[3]])];
                    max = number.binary(&max, element, ApFloat::maximum, ApInt::smax);
                }
            }
            Ok(max)
        })
    })
}

/// The first index of the greatest element, or of NaN.
#[eval(ArgMaxOp)]
fn argmax<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let axis = op.get(ArgMaxOp::axis) as usize;
    let (from, to) = (Number::of(op, op.operand(0).ty())?, Number::of(op, op.result(0).ty())?);
    let ignores_nan = ignores_nan(op);
    let least = extreme(from, true);
    compute(op, emit, 1, move |tensors| {
        let input: &Tensor = tensors[0];
        let mut sizes = input.sizes.clone();
        let n = sizes.remove(axis);
        generate(sizes, |at| {
            let mut at = at.to_vec();
            at.insert(axis, 0);
            let (mut max, mut found) = (&least, 0);
            for index in 0..n {
                at[axis] = index;
                let element = &input.elements[place(&input.sizes, &at)];
                match is_greater(from, element, max, ignores_nan) {
                    Some(true) => (max, found) = (element, index),
                    Some(false) => {}
                    None => return Ok(Value::Poison),
                }
            }
            Ok(to.constant(found))
        })
    })
}

/// Whether `value` replaces the maximum so far: NaN does unless it is ignored or the maximum is NaN.
fn is_greater(number: Number, value: &Value, max: &Value, ignores_nan: bool) -> Option<bool> {
    match number {
        Number::Float(kind) => {
            let (value, max) = (value.float(kind)?, max.float(kind)?);
            Some(match value.compare(max) {
                Some(order) => order == Ordering::Greater,
                None => !ignores_nan && !max.is_nan(),
            })
        }
        Number::Int(width) => Some(value.int(width)?.scmp(&max.int(width)?) == Ordering::Greater),
    }
}
