//! Destructuring of aggregate slots into slots for their members, and of the accesses.
//!
//! Members are found by offsets in bytes, or, where the data layout is unknown, by the indices of a GEP whose element
//! type is the type of the slot.

use std::collections::BTreeMap;

use rmlir::core::memory_slot::{
    Deletion, DestructurableAccessor, DestructurableAllocation, DestructurableSlot, ElementIndex, Layout as Specs,
    MemorySlot, SafeSlotAccess,
};
use rmlir::prelude::*;

use super::convert::{Bytes, fixed_bits};
use super::element_type;
use crate::layout::{Layout, align, known_members};
use crate::ops::memory::{AllocaOp, GEPOp, LoadOp, StoreOp};
use crate::types::{ArrayType, PointerType, StructType};

/// The maximum number of elements of arrays that are destructured, as in upstream.
const MAX_ARRAY_ELEMENTS: i64 = 16;

/// The types of the members of an array or structure; `None` if it is not destructured.
fn members(cx: &Context, ty: Type) -> Option<Vec<Type>> {
    if let Some(array) = ArrayType::from_type(cx, ty) {
        let n_elements = array.n_elements(cx);
        return (n_elements <= MAX_ARRAY_ELEMENTS).then(|| vec![array.element(cx); n_elements.max(0) as usize]);
    }
    let record = StructType::from_type(cx, ty)?;
    known_members(cx, record).map(|_| record.members(cx))
}

impl DestructurableAllocation for AllocaOp {
    fn destructurable_slots(&self, op: OpRef) -> Vec<DestructurableSlot> {
        let ty = element_type(op);
        let Some((ty, members)) = ty.and_then(|ty| Some((ty, members(op.cx(), ty)?))) else { return Vec::new() };
        let elements = members.into_iter().enumerate().map(|(index, member)| (vec![index as i64], member)).collect();
        vec![DestructurableSlot { slot: MemorySlot { pointer: op.result(0).id, element: ty }, elements }]
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
        let (pointer, n_elements) = (rw.ty(slot.slot.pointer), rw.operand(op, Self::ARRAY_SIZE_OPERAND));
        slot.split(used, allocations, |element| {
            let alloca = rw.create(AllocaOp::build(pointer, n_elements, rw.cx().type_attr(element)));
            (alloca.id(), alloca.res(rw))
        })
    }

    fn finish_destructuring(&self, rw: &mut Rewriter, op: OpId, _slot: &DestructurableSlot) -> Option<OpId> {
        rw.erase(op);
        None
    }
}

/// The offsets of the members of `ty` in bytes, by type; `None` if it is not destructured or they are unknown.
pub fn member_offsets(cx: &Context, layout: &Layout, ty: Type) -> Option<Vec<(u64, Type)>> {
    let members = members(cx, ty)?;
    let is_packed = StructType::from_type(cx, ty).is_some_and(|record| known_members(cx, record) == Some(true));
    let mut at = 0;
    let mut found = Vec::with_capacity(members.len());
    for member in members {
        at = if is_packed { at } else { align(at, layout.alignment(cx, member)?)? };
        found.push((at, member));
        at = at.checked_add(layout.size(cx, member)?)?;
    }
    Some(found)
}

/// The constant offset in bytes of `op`, a GEP, from its base; `None` if it is unknown or negative.
fn byte_offset(op: OpRef, layout: &Layout) -> Option<u64> {
    let cx = op.cx();
    let mut ty = op.get(GEPOp::elem_type);
    let indices = GEPOp::raw_indices(op);
    let (&first, rest) = indices.split_first()?;
    let stride = |ty| align(layout.size(cx, ty)?, layout.alignment(cx, ty)?);
    let mut offset = stride(ty)?.checked_mul(u64::try_from(first).ok()?)?;
    for &index in rest {
        let index = u64::try_from(index).ok()?;
        let within = if let Some(array) = ArrayType::from_type(cx, ty) {
            ty = array.element(cx);
            stride(ty)?.checked_mul(index)?
        } else {
            let (at, member) = *member_offsets(cx, layout, ty)?.get(usize::try_from(index).ok()?)?;
            ty = member;
            at
        };
        offset = offset.checked_add(within)?;
    }
    Some(offset)
}

/// The access of a GEP to a slot: a member, and a position within it.
struct MemberAccess {
    member: i64,
    within: Within,
    /// The type of the rest of the member from there on.
    rest: Type,
}

/// A position within a member.
enum Within {
    Bytes(u64),
    Indices(Vec<i64>),
}

/// The type at the end of constant `indices` into `ty`, if all are in bounds.
fn type_at(cx: &Context, mut ty: Type, indices: &[i64]) -> Option<Type> {
    for &index in indices {
        let index = usize::try_from(index).ok()?;
        ty = match (ArrayType::from_type(cx, ty), StructType::from_type(cx, ty)) {
            (Some(array), _) => (index < array.n_elements(cx).max(0) as usize).then(|| array.element(cx))?,
            (_, Some(record)) => *record.members(cx).get(index)?,
            _ => return None,
        };
    }
    Some(ty)
}

/// An array of `n_bytes` bytes.
fn bytes_type(cx: &Context, n_bytes: u64) -> Option<Type> {
    Some(ArrayType::get(cx, i64::try_from(n_bytes).ok()?, cx.int_type(8)).ty())
}

/// The access of `op`, a GEP, to a member of a slot of type `slot`.
fn member_access(op: OpRef, slot: Type, specs: Specs) -> Option<MemberAccess> {
    let cx = op.cx();
    let indices = GEPOp::raw_indices(op);
    let is_scalar = PointerType::from_type(cx, op.result(0).ty()).is_some();
    if !is_scalar || indices.contains(&GEPOp::DYNAMIC) {
        return None;
    }
    let Some(layout) = Bytes::of(cx, specs).layout else { return typed_access(op, slot, &indices) };
    let offset = byte_offset(op, &layout)?;
    for (number, (start, member)) in member_offsets(cx, &layout, slot)?.into_iter().enumerate() {
        let size = layout.size(cx, member)?;
        if let Some(within) = offset.checked_sub(start).filter(|&within| within < size) {
            let rest = bytes_type(cx, size - within)?;
            return Some(MemberAccess { member: number as i64, within: Within::Bytes(within), rest });
        }
    }
    None
}

/// The access to a member by the types alone, without a data layout.
fn typed_access(op: OpRef, slot: Type, indices: &[i64]) -> Option<MemberAccess> {
    let cx = op.cx();
    let element = op.get(GEPOp::elem_type);
    let is_array_of_it = ArrayType::from_type(cx, slot).is_some_and(|array| array.element(cx) == element);
    let path = match indices.split_first()? {
        (0, path) if element == slot => path,
        _ if is_array_of_it => indices,
        _ => return None,
    };
    let (&member, rest) = path.split_first()?;
    Some(MemberAccess { member, within: Within::Indices(rest.to_vec()), rest: type_at(cx, slot, path)? })
}

/// A lower bound of the size in bits of memory of type `ty` under any data layout. Of the structures nested in a
/// structure only the first counts, so that the run time is linear in the nesting depth.
fn least_bits(cx: &Context, ty: Type) -> u64 {
    if let Some(array) = ArrayType::from_type(cx, ty) {
        let n_elements = u64::try_from(array.n_elements(cx)).unwrap_or(0);
        return if n_elements == 0 { 0 } else { least_bits(cx, array.element(cx)).saturating_mul(n_elements) };
    }
    let Some(record) = StructType::from_type(cx, ty) else { return fixed_bits(cx, ty).unwrap_or(0) };
    let members = record.members(cx);
    let Some((&first, rest)) = members.split_first() else { return 0 };
    let rest = rest.iter().map(|&member| fixed_bits(cx, member).unwrap_or(0));
    rest.fold(least_bits(cx, first), u64::saturating_add)
}

/// Whether a value of type `accessed` lies within memory of type `ty`.
fn fits(cx: &Context, accessed: Type, ty: Type, specs: Specs) -> bool {
    if accessed == ty {
        return true;
    }
    if let Some(layout) = Bytes::of(cx, specs).layout {
        return layout.size(cx, accessed).zip(layout.size(cx, ty)).is_some_and(|(accessed, size)| accessed <= size);
    }
    let n_bits = fixed_bits(cx, accessed).map(|bits| bits.next_multiple_of(8));
    n_bits.is_some_and(|bits| bits <= least_bits(cx, ty))
}

impl DestructurableAccessor for GEPOp {
    fn can_rewire(
        &self,
        op: OpRef,
        slot: &DestructurableSlot,
        used: &mut Vec<ElementIndex>,
        safe: &mut Vec<MemorySlot>,
        specs: Specs,
    ) -> bool {
        let access =
            member_access(op, slot.slot.element, specs).filter(|_| op.value(Self::base).id == slot.slot.pointer);
        let Some(access) = access else { return false };
        used.push(vec![access.member]);
        safe.push(MemorySlot { pointer: op.result(0).id, element: access.rest });
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
        let access = member_access(OpRef::new(rw, op), slot.slot.element, specs).expect("it was asked whether it can");
        let member = elements[&vec![access.member]];
        let (indices, element): (Vec<i32>, Type) = match access.within {
            Within::Bytes(0) => (Vec::new(), member.element),
            Within::Bytes(within) => (vec![i32::try_from(within).unwrap_or(i32::MAX)], rw.int_type(8)),
            Within::Indices(indices) if indices.is_empty() => (Vec::new(), member.element),
            Within::Indices(indices) => {
                ([0].into_iter().chain(indices.iter().map(|&index| index as i32)).collect(), member.element)
            }
        };
        if indices.is_empty() {
            let result = rw.result(op, 0);
            rw.replace_all_uses(result, member.pointer);
            return Deletion::Delete;
        }
        let (indices, element) = (rw.cx().i32_array(&indices), rw.cx().type_attr(element));
        rw.set_operands(op, &[member.pointer]);
        rw.set_prop(op, Self::RAW_CONSTANT_INDICES, indices);
        rw.set_prop(op, Self::ELEM_TYPE, element);
        Deletion::Keep
    }
}

impl SafeSlotAccess for GEPOp {
    fn is_safe(&self, op: OpRef, slot: MemorySlot, safe: &mut Vec<MemorySlot>, specs: Specs) -> bool {
        if op.value(Self::base).id != slot.pointer {
            return true;
        }
        let pointer = op.result(0).id;
        let rest = match Bytes::of(op.cx(), specs).layout {
            Some(layout) => byte_offset(op, &layout).and_then(|offset| {
                let left = layout.size(op.cx(), slot.element)?.checked_sub(offset).filter(|&left| left > 0)?;
                bytes_type(op.cx(), left)
            }),
            None => member_access(op, slot.element, specs).map(|access| access.rest),
        };
        safe.extend(rest.map(|element| MemorySlot { pointer, element }));
        rest.is_some()
    }
}

/// Rows of `Op, |op| type of the access;`.
macro_rules! accessors {
    ($($op:ident, |$at:ident| $ty:expr;)*) => {$(
        impl DestructurableAccessor for $op {
            /// An access to the aggregate itself becomes an access to its first member.
            fn can_rewire(
                &self,
                $at: OpRef,
                slot: &DestructurableSlot,
                used: &mut Vec<ElementIndex>,
                _safe: &mut Vec<MemorySlot>,
                specs: Specs,
            ) -> bool {
                let first = slot.elements.get(&vec![0]);
                // The pointer itself must not be stored.
                let n_uses = $at.operands().filter(|operand| operand.id == slot.slot.pointer).count();
                let can = $at.operand(Self::ADDR_OPERAND).id == slot.slot.pointer
                    && n_uses == 1
                    && !$at.get(Self::volatile_)
                    && first.is_some_and(|&first| fits($at.cx(), $ty, first, specs));
                used.extend(can.then(|| vec![0]));
                can
            }
            fn rewire(
                &self,
                rw: &mut Rewriter,
                op: OpId,
                _slot: &DestructurableSlot,
                elements: &BTreeMap<ElementIndex, MemorySlot>,
                _specs: Specs,
            ) -> Deletion {
                rw.set_operand(op, Self::ADDR_OPERAND, elements[&vec![0]].pointer);
                Deletion::Keep
            }
        }

        impl SafeSlotAccess for $op {
            fn is_safe(&self, $at: OpRef, slot: MemorySlot, _safe: &mut Vec<MemorySlot>, specs: Specs) -> bool {
                // Other uses do not access memory through the pointer.
                $at.operand(Self::ADDR_OPERAND).id != slot.pointer || fits($at.cx(), $ty, slot.element, specs)
            }
        }
    )*};
}

accessors! {
    LoadOp, |op| op.result(0).ty();
    StoreOp, |op| op.operand(Self::VALUE_OPERAND).ty();
}
