//! The rules for the operations with one name, as a context keeps them.

use std::sync::OnceLock;

use smallvec::SmallVec;

use crate::checked::Checked;
use crate::opdef::OpDef;
use crate::opref::OpRef;
use crate::symbol::SymbolUser;

/// A check of an operation with this definition.
pub(super) type Rule = fn(OpRef, &'static OpDef) -> Checked;

/// The plan of one operation name. Unregistered operations have an empty one.
#[derive(Default)]
pub(crate) struct Plan {
    /// The definition it is derived from.
    pub(super) def: Option<&'static OpDef>,
    pub(super) numbers: Numbers,
    /// The rules of `before` that verify the segment sizes of operands and results.
    pub(super) segments: Vec<Rule>,
    /// The rules checked before the contents of the regions.
    pub(super) before: Vec<Rule>,
    /// The rules of `before` that do not depend on types and segment sizes alone.
    pub(super) before_if_types_fit: Vec<Rule>,
    /// Types that are known to be valid; present only if there are rules about types.
    pub(super) known_types: Option<KnownTypes>,
    /// By `custom<DynamicIndexList>` of the syntax: the operand field and the property slot.
    pub(super) dynamic_lists: Vec<(usize, usize)>,
    /// The rules checked after the contents of the regions.
    pub(super) after: Vec<Rule>,
    /// The verifier of the operation's symbol uses.
    pub(super) symbol_user: Option<&'static dyn SymbolUser>,
}

/// The valid numbers of operands, results, regions and successors, for a fast check.
#[derive(Default)]
pub(super) struct Numbers {
    pub(super) operands: Number,
    pub(super) results: Number,
    pub(super) regions: Number,
    pub(super) successors: Number,
}

#[derive(Default)]
pub(super) struct Number {
    pub(super) least: usize,
    pub(super) most: usize,
    /// The excess over `least` is a multiple of this.
    pub(super) step: usize,
}

/// The number of lists kept. More are rarely used, and each costs a comparison.
const N_KEPT: usize = 4;

/// Operand and result types of one operation name that were verified, see `known`.
pub(super) struct KnownTypes {
    /// The properties with the segment sizes of operands and results.
    pub(super) segments: SmallVec<[usize; 2]>,
    pub(super) kept: [OnceLock<Box<[u32]>>; N_KEPT],
}
