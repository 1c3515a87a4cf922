//! Innermost `affine.for` loops. They are pipelined in the form that `lower-affine` produces: their bounds and
//! subscripts are arithmetic operations then, which [`crate::loops::subscripts`] analyzes. A function is lowered as a whole,
//! on a copy, and the copy replaces it only if all of these loops can be pipelined; so declined loops are not changed.

use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionConfig, ConversionTarget, apply_partial_conversion};
use rmlir_affine::ForOp;
use rmlir_conversion::lower_affine::lower_affine_patterns;

/// The innermost `affine.for` loops of a body.
pub fn loops(body: &Body) -> Vec<OpId> {
    let mut found = Vec::new();
    body.walk_postorder(body.root(), |op| {
        let mut n_loops = 0;
        if OpRef::new(body, op).is::<ForOp>() {
            body.walk_preorder(op, |inner| n_loops += usize::from(body.interface::<dyn LoopLike>(inner).is_some()));
        }
        if n_loops == 1 {
            found.push(op);
        }
    });
    found
}

/// A copy of a body without affine operations; `None` if it has no such loops, or some operations cannot be lowered.
pub fn lowered<'c>(body: &Body<'c>) -> Option<Box<Body<'c>>> {
    if loops(body).is_empty() {
        return None;
    }
    let mut copy = body.clone_body();
    let mut target = ConversionTarget::new(body.cx());
    target.legal_dialects(&["arith", "memref", "scf", "vector"]);
    let config = ConversionConfig::default();
    apply_partial_conversion(&mut copy, &target, &lower_affine_patterns(), &config).ok()?;
    loops(&copy).is_empty().then_some(copy)
}
