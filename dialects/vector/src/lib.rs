//! The `vector` dialect.

use rmlir::prelude::*;

dialect! {
    /// Not written yet.
    pub Vector = "vector" {}
}
