//! The types.
//!
//! Integers, floats and vectors of one dimension are the builtin ones.

use rmlir::prelude::*;

use crate::attrs::StorageClass;
use crate::syntax;

/// An array of a fixed number of elements.
#[ty(name = "spirv.array", parse = syntax::parse_array, print = syntax::print_array, summary = "SPIR-V array type")]
pub struct ArrayType {
    /// How many elements.
    pub n_elements: i64,
    /// The element type.
    pub element: Type,
    /// How many bytes an element is after the one before it; 0 if that is not said.
    pub stride: i64,
}

/// An array whose length is known when the program runs.
#[ty(name = "spirv.rtarray", parse = syntax::parse_runtime_array, print = syntax::print_runtime_array,
     summary = "SPIR-V runtime array type")]
pub struct RuntimeArrayType {
    /// The element type.
    pub element: Type,
    /// How many bytes an element is after the one before it; 0 if that is not said.
    pub stride: i64,
}

/// A pointer into memory of a class.
#[ty(name = "spirv.ptr", parse = syntax::parse_pointer, print = syntax::print_pointer, summary = "SPIR-V pointer type")]
pub struct PointerType {
    /// The type of what it points to.
    pub pointee: Type,
    /// Where that is.
    pub storage_class: StorageClass,
}
