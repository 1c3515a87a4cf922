//! Operations of the public tests of memory slots.

use std::collections::BTreeMap;

use rmlir::core::memory_slot::{DestructurableAllocation, DestructurableSlot, ElementIndex, MemorySlot};
use rmlir::core::memref_layout::memref_type;
use rmlir::prelude::*;

/// Several buffers, each of which may be destructured.
#[op(
    name = "test.multi_slot_alloca",
    interfaces(DestructurableAllocation),
    format = "attr-dict `:` functional-type(operands, results)"
)]
pub struct MultiSlotAllocaOp {
    #[result]
    results: Vec<AnyMemRef>,
}

impl DestructurableAllocation for MultiSlotAllocaOp<()> {
    /// The slots are buffers of rank 1.
    fn destructurable_slots(&self, op: OpRef) -> Vec<DestructurableSlot> {
        let slot_of = |buffer: ValueRef| {
            let ty = buffer.ty();
            let (&[size], element) = (ty.shape(op.cx())?, ty.element(op.cx())?) else { return None };
            let elements = (0..size).map(|index| (vec![index], element)).collect();
            Some(DestructurableSlot { slot: MemorySlot { pointer: buffer.id, element: ty }, elements })
        };
        op.results().filter_map(slot_of).collect()
    }

    fn destructure(
        &self,
        rw: &mut Rewriter,
        op: OpId,
        slot: &DestructurableSlot,
        used: &[ElementIndex],
        allocations: &mut Vec<OpId>,
    ) -> BTreeMap<ElementIndex, MemorySlot> {
        rw.after(op);
        slot.split(used, allocations, |element| {
            let ty = memref_type(rw, &[], element, None, None);
            let alloca = rw.create(MultiSlotAllocaOp::build(&[ty])).id();
            (alloca, rw.result(alloca, 0))
        })
    }

    /// The other buffers are preserved.
    fn finish_destructuring(&self, rw: &mut Rewriter, op: OpId, slot: &DestructurableSlot) -> Option<OpId> {
        let others: Vec<Value> = rw.results(op).iter().copied().filter(|&buffer| buffer != slot.slot.pointer).collect();
        let types: Vec<Type> = others.iter().map(|&buffer| rw.ty(buffer)).collect();
        let rest = (!others.is_empty()).then(|| {
            rw.before(op);
            let rest = rw.create(MultiSlotAllocaOp::build(&types)).id();
            for (index, &old) in others.iter().enumerate() {
                let new = rw.result(rest, index);
                rw.replace_all_uses(old, new);
            }
            rest
        });
        rw.erase(op);
        rest
    }
}
