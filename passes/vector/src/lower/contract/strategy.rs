//! The lowering strategies.

use rmlir::prelude::*;

/// The lowering strategy of `vector.contract`.
#[attr(int = 32)]
pub enum ContractLowering {
    /// Dot products of rows and columns.
    Dot,
    /// An LLVM intrinsic for matrix multiplication.
    #[case("llvmintr")]
    LlvmIntr,
    /// Outer products, one for each iteration of the reduction.
    #[case("outerproduct")]
    OuterProduct,
    /// Arithmetic on vectors, where reduction dimensions have size 1.
    #[case("parallelarith")]
    ParallelArith,
}
