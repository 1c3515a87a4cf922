//! The stored records. An operation with one result and two operands takes
//! 72 + 24 + 2 x 24 bytes in release builds.

use smallvec::SmallVec;

use crate::arena::{BlockId, OpId, RegionId, Value};
use crate::attrs::Attr;
use crate::body::Body;
use crate::loc::Loc;
use crate::name::OpName;
use crate::types::Type;

#[derive(Clone)]
pub(crate) struct OpData {
    pub name: OpName,
    pub loc: Loc,
    /// Discardable attributes: an interned dictionary.
    pub attrs: Attr,
    /// Increases along the block; gaps leave room for insertions.
    pub order: u32,
    pub block: Option<BlockId>,
    pub prev: Option<OpId>,
    pub next: Option<OpId>,
    /// Run of operands in `Body::uses`.
    pub operands: u32,
    pub n_operands: u32,
    /// Run of property slots in `Body::props`.
    pub props: u32,
    pub n_props: u16,
    /// Whether `first_result` is the only result (else a run in `Body::results`).
    pub n_results: u16,
    pub first_result: Results,
    /// Index into `Body::extras`, or `NIL`.
    pub extra: u32,
}

/// One result inline, or the start of a run in `Body::results`.
#[derive(Clone, Copy)]
pub(crate) enum Results {
    Inline(Value),
    Run(u32),
}

/// What only operations with regions or successors have.
pub(crate) struct OpExtra<'c> {
    pub regions: SmallVec<[RegionId; 2]>,
    /// Run of successors in `Body::block_uses`.
    pub successors: u32,
    pub n_successors: u32,
    pub nested: Option<Box<Body<'c>>>,
}

impl Default for OpExtra<'_> {
    fn default() -> Self {
        Self { regions: SmallVec::new(), successors: 0, n_successors: 0, nested: None }
    }
}

/// What defines a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDefinition {
    /// Result number `.1` of an operation.
    Result(OpId, u32),
    /// Argument number `.1` of a block.
    Argument(BlockId, u32),
}

#[derive(Clone)]
pub(crate) struct ValueData {
    pub ty: Type,
    pub def: ValueDefinition,
    pub first_use: u32,
}

/// An operand: a use of a value, linked into the value's use list.
#[derive(Clone, Copy)]
pub struct Use {
    pub(crate) value: Value,
    pub(crate) owner: OpId,
    pub(crate) next: u32,
    pub(crate) prev: u32,
}

/// A successor: a use of a block, linked into the block's use list.
#[derive(Clone, Copy)]
pub(crate) struct BlockUse {
    pub block: BlockId,
    pub owner: OpId,
    pub next: u32,
    pub prev: u32,
}

#[derive(Clone)]
pub(crate) struct BlockData {
    pub region: Option<RegionId>,
    pub prev: Option<BlockId>,
    pub next: Option<BlockId>,
    pub first_op: Option<OpId>,
    pub last_op: Option<OpId>,
    pub args: SmallVec<[Value; 2]>,
    pub arg_locs: SmallVec<[Loc; 2]>,
    /// First node of the list of successors that name this block.
    pub first_use: u32,
}

#[derive(Clone)]
pub(crate) struct RegionData {
    pub owner: OpId,
    pub first_block: Option<BlockId>,
    pub last_block: Option<BlockId>,
}
