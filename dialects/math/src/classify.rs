//! Classification of floats; the result is an `i1` for each element.

use rmlir::core::constraints::*;
use rmlir::prelude::*;
use rmlir_arith::{FastMathFlags, i1_same_shape, no_fastmath};

use crate::{eval, fold};

/// Rows of `/// doc`, `Op "name" fold;`.
macro_rules! questions {
    ($($(#[$doc:meta])* $op:ident $name:literal $fold:path, $eval:ident;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(ElementwiseMappable, Pure), fold = $fold, eval = eval::$eval,
             format = "$operand attr-dict `:` type($operand)")]
        pub struct $op {
            #[operand]
            operand: FloatLike,
            #[prop(default = no_fastmath)]
            fastmath: FastMathFlags,
            #[result(derive(from = "operand", with = i1_same_shape,
                            summary = "result type has i1 element type and same shape as operands"))]
            result: BoolLike,
        }
    )*};
}

questions! {
    /// Whether it is neither infinite nor NaN.
    ///
    /// ```mlir
    /// %f = math.isfinite %a : f32
    /// ```
    IsFiniteOp "math.isfinite" fold::isfinite, isfinite;
    /// Whether it is infinite.
    IsInfOp "math.isinf" fold::isinf, isinf;
    /// Whether it is NaN.
    IsNaNOp "math.isnan" fold::isnan, isnan;
    /// Whether it is normal: not zero, subnormal, infinite or NaN.
    IsNormalOp "math.isnormal" fold::isnormal, isnormal;
}
