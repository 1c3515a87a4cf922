//! `buffer-hoisting` and `buffer-loop-hoisting`.
//!
//! Both move an allocation upward from its block, along dominators and out of regions, as long as its operands dominate
//! the new position. The first stops before loops and at the block that dominates all uses of the buffer and of its
//! aliases; the second only moves out of loops, and not out of those that have the buffer as a result.

use rmlir::core::dominance::Dominance;
use rmlir::core::effects::has_effect;
use rmlir::prelude::*;
use rmlir_memref::{AllocOp, AllocaOp};

use super::{allocations, is_captured, is_known_control_flow, is_loop};
use crate::dealloc::{Liveness, ViewFlow};

/// Move allocations into common dominators of their uses, and out of regions.
///
/// ```mlir
/// scf.if %c {
///   %a = memref.alloc() : memref<2xf32>
///   "use"(%a) : (memref<2xf32>) -> ()
/// }
/// // becomes
/// %a = memref.alloc() : memref<2xf32>
/// scf.if %c {
///   "use"(%a) : (memref<2xf32>) -> ()
/// }
/// ```
#[pass(
    name = "buffer-hoisting",
    title = "BufferHoistingPass",
    summary = "Optimizes placement of allocation operations by moving them into common dominators and out of nested regions",
    anchor = "func.func"
)]
pub(crate) fn buffer_hoisting(cx: &mut PassCx) -> PassResult {
    hoist(cx.body_mut(), Kind::Blocks);
    Ok(())
}

/// Move allocations out of loops.
///
/// Buffers that are freed are not moved, nor are those whose address is captured: an iteration may use the buffers of
/// others.
///
/// ```mlir
/// scf.for %i = %lb to %ub step %s {
///   %a = memref.alloc() : memref<2xf32>
///   "use"(%a) : (memref<2xf32>) -> ()
/// }
/// // becomes
/// %a = memref.alloc() : memref<2xf32>
/// scf.for %i = %lb to %ub step %s {
///   "use"(%a) : (memref<2xf32>) -> ()
/// }
/// ```
#[pass(
    name = "buffer-loop-hoisting",
    title = "BufferLoopHoistingPass",
    summary = "Optimizes placement of allocation operations by moving them out of loop nests",
    anchor = "func.func"
)]
pub(crate) fn buffer_loop_hoisting(cx: &mut PassCx) -> PassResult {
    hoist(cx.body_mut(), Kind::Loops);
    Ok(())
}

/// The operations that allocations are moved out of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Blocks,
    Loops,
}

fn hoist(body: &mut Body, kind: Kind) {
    let flow = ViewFlow::new(body);
    let liveness = Liveness::new(body);
    let mut buffers: Vec<Value> = allocations(body).into_iter().map(|(buffer, _)| buffer).collect();
    body.walk_postorder(body.root(), |op| {
        if OpRef::new(body, op).is::<AllocaOp>() {
            buffers.push(body.result(op, 0));
        }
    });
    for buffer in buffers {
        let op = body.defining_op(buffer).expect("an allocation is a result");
        let view = OpRef::new(body, op);
        if !(view.is::<AllocOp>() || (kind == Kind::Loops && view.is::<AllocaOp>())) {
            continue;
        }
        if kind == Kind::Loops && is_per_iteration(body, buffer, &flow) {
            continue;
        }
        let Some(next) = place_for(body, buffer, op, kind, &flow, &liveness) else { continue };
        if next != op {
            Rewriter::new(body).move_before(op, next);
        }
    }
}

/// Whether each iteration of a loop may need a buffer of its own: it is freed, or may still be used in the next
/// iteration.
fn is_per_iteration(body: &Body, buffer: Value, flow: &ViewFlow) -> bool {
    let frees = |user: OpId| has_effect(OpRef::new(body, user), EffectKind::Free);
    flow.resolve(buffer).into_iter().any(|alias| body.users(alias).any(frees)) || is_captured(body, buffer)
}

/// The best insertion point of the allocation `op` of `buffer`: the operation after it.
fn place_for(body: &Body, buffer: Value, op: OpId, kind: Kind, flow: &ViewFlow, liveness: &Liveness) -> Option<OpId> {
    let dominance = Dominance::new(body);
    let home = body.block_of(op)?;
    if !dominance.is_reachable(home) {
        return None;
    }
    let uses = common_dominator(body, &dominance, home, &flow.resolve(buffer))?;
    let mut needed: Option<BlockId> = None;
    for operand in body.operands(op) {
        let block = body.value_block(operand)?;
        if needed.is_none_or(|needed| dominance.dominates_block(needed, block)) {
            needed = Some(block);
        }
    }
    let upper = match (kind, needed) {
        (Kind::Loops, needed) => needed,
        (Kind::Blocks, Some(needed)) if dominance.properly_dominates_block(uses, needed) => Some(needed),
        (Kind::Blocks, _) => Some(uses),
    };
    let place = find_place(body, &dominance, home, upper, kind, uses);
    Some(start_in(body, liveness, buffer, op, place))
}

fn find_place(
    body: &Body,
    dominance: &Dominance,
    home: BlockId,
    upper: Option<BlockId>,
    kind: Kind,
    uses: BlockId,
) -> BlockId {
    let (mut place, mut at) = (home, home);
    while let Some(owner) = body.region_of(at).map(|region| body.region_owner(region))
        && let Some(around) = body.block_of(owner)
        && upper.is_none_or(|upper| dominance.properly_dominates_block(upper, at))
    {
        let dominator = if body.is_entry(at) { None } else { dominance.trees().immediate_dominator(at) };
        if let Some(dominator) = dominator.filter(|&block| dominance.properly_dominates_block(around, block)) {
            at = dominator;
            if kind == Kind::Blocks {
                place = at;
            }
            continue;
        }
        let view = OpRef::new(body, owner);
        let is_legal = is_known_control_flow(view)
            && match kind {
                Kind::Blocks => !is_loop(view),
                Kind::Loops => {
                    is_loop(view) && !view.has(TraitSet::PARALLEL_REGION) && !dominance.dominates_block(uses, around)
                }
            };
        if !is_legal {
            break;
        }
        at = around;
        place = at;
    }
    place
}

/// The nearest block that dominates `home` and all uses of `values`.
fn common_dominator(body: &Body, dominance: &Dominance, home: BlockId, values: &[Value]) -> Option<BlockId> {
    let mut common = home;
    for &value in values {
        let block = body.value_block(value)?;
        common = nearest(body, dominance, common, block)?;
        for user in body.users(value) {
            common = nearest(body, dominance, common, body.block_of(user)?)?;
        }
    }
    Some(common)
}

/// The nearest block that dominates both.
fn nearest(body: &Body, dominance: &Dominance, left: BlockId, right: BlockId) -> Option<BlockId> {
    let mut at = left;
    while !dominance.dominates_block(at, right) {
        at = match dominance.trees().immediate_dominator(at).filter(|_| !body.is_entry(at)) {
            Some(dominator) => dominator,
            None => body.block_of(body.region_owner(body.region_of(at)?))?,
        };
    }
    Some(at)
}

/// The first operation in `block` that uses `buffer`, which `op` defines.
pub(super) fn start_in(body: &Body, liveness: &Liveness, buffer: Value, op: OpId, block: BlockId) -> OpId {
    let first = body.first_op(block).unwrap_or(op);
    let start = if liveness.is_live_in(block, buffer) { first } else { op };
    if body.block_of(start) == Some(block) {
        return start;
    }
    body.ancestor_in_block(start, block).or(body.last_op(block)).unwrap_or(op)
}
