//! Memory slots: memory that passes may turn into values.
//!
//! A slot is a pointer to memory of a known type. Operations that make slots,
//! and operations that use them, state by these interfaces how they can do
//! without: `mem2reg` replaces a slot by the values that are in it, `sroa`
//! replaces a slot of an aggregate by one slot for each element.
//!
//! Methods that ask take a view; methods that change get a rewriter whose
//! insertion point is where new operations may go. They erase nothing
//! themselves: they say by [`Deletion`] what becomes of the operation. Those
//! that may depend on how types lie in memory get the [`Layout`].

use std::collections::BTreeMap;

use crate::arena::{OpId, Value};
use crate::attrs::Attr;
use crate::opref::OpRef;
use crate::rewriter::Rewriter;
use crate::types::Type;

/// Memory that a pointer refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemorySlot {
    /// The pointer.
    pub pointer: Value,
    /// The type of what is in it.
    pub element: Type,
}

/// The data layout specifications of the operations around, innermost first (upstream: `DataLayout`); `None` if they are
/// not known.
pub type Layout<'a> = Option<&'a [Attr]>;

/// A use of a value: the operation and the number of the operand.
pub type Use = (OpId, u32);

/// What becomes of an operation that has been changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deletion {
    /// It stays.
    Keep,
    /// It is to be erased.
    Delete,
}

/// An operation that makes slots (upstream: `PromotableAllocationOpInterface`).
pub trait PromotableAllocation: Send + Sync {
    /// The slots that may be replaced by values.
    fn slots(&self, op: OpRef) -> Vec<MemorySlot>;
    /// Makes the value of a slot that nothing has been stored to.
    fn default_value(&self, rw: &mut Rewriter, op: OpId, slot: MemorySlot) -> Value;
    /// A block was given the argument `argument`, which is what is in the slot there.
    fn argument_added(&self, _rw: &mut Rewriter, _op: OpId, _slot: MemorySlot, _argument: Value) {}
    /// The slot is not used any more, and the default value was made if it was
    /// needed. Gives another operation that makes slots, if one was made.
    fn finish(&self, rw: &mut Rewriter, op: OpId, slot: MemorySlot, default: Option<Value>) -> Option<OpId>;
}

/// An operation that reads or writes slots (upstream: `PromotableMemOpInterface`).
pub trait PromotableMemOp: Send + Sync {
    /// Whether it reads the slot; if it writes it too, it reads first.
    fn loads_from(&self, op: OpRef, slot: MemorySlot) -> bool;
    /// Whether it writes the slot.
    fn stores_to(&self, op: OpRef, slot: MemorySlot) -> bool;
    /// What it writes, when `reaching` is in the slot before. Called for
    /// operations that write.
    fn stored(&self, rw: &mut Rewriter, op: OpId, slot: MemorySlot, reaching: Option<Value>, layout: Layout) -> Value;
    /// Whether it can do without these operands; if so, the uses of its results
    /// that have to go too.
    fn can_remove_uses(&self, op: OpRef, slot: MemorySlot, operands: &[u32], layout: Layout) -> Option<Vec<Use>>;
    /// Makes it do without these operands, when `reaching` is in the slot before.
    fn remove_uses(
        &self,
        rw: &mut Rewriter,
        op: OpId,
        slot: MemorySlot,
        operands: &[u32],
        reaching: Value,
        layout: Layout,
    ) -> Deletion;
}

/// Another operation that can do without operands (upstream: `PromotableOpInterface`).
pub trait PromotableOp: Send + Sync {
    /// Whether it can; if so, the uses of its results that have to go too.
    fn can_remove_uses(&self, op: OpRef, operands: &[u32]) -> Option<Vec<Use>>;
    /// Makes it do without these operands.
    fn remove_uses(&self, rw: &mut Rewriter, op: OpId, operands: &[u32]) -> Deletion;
}

/// Where an element is in an aggregate, one number for each dimension.
pub type ElementIndex = Vec<i64>;

/// A slot of an aggregate, with the types of its elements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DestructurableSlot {
    /// The slot.
    pub slot: MemorySlot,
    /// The elements.
    pub elements: BTreeMap<ElementIndex, Type>,
}

impl DestructurableSlot {
    /// A slot for each element in `used`: `allocate` makes an operation for an element of that type, and says which
    /// pointer it gives. The operations are added to `allocations`.
    pub fn split(
        &self,
        used: &[ElementIndex],
        allocations: &mut Vec<OpId>,
        mut allocate: impl FnMut(Type) -> (OpId, Value),
    ) -> BTreeMap<ElementIndex, MemorySlot> {
        let mut slots = BTreeMap::new();
        for index in used {
            let element = self.elements[index];
            let (allocation, pointer) = allocate(element);
            allocations.push(allocation);
            slots.insert(index.clone(), MemorySlot { pointer, element });
        }
        slots
    }
}

/// An operation that makes slots of aggregates (upstream:
/// `DestructurableAllocationOpInterface`).
pub trait DestructurableAllocation: Send + Sync {
    /// The slots that may be replaced by slots of their elements.
    fn destructurable_slots(&self, op: OpRef) -> Vec<DestructurableSlot>;
    /// Makes a slot for each element in `used`, and adds the operations that
    /// make slots to `allocations`.
    fn destructure(
        &self,
        rw: &mut Rewriter,
        op: OpId,
        slot: &DestructurableSlot,
        used: &[ElementIndex],
        allocations: &mut Vec<OpId>,
    ) -> BTreeMap<ElementIndex, MemorySlot>;
    /// The slot is not used any more. Gives another operation that makes slots, if one was made.
    fn finish_destructuring(&self, rw: &mut Rewriter, op: OpId, slot: &DestructurableSlot) -> Option<OpId>;
}

/// An operation that uses elements of a slot (upstream:
/// `DestructurableAccessorOpInterface`).
pub trait DestructurableAccessor: Send + Sync {
    /// Whether it can use slots of elements instead; if so, adds those it uses
    /// to `used`, and slots that must only be used safely to `safe`.
    fn can_rewire(
        &self,
        op: OpRef,
        slot: &DestructurableSlot,
        used: &mut Vec<ElementIndex>,
        safe: &mut Vec<MemorySlot>,
        layout: Layout,
    ) -> bool;
    /// Makes it use slots of elements.
    fn rewire(
        &self,
        rw: &mut Rewriter,
        op: OpId,
        slot: &DestructurableSlot,
        elements: &BTreeMap<ElementIndex, MemorySlot>,
        layout: Layout,
    ) -> Deletion;
}

/// An operation that may stay within the bounds of the slots it uses (upstream:
/// `SafeMemorySlotAccessOpInterface`).
pub trait SafeSlotAccess: Send + Sync {
    /// Whether it does, provided that the slots it adds to `safe` are used safely.
    fn is_safe(&self, op: OpRef, slot: MemorySlot, safe: &mut Vec<MemorySlot>, layout: Layout) -> bool;
}
