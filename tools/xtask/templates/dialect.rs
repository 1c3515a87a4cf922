//! The `my_dialect` dialect.

use rmlir::prelude::*;

dialect! {
    /// The `my_dialect` dialect.
    pub MyDialect = "my_dialect" {
        ops: [],
    }
}
