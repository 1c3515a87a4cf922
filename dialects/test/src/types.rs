//! Types, and what they are made of.

use rmlir::prelude::*;

/// What memrefs may hold, and LLVM does not know.
#[ty(name = "test.memref_element")]
pub struct MemRefElementType {}

/// How a tensor is laid out, of which nothing is known.
#[attr(name = "test.tensor_encoding", format = "`<` $dummy `>`")]
pub struct TensorEncodingAttr {
    /// What tells it from others.
    #[param(constraint = rmlir::core::constraints::StrAttr)]
    pub dummy: Attr,
}
