//! Promotion of stack memory to values: the interfaces of `memref.alloca`, `memref.load` and `memref.store`.

use std::collections::BTreeMap;

use rmlir::core::fold::constant_value;
use rmlir::core::memory_slot::{
    Deletion, DestructurableAccessor, DestructurableAllocation, DestructurableSlot, ElementIndex, Layout, MemorySlot,
    PromotableAllocation, PromotableMemOp, Use,
};
use rmlir::core::memref_layout::memref_type;
use rmlir::prelude::*;
use rmlir_ub::PoisonOp;

use crate::{AllocaOp, LoadOp, StoreOp};

/// The maximum size of buffers that are destructured, as in upstream.
const MAX_ELEMENTS: i64 = 16;

impl PromotableAllocation for AllocaOp<()> {
    /// The slot is a buffer of one element.
    fn slots(&self, op: OpRef) -> Vec<MemorySlot> {
        let buffer = op.result(0);
        let ty = buffer.ty();
        match (ty.n_elements(op.cx()), ty.element(op.cx())) {
            (Some(1), Some(element)) => vec![MemorySlot { pointer: buffer.id, element }],
            _ => Vec::new(),
        }
    }

    fn default_value(&self, rw: &mut Rewriter, op: OpId, slot: MemorySlot) -> Value {
        let loc = rw.loc(op);
        rw.value(PoisonOp::build(slot.element).at(loc))
    }

    fn finish(&self, rw: &mut Rewriter, op: OpId, _slot: MemorySlot, default: Option<Value>) -> Option<OpId> {
        if let Some(default) = default.filter(|&default| rw.is_unused(default)) {
            let poison = rw.defining_op(default).expect("the default value is made by an operation");
            rw.erase(poison);
        }
        rw.erase(op);
        None
    }
}

/// Whether the pointer is the only blocking operand.
fn is_pointer_only(operands: &[u32], pointer: usize) -> bool {
    matches!(operands, [only] if *only as usize == pointer)
}

impl PromotableMemOp for LoadOp<()> {
    fn loads_from(&self, op: OpRef, slot: MemorySlot) -> bool {
        op.operand(LoadOp::MEMREF_OPERAND).id == slot.pointer
    }
    fn stores_to(&self, _op: OpRef, _slot: MemorySlot) -> bool {
        false
    }
    fn stored(&self, _rw: &mut Rewriter, _op: OpId, _slot: MemorySlot, _reaching: Option<Value>, _: Layout) -> Value {
        unreachable!("a load is not asked for what it stores")
    }
    fn can_remove_uses(&self, op: OpRef, slot: MemorySlot, operands: &[u32], _: Layout) -> Option<Vec<Use>> {
        let can = is_pointer_only(operands, LoadOp::MEMREF_OPERAND)
            && self.loads_from(op, slot)
            && op.result(0).ty() == slot.element;
        can.then(Vec::new)
    }
    fn remove_uses(
        &self,
        rw: &mut Rewriter,
        op: OpId,
        _slot: MemorySlot,
        _operands: &[u32],
        reaching: Value,
        _: Layout,
    ) -> Deletion {
        let result = rw.result(op, 0);
        rw.replace_all_uses(result, reaching);
        Deletion::Delete
    }
}

impl PromotableMemOp for StoreOp<()> {
    fn loads_from(&self, _op: OpRef, _slot: MemorySlot) -> bool {
        false
    }
    fn stores_to(&self, op: OpRef, slot: MemorySlot) -> bool {
        op.operand(StoreOp::MEMREF_OPERAND).id == slot.pointer
    }
    fn stored(&self, rw: &mut Rewriter, op: OpId, _slot: MemorySlot, _reaching: Option<Value>, _: Layout) -> Value {
        StoreOp::from_id(op).value(rw)
    }
    fn can_remove_uses(&self, op: OpRef, slot: MemorySlot, operands: &[u32], _: Layout) -> Option<Vec<Use>> {
        let value = op.operand(StoreOp::VALUE_OPERAND);
        let can = is_pointer_only(operands, StoreOp::MEMREF_OPERAND)
            && self.stores_to(op, slot)
            && value.id != slot.pointer
            && value.ty() == slot.element;
        can.then(Vec::new)
    }
    fn remove_uses(
        &self,
        _rw: &mut Rewriter,
        _op: OpId,
        _slot: MemorySlot,
        _operands: &[u32],
        _reaching: Value,
        _: Layout,
    ) -> Deletion {
        Deletion::Delete
    }
}

impl DestructurableAllocation for AllocaOp<()> {
    /// The slot is a small buffer of several elements.
    fn destructurable_slots(&self, op: OpRef) -> Vec<DestructurableSlot> {
        let (buffer, cx) = (op.result(0), op.cx());
        let ty = buffer.ty();
        let is_small = ty.n_elements(cx).is_some_and(|n| n != 1 && n <= MAX_ELEMENTS);
        let (Some(shape), Some(element)) = (ty.shape(cx).filter(|_| is_small), ty.element(cx)) else {
            return Vec::new();
        };
        let elements = all_indices(shape).into_iter().map(|index| (index, element)).collect();
        vec![DestructurableSlot { slot: MemorySlot { pointer: buffer.id, element: ty }, elements }]
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
            let alloca = rw.create(AllocaOp::build(ty, &[], &[]));
            (alloca.id(), alloca.memref(rw))
        })
    }

    fn finish_destructuring(&self, rw: &mut Rewriter, op: OpId, _slot: &DestructurableSlot) -> Option<OpId> {
        rw.erase(op);
        None
    }
}

/// All indices of a shape, with the first dimension varying fastest.
fn all_indices(shape: &[i64]) -> Vec<ElementIndex> {
    let mut indices = vec![Vec::new()];
    for &size in shape {
        let extend = |digit: i64| indices.iter().map(move |index: &Vec<i64>| [index.as_slice(), &[digit]].concat());
        indices = (0..size).flat_map(extend).collect();
    }
    indices
}

/// The constant indices of an access to memory of this type, if they are in bounds.
fn constant_index(body: &Body, indices: &[Value], ty: Type) -> Option<ElementIndex> {
    let inside = |(&index, &size): (&Value, &i64)| {
        let index = constant_value(body, index)?.as_i64(body)?;
        (0..size).contains(&index).then_some(index)
    };
    indices.iter().zip(ty.shape(body)?).map(inside).collect()
}

impl DestructurableAccessor for LoadOp<()> {
    fn can_rewire(
        &self,
        op: OpRef,
        slot: &DestructurableSlot,
        used: &mut Vec<ElementIndex>,
        _safe: &mut Vec<MemorySlot>,
        _: Layout,
    ) -> bool {
        let load = LoadOp::from_id(op.id);
        let index = constant_index(op.body, &load.indices(op.body), slot.slot.element);
        let index = index.filter(|_| load.memref(op.body) == slot.slot.pointer);
        used.extend(index.clone());
        index.is_some()
    }

    fn rewire(
        &self,
        rw: &mut Rewriter,
        op: OpId,
        slot: &DestructurableSlot,
        elements: &BTreeMap<ElementIndex, MemorySlot>,
        _: Layout,
    ) -> Deletion {
        let indices = LoadOp::from_id(op).indices(rw);
        let index = constant_index(rw, &indices, slot.slot.element).expect("it was asked whether it can");
        rw.set_operands(op, &[elements[&index].pointer]);
        Deletion::Keep
    }
}

impl DestructurableAccessor for StoreOp<()> {
    fn can_rewire(
        &self,
        op: OpRef,
        slot: &DestructurableSlot,
        used: &mut Vec<ElementIndex>,
        _safe: &mut Vec<MemorySlot>,
        _: Layout,
    ) -> bool {
        let store = StoreOp::from_id(op.id);
        let is_to_slot = store.memref(op.body) == slot.slot.pointer && store.value(op.body) != slot.slot.pointer;
        let index = constant_index(op.body, &store.indices(op.body), slot.slot.element).filter(|_| is_to_slot);
        used.extend(index.clone());
        index.is_some()
    }

    fn rewire(
        &self,
        rw: &mut Rewriter,
        op: OpId,
        slot: &DestructurableSlot,
        elements: &BTreeMap<ElementIndex, MemorySlot>,
        _: Layout,
    ) -> Deletion {
        let store = StoreOp::from_id(op);
        let (indices, value) = (store.indices(rw), store.value(rw));
        let index = constant_index(rw, &indices, slot.slot.element).expect("it was asked whether it can");
        rw.set_operands(op, &[value, elements[&index].pointer]);
        Deletion::Keep
    }
}
