//! Classification of floats; the result is an `i1` for each element.

use rmlir::core::constraints::*;
use rmlir::prelude::*;
use rmlir_arith::{FastMathFlags, i1_same_shape, no_fastmath};

/// Questions about a float.
#[op_class(traits(ElementwiseMappable, Pure), fold, eval, format = "$operand attr-dict `:` type($operand)")]
struct Question {
    #[operand]
    operand: FloatLike,
    #[prop(default = no_fastmath)]
    fastmath: FastMathFlags,
    #[result(derive(from = "operand", with = i1_same_shape,
                    summary = "result type has i1 element type and same shape as operands"))]
    result: BoolLike,
}

/// Whether it is neither infinite nor NaN.
///
/// ```mlir
/// %f = math.isfinite %a : f32
/// ```
#[op(name = "math.isfinite", classes(Question))]
pub struct IsFiniteOp;

/// Whether it is infinite.
#[op(name = "math.isinf", classes(Question))]
pub struct IsInfOp;

/// Whether it is NaN.
#[op(name = "math.isnan", classes(Question))]
pub struct IsNaNOp;

/// Whether it is normal: not zero, subnormal, infinite or NaN.
#[op(name = "math.isnormal", classes(Question))]
pub struct IsNormalOp;
