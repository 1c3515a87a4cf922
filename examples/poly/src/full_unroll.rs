//! Full unrolling of affine loops, by a walk and by a pattern.

use rmlir::dialects::affine::ForOp;
use rmlir::passes::affine::loop_unroll::unroll_full;
use rmlir::prelude::*;

/// Fully unroll all affine loops
#[pass(name = "affine-full-unroll", anchor = "func.func")]
pub fn affine_full_unroll(cx: &mut PassCx) -> PassResult {
    let mut loops = Vec::new();
    cx.op().walk_postorder(|op| loops.extend(op.cast::<ForOp>()));
    for op in loops {
        let mut rw = Rewriter::new(cx.body_mut());
        if !unroll_full(&mut rw, op) {
            return cx.fail(op.id(), "unrolling failed");
        }
    }
    Ok(())
}

/// Fully unroll all affine loops, using pattern rewriting
#[pass(name = "affine-full-unroll-rewrite", anchor = "func.func")]
pub fn affine_full_unroll_rewrite(cx: &mut PassCx) -> PassResult {
    cx.apply_greedily(patterns![unroll])
}

#[pattern]
fn unroll(op: ForOp, rw: &mut Rewriter) -> Match {
    if unroll_full(rw, op) { Match::Yes } else { rw.no_match(op, "the trip count is not known") }
}
