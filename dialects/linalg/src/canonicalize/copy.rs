//! `linalg.copy`.

use rmlir::prelude::*;

use crate::CopyOp;
use crate::structured::has_pure_buffer_semantics;

canonicalize! {
    CopyOp: self_copy;
}

/// Erases copies of a value to itself.
#[pattern]
pub(crate) fn self_copy(op: CopyOp, rw: &mut Rewriter) -> Match {
    let inputs = op.inputs(rw);
    if inputs != op.outputs(rw) {
        return rw.no_match(op, "not a self copy");
    }
    if has_pure_buffer_semantics(OpRef::new(rw, op.id())) { rw.erase(op) } else { rw.replace(op, inputs) }
}
