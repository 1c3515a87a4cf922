//! Convolutions: the image is padded, and the bias is the initial value of the sums.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_arith::{ConstantOp, constant_int};
use rmlir_linalg::{
    Conv2DNhwcFhwcOp, Conv2DNhwcFhwcQOp, Conv2DNhwcHwcfOp, Conv2DNhwcHwcfQOp, Conv3DNdhwcDhwcfOp, Conv3DNdhwcDhwcfQOp,
    DepthwiseConv2DNhwcHwcmOp, DepthwiseConv2DNhwcHwcmQOp,
};
use rmlir_tensor::{CollapseShapeOp, EmptyOp, tensor_type};
use rmlir_tosa::{CastOp, Conv2DOp, Conv3DOp, DepthwiseConv2DOp, TransposeOp};

use super::window::{named, output_size, padded, window_numbers};
use crate::tosa_to_linalg::generic::{Nest, filled, identity, map, parallel, shape_of, size};
use crate::tosa_to_linalg::zero_point;

/// The parts of a convolution.
struct Convolution {
    input: Value,
    weight: Value,
    bias: Value,
    /// Padding, strides and dilations.
    pad: Vec<i64>,
    stride: Vec<i64>,
    dilation: Vec<i64>,
    /// The type of the accumulator.
    acc: Type,
    /// The type and the shape of the result.
    ty: Type,
    shape: Vec<i64>,
    /// The zero points of input and weight.
    zero_points: [i64; 2],
    /// The shape of the weights.
    weights: Vec<i64>,
}

impl Convolution {
    fn of(body: &Body, op: OpId) -> Option<Self> {
        let view = OpRef::new(body, op);
        let numbers = |name: &str| view.attr(name).and_then(|numbers| numbers.as_int_array(body));
        let [input, weight, bias, input_zp, weight_zp] = [0, 1, 2, 3, 4].map(|index| view.operand(index).id);
        let is_static = |shape: &Vec<i64>| !shape.contains(&DYNAMIC);
        shape_of(body, bias).filter(is_static)?;
        body.ty(input).shape(body)?;
        let element = body.ty(input).element_or_self(body);
        if element.float_kind(body).is_none() && element.signless_width(body).is_none() {
            return None;
        }
        Some(Self {
            input,
            weight,
            bias,
            pad: numbers("pad")?,
            stride: numbers("stride")?,
            dilation: numbers("dilation")?,
            acc: view.attr("acc_type")?.as_type(body)?,
            ty: view.result(0).ty(),
            shape: view.result(0).ty().shape(body)?.to_vec(),
            zero_points: [zero_point(body, input_zp)?, zero_point(body, weight_zp)?],
            weights: shape_of(body, weight).filter(is_static)?,
        })
    }

    fn has_zero_points(&self) -> bool {
        self.zero_points != [0, 0]
    }

    /// The dynamic sizes of the result; `first_kernel_dim` is the first dimension of the weights that is one of the
    /// kernel.
    fn sizes(&self, rw: &mut Rewriter, first_kernel_dim: usize) -> Vec<Value> {
        let rank = self.shape.len();
        let mut sizes = vec![None; rank];
        for dim in 0..rank - 2 {
            if self.shape[dim + 1] == DYNAMIC {
                let image = size(rw, self.input, dim + 1);
                let kernel = size(rw, self.weight, first_kernel_dim + dim);
                let pad = [self.pad[2 * dim], self.pad[2 * dim + 1]];
                sizes[dim + 1] = Some(output_size(rw, image, pad, kernel, self.stride[dim], self.dilation[dim]));
            }
        }
        for (dim, known) in sizes.iter_mut().enumerate() {
            if self.shape[dim] == DYNAMIC && known.is_none() {
                *known = Some(size(rw, self.input, dim));
            }
        }
        sizes.into_iter().flatten().collect()
    }

    /// The input with padding of the zero point.
    fn padded_input(&self, rw: &mut Rewriter) -> Option<Value> {
        let element = rw.ty(self.input).element_or_self(rw);
        let zero = match self.has_zero_points() {
            true => rw.int_attr(element, self.zero_points[0]),
            false => rw.zero_attr(element)?,
        };
        padded(rw, self.input, &self.pad, zero)
    }

    /// The weights with the first dimension, the output channels, as the last.
    fn transposed_weights(&self, rw: &mut Rewriter) -> Value {
        let rank = self.weights.len();
        let perms: Vec<i32> = (1..rank as i32).chain([0]).collect();
        let shape: Vec<i64> = perms.iter().map(|&dim| self.weights[dim as usize]).collect();
        let element = rw.ty(self.weight).element_or_self(rw);
        let ty = tensor_type(rw.cx(), &shape, element);
        let perms = rw.i32_array(&perms);
        rw.value(TransposeOp::build(ty, self.weight, perms))
    }

    fn window(&self, cx: &Context) -> [(&'static str, Attr); 2] {
        [
            ("strides", window_numbers(cx, &self.stride, tensor_type)),
            ("dilations", window_numbers(cx, &self.dilation, tensor_type)),
        ]
    }

    /// The operands for the zero points.
    fn zero_point_operands(&self, rw: &mut Rewriter) -> [Value; 2] {
        self.zero_points.map(|number| constant_int(rw, number, Type::I32))
    }

    /// The map from the result to the element of the bias.
    fn bias_map(&self, body: &Body) -> AffineMap {
        let rank = self.shape.len();
        let is_one = shape_of(body, self.bias).as_deref() == Some(&[1]);
        let channel = if is_one { AffineExpr::constant(0) } else { AffineExpr::dim(rank as u32 - 1) };
        map(rank, vec![channel])
    }
}

/// Converts a convolution to `T`, or to `Q` if there are zero points.
fn convert<T: Op, Q: Op>(rw: &mut Rewriter, op: OpId, transposes: bool) -> Option<Value> {
    let conv = Convolution::of(rw, op)?;
    let sizes = conv.sizes(rw, 1);
    let input = conv.padded_input(rw)?;
    let weight = if transposes { conv.transposed_weights(rw) } else { conv.weight };
    let acc = tensor_type(rw.cx(), &conv.shape, conv.acc);
    let empty = rw.value(EmptyOp::build(acc, &sizes));
    let bias = broadcast_bias(rw, &conv, empty)?;
    let window = conv.window(rw.cx());
    if conv.has_zero_points() {
        let [input_zp, weight_zp] = conv.zero_point_operands(rw);
        return named::<Q>(rw, &[input, weight, input_zp, weight_zp], bias, &window)?.first().copied();
    }
    let result = *named::<T>(rw, &[input, weight], bias, &window)?.first()?;
    Some(if conv.ty == acc { result } else { rw.value(CastOp::build(conv.ty, result)) })
}

/// The bias in each element of the result, converted to its type.
fn broadcast_bias(rw: &mut Rewriter, conv: &Convolution, output: Value) -> Option<Value> {
    let rank = conv.shape.len();
    let nest = Nest {
        types: &[rw.ty(output)],
        inputs: &[conv.bias],
        outputs: &[output],
        maps: vec![conv.bias_map(rw), identity(rank)],
        iterators: parallel(rank),
    };
    let results = nest.create(rw, |rw, args| {
        let (from, to) = (rw.ty(args[0]), conv.acc);
        Some(vec![match () {
            () if from == to => args[0],
            () if to.float_kind(rw).is_some() => rw.value(arith::ExtFOp::build(to, args[0])),
            () => rw.value(arith::ExtSIOp::build(to, args[0])),
        }])
    })?;
    results.first().copied()
}

fn replace(rw: &mut Rewriter, op: OpId, result: Option<Value>) -> Match {
    match result {
        Some(result) => rw.replace(op, [result]),
        None => rw.no_match(op, "tosa.conv ops require static shapes for weight and bias, and constant zero points"),
    }
}

#[pattern]
pub(super) fn conv2d(op: Conv2DOp, rw: &mut Rewriter) -> Match {
    let result = convert::<Conv2DNhwcFhwcOp, Conv2DNhwcFhwcQOp>(rw, op.id(), false);
    replace(rw, op.id(), result)
}

#[pattern]
pub(super) fn conv2d_hwcf(op: Conv2DOp, rw: &mut Rewriter) -> Match {
    let result = convert::<Conv2DNhwcHwcfOp, Conv2DNhwcHwcfQOp>(rw, op.id(), true);
    replace(rw, op.id(), result)
}

#[pattern]
pub(super) fn conv3d(op: Conv3DOp, rw: &mut Rewriter) -> Match {
    let result = convert::<Conv3DNdhwcDhwcfOp, Conv3DNdhwcDhwcfQOp>(rw, op.id(), true);
    replace(rw, op.id(), result)
}

/// The channels and multipliers are two dimensions of the result, which are collapsed before the bias is added.
#[pattern]
pub(super) fn depthwise(op: DepthwiseConv2DOp, rw: &mut Rewriter) -> Match {
    let result = convert_depthwise(rw, op.id());
    replace(rw, op.id(), result)
}

fn convert_depthwise(rw: &mut Rewriter, op: OpId) -> Option<Value> {
    let conv = Convolution::of(rw, op)?;
    let sizes = conv.sizes(rw, 0);
    let input = conv.padded_input(rw)?;
    let window = conv.window(rw.cx());
    let shape = [&conv.shape[..3], &conv.weights[2..]].concat();
    let zero = rw.zero_attr(conv.acc)?;
    let acc = tensor_type(rw.cx(), &shape, conv.acc);
    let empty = rw.value(EmptyOp::build(acc, &sizes));
    let zero = rw.value(ConstantOp::build(zero));
    let zeros = filled(rw, zero, empty)?;
    let output_type = tensor_type(rw.cx(), &conv.shape, conv.ty.element_or_self(rw));
    let output = rw.value(EmptyOp::build(output_type, &sizes));
    let element = conv.ty.element_or_self(rw);
    let mut result = if conv.has_zero_points() {
        let [input_zp, weight_zp] = conv.zero_point_operands(rw);
        let operands = [input, conv.weight, input_zp, weight_zp];
        *named::<DepthwiseConv2DNhwcHwcmQOp>(rw, &operands, zeros, &window)?.first()?
    } else {
        *named::<DepthwiseConv2DNhwcHwcmOp>(rw, &[input, conv.weight], zeros, &window)?.first()?
    };
    if conv.acc != element && !conv.has_zero_points() {
        let ty = tensor_type(rw.cx(), &shape, element);
        result = rw.value(CastOp::build(ty, result));
    }
    let groups = [vec![0], vec![1], vec![2], vec![3, 4]];
    let collapsed = rw.value(CollapseShapeOp::of(rw.cx(), conv.ty, result, &groups));
    let nest = Nest {
        types: &[conv.ty],
        inputs: &[conv.bias, collapsed],
        outputs: &[output],
        maps: vec![conv.bias_map(rw), identity(4), identity(4)],
        iterators: parallel(4),
    };
    let results = nest.create(rw, |rw, args| {
        let ty = rw.ty(args[1]);
        if ty.float_kind(rw).is_some() {
            return Some(vec![rw.value(arith::AddFOp::build(args[0], args[1]))]);
        }
        let bias = if rw.ty(args[0]) == ty { args[0] } else { rw.value(arith::ExtSIOp::build(ty, args[0])) };
        Some(vec![rw.value(arith::AddIOp::build(bias, args[1]))])
    })?;
    results.first().copied()
}
