//! The journal of a conversion: the changes to a body, in order, with the data needed to roll them back.
//!
//! Nearly every operation has two changes: the creation of its replacement, and its replacement. So these entries are
//! short, and larger, rare entries are in a separate list.

use rmlir_core::{Attr, BlockId, Body, Loc, OpId, OpName, RegionId, Type, Value, ValueDefinition};
use smallvec::SmallVec;

use super::converters::ConverterId;
use super::mapping::Values;

/// One change.
#[derive(Clone, Copy)]
pub enum Change {
    CreateOp(OpId),
    ReplaceOp {
        op: OpId,
        converter: Option<ConverterId>,
    },
    ReplaceValue {
        value: Value,
        converter: Option<ConverterId>,
    },
    CreateBlock(BlockId),
    /// The entry with this index in the list of rare changes.
    Rare(u32),
}

// Handles are larger in debug builds.
#[cfg(not(debug_assertions))]
const _: () = assert!(size_of::<Change>() == 12);

/// A change that is rare.
pub enum RareChange {
    ModifyOp(Box<OpBefore>),
    MoveOp(OpPlace),
    Materialize(Materialized),
    ConvertBlock(ConvertedBlock),
    InlineBlock(InlinedBlock),
    MoveBlock(BlockPlace),
    EraseBlock(BlockPlace),
    BecomeOp(Box<OpKind>),
    AddArg(Value),
    ModifyArg { arg: Value, ty: Type },
    EraseArg(Value),
}

/// All changes, oldest first.
#[derive(Default)]
pub struct Changes {
    list: Vec<Change>,
    // Invariant: the rare changes of the list, in its order.
    rare: Vec<RareChange>,
}

impl Changes {
    pub fn add(&mut self, change: Change) {
        self.list.push(change);
    }

    pub fn add_rare(&mut self, change: RareChange) {
        self.list.push(Change::Rare(self.rare.len() as u32));
        self.rare.push(change);
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The change at `index`, if it exists.
    pub fn get(&self, index: usize) -> Option<Change> {
        self.list.get(index).copied()
    }

    pub fn iter(&self) -> impl Iterator<Item = Change> + '_ {
        self.list.iter().copied()
    }

    /// The data of [`Change::Rare`].
    pub fn rare(&self, number: u32) -> &RareChange {
        &self.rare[number as usize]
    }

    /// The last change, if it is a rare one.
    pub fn last_rare(&self) -> Option<&RareChange> {
        match *self.list.last()? {
            Change::Rare(number) => Some(self.rare(number)),
            _ => None,
        }
    }

    /// Removes and returns the last change; if it is rare, its data must be removed too, before any addition.
    pub fn take_last(&mut self) -> Option<Change> {
        self.list.pop()
    }

    /// Removes and returns the data of the [`Change::Rare`] that was removed last.
    pub fn take_last_rare(&mut self) -> RareChange {
        self.rare.pop().expect("a rare change has its other half")
    }
}

/// The position of an operation before a move.
pub struct OpPlace {
    pub op: OpId,
    pub block: BlockId,
    pub next: Option<OpId>,
}

/// The position of a block before a move.
pub struct BlockPlace {
    pub block: BlockId,
    pub region: RegionId,
    pub next: Option<BlockId>,
}

/// A materialized cast, and the values that its results replace.
pub struct Materialized {
    pub op: OpId,
    pub mapped: Values,
}

/// A block, and the block with converted arguments that replaced it.
pub struct ConvertedBlock {
    pub old: BlockId,
    pub new: BlockId,
}

/// A block, and the operations from `first` to `last` that were moved out of it.
pub struct InlinedBlock {
    pub from: BlockId,
    pub first: OpId,
    pub last: OpId,
}

/// The name and the properties of an operation.
pub struct OpKind {
    pub name: OpName,
    pub props: Box<[Attr]>,
}

/// The state of an operation before an in-place modification.
pub struct OpBefore {
    op: OpId,
    loc: Loc,
    attrs: Attr,
    props: SmallVec<[Attr; 4]>,
    operands: SmallVec<[Value; 4]>,
    result_types: SmallVec<[Type; 2]>,
    successors: SmallVec<[BlockId; 2]>,
    /// The blocks of each region if there are several regions, which a folder may exchange.
    regions: Vec<(RegionId, Vec<BlockId>)>,
}

/// Erases the unused argument `arg`.
pub fn erase_arg(body: &mut Body, arg: Value) {
    let ValueDefinition::Argument(block, index) = body.value_def(arg) else { return };
    body.erase_arg(block, index as usize);
}

impl OpPlace {
    pub fn restore(&self, body: &mut Body) {
        body.unlink_op(self.op);
        match self.next {
            Some(next) => body.insert_before(next, self.op),
            None => body.append_op(self.block, self.op),
        }
    }
}

impl BlockPlace {
    pub fn restore(&self, body: &mut Body) {
        body.unlink_block(self.block);
        match self.next {
            Some(next) => body.insert_block_before(next, self.block),
            None => body.append_block(self.region, self.block),
        }
    }
}

impl InlinedBlock {
    /// The operations after the last one are not moved.
    pub fn restore(&self, body: &mut Body) {
        let mut next = Some(self.first);
        while let Some(op) = next {
            next = body.next_op(op).filter(|_| op != self.last);
            body.move_to_end(op, self.from);
        }
    }
}

impl OpBefore {
    pub fn new(body: &Body, op: OpId) -> Self {
        Self {
            op,
            loc: body.loc(op),
            attrs: body.attr_dict(op),
            props: body.props(op).into(),
            operands: body.operands(op).collect(),
            result_types: body.result_types(op).collect(),
            successors: body.successors(op).collect(),
            regions: blocks_of_several_regions(body, op),
        }
    }

    /// Returns whether it is a modification of `op`.
    pub fn is_of(&self, op: OpId) -> bool {
        self.op == op
    }

    /// Unchanged state, as after a failed fold, is not restored: relinking uses is expensive.
    pub fn restore(self, body: &mut Body) {
        let op = self.op;
        body.set_loc(op, self.loc);
        body.set_attr_dict(op, self.attrs);
        if !body.operands(op).eq(self.operands.iter().copied()) {
            body.set_operands(op, &self.operands);
        }
        for (index, ty) in self.result_types.into_iter().enumerate() {
            let result = body.result(op, index);
            if body.ty(result) != ty {
                body.set_type(result, ty);
            }
        }
        if body.props(op) != &self.props[..] {
            for (index, value) in self.props.into_iter().enumerate() {
                body.set_prop(op, index, value);
            }
        }
        for (index, block) in self.successors.into_iter().enumerate() {
            body.set_successor(op, index, block);
        }
        for (region, blocks) in self.regions {
            if !body.blocks(region).eq(blocks.iter().copied()) {
                for block in blocks {
                    body.unlink_block(block);
                    body.append_block(region, block);
                }
            }
        }
    }
}

fn blocks_of_several_regions(body: &Body, op: OpId) -> Vec<(RegionId, Vec<BlockId>)> {
    match body.regions(op) {
        [] | [_] => Vec::new(),
        regions => regions.iter().map(|&region| (region, body.blocks(region).collect())).collect(),
    }
}
