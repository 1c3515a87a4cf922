//! Floating-point arithmetic.

use rmlir::prelude::*;

use crate::constraints::{Floats, FloatsOrMatrices};

binary! {
    /// Adds.
    ///
    /// ```mlir
    /// %2 = spirv.FAdd %0, %1 : vector<4xf32>
    /// ```
    FAddOp "spirv.FAdd" (Commutative) FloatsOrMatrices;
    /// Divides.
    FDivOp "spirv.FDiv" () FloatsOrMatrices;
    /// The remainder of a division, with the sign of the divisor.
    FModOp "spirv.FMod" () Floats;
    /// Multiplies.
    FMulOp "spirv.FMul" (Commutative) FloatsOrMatrices;
    /// The remainder of a division, with the sign of the dividend.
    FRemOp "spirv.FRem" () Floats;
    /// Subtracts.
    FSubOp "spirv.FSub" () FloatsOrMatrices;
}

/// Negates a float.
#[op(name = "spirv.FNegate", traits(Pure), types(T = FloatsOrMatrices), format = "operands attr-dict `:` type($result)")]
pub struct FNegateOp {
    #[operand]
    operand: T,
    #[result]
    result: T,
}
