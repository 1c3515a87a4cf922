//! Masked arithmetic; inactive lanes have the value of the first operand.

use rmlir::prelude::*;

use crate::constraints::*;
use crate::eval;

/// Rows of `/// doc`, `Op "name" eval (traits) Operand;`.
macro_rules! masked {
    ($($(#[$doc:meta])* $op:ident $name:literal $eval:ident ($($trait:ident)?) $vector:ident;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, eval = eval::$eval, traits($($trait)?), types(T = $vector),
             format = "$mask `,` $src1 `,` $src2 attr-dict `:` type($mask) `,` type($res)")]
        pub struct $op {
            #[operand(derive(from = "src1", with = mask_of,
                             summary = "mask has i1 element type and same shape as operands"))]
            mask: Mask,
            #[operand]
            src1: T,
            #[operand]
            src2: T,
            #[result]
            res: T,
        }
    )*};
}

masked! {
    /// Adds integers.
    ///
    /// ```mlir
    /// %c = arm_sve.masked.addi %mask, %a, %b : vector<[4]xi1>, vector<[4]xi32>
    /// ```
    ScalableMaskedAddIOp "arm_sve.masked.addi" addi (Commutative) Integers;
    /// Adds floats.
    ///
    /// ```mlir
    /// %c = arm_sve.masked.addf %mask, %a, %b : vector<[4]xi1>, vector<[4]xf32>
    /// ```
    ScalableMaskedAddFOp "arm_sve.masked.addf" addf (Commutative) Floats;
    /// Subtracts integers.
    ScalableMaskedSubIOp "arm_sve.masked.subi" subi () Integers;
    /// Subtracts floats.
    ScalableMaskedSubFOp "arm_sve.masked.subf" subf () Floats;
    /// Multiplies integers.
    ScalableMaskedMulIOp "arm_sve.masked.muli" muli (Commutative) Integers;
    /// Multiplies floats.
    ScalableMaskedMulFOp "arm_sve.masked.mulf" mulf (Commutative) Floats;
    /// Divides signed integers.
    ScalableMaskedSDivIOp "arm_sve.masked.divi_signed" divi_signed () Integers;
    /// Divides unsigned integers.
    ScalableMaskedUDivIOp "arm_sve.masked.divi_unsigned" divi_unsigned () Integers;
    /// Divides floats.
    ScalableMaskedDivFOp "arm_sve.masked.divf" divf () Floats;
}
