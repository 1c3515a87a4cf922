//! Types and attributes.

use rmlir::prelude::*;

/// What memrefs may hold, and LLVM does not know.
#[ty(name = "test.memref_element")]
pub struct MemRefElementType {}

/// A pair of numbers, written as a fraction.
#[attr(name = "test.slash_attr", format = "`<` $lhs `/` $rhs `>`")]
pub struct SlashAttr {
    /// The first number.
    pub lhs: i32,
    /// The second number.
    pub rhs: i32,
}

/// How a tensor is laid out, of which nothing is known.
#[attr(name = "test.tensor_encoding", format = "`<` $dummy `>`")]
pub struct TensorEncodingAttr {
    /// What tells it from others.
    #[param(constraint = rmlir::core::constraints::StrAttr)]
    pub dummy: Attr,
}
