//! Promotion of stack memory to values, for `mem2reg` and `sroa`: the interfaces of `llvm.alloca` and its users.
//!
//! In reading order: here promotion of a slot to values; [`convert`] conversion between values and the type of a slot;
//! [`forward`] operations that only forward the pointer, or annotate it; [`destructure`] aggregate slots split into
//! slots for their members, and accesses to those; [`blocks`] fills and copies of whole aggregates.
//!
//! Where the data layout is unknown, only transformations that do not depend on it apply.

mod blocks;
mod convert;
mod destructure;
mod forward;

use rmlir::core::fold::constant_value;
use rmlir::core::memory_slot::{Deletion, Layout as Specs, MemorySlot, PromotableAllocation, PromotableMemOp, Use};
use rmlir::prelude::*;

use self::convert::{Bytes, fits_all, fits_part};
use crate::intrinsics::hint::{DbgDeclareIntr, DbgValueIntr};
use crate::intrinsics::memory::*;
use crate::ops::arith::{OrOp, ShlOp};
use crate::ops::cast::ZExtOp;
use crate::ops::constant::{ConstantOp, UndefOp};
use crate::ops::memory::{AllocaOp, LoadOp, StoreOp};

/// Whether `op` is in the entry block of its region, where it is executed once and before all users of its memory.
fn is_in_entry_block(op: OpRef) -> bool {
    let entry = op.body.parent_region(op.id).and_then(|region| op.body.entry(region));
    entry.is_some() && entry == op.body.block_of(op.id)
}

/// The element type of an allocation in an entry block.
fn element_type(op: OpRef) -> Option<Type> {
    let is_plain = !op.get(AllocaOp::inalloca) && is_in_entry_block(op);
    is_plain.then(|| op.get(AllocaOp::elem_type))
}

/// Creates, at the insertion point, a debug value record with `value` for each variable that
/// is declared to be in the slot.
fn note_debug_value(rw: &mut Rewriter, slot: MemorySlot, value: Value) {
    for user in rw.users(slot.pointer).collect::<Vec<_>>() {
        let Some(declared) = OpRef::new(rw, user).cast::<DbgDeclareIntr>() else { continue };
        let (variable, expression, loc) = (declared.varInfo(rw), declared.locationExpr(rw), rw.loc(user));
        rw.create(DbgValueIntr::build(value, variable).prop(DbgValueIntr::LOCATION_EXPR, expression).at(loc));
    }
}

impl PromotableAllocation for AllocaOp {
    fn slots(&self, op: OpRef) -> Vec<MemorySlot> {
        let slot = |element| MemorySlot { pointer: op.result(0).id, element };
        element_type(op).map(slot).into_iter().collect()
    }

    fn default_value(&self, rw: &mut Rewriter, op: OpId, slot: MemorySlot) -> Value {
        let loc = rw.loc(op);
        rw.value(UndefOp::build(slot.element).at(loc))
    }

    fn argument_added(&self, rw: &mut Rewriter, _op: OpId, slot: MemorySlot, argument: Value) {
        note_debug_value(rw, slot, argument);
    }

    fn finish(&self, rw: &mut Rewriter, op: OpId, _slot: MemorySlot, default: Option<Value>) -> Option<OpId> {
        if let Some(default) = default.filter(|&default| rw.is_unused(default)) {
            let undef = rw.defining_op(default).expect("the default value is made by an operation");
            rw.erase(undef);
        }
        rw.erase(op);
        None
    }
}

/// Whether the pointer of the slot, at one of the positions `places`, is the only blocking operand.
fn is_only_pointer(op: OpRef, slot: MemorySlot, operands: &[u32], places: &[usize]) -> bool {
    let &[only] = operands else { return false };
    places.contains(&(only as usize)) && op.operand(only as usize).id == slot.pointer
}

impl PromotableMemOp for LoadOp {
    fn loads_from(&self, op: OpRef, slot: MemorySlot) -> bool {
        op.operand(Self::ADDR_OPERAND).id == slot.pointer
    }
    fn stores_to(&self, _op: OpRef, _slot: MemorySlot) -> bool {
        false
    }
    fn stored(&self, _: &mut Rewriter, _: OpId, _: MemorySlot, _: Option<Value>, _: Specs) -> Value {
        unreachable!("a load is not asked for what it stores")
    }
    fn can_remove_uses(&self, op: OpRef, slot: MemorySlot, operands: &[u32], specs: Specs) -> Option<Vec<Use>> {
        let can = is_only_pointer(op, slot, operands, &[Self::ADDR_OPERAND])
            && fits_part(&Bytes::of(op.cx(), specs), op.result(0).ty(), slot.element)
            && !op.get(Self::volatile_);
        can.then(Vec::new)
    }
    fn remove_uses(
        &self,
        rw: &mut Rewriter,
        op: OpId,
        _slot: MemorySlot,
        _operands: &[u32],
        reaching: Value,
        specs: Specs,
    ) -> Deletion {
        let result = rw.result(op, 0);
        let value = Bytes::of(rw.cx(), specs).first_part(rw, reaching, rw.ty(result));
        rw.replace_all_uses(result, value);
        Deletion::Delete
    }
}

impl PromotableMemOp for StoreOp {
    /// A partial store keeps the other bytes, so it needs the reaching definition.
    fn loads_from(&self, op: OpRef, slot: MemorySlot) -> bool {
        self.stores_to(op, slot)
            && !fits_all(&Bytes::of(op.cx(), None), op.operand(Self::VALUE_OPERAND).ty(), slot.element)
    }
    fn stores_to(&self, op: OpRef, slot: MemorySlot) -> bool {
        op.operand(Self::ADDR_OPERAND).id == slot.pointer
    }
    fn stored(&self, rw: &mut Rewriter, op: OpId, slot: MemorySlot, reaching: Option<Value>, specs: Specs) -> Value {
        let value = rw.operand(op, Self::VALUE_OPERAND);
        let value = Bytes::of(rw.cx(), specs).with_first_part(rw, value, slot.element, reaching);
        note_debug_value(rw, slot, value);
        value
    }
    fn can_remove_uses(&self, op: OpRef, slot: MemorySlot, operands: &[u32], specs: Specs) -> Option<Vec<Use>> {
        let value = op.operand(Self::VALUE_OPERAND);
        let can = is_only_pointer(op, slot, operands, &[Self::ADDR_OPERAND])
            && value.id != slot.pointer
            && fits_part(&Bytes::of(op.cx(), specs), value.ty(), slot.element)
            && !op.get(Self::volatile_);
        can.then(Vec::new)
    }
    fn remove_uses(&self, _: &mut Rewriter, _: OpId, _: MemorySlot, _: &[u32], _: Value, _: Specs) -> Deletion {
        Deletion::Delete
    }
}

/// The constant number of bytes of a non-volatile fill or copy; `None` otherwise.
fn n_bytes(is_volatile: bool, len: Option<&ApInt>) -> Option<u64> {
    len.filter(|_| !is_volatile)?.zext_value()
}

/// The value of `length`, if it is a constant.
fn constant_length(length: ValueRef<'_>) -> Option<&ApInt> {
    Some(constant_value(length.body, length.id)?.as_integer(length.cx())?.0)
}

/// A fill or copy of memory.
trait Block: Op {
    /// The number of bytes, if it is a constant and the operation is not volatile.
    fn length(op: OpRef) -> Option<u64>;
}

/// Rows of `Op, |op| length;`.
macro_rules! blocks {
    ($($op:ident, |$at:ident| $len:expr;)*) => {$(
        impl Block for $op {
            fn length($at: OpRef) -> Option<u64> {
                n_bytes($at.get(Self::isVolatile), $len)
            }
        }
    )*};
}

blocks! {
    MemsetIntr, |op| constant_length(op.value(Self::len));
    MemsetInlineIntr, |op| Some(op.get(Self::len));
    MemcpyIntr, |op| constant_length(op.value(Self::len));
    MemmoveIntr, |op| constant_length(op.value(Self::len));
    MemcpyInlineIntr, |op| Some(op.get(Self::len));
}

/// Rows of fills.
macro_rules! fills {
    ($($op:ident)*) => {$(
        impl PromotableMemOp for $op {
            fn loads_from(&self, _op: OpRef, _slot: MemorySlot) -> bool {
                false
            }
            fn stores_to(&self, op: OpRef, slot: MemorySlot) -> bool {
                op.operand(Self::DST_OPERAND).id == slot.pointer
            }
            fn stored(&self, rw: &mut Rewriter, op: OpId, slot: MemorySlot, _: Option<Value>, specs: Specs) -> Value {
                let value = repeated_byte(rw, rw.operand(op, Self::VAL_OPERAND), slot.element, specs);
                note_debug_value(rw, slot, value);
                value
            }
            fn can_remove_uses(&self, op: OpRef, slot: MemorySlot, operands: &[u32], specs: Specs) -> Option<Vec<Use>> {
                let bits = Bytes::of(op.cx(), specs).bits(slot.element);
                let can = is_only_pointer(op, slot, operands, &[Self::DST_OPERAND])
                    && Self::length(op).is_some_and(|n_bytes| n_bytes.checked_mul(8) == bits);
                can.then(Vec::new)
            }
            fn remove_uses(&self, _: &mut Rewriter, _: OpId, _: MemorySlot, _: &[u32], _: Value, _: Specs) -> Deletion {
                Deletion::Delete
            }
        }
    )*};
}
fills! { MemsetIntr MemsetInlineIntr }

/// The value of type `ty` each of whose bytes is `byte`.
fn repeated_byte(rw: &mut Rewriter, byte: Value, ty: Type, specs: Specs) -> Value {
    let bytes = Bytes::of(rw.cx(), specs);
    let bits = bytes.bits(ty).and_then(|bits| u32::try_from(bits).ok());
    let bits = bits.expect("it was asked whether the fill covers a type of known width");
    let mut value = byte;
    if bits > 8 {
        let wide = rw.cx().int_type(bits);
        value = rw.value(ZExtOp::build(wide, byte));
        let mut n_filled = 8;
        while n_filled < bits {
            let by = rw.int_attr(wide, n_filled.into());
            let by = rw.value(ConstantOp::build(wide, by));
            let shifted = rw.value(ShlOp::build(value, by));
            value = rw.value(OrOp::build(value, shifted));
            n_filled *= 2;
        }
    }
    bytes.first_part(rw, value, ty)
}

/// Rows of copies.
macro_rules! copies {
    ($($op:ident)*) => {$(
        impl PromotableMemOp for $op {
            fn loads_from(&self, op: OpRef, slot: MemorySlot) -> bool {
                op.operand(Self::SRC_OPERAND).id == slot.pointer
            }
            fn stores_to(&self, op: OpRef, slot: MemorySlot) -> bool {
                op.operand(Self::DST_OPERAND).id == slot.pointer
            }
            /// A copy into the slot is a load of the source, whose alignment is that of bytes.
            fn stored(&self, rw: &mut Rewriter, op: OpId, slot: MemorySlot, _: Option<Value>, _: Specs) -> Value {
                let source = rw.operand(op, Self::SRC_OPERAND);
                let alignment = rw.i64_attr(1);
                let value = rw.value(LoadOp::build(slot.element, source).prop(LoadOp::ALIGNMENT, alignment));
                note_debug_value(rw, slot, value);
                value
            }
            fn can_remove_uses(&self, op: OpRef, slot: MemorySlot, operands: &[u32], specs: Specs) -> Option<Vec<Use>> {
                let [to, from] = [Self::DST_OPERAND, Self::SRC_OPERAND].map(|index| op.operand(index).id);
                let bits = Bytes::of(op.cx(), specs).bits(slot.element);
                let can = is_only_pointer(op, slot, operands, &[Self::DST_OPERAND, Self::SRC_OPERAND])
                    && to != from
                    && Self::length(op).is_some_and(|n_bytes| n_bytes.checked_mul(8) == bits);
                can.then(Vec::new)
            }
            /// A copy out of the slot becomes a store of the reaching definition.
            fn remove_uses(
                &self,
                rw: &mut Rewriter,
                op: OpId,
                slot: MemorySlot,
                _: &[u32],
                reaching: Value,
                _: Specs,
            ) -> Deletion {
                if rw.operand(op, Self::SRC_OPERAND) == slot.pointer {
                    let to = rw.operand(op, Self::DST_OPERAND);
                    let alignment = rw.i64_attr(1);
                    rw.create(StoreOp::build(reaching, to).prop(StoreOp::ALIGNMENT, alignment));
                }
                Deletion::Delete
            }
        }
    )*};
}
copies! { MemcpyIntr MemmoveIntr MemcpyInlineIntr }
