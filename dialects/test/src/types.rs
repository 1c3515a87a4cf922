//! Types and attributes.

use rmlir::prelude::*;

/// A valid element type of memrefs that LLVM does not support.
#[ty(name = "test.memref_element")]
pub struct MemRefElementType {}

/// A pair of integers, written as a fraction.
#[attr(name = "test.slash_attr", format = "`<` $lhs `/` $rhs `>`")]
pub struct SlashAttr {
    /// The first integer.
    pub lhs: i32,
    /// The second integer.
    pub rhs: i32,
}

/// An opaque tensor encoding.
#[attr(name = "test.tensor_encoding", format = "`<` $dummy `>`")]
pub struct TensorEncodingAttr {
    /// A parameter that distinguishes encodings.
    #[param(constraint = rmlir::core::constraints::StrAttr)]
    pub dummy: Attr,
}
