//! Equal ranks of operands.

use rmlir::core::pattern::PatternSet;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;

/// TOSA rank Reshape to enable Broadcasting.
///
/// The verifier requires that operands of elementwise operations have the same rank, so no operand is reshaped: what the
/// pass does is to fold operations, and to erase those that are not used.
#[pass(name = "tosa-make-broadcastable", title = "TosaMakeBroadcastablePass", anchor = "func.func")]
pub fn tosa_make_broadcastable(cx: &mut PassCx) -> PassResult {
    cx.apply_greedily(PatternSet::default())
}
