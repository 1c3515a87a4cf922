//! Folding and canonicalization, one file for each family of operations.

pub(crate) mod alloc_tensor;
pub(crate) mod clone;
pub(crate) mod convert;
pub mod dealloc;
