//! Constants, conversions of elements, tables, and operations that the specification does not define.

use rmlir::core::fold::ConstantOp;
use rmlir::prelude::*;

use crate::attrs::{BlockSize, RoundingMode};
use crate::interfaces::InferShapes;
use crate::rules::*;
use crate::syntax;
use crate::types::*;

/// A constant.
///
/// ```mlir
/// %0 = "tosa.const"() <{values = dense<0> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
/// ```
#[op(
    name = "tosa.const",
    eval,
    traits(ConstantLike, Pure),
    custom_traits(SameShapeAsValues),
    verify,
    interfaces(ConstantOp),
    fold
)]
pub struct ConstOp {
    #[prop]
    values: ElementsAttr,
    #[result]
    output: Tensor,
}

/// The operand itself.
#[op(
    name = "tosa.identity",
    eval,
    traits(Pure),
    interfaces(InferShapes),
    format = "operands attr-dict `:` functional-type(operands, results)"
)]
pub struct IdentityOp {
    #[operand]
    input1: Tensor,
    #[result]
    output: Tensor,
}

/// Converts elements to another type.
///
/// ```mlir
/// %1 = tosa.cast %0 : (tensor<13x21x3xf32>) -> tensor<13x21x3xi32>
/// ```
#[op(
    name = "tosa.cast",
    fold,
    eval,
    traits(Pure, SameOperandsAndResultShape),
    interfaces(InferShapes),
    format = "operands attr-dict `:` functional-type(operands, results)"
)]
pub struct CastOp {
    #[operand]
    input: Tensor,
    #[result]
    output: Tensor,
}

/// Applies the scales of blocks to values.
#[op(
    name = "tosa.cast_from_block_scaled",
    traits(Pure),
    interfaces(InferShapes),
    verify,
    parse = syntax::parse_with_keyword::<BlockSize>,
    print = syntax::print_keywords
)]
pub struct CastFromBlockScaledOp {
    #[operand]
    input_data: ScaledTensorAtLeast1D,
    #[operand]
    input_scale: ScaleTensorAtLeast1D,
    #[prop]
    block_size: BlockSize,
    #[result]
    output_data: TensorAtLeast1D,
}

/// Computes the scale of each block, and the scaled values.
#[op(
    name = "tosa.cast_to_block_scaled",
    traits(Pure),
    interfaces(AsmNames, InferShapes),
    verify,
    parse = syntax::parse_with_keyword::<BlockSize>,
    print = syntax::print_keywords
)]
pub struct CastToBlockScaledOp {
    #[operand]
    input_data: TensorAtLeast1D,
    #[prop]
    block_size: BlockSize,
    #[result]
    output_data: ScaledTensorAtLeast1D,
    #[result]
    output_scale: ScaleTensorAtLeast1D,
}

impl AsmNames for CastToBlockScaledOp<()> {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "output_data");
        name(1, "output_scale");
    }
}

/// Scales integers by a multiplier and a shift, for each channel or for all, and moves them to another zero point.
///
/// ```mlir
/// %1 = tosa.rescale %0, %multiplier, %shift, %input_zp, %output_zp {input_unsigned = false, output_unsigned = false,
///   per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true}
///   : (tensor<4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
/// ```
#[op(
    name = "tosa.rescale",
    eval,
    traits(Pure),
    interfaces(InferShapes),
    verify,
    parse = syntax::parse_with_keyword::<RoundingMode>,
    print = syntax::print_keywords
)]
pub struct RescaleOp {
    #[operand]
    input: Tensor,
    #[operand]
    multiplier: Int16Or32Tensor1D,
    #[operand]
    shift: Int8Tensor1D,
    #[operand]
    input_zp: ScalarIntOrFloatTensor,
    #[operand]
    output_zp: ScalarIntOrFloatTensor,
    #[prop]
    scale32: BoolAttr,
    #[prop]
    rounding_mode: RoundingMode,
    #[prop]
    per_channel: BoolAttr,
    #[prop]
    input_unsigned: BoolAttr,
    #[prop]
    output_unsigned: BoolAttr,
    #[result]
    output: Tensor,
}

/// Scales an integer by a multiplier and a shift: what a rescaling does to an element.
///
/// ```mlir
/// %1 = tosa.apply_scale %0, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
/// ```
#[op(
    name = "tosa.apply_scale",
    eval,
    traits(ElementwiseMappable, Pure),
    parse = syntax::parse_with_keyword::<RoundingMode>,
    print = syntax::print_keywords
)]
pub struct ApplyScaleOp {
    #[operand]
    value: IntLike,
    #[operand]
    multiplier: IntLike,
    #[operand]
    shift: Int8Like,
    #[prop]
    rounding_mode: RoundingMode,
    #[result]
    output: IntLike,
}

/// Looks elements up in a table; 16-bit integers are interpolated.
#[op(
    name = "tosa.table",
    eval,
    traits(Pure),
    interfaces(InferShapes),
    verify,
    format = "operands attr-dict `:` functional-type(operands, results)"
)]
pub struct TableOp {
    #[operand]
    input1: Tensor,
    #[operand]
    table: Tensor1D,
    #[result]
    output: Tensor,
}

/// An operation of the target.
///
/// ```mlir
/// %1 = tosa.custom %0 {domain_name = "d", implementation_attrs = "", operator_name = "o"}
///   : (tensor<10xi32>) -> tensor<10xi32>
/// ```
#[op(name = "tosa.custom", format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct CustomOp {
    #[prop]
    operator_name: StrAttr,
    #[prop]
    domain_name: StrAttr,
    #[prop]
    implementation_attrs: StrAttr,
    #[operand]
    input_list: Vec<Tensor>,
    #[result]
    output_list: Vec<Tensor>,
}
