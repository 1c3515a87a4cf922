//! The journal of a conversion: the changes to a body, in order, with what it takes to take them back.
//!
//! There are two changes for nearly every operation, to create and to replace one. So these are kept short, and what is
//! larger and rare is in a list of its own.

use rmlir_core::{Attr, BlockId, Body, Loc, OpId, OpName, RegionId, Value};
use smallvec::SmallVec;

use super::mapping::Values;
use super::state::ConverterId;

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
    /// The rare one of this number.
    Rare(u32),
}

// Handles are larger where they are checked.
#[cfg(not(debug_assertions))]
const _: () = assert!(size_of::<Change>() == 12);

/// A change that most operations do not see.
pub enum RareChange {
    ModifyOp(Box<OpBefore>),
    MoveOp(OpPlace),
    Materialize(Materialized),
    ConvertBlock(ConvertedBlock),
    InlineBlock(InlinedBlock),
    MoveBlock(BlockPlace),
    EraseBlock(BlockPlace),
    BecomeOp(Box<OpKind>),
}

/// All changes, oldest first.
#[derive(Default)]
pub struct Changes {
    list: Vec<Change>,
    // Invariant: those that the list has, in its order.
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

    /// The change at `index`, if there are so many.
    pub fn get(&self, index: usize) -> Option<Change> {
        self.list.get(index).copied()
    }

    pub fn iter(&self) -> impl Iterator<Item = Change> + '_ {
        self.list.iter().copied()
    }

    /// What is behind [`Change::Rare`].
    pub fn rare(&self, number: u32) -> &RareChange {
        &self.rare[number as usize]
    }

    /// The latest change, if it is a rare one.
    pub fn last_rare(&self) -> Option<&RareChange> {
        match *self.list.last()? {
            Change::Rare(number) => Some(self.rare(number)),
            _ => None,
        }
    }

    /// Takes the latest change; of a rare one the other half, too, before anything is added.
    pub fn take_last(&mut self) -> Option<Change> {
        self.list.pop()
    }

    /// Takes what was behind the [`Change::Rare`] that was taken last.
    pub fn take_last_rare(&mut self) -> RareChange {
        self.rare.pop().expect("a rare change has its other half")
    }
}

/// Where an operation stood.
pub struct OpPlace {
    pub op: OpId,
    pub block: BlockId,
    pub next: Option<OpId>,
}

/// Where a block stood.
pub struct BlockPlace {
    pub block: BlockId,
    pub region: RegionId,
    pub next: Option<BlockId>,
}

/// A cast that was made, and the values that its results stand for.
pub struct Materialized {
    pub op: OpId,
    pub mapped: Values,
}

/// A block, and the one with other arguments that took its place.
pub struct ConvertedBlock {
    pub old: BlockId,
    pub new: BlockId,
}

/// A block, and the operations from `first` to `last` that left it.
pub struct InlinedBlock {
    pub from: BlockId,
    pub first: OpId,
    pub last: OpId,
}

/// What makes an operation one of its kind.
pub struct OpKind {
    pub name: OpName,
    pub props: Box<[Attr]>,
}

/// An operation before a change in place.
pub struct OpBefore {
    op: OpId,
    loc: Loc,
    attrs: Attr,
    props: SmallVec<[Attr; 4]>,
    operands: SmallVec<[Value; 4]>,
    successors: SmallVec<[BlockId; 2]>,
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
    /// The operations after the last one stay.
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
            successors: body.successors(op).collect(),
        }
    }

    /// Whether it is about `op`.
    pub fn is_of(&self, op: OpId) -> bool {
        self.op == op
    }

    /// What did not change, as when an operation does not fold, is left alone: links of uses take time.
    pub fn restore(self, body: &mut Body) {
        let op = self.op;
        body.set_loc(op, self.loc);
        body.set_attr_dict(op, self.attrs);
        if !body.operands(op).eq(self.operands.iter().copied()) {
            body.set_operands(op, &self.operands);
        }
        if body.props(op) != &self.props[..] {
            for (index, value) in self.props.into_iter().enumerate() {
                body.set_prop(op, index, value);
            }
        }
        for (index, block) in self.successors.into_iter().enumerate() {
            body.set_successor(op, index, block);
        }
    }
}
