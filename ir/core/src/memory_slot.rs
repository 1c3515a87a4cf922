//! Memory slots: memory that passes may promote to values.
//!
//! A slot is a pointer to memory of a known type. Operations that allocate slots, and operations that use them, declare
//! by these interfaces how they are promoted: `mem2reg` replaces a slot by the values stored in it, `sroa` replaces a
//! slot of an aggregate by one slot for each element.
//!
//! Query methods take a view; modifying methods take a rewriter whose insertion point is that of new operations. They
//! erase no operation themselves: they return by [`Deletion`] whether the operation is erased. Those that may depend on
//! the layout of types in memory take the [`Layout`].

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
    /// The type of the stored value.
    pub element: Type,
}

/// The data layout specifications of the enclosing operations, innermost first (upstream: `DataLayout`); `None` if they
/// are unknown.
pub type Layout<'a> = Option<&'a [Attr]>;

/// A use of a value: the operation and the operand index.
pub type Use = (OpId, u32);

/// The fate of an operation that has been rewritten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deletion {
    /// It is kept.
    Keep,
    /// It is to be erased.
    Delete,
}

/// An operation that allocates slots (upstream: `PromotableAllocationOpInterface`).
pub trait PromotableAllocation: Send + Sync {
    /// The slots that may be replaced by values.
    fn slots(&self, op: OpRef) -> Vec<MemorySlot>;
    /// Creates the value of a slot before its first store.
    fn default_value(&self, rw: &mut Rewriter, op: OpId, slot: MemorySlot) -> Value;
    /// Called after the block argument `argument` was added, which holds the value of the slot at the start of that
    /// block.
    fn argument_added(&self, _rw: &mut Rewriter, _op: OpId, _slot: MemorySlot, _argument: Value) {}
    /// Called when the slot has no uses left, with the default value if it was created. Returns another operation that
    /// allocates slots, if one was created.
    fn finish(&self, rw: &mut Rewriter, op: OpId, slot: MemorySlot, default: Option<Value>) -> Option<OpId>;
}

/// An operation that reads or writes slots (upstream: `PromotableMemOpInterface`).
pub trait PromotableMemOp: Send + Sync {
    /// Returns whether it reads the slot; if it writes it too, it reads first.
    fn loads_from(&self, op: OpRef, slot: MemorySlot) -> bool;
    /// Returns whether it writes the slot.
    fn stores_to(&self, op: OpRef, slot: MemorySlot) -> bool;
    /// The value it stores, where `reaching` is the reaching definition of the slot before it. Called for operations
    /// that store.
    fn stored(&self, rw: &mut Rewriter, op: OpId, slot: MemorySlot, reaching: Option<Value>, layout: Layout) -> Value;
    /// Returns whether the uses of these operands can be removed; if so, the uses of its results that have to be
    /// removed too.
    fn can_remove_uses(&self, op: OpRef, slot: MemorySlot, operands: &[u32], layout: Layout) -> Option<Vec<Use>>;
    /// Removes the uses of these operands, where `reaching` is the reaching definition of the slot before it.
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
    /// Returns whether they can be removed; if so, the uses of its results that have to be removed too.
    fn can_remove_uses(&self, op: OpRef, operands: &[u32]) -> Option<Vec<Use>>;
    /// Removes the uses of these operands.
    fn remove_uses(&self, rw: &mut Rewriter, op: OpId, operands: &[u32]) -> Deletion;
}

/// The index of an element in an aggregate, one integer for each dimension.
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
    /// Creates a slot for each element in `used`: `allocate` creates an operation for an element of that type and
    /// returns its pointer. The operations are added to `allocations`.
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

/// An operation that allocates slots of aggregates (upstream: `DestructurableAllocationOpInterface`).
pub trait DestructurableAllocation: Send + Sync {
    /// The slots that may be replaced by slots of their elements.
    fn destructurable_slots(&self, op: OpRef) -> Vec<DestructurableSlot>;
    /// Creates a slot for each element in `used`, and adds the operations that allocate them to `allocations`.
    fn destructure(
        &self,
        rw: &mut Rewriter,
        op: OpId,
        slot: &DestructurableSlot,
        used: &[ElementIndex],
        allocations: &mut Vec<OpId>,
    ) -> BTreeMap<ElementIndex, MemorySlot>;
    /// Called when the slot has no uses left. Returns another operation that allocates slots, if one was created.
    fn finish_destructuring(&self, rw: &mut Rewriter, op: OpId, slot: &DestructurableSlot) -> Option<OpId>;
}

/// An operation that uses elements of a slot (upstream:
/// `DestructurableAccessorOpInterface`).
pub trait DestructurableAccessor: Send + Sync {
    /// Returns whether it can use slots of elements instead; if so, adds those it uses to `used`, and slots that must
    /// only be used safely to `safe`.
    fn can_rewire(
        &self,
        op: OpRef,
        slot: &DestructurableSlot,
        used: &mut Vec<ElementIndex>,
        safe: &mut Vec<MemorySlot>,
        layout: Layout,
    ) -> bool;
    /// Rewrites it to use slots of elements.
    fn rewire(
        &self,
        rw: &mut Rewriter,
        op: OpId,
        slot: &DestructurableSlot,
        elements: &BTreeMap<ElementIndex, MemorySlot>,
        layout: Layout,
    ) -> Deletion;
}

/// An operation that may be known to access slots within their bounds (upstream: `SafeMemorySlotAccessOpInterface`).
pub trait SafeSlotAccess: Send + Sync {
    /// Returns whether it does, provided that the slots it adds to `safe` are used safely.
    fn is_safe(&self, op: OpRef, slot: MemorySlot, safe: &mut Vec<MemorySlot>, layout: Layout) -> bool;
}
