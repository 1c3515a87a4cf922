//! A compiled format: a flat list of steps, the same for reading and writing.
//!
//! A step that opens a group or a list of clauses says how many of the steps
//! after it belong to it, so that running a program is a walk over a slice.
//!
//! Values are addressed by *slot*: operand field `i` is slot `i`, result field
//! `j` is slot `n_operands + j`; two more slots stand for `operands` and
//! `results` as a whole.

use std::ops::Range;

use rmlir_core::Context;
use rmlir_core::opdef::{CustomDirective, DerivedType, DirectiveField, OpDef, ValueDef};
use rmlir_core::types::{Type, TypeData};

/// The number of a value slot.
pub(super) type Slot = u16;

/// The compiled format of an operation.
pub struct OpProgram {
    pub(super) steps: Box<[Step]>,
    /// The conditions that groups, clauses and their like refer to.
    pub(super) presences: Box<[Presence]>,
    pub(super) customs: Box<[Custom]>,
    /// For each slot of a field, where its types come from.
    pub(super) types: Box<[TypeFrom]>,
    /// The slots whose types are checked before types are derived from them.
    pub(super) checked: Box<[Slot]>,
    /// Whether `operands` stands for the operands.
    pub(super) all_operands: bool,
    /// Whether `type(operands)` gives their types.
    pub(super) all_operand_types: bool,
    /// Whether `type(results)` gives the result types.
    pub(super) all_result_types: bool,
    /// Whether result types are inferred from the finished operands.
    pub(super) infers_results: bool,
    /// The property slots of the segment sizes, if they are computed.
    pub(super) operand_segments: Option<usize>,
    pub(super) result_segments: Option<usize>,
    /// The attributes that `attr-dict` never writes.
    pub(super) elided: Box<[&'static str]>,
    /// The property slots that `attr-dict` has to look at.
    pub(super) unbound: Box<[usize]>,
    /// The places of the values of all slots, if they are the same for all operations.
    pub(super) ranges: Option<Box<[Range<u32>]>>,
    /// Whether regions or successors stand in another order than declared.
    pub(super) permuted_regions: bool,
    pub(super) permuted_successors: bool,
}

/// One step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Whether a space is written first.
    pub space: bool,
    pub kind: Kind,
}

/// What a step does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Keyword(&'static str),
    Punctuation(&'static str),
    /// Writes just the step's space, if it has one.
    Space,
    Newline,
    Operand(u16),
    OptionalOperand(u16),
    VariadicOperand(u16),
    AllOperands,
    Attr(AttrStep),
    Region(u16),
    VariadicRegion(u16),
    AllRegions,
    Successor(u16),
    VariadicSuccessor(u16),
    AllSuccessors,
    Type(Slot, Option<KindOfType>),
    OptionalType(Slot),
    VariadicType(Slot),
    FunctionalType(Slot, Slot),
    AttrDict {
        keyword: bool,
    },
    PropDict,
    Group(GroupStep),
    /// The next `.0` steps are clauses.
    OiList(u16),
    Clause(ClauseStep),
    /// The number of a [`Custom`].
    Custom(u16),
}

/// `$attribute`
#[derive(Clone, Copy, Debug)]
pub(super) struct AttrStep {
    pub prop: u16,
    /// Whether it may be missing from the text.
    pub optional: bool,
    /// Whether a dialect's prefix is written.
    pub qualified: bool,
}

/// An optional group; `then` steps follow, then `otherwise` steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroupStep {
    pub then: u16,
    pub otherwise: u16,
    /// The step of `then` that decides when reading.
    pub guard: u16,
    /// The conditions that decide when writing: any of them.
    pub present: Range16,
    /// Whether `then` is there when none of them holds.
    pub inverted: bool,
    /// The unit attribute that the group stands for.
    pub unit: Option<u16>,
}

/// A clause of `oilist`; `body` steps follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClauseStep {
    pub literal: &'static str,
    pub body: u16,
    pub present: Range16,
    pub unit: Option<u16>,
}

/// A range of small numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range16 {
    pub start: u16,
    pub end: u16,
}

/// Whether something is there, asked of a finished operation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Presence {
    Slot(Slot),
    Attr(u16),
    Region(u16),
    Successor(u16),
}

/// `custom<name>(..)`
pub(super) struct Custom {
    pub directive: CustomDirective,
    pub fields: Box<[DirectiveField]>,
    /// Whether the argument of the same number is a `ref`.
    pub is_ref: Box<[bool]>,
}

/// Where the types of a slot come from.
#[derive(Clone, Copy)]
pub(super) enum TypeFrom {
    /// They are written in the format.
    Written,
    /// There is only one such type.
    Built(fn(&Context) -> Type),
    /// From the type of a slot of one value.
    One(Slot, Option<&'static DerivedType>),
    /// From the types of a slot of any number of values, one by one.
    Each(Slot, Option<&'static DerivedType>),
    /// From the type of a property.
    Prop(u16, Option<&'static DerivedType>),
    /// Nothing says it; result types are inferred later.
    Unknown,
}

/// A kind of type that a field's C++ class fixes upstream, with its name.
#[derive(Clone, Copy)]
pub(super) struct KindOfType {
    /// As in "expected builtin.memref, but found", if it has a name.
    pub name: Option<&'static str>,
    pub is: fn(&TypeData) -> bool,
}

impl std::fmt::Debug for KindOfType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.name.fmt(f)
    }
}

/// The slot of all operands together.
pub(super) fn all_operands_slot(def: &OpDef) -> Slot {
    (def.operands.len() + def.results.len()) as Slot
}

/// The slot of all results together.
pub(super) fn all_results_slot(def: &OpDef) -> Slot {
    all_operands_slot(def) + 1
}

/// The number of slots.
pub(super) fn n_slots(def: &OpDef) -> usize {
    usize::from(all_results_slot(def)) + 1
}

/// The field of `slot`, `None` for `operands` and `results`.
pub(super) fn field(def: &OpDef, slot: Slot) -> Option<&'static ValueDef> {
    let slot = usize::from(slot);
    def.operands.get(slot).or_else(|| def.results.get(slot - def.operands.len()))
}
