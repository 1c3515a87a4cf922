//! Combined operand storage and use lists: runs of nodes in a pool, each node linked into the use list of its value. A
//! new use is pushed to the front, as upstream does, so iteration over users visits the latest first.

use crate::arena::{BlockId, Link, OpId, Value};
use crate::body::data::{BlockUse, Use};
use crate::body::{Body, NIL};

/// The uses of one value, latest first.
pub struct Uses<'a, 'c> {
    body: &'a Body<'c>,
    next: u32,
}

impl Iterator for Uses<'_, '_> {
    /// The using operation and the operand index.
    type Item = (OpId, u32);
    #[inline]
    fn next(&mut self) -> Option<(OpId, u32)> {
        if self.next == NIL {
            return None;
        }
        let index = self.next;
        let node = &self.body.uses.items[index as usize];
        self.next = node.next;
        let owner = self.body.ops.follow(node.owner);
        Some((owner, index - self.body.ops.get(owner).operands))
    }
}

/// The uses of one block as a successor, latest first.
pub struct BlockUses<'a, 'c> {
    body: &'a Body<'c>,
    next: u32,
}

impl Iterator for BlockUses<'_, '_> {
    /// The terminator and the successor index.
    type Item = (OpId, u32);
    #[inline]
    fn next(&mut self) -> Option<(OpId, u32)> {
        if self.next == NIL {
            return None;
        }
        let index = self.next;
        let node = &self.body.block_uses.items[index as usize];
        self.next = node.next;
        let owner = self.body.ops.follow(node.owner);
        let start = self.body.extra(owner).map_or(0, |extra| extra.successors);
        Some((owner, index - start))
    }
}

/// Access to use lists.
impl<'c> Body<'c> {
    /// The uses of `value`, latest first.
    #[inline]
    pub fn uses(&self, value: Value) -> Uses<'_, 'c> {
        Uses { body: self, next: self.values.get(value).first_use }
    }

    /// The operations that use `value`, one entry per use, latest first.
    #[inline]
    pub fn users(&self, value: Value) -> impl Iterator<Item = OpId> + '_ {
        self.uses(value).map(|(op, _)| op)
    }

    /// Returns whether `value` has no uses.
    #[inline]
    pub fn is_unused(&self, value: Value) -> bool {
        self.values.get(value).first_use == NIL
    }

    /// Returns whether `value` has exactly one use.
    #[inline]
    pub fn has_one_use(&self, value: Value) -> bool {
        self.uses(value).take(2).count() == 1
    }

    /// The terminators that have `block` as a successor, with the successor index.
    #[inline]
    pub fn block_uses(&self, block: BlockId) -> BlockUses<'_, 'c> {
        BlockUses { body: self, next: self.blocks.get(block).first_use }
    }

    /// The blocks whose terminators have `block` as a successor, one entry per edge, latest first.
    #[inline]
    pub fn predecessors(&self, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        self.block_uses(block).filter_map(|(op, _)| self.block_of(op))
    }

    /// The only predecessor, if there is exactly one edge into `block`.
    #[inline]
    pub fn single_predecessor(&self, block: BlockId) -> Option<BlockId> {
        let mut all = self.predecessors(block);
        let first = all.next()?;
        all.next().is_none().then_some(first)
    }

    /// The only predecessor block, if all edges into `block` originate from it.
    #[inline]
    pub fn unique_predecessor(&self, block: BlockId) -> Option<BlockId> {
        let mut all = self.predecessors(block);
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    }
}

/// Orders.
impl Body<'_> {
    /// By the slot of each operation: its position in program order, operations before those in their regions.
    pub fn program_order(&self) -> Vec<u32> {
        let mut places = vec![0; self.op_slots()];
        let mut pending = vec![self.root()];
        let mut next = 0;
        while let Some(op) = pending.pop() {
            places[op.slot()] = next;
            next += 1;
            let first = pending.len();
            let blocks = self.regions(op).iter().flat_map(|&region| self.blocks(region));
            pending.extend(blocks.flat_map(|block| self.ops(block)));
            pending[first..].reverse();
        }
        places
    }

    /// Reorders the use list of `value`: use `order[i]` becomes use `i`.
    ///
    /// # Panics
    /// If `order` is not a permutation of the uses.
    pub fn reorder_uses(&mut self, value: Value, order: &[usize]) {
        let mut nodes = Vec::with_capacity(order.len());
        let mut next = self.values.get(value).first_use;
        while next != NIL {
            nodes.push(next);
            next = self.uses.items[next as usize].next;
        }
        let mut is_taken = vec![false; nodes.len()];
        assert!(order.len() == nodes.len(), "a value is given an order of all its uses");
        for &at in order {
            assert!(!std::mem::replace(&mut is_taken[at], true), "each use has one place");
        }
        let ordered: Vec<u32> = order.iter().map(|&at| nodes[at]).collect();
        for (index, &node) in ordered.iter().enumerate() {
            let before = index.checked_sub(1).map_or(NIL, |before| ordered[before]);
            let after = ordered.get(index + 1).copied().unwrap_or(NIL);
            let node = &mut self.uses.items[node as usize];
            (node.prev, node.next) = (before, after);
        }
        self.values.get_mut(value).first_use = ordered.first().copied().unwrap_or(NIL);
        self.touch();
    }
}

/// Linking and unlinking nodes.
impl Body<'_> {
    #[inline]
    pub(super) fn alloc_operands(&mut self, owner: OpId, operands: &[Value]) -> u32 {
        let owner = Link::to(owner);
        let node = |&value: &Value| Use { value: Link::to(value), owner, next: NIL, prev: NIL };
        let start = self.uses.alloc(operands.iter().map(node));
        for (index, &operand) in (start..).zip(operands) {
            let next = std::mem::replace(&mut self.values.get_mut(operand).first_use, index);
            if next != NIL {
                self.uses.items[index as usize].next = next;
                self.uses.items[next as usize].prev = index;
            }
        }
        start
    }

    /// Replaces all uses of `old` by `new`, the latest first, so that their order in the list of `new` is reversed.
    pub(super) fn relink_uses(&mut self, old: Value, new: Value) {
        let mut at = std::mem::replace(&mut self.values.get_mut(old).first_use, NIL);
        let mut first = self.values.get(new).first_use;
        while at != NIL {
            let node = &mut self.uses.items[at as usize];
            let after = std::mem::replace(&mut node.next, first);
            node.prev = NIL;
            node.value = Link::to(new);
            if first != NIL {
                self.uses.items[first as usize].prev = at;
            }
            (first, at) = (at, after);
        }
        self.values.get_mut(new).first_use = first;
    }

    pub(super) fn link_use(&mut self, index: u32) {
        let node = self.uses.items[index as usize];
        let value = self.values.follow(node.value);
        let next = std::mem::replace(&mut self.values.get_mut(value).first_use, index);
        self.uses.items[index as usize].next = next;
        self.uses.items[index as usize].prev = NIL;
        if next != NIL {
            self.uses.items[next as usize].prev = index;
        }
    }

    pub(super) fn unlink_use(&mut self, index: u32) {
        let Use { value, next, prev, .. } = self.uses.items[index as usize];
        match prev {
            NIL => {
                let value = self.values.follow(value);
                self.values.get_mut(value).first_use = next;
            }
            _ => self.uses.items[prev as usize].next = next,
        }
        if next != NIL {
            self.uses.items[next as usize].prev = prev;
        }
    }

    #[inline]
    pub(super) fn alloc_successors(&mut self, owner: OpId, successors: &[BlockId]) -> u32 {
        let owner = Link::to(owner);
        let node = |&block: &BlockId| BlockUse { block: Link::to(block), owner, next: NIL, prev: NIL };
        let start = self.block_uses.alloc(successors.iter().map(node));
        (start..start + successors.len() as u32).for_each(|index| self.link_block_use(index));
        start
    }

    pub(super) fn link_block_use(&mut self, index: u32) {
        let node = self.block_uses.items[index as usize];
        let block = self.blocks.follow(node.block);
        let next = std::mem::replace(&mut self.blocks.get_mut(block).first_use, index);
        self.block_uses.items[index as usize].next = next;
        self.block_uses.items[index as usize].prev = NIL;
        if next != NIL {
            self.block_uses.items[next as usize].prev = index;
        }
    }

    pub(super) fn unlink_block_use(&mut self, index: u32) {
        let BlockUse { block, next, prev, .. } = self.block_uses.items[index as usize];
        match prev {
            NIL => {
                let block = self.blocks.follow(block);
                self.blocks.get_mut(block).first_use = next;
            }
            _ => self.block_uses.items[prev as usize].next = next,
        }
        if next != NIL {
            self.block_uses.items[next as usize].prev = prev;
        }
    }
}
