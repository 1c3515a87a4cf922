//! Operations that are not selected by themselves: products that are added, comparisons that choose the smaller or
//! greater value; in innermost loops also what only computes addresses, which pointers do instead.

use rmlir::core::effects::is_pure;
use rmlir::prelude::*;
use rustc_hash::FxHashSet;

use super::state::Selector;

impl<'a> Selector<'a> {
    /// Marks the operations of a block, and of blocks inside, that are part of others. `is_address` says which operands
    /// are not read as values.
    pub(super) fn mark_skipped(&mut self, block: BlockId, is_address: &dyn Fn(&Self, OpRef, usize) -> bool) {
        let mut needed: FxHashSet<Value> = FxHashSet::default();
        let ops: Vec<OpId> = self.body.ops(block).collect();
        for &id in ops.iter().rev() {
            let op = OpRef::new(self.body, id);
            let is_needed = !is_pure(op)
                || op.results().any(|result| {
                    needed.contains(&result.id) || self.body.users(result.id).any(|user| !self.is_in(user, block))
                });
            if !is_needed && op.n_results() > 0 {
                self.skipped.insert(id);
                continue;
            }
            let fused = self.fused(op);
            if let Some(fused) = fused {
                self.skipped.insert(fused);
                needed.extend(self.body.operands(fused));
            }
            for (number, operand) in op.operands().enumerate() {
                let is_fused = fused.is_some() && operand.defining_op().map(|op| op.id) == fused;
                if !is_fused && !is_address(self, op, number) {
                    needed.insert(operand.id);
                }
            }
            for region in op.regions() {
                let mut inner: Vec<OpRef> = region.blocks().flat_map(|block| block.ops()).collect();
                while let Some(op) = inner.pop() {
                    needed.extend(op.operands().map(|operand| operand.id));
                    inner.extend(
                        op.regions()
                            .flat_map(|region| region.blocks().flat_map(|block| block.ops()).collect::<Vec<_>>()),
                    );
                }
            }
        }
    }

    /// Whether an operation is in a block itself.
    fn is_in(&self, op: OpId, block: BlockId) -> bool {
        OpRef::new(self.body, op).block().is_some_and(|of| of.id == block)
    }

    /// The operation that is a part of the instruction for `op`: it has no other use.
    pub(super) fn fused(&self, op: OpRef<'a>) -> Option<OpId> {
        let block = op.block()?.id;
        let is_free = |value: Value, name: &str| {
            let def = self.body.defining_op(value).filter(|_| self.body.has_one_use(value))?;
            let def_op = OpRef::new(self.body, def);
            (def_op.name_str() == name && self.is_in(def, block)).then_some(def)
        };
        match op.name_str() {
            "arith.addi" if self.width(op.result(0).id) <= 32 => {
                // A sum with a constant has an immediate.
                let is_sum = |side: &usize| self.constant(op.operand(1 - side).id).is_none();
                [1, 0].into_iter().filter(is_sum).find_map(|side| is_free(op.operand(side).id, "arith.muli"))
            }
            "arith.subi" if self.width(op.result(0).id) <= 32 => is_free(op.operand(1).id, "arith.muli"),
            "arith.select" => {
                let compared = is_free(op.operand(0).id, "arith.cmpi")?;
                self.extremum(op, OpRef::new(self.body, compared)).map(|_| compared)
            }
            _ => None,
        }
    }
}
