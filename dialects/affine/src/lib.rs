//! The `affine` dialect.

use rmlir::prelude::*;

dialect! {
    /// Not written yet.
    pub Affine = "affine" {}
}
