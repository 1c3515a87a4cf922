//! The `llvm` dialect.

use rmlir::prelude::*;

dialect! {
    /// Not written yet.
    pub Llvm = "llvm" {}
}
