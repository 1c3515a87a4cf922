//! The `math` dialect.

use rmlir::prelude::*;

dialect! {
    /// Not written yet.
    pub Math = "math" {}
}
