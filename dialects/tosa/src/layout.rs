//! Operations that move elements: parts of tensors, and tensors of other shapes.

use rmlir::prelude::*;

use crate::attrs::ResizeMode;
use crate::interfaces::InferShapes;
use crate::rules::*;
use crate::syntax;
use crate::types::*;

/// Operations that move elements.
#[op_class(
    traits(Pure),
    custom_traits(ResolvableShapes),
    interfaces(InferShapes),
    verify,
    format = "operands attr-dict `:` functional-type(operands, results)"
)]
struct Movement {}

/// Operations with indices, which are undefined if one is beyond the tensor: they are not speculated.
#[op_class(
    traits(NoMemoryEffect),
    custom_traits(ResolvableShapes),
    interfaces(InferShapes),
    verify,
    format = "operands attr-dict `:` functional-type(operands, results)"
)]
struct Indexed {}

/// Concatenates tensors along `axis`.
///
/// ```mlir
/// %2 = tosa.concat %0, %1 {axis = 0 : i32} : (tensor<13x3xf32>, tensor<13x3xf32>) -> tensor<26x3xf32>
/// ```
#[op(name = "tosa.concat", canonicalize, fold, eval, classes(Movement))]
pub struct ConcatOp {
    #[operand]
    input1: Vec<TensorAtLeast1D>,
    #[prop]
    axis: I32Attr,
    #[result]
    output: TensorAtLeast1D,
}

/// Pads a tensor with `pad_const`: `padding` has the number of elements before and after for each dimension.
///
/// ```mlir
/// %1 = tosa.pad %0, %padding, %value : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<3x5xf32>
/// ```
#[op(name = "tosa.pad", fold, eval, classes(Movement))]
pub struct PadOp {
    #[operand]
    input1: TensorAtLeast1D,
    #[operand]
    padding: ShapeType,
    #[operand]
    pad_const: ScalarTensor,
    #[result]
    output: TensorAtLeast1D,
}

/// The same elements in another shape; one size may be -1, and follows from the others.
///
/// ```mlir
/// %1 = tosa.reshape %0, %shape : (tensor<13x21x3xf32>, !tosa.shape<2>) -> tensor<1x819xf32>
/// ```
#[op(name = "tosa.reshape", fold, eval, classes(Movement))]
pub struct ReshapeOp {
    #[operand]
    input1: Tensor,
    #[operand]
    shape: ShapeType,
    #[result]
    output: Tensor,
}

/// Reverses the order along `axis`.
#[op(name = "tosa.reverse", fold, eval, classes(Movement))]
pub struct ReverseOp {
    #[operand]
    input1: TensorAtLeast1D,
    #[prop]
    axis: I32Attr,
    #[result]
    output: TensorAtLeast1D,
}

/// The part of a tensor from `start` on, of sizes `size`.
///
/// ```mlir
/// %1 = tosa.slice %0, %start, %size : (tensor<13x21x3xf32>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<4x11x1xf32>
/// ```
#[op(name = "tosa.slice", canonicalize, fold, eval, classes(Movement))]
pub struct SliceOp {
    #[operand]
    input1: TensorAtLeast1D,
    #[operand]
    start: ShapeType,
    #[operand]
    size: ShapeType,
    #[result]
    output: TensorAtLeast1D,
}

/// Repeats a tensor along each dimension.
#[op(name = "tosa.tile", fold, eval, classes(Movement))]
pub struct TileOp {
    #[operand]
    input1: TensorAtLeast1D,
    #[operand]
    multiples: ShapeType,
    #[result]
    output: TensorAtLeast1D,
}

/// Permutes the dimensions: dimension `i` of the result is dimension `perms[i]` of the operand.
///
/// ```mlir
/// %1 = tosa.transpose %0 {perms = array<i32: 2, 0, 1>} : (tensor<13x21x3xf32>) -> tensor<3x13x21xf32>
/// ```
#[op(name = "tosa.transpose", canonicalize, fold, eval, classes(Movement), custom_traits(SameElementTypeOfTransposed))]
pub struct TransposeOp {
    #[operand]
    input1: TensorAtLeast1D,
    #[prop]
    perms: DenseI32ArrayAttr,
    #[result]
    output: TensorAtLeast1D,
}

/// The rows of `values` that `indices` selects, for each batch.
///
/// ```mlir
/// %2 = tosa.gather %0, %1 : (tensor<13x21x3xf32>, tensor<13x26xi32>) -> tensor<13x26x3xf32>
/// ```
#[op(name = "tosa.gather", eval, classes(Indexed))]
pub struct GatherOp {
    #[operand]
    values: Tensor3D,
    #[operand]
    indices: IndexTensor2D,
    #[result]
    output: Tensor3D,
}

/// `values_in` with the rows that `indices` selects replaced by those of `input`, for each batch.
#[op(name = "tosa.scatter", eval, classes(Indexed))]
pub struct ScatterOp {
    #[operand]
    values_in: Tensor3D,
    #[operand]
    indices: IndexTensor2D,
    #[operand]
    input: Tensor3D,
    #[result]
    values_out: Tensor3D,
}

/// Resizes images: `scale` has the numerators and denominators of the scales along height and width.
///
/// ```mlir
/// %1 = tosa.resize %0, %scale, %offset, %border {mode = BILINEAR}
///   : (tensor<1x32x32x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x64x64x8xf32>
/// ```
#[op(
    name = "tosa.resize",
    fold,
    classes(Movement),
    parse = syntax::parse_with_keyword::<ResizeMode>,
    print = syntax::print_keywords
)]
pub struct ResizeOp {
    #[operand]
    input: Tensor4D,
    #[operand]
    scale: Shape4,
    #[operand]
    offset: Shape2,
    #[operand]
    border: Shape2,
    #[prop]
    mode: ResizeMode,
    #[result]
    output: Tensor4D,
}
