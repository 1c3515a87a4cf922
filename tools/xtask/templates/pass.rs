//! The pass `my-pass`.

use rmlir::prelude::*;

/// Fold operations, and apply the patterns of this file.
#[pass(name = "my-pass")]
pub fn my_pass(cx: &mut PassCx) -> PassResult {
    cx.apply_greedily(patterns![])
}
