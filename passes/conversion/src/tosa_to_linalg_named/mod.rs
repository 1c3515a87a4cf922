//! Operations of `tosa` to named operations of `linalg`: products of matrices, transposes, convolutions and pooling.
//!
//! Deviation: tensors of unsigned integers are not converted.

mod convolution;
mod pooling;

use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::types::DYNAMIC;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir_arith::{ConstantOp, constant_int};
use rmlir_linalg::{BatchMatmulOp, QuantizedBatchMatmulOp, TransposeOp as LinalgTransposeOp, create_named};
use rmlir_tensor as tensor;
use rmlir_tensor::{mixed_sizes, tensor_type};
use rmlir_tosa::*;

use crate::tosa_to_linalg::generic::{empty, filled, shape_of, size};
use crate::tosa_to_linalg::{is_function, zero_point};

/// Lower TOSA to LinAlg named operations.
///
/// ```mlir
/// %0 = tosa.transpose %t {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
/// // becomes
/// %1 = tensor.empty() : tensor<3x2xf32>
/// %0 = linalg.transpose ins(%t : tensor<2x3xf32>) outs(%1 : tensor<3x2xf32>) permutation = [1, 0]
/// ```
#[pass(
    name = "tosa-to-linalg-named",
    title = "TosaToLinalgNamed",
    schedule = is_function,
    depends(rmlir_arith::Arith, rmlir_linalg::Linalg, rmlir_math::Math, rmlir_tensor::Tensor, rmlir_scf::Scf)
)]
pub struct TosaToLinalgNamed {
    /// Prefer generating linalg.conv_2d_nhwc_hwcf over linalg.conv_2d_nhwc_fhwc.
    #[option(default = false)]
    prefer_conv2d_kernel_layout_hwcf: bool,
}

impl Pass for TosaToLinalgNamed {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut target = ConversionTarget::new(cx.cx());
        target.legal_dialects(&["linalg", "tosa", "tensor", "scf"]).illegal_ops(&[
            Conv2DOp::NAME,
            Conv3DOp::NAME,
            DepthwiseConv2DOp::NAME,
            MaxPool2DOp::NAME,
            AvgPool2DOp::NAME,
            MatMulOp::NAME,
            TransposeOp::NAME,
        ]);
        target.dynamic_unknown(|_| true);
        let conv2d = match self.prefer_conv2d_kernel_layout_hwcf {
            true => convolution::conv2d_hwcf::pattern(),
            false => convolution::conv2d::pattern(),
        };
        let mut patterns = ConversionPatterns::new();
        for pattern in [
            conv2d,
            convolution::conv3d::pattern(),
            convolution::depthwise::pattern(),
            matmul::pattern(),
            pooling::avg_pool::pattern(),
            pooling::max_pool::pattern(),
            transpose::pattern(),
        ] {
            patterns.add(ConversionPattern::plain(pattern));
        }
        cx.convert_partially(&target, &patterns)
    }
}

#[pattern]
fn transpose(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let input = op.input1(rw);
    let perms: Vec<i64> = op.perms(rw).iter().map(|&dim| i64::from(dim)).collect();
    if shape_of(rw, input).is_none_or(|shape| shape.len() != perms.len()) {
        return rw.no_match(op, "unranked tensors are not supported");
    }
    let sizes = mixed_sizes(rw, input);
    let permuted: Vec<MixedIndex> = perms.iter().map(|&dim| sizes[dim as usize]).collect();
    let element = rw.ty(input).element_or_self(rw);
    let output = empty(rw, &permuted, element);
    let new = LinalgTransposeOp::create(rw, input, output, &perms);
    let results = rw.results(new.id()).to_vec();
    rw.replace(op, results)
}

#[pattern]
fn matmul(op: MatMulOp, rw: &mut Rewriter) -> Match {
    let (a, b, ty) = (op.a(rw), op.b(rw), rw.ty(op.output(rw)));
    let Some(shape) = ty.shape(rw).map(<[i64]>::to_vec) else {
        return rw.no_match(op, "unranked tensors are not supported");
    };
    let zero_points = [op.a_zp(rw), op.b_zp(rw)].map(|value| zero_point(rw, value));
    let [Some(a_zp), Some(b_zp)] = zero_points else {
        return rw.no_match(op, "input a zero point cannot be statically determined");
    };
    let mut sizes = Vec::new();
    for (dim, source) in [a, a, b].into_iter().enumerate() {
        if shape[dim] == DYNAMIC {
            sizes.push(size(rw, source, dim));
        }
    }
    let element = ty.element_or_self(rw);
    let Some(zero) = rw.zero_attr(element) else { return Match::No };
    let zero = rw.value(ConstantOp::build(zero));
    let output = tensor_type(rw.cx(), &shape, element);
    let output = rw.value(tensor::EmptyOp::build(output, &sizes));
    let Some(zeros) = filled(rw, zero, output) else { return Match::No };
    let results = if a_zp == 0 && b_zp == 0 {
        named::<BatchMatmulOp>(rw, &[a, b], zeros, &[])
    } else {
        let [a_zp, b_zp] = [a_zp, b_zp].map(|number| constant_int(rw, number, Type::I32));
        named::<QuantizedBatchMatmulOp>(rw, &[a, b, a_zp, b_zp], zeros, &[])
    };
    match results {
        Some(results) => rw.replace(op, results),
        None => rw.no_match(op, "the product is not supported"),
    }
}

/// Creates a named operation with one output; returns its results.
fn named<T: Op>(
    rw: &mut Rewriter,
    inputs: &[Value],
    output: Value,
    props: &[(&'static str, Attr)],
) -> Option<Vec<Value>> {
    let new = create_named::<T>(rw, inputs, &[output], props)?;
    Some(rw.results(new.id()).to_vec())
}

/// The image with `padding` of `value`: pairs of numbers before and after, for each dimension between batch and channel.
fn padded(rw: &mut Rewriter, image: Value, padding: &[i64], value: Attr) -> Option<Value> {
    if padding.iter().all(|&n| n == 0) {
        return Some(image);
    }
    let mut shape = shape_of(rw, image)?;
    let (mut low, mut high) = (vec![MixedIndex::Static(0)], vec![MixedIndex::Static(0)]);
    for (dim, pair) in padding.chunks(2).enumerate() {
        low.push(MixedIndex::Static(pair[0]));
        high.push(MixedIndex::Static(pair[1]));
        let size = shape.get_mut(dim + 1).filter(|size| **size != DYNAMIC);
        size.into_iter().for_each(|size| *size += pair[0] + pair[1]);
    }
    low.push(MixedIndex::Static(0));
    high.push(MixedIndex::Static(0));
    let element = rw.ty(image).element_or_self(rw);
    let value = rw.value(ConstantOp::build(value));
    let ty = tensor_type(rw.cx(), &shape, element);
    let pad = rw.create(tensor::PadOp::of(rw.cx(), ty, image, &low, &high, false));
    let (point, loc, region) = (rw.insert_point(), rw.loc(pad.id()), pad.region(rw));
    let block = rw.create_block(region, &vec![Type::INDEX; low.len()], &vec![loc; low.len()]);
    rw.at_end(block);
    rw.create(tensor::YieldOp::build(value));
    rw.set_insert_point(point);
    Some(pad.result(rw))
}

/// Strides or dilations, as elements of a tensor or vector type.
fn window_numbers(cx: &Context, numbers: &[i64], of: fn(&Context, &[i64], Type) -> Type) -> Attr {
    let ty = of(cx, &[numbers.len() as i64], Type::I64);
    let elements: Vec<Attr> = numbers.iter().map(|&number| cx.i64_attr(number)).collect();
    rmlir::core::dense::from_elements(cx, ty, &elements).expect("integers are elements of a tensor of integers")
}
