//! The `arm_sve` dialect: instructions of Arm's scalable vector extension.
//!
//! Registers hold 128-bit segments, as many as the vector scale; the shape of a vector type is that of one segment.
//!
//! In reading order: `constraints` constraints on vectors; [`multiply`] dot products and matrix products; [`masked`]
//! masked arithmetic; [`predicate`] masks in registers; [`arrange`] permutations of elements; [`intrinsics`] LLVM's
//! intrinsics for all of these; `eval` their evaluation.

pub mod arrange;
mod constraints;
mod eval;
pub mod intrinsics;
pub mod masked;
pub mod multiply;
pub mod predicate;

use rmlir::prelude::*;

pub use self::arrange::*;
pub use self::intrinsics::*;
pub use self::masked::*;
pub use self::multiply::*;
pub use self::predicate::*;

dialect! {
    /// Instructions of Arm's scalable vector extension.
    ///
    /// Operations apply to one-dimensional scalable vectors of a register's size, and to masks whose last
    /// dimension is scalable. Those with `intr` in their names are intrinsics of LLVM;
    /// `convert-vector-to-llvm` lowers the others to them.
    pub ArmSve = "arm_sve" {
        ops: [
            BfmmlaOp, ConvertFromSvboolIntrOp, ConvertFromSvboolOp, ConvertToSvboolIntrOp, ConvertToSvboolOp, DupQLaneIntrOp,
            DupQLaneOp, PselIntrOp, PselOp, ScalableMaskedAddFIntrOp, ScalableMaskedAddFOp, ScalableMaskedAddIIntrOp,
            ScalableMaskedAddIOp, ScalableMaskedDivFIntrOp, ScalableMaskedDivFOp, ScalableMaskedMulFIntrOp,
            ScalableMaskedMulFOp, ScalableMaskedMulIIntrOp, ScalableMaskedMulIOp, ScalableMaskedSDivIIntrOp,
            ScalableMaskedSDivIOp, ScalableMaskedSubFIntrOp, ScalableMaskedSubFOp, ScalableMaskedSubIIntrOp,
            ScalableMaskedSubIOp, ScalableMaskedUDivIIntrOp, ScalableMaskedUDivIOp, SdotIntrOp, SdotOp, SmmlaIntrOp, SmmlaOp,
            UdotIntrOp, UdotOp, UmmlaIntrOp, UmmlaOp, UsmmlaIntrOp, UsmmlaOp, WhileLTIntrOp, ZipX2IntrOp, ZipX2Op,
            ZipX4IntrOp, ZipX4Op,
        ],
        depends: [rmlir_vector::Vector],
    }
}
