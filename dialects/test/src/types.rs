//! Types.

use rmlir::prelude::*;

/// What memrefs may hold, and LLVM does not know.
#[ty(name = "test.memref_element")]
pub struct MemRefElementType {}
