//! Stack memory as values: how `llvm.alloca` and what uses it do without memory, for `mem2reg` and `sroa`.
//!
//! In reading order: promotion of a slot to values; the operations that only hand the pointer on, or say something of
//! it; destructuring of a slot of an aggregate into slots of its members.
//!
//! The data layout is that of a module around, which is not seen here. So nothing is done that depends on it: values
//! are converted only between types of the same fixed width, and members are found by the indices of a GEP whose type
//! is that of the slot, not by offsets in bytes.

use std::collections::BTreeMap;

use rmlir::core::fold::constant_value;
use rmlir::core::memory_slot::{
    Deletion, DestructurableAccessor, DestructurableAllocation, DestructurableSlot, ElementIndex, MemorySlot,
    PromotableAllocation, PromotableMemOp, PromotableOp, SafeSlotAccess, Use,
};
use rmlir::prelude::*;

use crate::intrinsics::hint::{DbgDeclareIntr, DbgValueIntr};
use crate::intrinsics::memory::*;
use crate::ops::arith::MulOp;
use crate::ops::cast::{AddrSpaceCastOp, BitcastOp, ZExtOp};
use crate::ops::constant::{ConstantOp, UndefOp};
use crate::ops::memory::{AllocaOp, GEPOp, LoadOp, StoreOp};
use crate::types::{ArrayType, PointerType, StructBody, StructType};

/// As upstream: arrays of more elements stay in memory.
const MAX_ARRAY_ELEMENTS: i64 = 16;

/// Whether `op` stands in the first block of its region, where it runs once before all that may use its memory.
fn is_in_entry_block(op: OpRef) -> bool {
    let entry = op.body.parent_region(op.id).and_then(|region| op.body.entry(region));
    entry.is_some() && entry == op.body.block_of(op.id)
}

fn element_type(op: OpRef) -> Option<Type> {
    op.prop(AllocaOp::ELEM_TYPE)?.as_type(op.cx()).filter(|_| op.prop(AllocaOp::INALLOCA).is_none())
}

/// The number of bits of an integer, float or fixed vector of these, which no data layout changes.
fn fixed_bits(cx: &Context, ty: Type) -> Option<u64> {
    let element = ty.element_or_self(cx);
    let width = element.int_width(cx).or_else(|| element.float_kind(cx).map(|kind| kind.width()))?;
    let n_elements = if ty.is_vector(cx) { u64::try_from(ty.n_elements(cx)?).ok()? } else { 1 };
    u64::from(width).checked_mul(n_elements)
}

/// Whether values of both types are the same bits in memory.
fn have_same_bits(cx: &Context, a: Type, b: Type) -> bool {
    let whole_bytes = |ty| fixed_bits(cx, ty).filter(|bits| bits.is_multiple_of(8));
    a == b || whole_bytes(a).is_some_and(|bits| whole_bytes(b) == Some(bits))
}

/// `value` as what memory that holds it holds of type `ty`.
fn reinterpret(rw: &mut Rewriter, value: Value, ty: Type) -> Value {
    if rw.ty(value) == ty { value } else { rw.value(BitcastOp::build(ty, value)) }
}

/// Says for each variable that is declared to be in the slot that it is `value` from the insertion point on.
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
        element_type(op).filter(|_| is_in_entry_block(op)).map(slot).into_iter().collect()
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

/// Whether the only operand that has to go is the pointer of the slot, at one of `places`.
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
    fn stored(&self, _rw: &mut Rewriter, _op: OpId, _slot: MemorySlot, _reaching: Option<Value>) -> Value {
        unreachable!("a load is not asked for what it stores")
    }
    fn can_remove_uses(&self, op: OpRef, slot: MemorySlot, operands: &[u32]) -> Option<Vec<Use>> {
        let can = is_only_pointer(op, slot, operands, &[Self::ADDR_OPERAND])
            && have_same_bits(op.cx(), op.result(0).ty(), slot.element)
            && op.prop(Self::VOLATILE_).is_none();
        can.then(Vec::new)
    }
    fn remove_uses(
        &self,
        rw: &mut Rewriter,
        op: OpId,
        _slot: MemorySlot,
        _operands: &[u32],
        reaching: Value,
    ) -> Deletion {
        let result = rw.result(op, 0);
        let value = reinterpret(rw, reaching, rw.ty(result));
        rw.replace_all_uses(result, value);
        Deletion::Delete
    }
}

impl PromotableMemOp for StoreOp {
    fn loads_from(&self, _op: OpRef, _slot: MemorySlot) -> bool {
        false
    }
    fn stores_to(&self, op: OpRef, slot: MemorySlot) -> bool {
        op.operand(Self::ADDR_OPERAND).id == slot.pointer
    }
    fn stored(&self, rw: &mut Rewriter, op: OpId, slot: MemorySlot, _reaching: Option<Value>) -> Value {
        let value = reinterpret(rw, rw.operand(op, Self::VALUE_OPERAND), slot.element);
        note_debug_value(rw, slot, value);
        value
    }
    fn can_remove_uses(&self, op: OpRef, slot: MemorySlot, operands: &[u32]) -> Option<Vec<Use>> {
        let value = op.operand(Self::VALUE_OPERAND);
        let can = is_only_pointer(op, slot, operands, &[Self::ADDR_OPERAND])
            && value.id != slot.pointer
            && have_same_bits(op.cx(), value.ty(), slot.element)
            && op.prop(Self::VOLATILE_).is_none();
        can.then(Vec::new)
    }
    fn remove_uses(&self, _rw: &mut Rewriter, _op: OpId, _slot: MemorySlot, _operands: &[u32], _: Value) -> Deletion {
        Deletion::Delete
    }
}

/// Whether a fill or copy is of `len` bytes, a constant that is all of a slot of a type of fixed width, and not volatile.
fn covers(op: OpRef, slot: MemorySlot, is_volatile: usize, len: Option<Attr>) -> bool {
    let n_bytes = len.and_then(|len| len.as_integer(op.cx())?.0.zext_value());
    let bits = fixed_bits(op.cx(), slot.element);
    let is_volatile = op.prop(is_volatile) != Some(Attr::FALSE);
    !is_volatile && n_bytes.and_then(|n_bytes| n_bytes.checked_mul(8)).is_some_and(|n_bits| bits == Some(n_bits))
}

/// Rows of `Op, |op| length;`: fills.
macro_rules! fills {
    ($($op:ident, |$at:ident| $len:expr;)*) => {$(
        impl PromotableMemOp for $op {
            fn loads_from(&self, _op: OpRef, _slot: MemorySlot) -> bool {
                false
            }
            fn stores_to(&self, op: OpRef, slot: MemorySlot) -> bool {
                op.operand(Self::DST_OPERAND).id == slot.pointer
            }
            fn stored(&self, rw: &mut Rewriter, op: OpId, slot: MemorySlot, _reaching: Option<Value>) -> Value {
                let value = repeated_byte(rw, rw.operand(op, Self::VAL_OPERAND), slot.element);
                note_debug_value(rw, slot, value);
                value
            }
            fn can_remove_uses(&self, $at: OpRef, slot: MemorySlot, operands: &[u32]) -> Option<Vec<Use>> {
                let can = is_only_pointer($at, slot, operands, &[Self::DST_OPERAND])
                    && covers($at, slot, Self::IS_VOLATILE, $len);
                can.then(Vec::new)
            }
            fn remove_uses(&self, _: &mut Rewriter, _: OpId, _: MemorySlot, _: &[u32], _: Value) -> Deletion {
                Deletion::Delete
            }
        }
    )*};
}

fills! {
    MemsetIntr, |op| constant_value(op.body, op.operand(Self::LEN_OPERAND).id);
    MemsetInlineIntr, |op| op.prop(Self::LEN);
}

/// The value of type `ty` each of whose bytes is `byte`.
fn repeated_byte(rw: &mut Rewriter, byte: Value, ty: Type) -> Value {
    let bits = fixed_bits(rw.cx(), ty).and_then(|bits| u32::try_from(bits).ok());
    let bits = bits.expect("it was asked whether the fill covers a type of fixed width");
    let mut value = byte;
    if bits > 8 {
        let wide = rw.cx().int_type(bits);
        let ones = ApInt::one(bits);
        let pattern = (0..bits).step_by(8).fold(ApInt::zero(bits), |sum, place| sum.or(&ones.shl(place)));
        let pattern = rw.apint_attr(wide, pattern);
        let pattern = rw.value(ConstantOp::build(wide, pattern));
        let extended = rw.value(ZExtOp::build(wide, byte));
        value = rw.value(MulOp::build(extended, pattern));
    }
    reinterpret(rw, value, ty)
}

/// Rows of `Op, |op| length;`: copies.
macro_rules! copies {
    ($($op:ident, |$at:ident| $len:expr;)*) => {$(
        impl PromotableMemOp for $op {
            fn loads_from(&self, op: OpRef, slot: MemorySlot) -> bool {
                op.operand(Self::SRC_OPERAND).id == slot.pointer
            }
            fn stores_to(&self, op: OpRef, slot: MemorySlot) -> bool {
                op.operand(Self::DST_OPERAND).id == slot.pointer
            }
            fn stored(&self, rw: &mut Rewriter, op: OpId, slot: MemorySlot, _reaching: Option<Value>) -> Value {
                let source = rw.operand(op, Self::SRC_OPERAND);
                let alignment = rw.i64_attr(1);
                let value = rw.value(LoadOp::build(slot.element, source).prop(LoadOp::ALIGNMENT, alignment));
                note_debug_value(rw, slot, value);
                value
            }
            fn can_remove_uses(&self, $at: OpRef, slot: MemorySlot, operands: &[u32]) -> Option<Vec<Use>> {
                let [to, from] = [Self::DST_OPERAND, Self::SRC_OPERAND].map(|index| $at.operand(index).id);
                let can = is_only_pointer($at, slot, operands, &[Self::DST_OPERAND, Self::SRC_OPERAND])
                    && to != from
                    && covers($at, slot, Self::IS_VOLATILE, $len);
                can.then(Vec::new)
            }
            /// A copy out of the slot is a store of what is in it, of no more than the alignment of bytes.
            fn remove_uses(&self, rw: &mut Rewriter, op: OpId, slot: MemorySlot, _: &[u32], reaching: Value) -> Deletion {
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

copies! {
    MemcpyIntr, |op| constant_value(op.body, op.operand(Self::LEN_OPERAND).id);
    MemmoveIntr, |op| constant_value(op.body, op.operand(Self::LEN_OPERAND).id);
    MemcpyInlineIntr, |op| op.prop(Self::LEN);
}

/// All uses of the results, which go with the operation.
fn uses_of_results(op: OpRef) -> Vec<Use> {
    op.results().flat_map(|result| op.body.uses(result.id).collect::<Vec<_>>()).collect()
}

/// Rows of `Op, condition;`: operations that go together with the uses of their results.
macro_rules! forwards {
    ($($op:ident, $can:expr;)*) => {$(
        impl PromotableOp for $op {
            fn can_remove_uses(&self, op: OpRef, _operands: &[u32]) -> Option<Vec<Use>> {
                let can: fn(OpRef) -> bool = $can;
                can(op).then(|| uses_of_results(op))
            }
            fn remove_uses(&self, _rw: &mut Rewriter, _op: OpId, _operands: &[u32]) -> Deletion {
                Deletion::Delete
            }
        }
    )*};
}

forwards! {
    LifetimeStartIntr, |_| true;
    LifetimeEndIntr, |_| true;
    InvariantStartIntr, |_| true;
    InvariantEndIntr, |_| true;
    LaunderInvariantGroupIntr, |_| true;
    StripInvariantGroupIntr, |_| true;
    DbgDeclareIntr, |_| true;
    AddrSpaceCastOp, |_| true;
    BitcastOp, |_| true;
    // One that goes nowhere.
    GEPOp, |op| GEPOp::raw_indices(op).iter().all(|&index| index == 0);
}

impl PromotableOp for DbgValueIntr {
    fn can_remove_uses(&self, _op: OpRef, _operands: &[u32]) -> Option<Vec<Use>> {
        Some(Vec::new())
    }
    /// That there is such a variable is still said.
    fn remove_uses(&self, rw: &mut Rewriter, op: OpId, _operands: &[u32]) -> Deletion {
        rw.before(op);
        let ty = rw.ty(rw.operand(op, 0));
        let undef = rw.value(UndefOp::build(ty));
        rw.set_operand(op, 0, undef);
        Deletion::Keep
    }
}

/// The types of the members of an array or structure; none if it is to stay as it is.
fn members(cx: &Context, ty: Type) -> Option<Vec<Type>> {
    if let Some(array) = ArrayType::from_type(cx, ty) {
        let n_elements = array.n_elements(cx);
        return (n_elements <= MAX_ARRAY_ELEMENTS).then(|| vec![array.element(cx); n_elements.max(0) as usize]);
    }
    let record = StructType::from_type(cx, ty)?;
    let is_known = matches!(record.body(cx), StructBody::Aligned | StructBody::Packed);
    is_known.then(|| record.members(cx))
}

impl DestructurableAllocation for AllocaOp {
    fn destructurable_slots(&self, op: OpRef) -> Vec<DestructurableSlot> {
        let ty = element_type(op).filter(|_| is_in_entry_block(op));
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

/// Where a GEP of a slot leads: the number of the member, and the indices and type of what is meant in it.
struct MemberAccess {
    member: i64,
    indices: Vec<i64>,
    ty: Type,
}

/// The type at the end of constant `indices` into `ty`, if none leaves its array or structure.
fn type_at(cx: &Context, mut ty: Type, indices: &[i64]) -> Option<Type> {
    for &index in indices {
        let inside = |n: usize| usize::try_from(index).is_ok_and(|index| index < n);
        ty = match (ArrayType::from_type(cx, ty), StructType::from_type(cx, ty)) {
            (Some(array), _) => Some(array.element(cx)).filter(|_| inside(array.n_elements(cx).max(0) as usize))?,
            (_, Some(record)) => *record.members(cx).get(usize::try_from(index).ok()?)?,
            _ => return None,
        };
    }
    Some(ty)
}

/// The access of `op`, a GEP, to a member of memory of type `slot`.
fn member_access(op: OpRef, slot: Type) -> Option<MemberAccess> {
    let cx = op.cx();
    let element = op.prop(GEPOp::ELEM_TYPE)?.as_type(cx)?;
    let indices = GEPOp::raw_indices(op);
    let is_scalar = PointerType::from_type(cx, op.result(0).ty()).is_some();
    if !is_scalar || indices.contains(&GEPOp::DYNAMIC) {
        return None;
    }
    let is_array_of_it = ArrayType::from_type(cx, slot).is_some_and(|array| array.element(cx) == element);
    let path = match indices.split_first()? {
        (0, path) if element == slot => path,
        _ if is_array_of_it => &indices[..],
        _ => return None,
    };
    let (&member, rest) = path.split_first()?;
    Some(MemberAccess { member, indices: rest.to_vec(), ty: type_at(cx, slot, path)? })
}

/// At least how many bits memory of type `ty` has, whatever the data layout. Of the structures in a structure only the
/// first counts, so that the time is that of the depth.
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
fn fits(cx: &Context, accessed: Type, ty: Type) -> bool {
    let n_bits = fixed_bits(cx, accessed).map(|bits| bits.next_multiple_of(8));
    accessed == ty || n_bits.is_some_and(|bits| bits <= least_bits(cx, ty))
}

impl DestructurableAccessor for GEPOp {
    fn can_rewire(
        &self,
        op: OpRef,
        slot: &DestructurableSlot,
        used: &mut Vec<ElementIndex>,
        safe: &mut Vec<MemorySlot>,
    ) -> bool {
        let access = member_access(op, slot.slot.element).filter(|_| op.operand(0).id == slot.slot.pointer);
        let Some(access) = access else { return false };
        used.push(vec![access.member]);
        safe.push(MemorySlot { pointer: op.result(0).id, element: access.ty });
        true
    }

    fn rewire(
        &self,
        rw: &mut Rewriter,
        op: OpId,
        slot: &DestructurableSlot,
        elements: &BTreeMap<ElementIndex, MemorySlot>,
    ) -> Deletion {
        let access = member_access(OpRef::new(rw, op), slot.slot.element).expect("it was asked whether it can");
        let member = elements[&vec![access.member]];
        if access.indices.is_empty() {
            let result = rw.result(op, 0);
            rw.replace_all_uses(result, member.pointer);
            return Deletion::Delete;
        }
        let indices: Vec<i32> = [0].into_iter().chain(access.indices.iter().map(|&index| index as i32)).collect();
        let (indices, element) = (rw.cx().i32_array(&indices), rw.cx().type_attr(member.element));
        rw.set_operands(op, &[member.pointer]);
        rw.set_prop(op, Self::RAW_CONSTANT_INDICES, indices);
        rw.set_prop(op, Self::ELEM_TYPE, element);
        Deletion::Keep
    }
}

impl SafeSlotAccess for GEPOp {
    fn is_safe(&self, op: OpRef, slot: MemorySlot, safe: &mut Vec<MemorySlot>) -> bool {
        if op.operand(0).id != slot.pointer {
            return true;
        }
        let access = member_access(op, slot.element);
        safe.extend(access.as_ref().map(|access| MemorySlot { pointer: op.result(0).id, element: access.ty }));
        access.is_some()
    }
}

/// Rows of `Op, |op| type of what it accesses, number of the pointer;`.
macro_rules! accessors {
    ($($op:ident, |$at:ident| $ty:expr;)*) => {$(
        impl DestructurableAccessor for $op {
            /// An access to the aggregate itself is one to its first member.
            fn can_rewire(
                &self,
                $at: OpRef,
                slot: &DestructurableSlot,
                used: &mut Vec<ElementIndex>,
                _safe: &mut Vec<MemorySlot>,
            ) -> bool {
                let first = slot.elements.get(&vec![0]);
                // The pointer itself must not be what is stored.
                let n_uses = $at.operands().filter(|operand| operand.id == slot.slot.pointer).count();
                let can = $at.operand(Self::ADDR_OPERAND).id == slot.slot.pointer
                    && n_uses == 1
                    && $at.prop(Self::VOLATILE_).is_none()
                    && first.is_some_and(|&first| fits($at.cx(), $ty, first));
                used.extend(can.then(|| vec![0]));
                can
            }
            fn rewire(
                &self,
                rw: &mut Rewriter,
                op: OpId,
                _slot: &DestructurableSlot,
                elements: &BTreeMap<ElementIndex, MemorySlot>,
            ) -> Deletion {
                rw.set_operand(op, Self::ADDR_OPERAND, elements[&vec![0]].pointer);
                Deletion::Keep
            }
        }

        impl SafeSlotAccess for $op {
            fn is_safe(&self, $at: OpRef, slot: MemorySlot, _safe: &mut Vec<MemorySlot>) -> bool {
                // Another use is of the pointer as a value.
                $at.operand(Self::ADDR_OPERAND).id != slot.pointer || fits($at.cx(), $ty, slot.element)
            }
        }
    )*};
}

accessors! {
    LoadOp, |op| op.result(0).ty();
    StoreOp, |op| op.operand(Self::VALUE_OPERAND).ty();
}
