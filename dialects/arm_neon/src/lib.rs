//! The `arm_neon` dialect: instructions of the vector extension Neon of Arm's processors.
//!
//! In reading order: `constraints` says which vectors fit into its registers; [`multiply`] are products, sums of products and
//! products of matrices; [`eval`] says what they mean when they run.

mod constraints;
pub mod eval;
pub mod multiply;

use rmlir::prelude::*;

pub use self::multiply::*;

dialect! {
    /// Instructions of Arm's Neon.
    ///
    /// Operations whose names have `intr` in them are intrinsics of LLVM for single instructions, and take vectors of one
    /// dimension as registers hold them; those with `2d` see their operands as matrices.
    pub ArmNeon = "arm_neon" {
        ops: [BfmmlaOp, SdotOp, Sdot2dOp, SmmlaOp, SMullOp, UmmlaOp, UsmmlaOp],
        depends: [rmlir_vector::Vector],
    }
}
