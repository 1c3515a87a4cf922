//! The stored records. An operation with one result and two operands occupies 60 + 20 + 2 x 16 bytes in release builds,
//! including its version.

use crate::arena::{Arena, BlockId, Link, OpId, RegionId, Value};
use crate::attrs::Attr;
use crate::body::lists::List;
use crate::loc::Loc;
use crate::name::OpName;
use crate::types::Type;

#[derive(Clone)]
pub(crate) struct OpData {
    pub name: OpName,
    pub loc: Loc,
    /// Discardable attributes: an interned dictionary.
    pub attrs: Attr,
    /// The order index, which increases along the block; gaps leave space for insertions.
    pub order: u32,
    pub block: Link<BlockId>,
    pub prev: Link<OpId>,
    pub next: Link<OpId>,
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

impl OpData {
    /// A detached operation without operands, results, attributes and regions.
    #[inline]
    pub fn new(name: OpName, loc: Loc) -> Self {
        Self {
            name,
            loc,
            attrs: Attr::EMPTY_DICT,
            order: 0,
            block: Link::NONE,
            prev: Link::NONE,
            next: Link::NONE,
            operands: 0,
            n_operands: 0,
            props: 0,
            n_props: 0,
            n_results: 0,
            first_result: Results::Run(0),
            extra: NIL,
        }
    }
}

/// One result inline, or the start of a run in `Body::results`.
#[derive(Clone, Copy)]
pub(crate) enum Results {
    Inline(Value),
    Run(u32),
}

/// The definition of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueDefinition {
    /// Result `.1` of an operation.
    Result(OpId, u32),
    /// Argument `.1` of a block.
    Argument(BlockId, u32),
}

#[derive(Clone)]
pub(crate) struct ValueData {
    pub ty: Type,
    pub def: StoredDefinition,
    pub first_use: u32,
}

/// A [`ValueDefinition`] as it is stored.
#[derive(Clone, Copy)]
pub(crate) struct StoredDefinition {
    /// The slot of the operation or of the block.
    owner: u32,
    /// Twice the index, plus 1 for an argument.
    place: u32,
}

impl StoredDefinition {
    #[inline]
    pub fn new(def: ValueDefinition) -> Self {
        let (owner, number, kind) = match def {
            ValueDefinition::Result(op, number) => (op.slot(), number, 0),
            ValueDefinition::Argument(block, number) => (block.slot(), number, 1),
        };
        assert!(number < 1 << 31, "an operation has fewer than 2^31 results, a block as many arguments");
        Self { owner: owner as u32, place: number << 1 | kind }
    }

    /// The definition in a body with these arenas.
    #[inline]
    pub fn read(self, ops: &Arena<OpData>, blocks: &Arena<BlockData>) -> ValueDefinition {
        match self.place & 1 {
            0 => ValueDefinition::Result(ops.follow(Link::at(self.owner)), self.place >> 1),
            _ => ValueDefinition::Argument(blocks.follow(Link::at(self.owner)), self.place >> 1),
        }
    }
}

/// An operand: a use of a value, linked into the value's use list.
#[derive(Clone, Copy)]
pub struct Use {
    pub(crate) value: Link<Value>,
    pub(crate) owner: Link<OpId>,
    pub(crate) next: u32,
    pub(crate) prev: u32,
}

/// A successor: a use of a block, linked into the block's use list.
#[derive(Clone, Copy)]
pub(crate) struct BlockUse {
    pub block: Link<BlockId>,
    pub owner: Link<OpId>,
    pub next: u32,
    pub prev: u32,
}

#[derive(Clone)]
pub(crate) struct BlockData {
    pub region: Link<RegionId>,
    pub prev: Link<BlockId>,
    pub next: Link<BlockId>,
    pub first_op: Link<OpId>,
    pub last_op: Link<OpId>,
    /// In `Body::args`.
    pub args: List,
    /// In `Body::arg_locs`.
    pub arg_locs: List,
    /// First node of the use list of this block as a successor.
    pub first_use: u32,
}

#[derive(Clone)]
pub(crate) struct RegionData {
    pub owner: Link<OpId>,
    pub first_block: Link<BlockId>,
    pub last_block: Link<BlockId>,
}

/// "No entry" in 32-bit links.
pub(crate) const NIL: u32 = u32::MAX;
