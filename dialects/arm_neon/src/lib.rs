//! The `arm_neon` dialect: instructions of the vector extension Neon of Arm's processors.
//!
//! In reading order: `constraints` constraints on vectors; [`multiply`] products, dot products and matrix products;
//! [`mod@eval`] their evaluation.

mod constraints;
pub mod eval;
pub mod multiply;

use rmlir::prelude::*;

pub use self::multiply::*;

dialect! {
    /// Instructions of Arm's Neon.
    ///
    /// Operations with `intr` in their names are intrinsics of LLVM for single instructions, on one-dimensional vectors
    /// of a register's size; the operands of those with `2d` are matrices.
    pub ArmNeon = "arm_neon" {
        ops: [BfmmlaOp, SdotOp, Sdot2dOp, SmmlaOp, SMullOp, UmmlaOp, UsmmlaOp],
        depends: [rmlir_vector::Vector],
    }
}
