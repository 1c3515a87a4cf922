//! Operations on shapes.

use rmlir::core::fold::ConstantOp;
use rmlir::prelude::*;

use crate::interfaces::ShapeOperator;
use crate::rules::*;
use crate::syntax::index_tensor;
use crate::types::*;

/// Operations whose result is a shape.
#[op_class(
    traits(Pure),
    custom_traits(ResolvableShapes),
    interfaces(ShapeOperator),
    format = "operands attr-dict `:` functional-type(operands, results)"
)]
struct OfShape {}

/// Operations on the sizes of one shape.
#[op_class(custom_traits(SameShapeRanks))]
struct UnaryShape {
    #[operand]
    input: ShapeType,
    #[result]
    output: ShapeType,
}

/// Operations on the sizes of two shapes.
#[op_class(custom_traits(SameShapeRanks))]
struct BinaryShape {
    #[operand]
    input1: ShapeType,
    #[operand]
    input2: ShapeType,
    #[result]
    output: ShapeType,
}

/// The sums of sizes.
///
/// ```mlir
/// %2 = tosa.add_shape %0, %1 : (!tosa.shape<4>, !tosa.shape<4>) -> !tosa.shape<4>
/// ```
#[op(name = "tosa.add_shape", classes(BinaryShape, OfShape))]
pub struct AddShapeOp;

/// The quotients of sizes, rounded up.
#[op(name = "tosa.div_ceil_shape", classes(BinaryShape, OfShape))]
pub struct DivCeilShapeOp;

/// The quotients of sizes, rounded down.
#[op(name = "tosa.div_floor_shape", classes(BinaryShape, OfShape))]
pub struct DivFloorShapeOp;

/// The maxima of sizes.
#[op(name = "tosa.max_shape", classes(BinaryShape, OfShape))]
pub struct MaxShapeOp;

/// The minima of sizes.
#[op(name = "tosa.min_shape", classes(BinaryShape, OfShape))]
pub struct MinShapeOp;

/// The remainders of sizes.
#[op(name = "tosa.mod_shape", classes(BinaryShape, OfShape))]
pub struct ModShapeOp;

/// The products of sizes.
#[op(name = "tosa.mul_shape", classes(BinaryShape, OfShape))]
pub struct MulShapeOp;

/// The differences of sizes.
#[op(name = "tosa.sub_shape", classes(BinaryShape, OfShape))]
pub struct SubShapeOp;

/// The powers of two with the sizes as exponents.
#[op(name = "tosa.exp2_shape", classes(UnaryShape, OfShape))]
pub struct Exp2ShapeOp;

/// The logarithms to base 2 of sizes, rounded up.
#[op(name = "tosa.log2_ceil_shape", classes(UnaryShape, OfShape))]
pub struct Log2CeilShapeOp;

/// The logarithms to base 2 of sizes, rounded down.
#[op(name = "tosa.log2_floor_shape", classes(UnaryShape, OfShape))]
pub struct Log2FloorShapeOp;

/// Concatenates shapes.
#[op(name = "tosa.concat_shape", classes(OfShape), verify)]
pub struct ConcatShapeOp {
    #[operand]
    input: Vec<ShapeType>,
    #[result]
    output: ShapeType,
}

/// A constant shape.
///
/// ```mlir
/// %0 = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
/// ```
#[op(name = "tosa.const_shape", eval, classes(OfShape), traits(ConstantLike), interfaces(ConstantOp), verify, fold)]
pub struct ConstShapeOp {
    #[prop]
    values: IndexElementsAttr,
    #[result]
    output: ShapeType,
}

/// The size of a dimension, as a shape of rank 1.
#[op(name = "tosa.dim", classes(OfShape), verify)]
pub struct DimOp {
    #[operand]
    input1: TensorAtLeast1D,
    #[prop]
    axis: I32Attr,
    #[result]
    output: ShapeType,
}

/// Some of the sizes of a shape.
#[op(name = "tosa.slice_shape", classes(OfShape), verify)]
pub struct SliceShapeOp {
    #[operand]
    input: ShapeType,
    #[operand]
    start: ScalarInt32Tensor,
    #[operand]
    size: ScalarInt32Tensor,
    #[result]
    output: ShapeType,
}

/// Rows of `Op, ..;`.
macro_rules! shape_operators {
    ($($op:ident),*) => { $(impl ShapeOperator for $op<()> {})* };
}

shape_operators!(
    AddShapeOp,
    ConcatShapeOp,
    ConstShapeOp,
    DimOp,
    DivCeilShapeOp,
    DivFloorShapeOp,
    Exp2ShapeOp,
    Log2CeilShapeOp,
    Log2FloorShapeOp,
    MaxShapeOp,
    MinShapeOp,
    ModShapeOp,
    MulShapeOp,
    SliceShapeOp,
    SubShapeOp
);

/// Creates a constant shape with these sizes.
pub fn const_shape(rw: &mut Rewriter, sizes: &[i64]) -> Value {
    let ty = ShapeType::get(rw.cx(), sizes.len() as i32).ty();
    let values = index_tensor(rw.cx(), sizes);
    rw.value(ConstShapeOp::build(ty, values))
}
