//! The `memref` dialect.

use rmlir::prelude::*;

dialect! {
    /// Not written yet.
    pub MemRef = "memref" {}
}
