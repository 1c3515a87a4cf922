//! Operations on the elements of tensors at the same position.
//!
//! Operands of size 1 along a dimension are broadcast along it; ranks are equal.

use rmlir::prelude::*;

use crate::attrs::{IntOrFloatAttr, NanPropagationMode, propagate};
use crate::interfaces::InferShapes;
use crate::rules::*;
use crate::syntax;
use crate::types::*;

/// Operations on the elements of operands with the same rank.
#[op_class(
    traits(Pure, SameOperandsAndResultRank),
    custom_traits(ResultsBroadcastable),
    interfaces(InferShapes),
    eval,
    format = "operands attr-dict `:` functional-type(operands, results)"
)]
struct Elementwise {}

/// Operations on one tensor.
#[op_class(traits(SameOperandsAndResultShape, SameOperandsAndResultElementType))]
struct Unary {
    #[operand]
    input1: Tensor,
    #[result]
    output: Tensor,
}

/// Operations on one tensor of floats.
#[op_class(traits(SameOperandsAndResultShape, SameOperandsAndResultElementType))]
struct FloatUnary {
    #[operand]
    input1: FloatTensor,
    #[result]
    output: FloatTensor,
}

/// Functions of one tensor.
#[op_class(traits(SameOperandsAndResultShape, SameOperandsAndResultElementType))]
struct Function {
    #[operand]
    input: Tensor,
    #[result]
    output: Tensor,
}

/// Operations on two tensors of one element type.
#[op_class(traits(SameOperandsAndResultElementType))]
struct Binary {
    #[operand]
    input1: Tensor,
    #[operand]
    input2: Tensor,
    #[result]
    output: Tensor,
}

/// Operations on two tensors of truth values.
#[op_class(traits(Commutative, SameOperandsAndResultElementType))]
struct Logical {
    #[operand]
    input1: BoolTensor,
    #[operand]
    input2: BoolTensor,
    #[result]
    output: BoolTensor,
}

/// Comparisons of two tensors.
#[op_class(traits(SameOperandsElementType))]
struct Comparison {
    #[operand]
    input1: Tensor,
    #[operand]
    input2: Tensor,
    #[result]
    output: BoolTensor,
}

/// The maximum or minimum of two tensors.
#[op_class(
    traits(Commutative),
    parse = syntax::parse_with_keyword::<NanPropagationMode>,
    print = syntax::print_nan_mode
)]
struct Extremum {
    #[prop(default = propagate)]
    nan_mode: NanPropagationMode,
}

/// The absolute value.
///
/// ```mlir
/// %1 = tosa.abs %0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
/// ```
#[op(name = "tosa.abs", fold, classes(Elementwise, Unary))]
pub struct AbsOp;

/// The complement of each bit.
#[op(name = "tosa.bitwise_not", classes(Elementwise, Unary))]
pub struct BitwiseNotOp;

/// The least integral value that is not less than the element.
#[op(name = "tosa.ceil", classes(Elementwise, Unary))]
pub struct CeilOp;

/// The number of leading zero bits.
#[op(name = "tosa.clz", classes(Elementwise, Unary))]
pub struct ClzOp;

/// The base-e exponential.
#[op(name = "tosa.exp", classes(Elementwise, Unary))]
pub struct ExpOp;

/// The greatest integral value that is not greater than the element.
#[op(name = "tosa.floor", classes(Elementwise, Unary))]
pub struct FloorOp;

/// The natural logarithm.
#[op(name = "tosa.log", classes(Elementwise, Unary))]
pub struct LogOp;

/// The reciprocal.
#[op(name = "tosa.reciprocal", fold, classes(Elementwise, Unary))]
pub struct ReciprocalOp;

/// The reciprocal of the square root.
#[op(name = "tosa.rsqrt", classes(Elementwise, Unary))]
pub struct RsqrtOp;

/// The cosine.
#[op(name = "tosa.cos", classes(Elementwise, FloatUnary))]
pub struct CosOp;

/// The sine.
#[op(name = "tosa.sin", classes(Elementwise, FloatUnary))]
pub struct SinOp;

/// The error function.
#[op(name = "tosa.erf", classes(Elementwise, Function))]
pub struct ErfOp;

/// The logistic function.
#[op(name = "tosa.sigmoid", classes(Elementwise, Function))]
pub struct SigmoidOp;

/// The hyperbolic tangent.
#[op(name = "tosa.tanh", classes(Elementwise, Function))]
pub struct TanhOp;

/// The logical negation.
#[op(
    name = "tosa.logical_not",
    classes(Elementwise),
    traits(SameOperandsAndResultShape, SameOperandsAndResultElementType)
)]
pub struct LogicalNotOp {
    #[operand]
    input1: BoolTensor,
    #[result]
    output: BoolTensor,
}

/// Clamps each element to the range from `min_val` to `max_val`.
///
/// ```mlir
/// %1 = tosa.clamp %0 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<13x3xf32>) -> tensor<13x3xf32>
/// ```
#[op(
    name = "tosa.clamp",
    canonicalize,
    classes(Elementwise, Function),
    verify,
    parse = syntax::parse_with_keyword::<NanPropagationMode>,
    print = syntax::print_nan_mode
)]
pub struct ClampOp {
    #[prop]
    min_val: IntOrFloatAttr,
    #[prop]
    max_val: IntOrFloatAttr,
    #[prop(default = propagate)]
    nan_mode: NanPropagationMode,
}

/// The sum.
///
/// ```mlir
/// %2 = tosa.add %0, %1 : (tensor<12x6xf32>, tensor<12x1xf32>) -> tensor<12x6xf32>
/// ```
#[op(name = "tosa.add", fold, classes(Elementwise, Binary), traits(Commutative))]
pub struct AddOp;

/// Shifts to the right; the sign bit is repeated. With `round` the result is rounded, else it is truncated.
#[op(name = "tosa.arithmetic_right_shift", classes(Elementwise, Binary))]
pub struct ArithmeticRightShiftOp {
    #[prop]
    round: BoolAttr,
}

/// The bitwise and.
#[op(name = "tosa.bitwise_and", classes(Elementwise, Binary), traits(Commutative))]
pub struct BitwiseAndOp;

/// The bitwise or.
#[op(name = "tosa.bitwise_or", classes(Elementwise, Binary), traits(Commutative))]
pub struct BitwiseOrOp;

/// The bitwise exclusive or.
#[op(name = "tosa.bitwise_xor", classes(Elementwise, Binary), traits(Commutative))]
pub struct BitwiseXorOp;

/// The quotient of signed integers, rounded toward zero.
#[op(name = "tosa.intdiv", fold, classes(Elementwise), traits(SameOperandsAndResultElementType))]
pub struct IntDivOp {
    #[operand]
    input1: Int32Or64Tensor,
    #[operand]
    input2: Int32Or64Tensor,
    #[result]
    output: Int32Or64Tensor,
}

/// The logical and.
#[op(name = "tosa.logical_and", classes(Elementwise, Logical))]
pub struct LogicalAndOp;

/// The logical or.
#[op(name = "tosa.logical_or", classes(Elementwise, Logical))]
pub struct LogicalOrOp;

/// The logical exclusive or.
#[op(name = "tosa.logical_xor", classes(Elementwise, Logical))]
pub struct LogicalXorOp;

/// Shifts to the left.
#[op(name = "tosa.logical_left_shift", classes(Elementwise, Binary))]
pub struct LogicalLeftShiftOp;

/// Shifts to the right; the high bits become zero.
#[op(name = "tosa.logical_right_shift", classes(Elementwise, Binary))]
pub struct LogicalRightShiftOp;

/// `input1` to the power `input2`.
#[op(name = "tosa.pow", classes(Elementwise, Binary))]
pub struct PowOp;

/// The difference.
#[op(name = "tosa.sub", fold, classes(Elementwise, Binary))]
pub struct SubOp;

/// The maximum.
///
/// ```mlir
/// %2 = tosa.maximum %0, %1 {nan_mode = IGNORE} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
/// ```
#[op(name = "tosa.maximum", classes(Elementwise, Binary, Extremum))]
pub struct MaximumOp;

/// The minimum.
#[op(name = "tosa.minimum", classes(Elementwise, Binary, Extremum))]
pub struct MinimumOp;

/// Whether the elements are equal.
#[op(name = "tosa.equal", fold, classes(Elementwise, Comparison), traits(Commutative), custom_traits(InferredShape))]
pub struct EqualOp;

/// Whether the first element is greater.
#[op(name = "tosa.greater", fold, classes(Elementwise, Comparison))]
pub struct GreaterOp;

/// Whether the first element is greater, or both are equal.
#[op(name = "tosa.greater_equal", fold, classes(Elementwise, Comparison))]
pub struct GreaterEqualOp;

/// The element of `input2` where `input1` is true, that of `input3` elsewhere.
///
/// ```mlir
/// %3 = tosa.select %0, %1, %2 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
/// ```
#[op(name = "tosa.select", canonicalize, fold, classes(Elementwise), verify)]
pub struct SelectOp {
    #[operand]
    input1: BoolTensor,
    #[operand]
    input2: Tensor,
    #[operand]
    input3: Tensor,
    #[result]
    output: Tensor,
}

/// The product; a product of 32-bit integers is shifted to the right by `shift`.
///
/// ```mlir
/// %2 = tosa.mul %0, %1, %shift : (tensor<4xf32>, tensor<4xf32>, tensor<1xi8>) -> tensor<4xf32>
/// ```
#[op(
    name = "tosa.mul",
    fold,
    traits(Pure),
    interfaces(InferShapes),
    verify,
    eval,
    format = "operands attr-dict `:` functional-type(operands, results)"
)]
pub struct MulOp {
    #[operand]
    input1: Tensor,
    #[operand]
    input2: Tensor,
    #[operand]
    shift: ScalarInt8Tensor,
    #[result]
    output: Tensor,
}

/// The negated value, relative to the zero points.
///
/// ```mlir
/// %1 = tosa.negate %0, %zp, %zp : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
/// ```
#[op(
    name = "tosa.negate",
    fold,
    traits(Pure),
    interfaces(InferShapes),
    verify,
    eval,
    format = "operands attr-dict `:` functional-type(operands, results)"
)]
pub struct NegateOp {
    #[operand]
    input1: Tensor,
    #[operand]
    input1_zp: ScalarIntOrFloatTensor,
    #[operand]
    output_zp: ScalarIntOrFloatTensor,
    #[result]
    output: Tensor,
}
