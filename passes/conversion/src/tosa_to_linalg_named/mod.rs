//! Operations of `tosa` to named operations of `linalg`: products of matrices, transposes, convolutions and pooling.
//!
//! Deviation: tensors of unsigned integers are not converted.

mod convolution;
mod pooling;
mod window;

use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::types::DYNAMIC;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir_arith::{ConstantOp, constant_int};
use rmlir_linalg::{BatchMatmulOp, QuantizedBatchMatmulOp, TransposeOp as LinalgTransposeOp};
use rmlir_tensor as tensor;
use rmlir_tensor::{mixed_sizes, tensor_type};
use rmlir_tosa::*;

use self::window::named;
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
