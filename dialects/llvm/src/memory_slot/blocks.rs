//! Fills and copies of aggregates that are split into slots for their members: one fill or
//! copy for each member that is used.

use std::collections::BTreeMap;

use rmlir::core::memory_slot::{
    Deletion, DestructurableAccessor, DestructurableSlot, ElementIndex, Layout as Specs, MemorySlot, SafeSlotAccess,
};
use rmlir::prelude::*;

use super::Block;
use super::convert::Bytes;
use super::destructure::member_offsets;
use crate::intrinsics::memory::*;
use crate::ops::constant::ConstantOp;
use crate::ops::memory::GEPOp;

/// The size in bytes of memory of type `ty`.
fn size(cx: &Context, ty: Type, specs: Specs) -> Option<u64> {
    Bytes::of(cx, specs).layout?.size(cx, ty)
}

/// Whether a fill or copy is of a known number of bytes, not more than there are in memory of type `ty`.
fn fits(n_bytes: Option<u64>, cx: &Context, ty: Type, specs: Specs) -> bool {
    n_bytes.zip(size(cx, ty, specs)).is_some_and(|(n_bytes, size)| n_bytes <= size)
}

/// A copy of `op`, a fill or copy, of `n_bytes` between other pointers.
fn part_of(rw: &mut Rewriter, op: OpId, first: Value, second: Value, n_bytes: u64) {
    let number = |rw: &Rewriter, ty: Type| rw.int_attr(ty, n_bytes as i64);
    let mut operands = vec![first, second];
    let mut state = OpState::new(rw.name(op)).at(rw.loc(op));
    let len = rw.operands(op).nth(2);
    if let Some(len) = len {
        let ty = rw.ty(len);
        let len = number(rw, ty);
        operands.push(rw.value(ConstantOp::build(ty, len)));
    } else if let Some(ty) = rw.attr(op, "len").and_then(|len| len.ty(rw)) {
        let len = number(rw, ty);
        state.set_attr(rw.cx(), "len", len);
    }
    state.set_attr(rw.cx(), "isVolatile", Attr::FALSE);
    rw.create_state(state.operands(&operands));
}

/// Rows of fills.
macro_rules! fills {
    ($($op:ident)*) => {$(
        impl DestructurableAccessor for $op<()> {
            fn can_rewire(
                &self,
                op: OpRef,
                slot: &DestructurableSlot,
                _used: &mut Vec<ElementIndex>,
                _safe: &mut Vec<MemorySlot>,
                specs: Specs,
            ) -> bool {
                let has_offsets = || {
                    let layout = Bytes::of(op.cx(), specs).layout;
                    layout.is_some_and(|layout| member_offsets(op.cx(), &layout, slot.slot.element).is_some())
                };
                op.operand($op::DST_OPERAND).id == slot.slot.pointer && fits($op::length(op), op.cx(), slot.slot.element, specs) && has_offsets()
            }
            fn rewire(
                &self,
                rw: &mut Rewriter,
                op: OpId,
                slot: &DestructurableSlot,
                elements: &BTreeMap<ElementIndex, MemorySlot>,
                specs: Specs,
            ) -> Deletion {
                let layout = Bytes::of(rw.cx(), specs).layout.expect("it was asked whether it is known");
                let n_bytes = $op::length(OpRef::new(rw, op)).expect("it was asked whether it is known");
                let offsets = member_offsets(rw.cx(), &layout, slot.slot.element).expect("it was asked for them");
                for (index, (start, member)) in offsets.into_iter().enumerate() {
                    let left = n_bytes.saturating_sub(start).min(layout.size(rw.cx(), member).unwrap_or(0));
                    let Some(part) = elements.get(&vec![index as i64]).filter(|_| left > 0) else { continue };
                    let byte = rw.operand(op, $op::VAL_OPERAND);
                    part_of(rw, op, part.pointer, byte, left);
                }
                Deletion::Delete
            }
        }

        impl SafeSlotAccess for $op<()> {
            fn is_safe(&self, op: OpRef, slot: MemorySlot, _safe: &mut Vec<MemorySlot>, specs: Specs) -> bool {
                op.operand($op::DST_OPERAND).id != slot.pointer || fits($op::length(op), op.cx(), slot.element, specs)
            }
        }
    )*};
}
fills! { MemsetIntr MemsetInlineIntr }

/// Rows of copies.
macro_rules! copies {
    ($($op:ident)*) => {$(
        impl DestructurableAccessor for $op<()> {
            /// A copy must be of the whole aggregate.
            fn can_rewire(
                &self,
                op: OpRef,
                slot: &DestructurableSlot,
                used: &mut Vec<ElementIndex>,
                _safe: &mut Vec<MemorySlot>,
                specs: Specs,
            ) -> bool {
                let [to, from] = [$op::DST_OPERAND, $op::SRC_OPERAND].map(|index| op.operand(index).id);
                let size = size(op.cx(), slot.slot.element, specs);
                if to == from || size.is_none() || $op::length(op) != size {
                    return false;
                }
                if from == slot.slot.pointer {
                    used.extend(slot.elements.keys().cloned());
                }
                true
            }
            fn rewire(
                &self,
                rw: &mut Rewriter,
                op: OpId,
                slot: &DestructurableSlot,
                elements: &BTreeMap<ElementIndex, MemorySlot>,
                specs: Specs,
            ) -> Deletion {
                let [to, from] = [$op::DST_OPERAND, $op::SRC_OPERAND].map(|index| rw.operand(op, index));
                let is_into = to == slot.slot.pointer;
                let other = if is_into { from } else { to };
                for (index, part) in elements {
                    let Some(n_bytes) = size(rw.cx(), part.element, specs) else { continue };
                    let ty = rw.ty(other);
                    let indices = rw.cx().i32_array(&[0, index[0] as i32]);
                    let element = rw.cx().type_attr(slot.slot.element);
                    let there = rw.value(GEPOp::build(ty, other, &[], indices, element));
                    let (to, from) = if is_into { (part.pointer, there) } else { (there, part.pointer) };
                    part_of(rw, op, to, from, n_bytes);
                }
                Deletion::Delete
            }
        }

        impl SafeSlotAccess for $op<()> {
            /// Part of the slot may be copied, from it or into it.
            fn is_safe(&self, op: OpRef, slot: MemorySlot, _safe: &mut Vec<MemorySlot>, specs: Specs) -> bool {
                fits($op::length(op), op.cx(), slot.element, specs)
            }
        }
    )*};
}
copies! { MemcpyIntr MemmoveIntr MemcpyInlineIntr }
