//! `optimize-allocation-liveness`: frees buffers right after their last use.

use rmlir::analysis::alias::AliasAnalysis;
use rmlir::core::effects::effects_of;
use rmlir::prelude::*;
use rmlir_memref::MemRef;

use super::ViewFlow;

/// Free temporary buffers as early as possible.
///
/// The operation that frees a buffer in the block that allocates it moves right after the last use of the buffer and of
/// its views, and after the last operation that may access its memory through an alias.
///
/// ```mlir
/// %a = memref.alloc() : memref<4xf32>
/// "use"(%a) : (memref<4xf32>) -> ()
/// "long"() : () -> ()
/// memref.dealloc %a : memref<4xf32>
/// // becomes
/// %a = memref.alloc() : memref<4xf32>
/// "use"(%a) : (memref<4xf32>) -> ()
/// memref.dealloc %a : memref<4xf32>
/// "long"() : () -> ()
/// ```
#[pass(
    name = "optimize-allocation-liveness",
    title = "OptimizeAllocationLivenessPass",
    summary = "This pass optimizes the liveness of temp allocations in the input function",
    anchor = "func.func",
    depends(MemRef)
)]
pub(crate) fn optimize_allocation_liveness(cx: &mut PassCx) -> PassResult {
    let body = cx.body_mut();
    let flow = ViewFlow::new(body);
    let mut ops = Vec::new();
    body.walk_postorder(body.root(), |op| ops.push(op));
    for op in ops {
        if let Some((freeing, last)) = find_move(body, op, &flow) {
            Rewriter::new(body).move_after(freeing, last);
        }
    }
    Ok(())
}

/// For an allocation: the operation that frees it in its block, and the last use before that.
fn find_move(body: &Body, op: OpId, flow: &ViewFlow) -> Option<(OpId, OpId)> {
    let block = body.block_of(op)?;
    let effects = effects_of(OpRef::new(body, op))?;
    let allocated = effects.iter().filter(|effect| effect.kind == EffectKind::Allocate);
    let targets = allocated.filter_map(|effect| match effect.target {
        EffectTarget::Value(value) if body.defining_op(value) == Some(op) => Some(value),
        _ => None,
    });
    let allocated: Vec<Value> = targets.collect();
    let &[buffer] = &allocated[..] else { return None };
    let freeing = only_free(body, buffer).filter(|&freeing| body.block_of(freeing) == Some(block))?;
    let mut last: Option<OpId> = None;
    for value in flow.resolve(buffer) {
        for user in body.users(value).filter(|&user| user != freeing) {
            let Some(top) = body.ancestor_in_block(user, block) else { continue };
            if last.is_none_or(|last| last != top && body.is_before_in_block(last, top)) {
                last = Some(top);
            }
        }
    }
    let mut last = last?;
    let aliases = AliasAnalysis::new(body);
    let accesses = |op: OpId| aliases.conflicts(OpRef::new(body, op), buffer, true);
    let mut at = freeing;
    while let Some(before) = body.prev_op(at).filter(|&before| before != last) {
        if body.ops_under(before).into_iter().any(accesses) {
            last = before;
            break;
        }
        at = before;
    }
    Some((freeing, last))
}

/// The user of `buffer` that frees memory, if there is exactly one such effect.
fn only_free(body: &Body, buffer: Value) -> Option<OpId> {
    let mut found = None;
    for user in body.users(buffer) {
        let effects = effects_of(OpRef::new(body, user)).unwrap_or_default();
        for _ in effects.iter().filter(|effect| effect.kind == EffectKind::Free) {
            if found.is_some() {
                return None;
            }
            found = Some(user);
        }
    }
    found
}
