//! The `arm_sve` dialect: instructions of Arm's scalable vector extension.
//!
//! Registers hold a multiple of 128 bits, the vector scale times; types of vectors say what one such part holds.
//!
//! In reading order: `constraints` says which vectors fit into registers; [`multiply`] are sums of products and products of
//! matrices; [`masked`] is arithmetic where a mask allows it; [`predicate`] are masks as registers hold them; [`arrange`] puts
//! elements in another order; [`intrinsics`] are what LLVM has for all of these;
//! `eval` says what they mean when they run.

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
    /// Operations take vectors of one scalable dimension as registers hold them, and masks with such a dimension at the end.
    /// Those whose names have `intr` in them are intrinsics of LLVM; `convert-vector-to-llvm` makes them of the others.
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
