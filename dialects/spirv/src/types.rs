//! The types.
//!
//! Integers, floats and vectors of one dimension are the builtin ones.

use rmlir::prelude::*;

use crate::attrs::StorageClass;
use crate::syntax;

/// An array of a fixed size.
#[ty(name = "spirv.array", parse = syntax::parse_array, print = syntax::print_array, summary = "SPIR-V array type")]
pub struct ArrayType {
    /// The number of elements.
    pub n_elements: i64,
    /// The element type.
    pub element: Type,
    /// The stride of elements in bytes; 0 if unspecified.
    pub stride: i64,
}

/// An array whose length is known only at run time.
#[ty(name = "spirv.rtarray", parse = syntax::parse_runtime_array, print = syntax::print_runtime_array,
     summary = "SPIR-V runtime array type")]
pub struct RuntimeArrayType {
    /// The element type.
    pub element: Type,
    /// The stride of elements in bytes; 0 if unspecified.
    pub stride: i64,
}

/// A pointer into memory of a storage class.
#[ty(name = "spirv.ptr", parse = syntax::parse_pointer, print = syntax::print_pointer, summary = "SPIR-V pointer type")]
pub struct PointerType {
    /// The type of the memory it points to.
    pub pointee: Type,
    /// The storage class.
    pub storage_class: StorageClass,
}
