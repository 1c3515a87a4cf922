//! Removal of locations.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;

use rmlir::pass::over_bodies;

/// Strip debug info from all operations.
///
/// Every location, of operations and of block arguments, becomes `unknown`.
#[pass(name = "strip-debuginfo", title = "StripDebugInfo")]
pub fn strip_debug_info(cx: &mut PassCx) -> PassResult {
    over_bodies(cx.body_mut(), &strip_body);
    Ok(())
}

fn strip_body(body: &mut Body) {
    for op in body.ops_under(body.root()) {
        body.set_loc(op, Loc::UNKNOWN);
        for region in body.regions(op).to_vec() {
            for block in body.blocks(region).collect::<Vec<_>>() {
                (0..body.args(block).len()).for_each(|index| body.set_arg_loc(block, index, Loc::UNKNOWN));
            }
        }
    }
}
