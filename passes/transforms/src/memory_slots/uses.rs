//! Blocking uses.

use rmlir::core::memory_slot::{Layout, MemorySlot, PromotableMemOp, PromotableOp, Use};
use rmlir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// For each operation the indices of the operands that must be removed.
#[derive(Default)]
pub struct BlockingUses {
    by_op: FxHashMap<OpId, Vec<u32>>,
    /// The operations in the order in which they were found.
    ops: Vec<OpId>,
}

impl BlockingUses {
    /// Adds a use.
    pub fn add(&mut self, (op, operand): Use) {
        let operands = self.by_op.entry(op).or_insert_with(|| {
            self.ops.push(op);
            Vec::new()
        });
        if !operands.contains(&operand) {
            operands.push(operand);
        }
    }

    /// The operations.
    pub fn ops(&self) -> &[OpId] {
        &self.ops
    }

    /// The operands of `op` that must be removed.
    pub fn of(&self, op: OpId) -> Option<&[u32]> {
        self.by_op.get(&op).map(Vec::as_slice)
    }

    /// Queries every operation, after those whose results it uses, whether its uses can be removed, and adds the uses
    /// of results that must be removed with it. With `slot`, operations that read or write it are queried too. Returns
    /// whether all can be removed.
    pub fn complete(&mut self, body: &Body, pointer: Value, slot: Option<MemorySlot>, layout: Layout) -> bool {
        for op in forward_slice(body, pointer) {
            let Some(operands) = self.of(op) else { continue };
            let view = OpRef::new(body, op);
            let further = match (view.interface::<dyn PromotableOp>(), view.interface::<dyn PromotableMemOp>(), slot) {
                (Some(promotable), ..) => promotable.can_remove_uses(view, operands),
                (None, Some(promotable), Some(slot)) => promotable.can_remove_uses(view, slot, operands, layout),
                _ => None,
            };
            let Some(further) = further else { return false };
            further.into_iter().for_each(|of_result| self.add(of_result));
        }
        true
    }
}

/// All operations that depend on `value`, each after those it depends on.
pub fn forward_slice(body: &Body, value: Value) -> Vec<OpId> {
    let mut seen = FxHashSet::default();
    let mut order = Vec::new();
    let mut path: Vec<(Option<OpId>, Vec<OpId>)> = vec![(None, body.users(value).collect())];
    while let Some((op, next)) = path.last_mut() {
        let Some(user) = next.pop() else {
            order.extend(*op);
            path.pop();
            continue;
        };
        if seen.insert(user) {
            let inside = body.regions(user).iter().flat_map(|&region| body.blocks(region));
            let inside = inside.flat_map(|block| body.ops(block));
            let users = body.results(user).iter().flat_map(|&result| body.users(result));
            path.push((Some(user), inside.chain(users).collect()));
        }
    }
    order.reverse();
    order
}
