//! Convolutions, pooling, products of matrices and Fourier transforms.
//!
//! Images have the layout batch, height, width, channel.

use rmlir::prelude::*;

use crate::attrs::*;
use crate::interfaces::InferShapes;
use crate::rules::*;
use crate::syntax;
use crate::types::*;

/// Operations whose result shape follows from the operands.
#[op_class(
    traits(Pure),
    interfaces(InferShapes),
    verify,
    format = "operands attr-dict `:` functional-type(operands, results)"
)]
struct Shaped {}

/// Convolutions over two dimensions.
#[op_class()]
struct Convolution2D {
    #[operand]
    input: Tensor4D,
    #[operand]
    weight: Tensor4D,
    #[operand]
    bias: Tensor1D,
    #[operand]
    input_zp: ScalarIntOrFloatTensor,
    #[operand]
    weight_zp: ScalarIntOrFloatTensor,
}

/// Strides, padding and dilation of a convolution over two dimensions.
#[op_class()]
struct Window2D {
    #[prop]
    pad: IntArray4,
    #[prop]
    stride: IntArray2,
    #[prop]
    dilation: IntArray2,
}

/// The accumulator and the result of an operation on images.
#[op_class()]
struct Accumulated {
    #[prop]
    acc_type: AccType,
    #[prop(default = no)]
    local_bound: Option<BoolAttr>,
    #[result]
    output: Tensor4D,
}

/// A convolution over height and width.
///
/// ```mlir
/// %1 = tosa.conv2d %0, %weight, %bias, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>,
///   stride = array<i64: 1, 1>} : (tensor<1x4x4x4xf32>, tensor<8x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>)
///   -> tensor<1x4x4x8xf32>
/// ```
#[op(name = "tosa.conv2d", eval, classes(Shaped, Convolution2D, Window2D, Accumulated))]
pub struct Conv2DOp;

/// A convolution over depth, height and width.
#[op(name = "tosa.conv3d", classes(Shaped))]
pub struct Conv3DOp {
    #[operand]
    input: Tensor5D,
    #[operand]
    weight: Tensor5D,
    #[operand]
    bias: Tensor1D,
    #[operand]
    input_zp: ScalarIntOrFloatTensor,
    #[operand]
    weight_zp: ScalarIntOrFloatTensor,
    #[prop]
    pad: IntArray6,
    #[prop]
    stride: IntArray3,
    #[prop]
    dilation: IntArray3,
    #[prop]
    acc_type: AccType,
    #[prop(default = no)]
    local_bound: Option<BoolAttr>,
    #[result]
    output: Tensor5D,
}

/// A convolution over height and width of each channel.
#[op(name = "tosa.depthwise_conv2d", eval, classes(Shaped, Convolution2D, Window2D, Accumulated))]
pub struct DepthwiseConv2DOp;

/// A transposed convolution over height and width.
#[op(name = "tosa.transpose_conv2d", eval, classes(Shaped, Convolution2D, Accumulated))]
pub struct TransposeConv2DOp {
    #[prop]
    out_pad: IntArray4,
    #[prop]
    stride: IntArray2,
}

/// The window of pooling.
#[op_class()]
struct Pooling {
    #[prop]
    kernel: IntArray2,
    #[prop]
    stride: IntArray2,
    #[prop]
    pad: IntArray4,
}

/// The mean of each window, of which padding is no part.
///
/// ```mlir
/// %1 = tosa.avg_pool2d %0, %zp, %zp {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>,
///   stride = array<i64: 2, 2>} : (tensor<1x8x8x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x3xf32>
/// ```
#[op(name = "tosa.avg_pool2d", classes(Shaped, Pooling))]
pub struct AvgPool2DOp {
    #[operand]
    input: Tensor4D,
    #[operand]
    input_zp: ScalarIntOrFloatTensor,
    #[operand]
    output_zp: ScalarIntOrFloatTensor,
    #[prop]
    acc_type: AccType,
    #[result]
    output: Tensor4D,
}

/// The maximum of each window.
///
/// ```mlir
/// %1 = tosa.max_pool2d %0 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>}
///   : (tensor<1x8x8x3xf32>) -> tensor<1x4x4x3xf32>
/// ```
#[op(
    name = "tosa.max_pool2d",
    canonicalize,
    eval,
    classes(Shaped, Pooling),
    parse = syntax::parse_with_keyword::<NanPropagationMode>,
    print = syntax::print_nan_mode
)]
pub struct MaxPool2DOp {
    #[operand]
    input: Tensor4D,
    #[prop(default = propagate)]
    nan_mode: NanPropagationMode,
    #[result]
    output: Tensor4D,
}

/// The products of the matrices of two batches.
///
/// ```mlir
/// %2 = tosa.matmul %0, %1, %zp, %zp : (tensor<1x2x3xf32>, tensor<1x3x4xf32>, tensor<1xf32>, tensor<1xf32>)
///   -> tensor<1x2x4xf32>
/// ```
#[op(name = "tosa.matmul", eval, classes(Shaped))]
pub struct MatMulOp {
    #[operand]
    a: Tensor3D,
    #[operand]
    b: Tensor3D,
    #[operand]
    a_zp: ScalarIntOrFloatTensor,
    #[operand]
    b_zp: ScalarIntOrFloatTensor,
    #[result]
    output: Tensor3D,
}

/// The products of matrices of block-scaled values with transposed ones.
#[op(
    name = "tosa.matmul_t_block_scaled",
    classes(Shaped),
    parse = syntax::parse_with_keyword::<BlockSize>,
    print = syntax::print_keywords
)]
pub struct MatmulTBlockScaledOp {
    #[operand]
    a_data: ScaledTensor3D,
    #[operand]
    a_scale: ScaleTensor3D,
    #[operand]
    b_data: ScaledTensor3D,
    #[operand]
    b_scale: ScaleTensor3D,
    #[prop]
    block_size: BlockSize,
    #[result]
    output_data: Tensor3D,
}

/// The discrete Fourier transform over height and width of complex numbers.
#[op(
    name = "tosa.fft2d",
    classes(Shaped),
    traits(SameOperandsAndResultElementType, SameOperandsAndResultShape),
    interfaces(AsmNames),
    custom_traits(ResultsAreFloatLike)
)]
pub struct FFT2DOp {
    #[operand]
    input_real: Tensor3D,
    #[operand]
    input_imag: Tensor3D,
    #[prop]
    inverse: BoolAttr,
    #[prop(default = no)]
    local_bound: Option<BoolAttr>,
    #[result]
    output_real: Tensor3D,
    #[result]
    output_imag: Tensor3D,
}

/// The discrete Fourier transform over height and width of real numbers: the first half of the last dimension.
#[op(
    name = "tosa.rfft2d",
    classes(Shaped),
    traits(SameOperandsAndResultElementType),
    interfaces(AsmNames),
    custom_traits(ResultsAreFloatLike)
)]
pub struct RFFT2DOp {
    #[operand]
    input_real: Tensor3D,
    #[prop(default = no)]
    local_bound: Option<BoolAttr>,
    #[result]
    output_real: Tensor3D,
    #[result]
    output_imag: Tensor3D,
}

/// Rows of `Op;`: operations whose results are a real and an imaginary part.
macro_rules! complex_results {
    ($($op:ident;)*) => {$(
        impl AsmNames for $op<()> {
            fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
                name(0, "output_real");
                name(1, "output_imag");
            }
        }
    )*};
}

complex_results! {
    FFT2DOp;
    RFFT2DOp;
}
