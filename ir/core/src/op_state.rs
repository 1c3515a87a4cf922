//! The components of an operation before its creation; its functions are in `builder`.

use smallvec::SmallVec;

use crate::arena::{BlockId, RegionId, Value};
use crate::handles::{Attr, Loc, NamedAttr, OpName, Type};

/// All components of an operation before its creation.
#[derive(Clone, Debug)]
pub struct OpState {
    /// The name.
    pub name: OpName,
    /// The location; if `None`, the creator of the operation chooses it.
    pub loc: Option<Loc>,
    /// The operands, all fields in order.
    pub operands: SmallVec<[Value; 4]>,
    /// The result types; if empty they are inferred where the definition supports it.
    pub result_types: SmallVec<[Type; 2]>,
    /// The property slots, see [`crate::Body::props`]; missing ones are absent.
    pub props: SmallVec<[Attr; 4]>,
    /// The discardable attributes, in any order.
    pub attrs: Vec<NamedAttr>,
    /// The successors.
    pub successors: SmallVec<[BlockId; 2]>,
    /// Detached regions to adopt, first.
    pub regions: SmallVec<[RegionId; 2]>,
    /// The number of empty regions to add after those.
    pub n_new_regions: usize,
    /// Whether an empty `result_types` means no results instead of inference.
    pub no_inference: bool,
}
