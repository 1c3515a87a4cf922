//! Dot products and matrix products.

use rmlir::prelude::*;

use crate::constraints::*;
use crate::eval;

/// Rows of `/// doc`, `Op "name" eval Accumulator Factor;`: products that are added to an accumulator.
macro_rules! accumulations {
    ($($(#[$doc:meta])* $op:ident $name:literal $eval:ident $acc:ident $factor:ident;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, eval = eval::$eval, traits(Pure), types(T = $factor, S = $acc),
             format = "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($dst)")]
        pub struct $op {
            #[operand]
            acc: S,
            #[operand]
            src1: T,
            #[operand]
            src2: T,
            #[result]
            dst: S,
        }
    )*};
}

accumulations! {
    /// Adds dot products of four contiguous signed integers to each accumulator.
    ///
    /// ```mlir
    /// %d = arm_sve.sdot %c, %a, %b : vector<[16]xi8> to vector<[4]xi32>
    /// ```
    SdotOp "arm_sve.sdot" sdot Sums Factors;
    /// As `arm_sve.sdot`, of unsigned integers.
    UdotOp "arm_sve.udot" udot Sums Factors;
    /// Multiplies, in each 128-bit segment, matrices of signed bytes: two rows of eight by two columns of eight.
    ///
    /// ```mlir
    /// %d = arm_sve.smmla %c, %a, %b : vector<[16]xi8> to vector<[4]xi32>
    /// ```
    SmmlaOp "arm_sve.smmla" smmla I32x4 I8x16;
    /// As `arm_sve.smmla`, of unsigned bytes.
    UmmlaOp "arm_sve.ummla" ummla I32x4 I8x16;
    /// As `arm_sve.smmla`, of unsigned bytes by signed ones.
    UsmmlaOp "arm_sve.usmmla" usmmla I32x4 I8x16;
}

/// Multiplies, in each 128-bit segment, matrices of `bf16`: two rows of four by two columns of four.
///
/// ```mlir
/// %d = arm_sve.intr.bfmmla %c, %a, %b : vector<[8]xbf16> to vector<[4]xf32>
/// ```
#[op(name = "arm_sve.intr.bfmmla", eval = eval::bfmmla, traits(Pure), types(T = BF16x8, S = F32x4),
     format = "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($res)")]
pub struct BfmmlaOp {
    #[operand]
    acc: S,
    #[operand]
    src1: T,
    #[operand]
    src2: T,
    #[result]
    res: S,
}
