//! Conflicts: uses of a memref that prevent operations from using a buffer instead.
//!
//! Upstream has no such check: if another operation of a range frees memory that is copied back after it, or reads
//! elements whose current values are in the buffer, LLVM 22 changes the semantics of the program. Here such a memref is
//! not copied.

use rmlir::core::effects::has_effect;
use rmlir::prelude::*;
use rmlir_affine::analysis::alias::alias_analysis;
use rmlir_affine::{DmaStartOp, DmaWaitOp, ForOp, LoadOp, StoreOp};

use crate::replace_memref::is_map_access_to;

use super::copying::Range;

/// Whether an operation of the range, other than the loads and stores that are to use the buffer, needs the memref
/// itself, even if only for its size: all uses in the range change, or none. If the memref is not written, reads and
/// frees are no conflicts.
pub(super) fn needs_memref(body: &Body, range: Range, memref: Value, is_written: bool) -> bool {
    let mut at = range.begin;
    while at != range.end {
        let inside = body.ops_under(at);
        let needs = |op| touches(body, op, memref, is_written) || (is_written && uses(body, op, memref));
        if inside.into_iter().any(|op| !is_access_to(body, op, memref) && needs(op)) {
            return true;
        }
        at = body.next_op(at).expect("the end comes after the begin");
    }
    false
}

/// Whether an operation in the loop `nest`, but not in the range, needs the memref itself.
pub(super) fn needs_memref_around(body: &Body, nest: ForOp, range: Range, memref: Value, is_written: bool) -> bool {
    let block = body.block_of(range.begin).expect("a range is in a block");
    let is_in_range = |op: OpId| {
        body.ancestor_in_block(op, block).is_some_and(|ancestor| {
            !body.is_before_in_block(ancestor, range.begin) && body.is_before_in_block(ancestor, range.end)
        })
    };
    let mut inside = body.ops_under(nest.id()).into_iter();
    inside.any(|op| op != nest.id() && !is_in_range(op) && touches(body, op, memref, is_written))
}

/// Whether `op` is one of those that use the buffer.
fn is_access_to(body: &Body, op: OpId, memref: Value) -> bool {
    let view = OpRef::new(body, op);
    (view.is::<LoadOp>() || view.is::<StoreOp>()) && is_map_access_to(view, memref)
}

fn uses(body: &Body, op: OpId, memref: Value) -> bool {
    body.operands(op).any(|operand| operand == memref)
}

fn touches(body: &Body, op: OpId, memref: Value, is_written: bool) -> bool {
    let (analysis, view) = (alias_analysis(body), OpRef::new(body, op));
    // DMA transfers have no declared effects; those that this pass generates access their operands only.
    if view.is::<DmaStartOp>() || view.is::<DmaWaitOp>() {
        let mut memrefs = body.operands(op).filter(|&operand| body.ty(operand).is_memref(body.cx()));
        return memrefs.any(|operand| analysis.may_alias(operand, memref));
    }
    // The lifetime of a buffer that is only read does not depend on that of the memref.
    let is_freed = has_effect(view, EffectKind::Free) && !has_effect(view, EffectKind::Write);
    (is_written || !is_freed) && analysis.conflicts(view, memref, is_written)
}
