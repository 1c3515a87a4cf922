//! The order of operations in blocks and of blocks in regions.

use crate::arena::{BlockId, Link, OpId, RegionId};
use crate::body::Body;

/// Distance between the order indices of operations appended to a block.
const ORDER_STRIDE: u32 = 16;
/// The greatest distance after renumbering.
const WIDE_STRIDE: u32 = 1 << 12;

/// Operations in blocks.
impl Body<'_> {
    /// Inserts the detached `op` at the end of `block`.
    #[inline]
    pub fn append_op(&mut self, block: BlockId, op: OpId) {
        let last = self.last_op(block);
        self.link_op(block, op, last, None);
    }

    /// Inserts the detached `op` before `next`.
    #[inline]
    pub fn insert_before(&mut self, next: OpId, op: OpId) {
        let block = self.block_of(next).expect("an op is inserted before one that stands in a block");
        let prev = self.prev_op(next);
        self.link_op(block, op, prev, Some(next));
    }

    /// Inserts the detached `op` after `prev`.
    #[inline]
    pub fn insert_after(&mut self, prev: OpId, op: OpId) {
        let block = self.block_of(prev).expect("an op is inserted after one that stands in a block");
        let next = self.next_op(prev);
        self.link_op(block, op, Some(prev), next);
    }

    /// Inserts the detached `op` at the start of `block`.
    #[inline]
    pub fn prepend_op(&mut self, block: BlockId, op: OpId) {
        let first = self.first_op(block);
        self.link_op(block, op, None, first);
    }

    /// Moves `op` before `next`.
    #[inline]
    pub fn move_before(&mut self, op: OpId, next: OpId) {
        if op != next {
            debug_assert!(!self.is_ancestor(op, next), "an operation is not moved into its own regions");
            self.unlink_op(op);
            self.insert_before(next, op);
        }
    }

    /// Moves `op` after `prev`.
    #[inline]
    pub fn move_after(&mut self, op: OpId, prev: OpId) {
        if op != prev {
            debug_assert!(!self.is_ancestor(op, prev), "an operation is not moved into its own regions");
            self.unlink_op(op);
            self.insert_after(prev, op);
        }
    }

    /// Moves `op` to the end of `block`.
    #[inline]
    pub fn move_to_end(&mut self, op: OpId, block: BlockId) {
        debug_assert!(
            self.block_parent_op(block).is_none_or(|owner| !self.is_ancestor(op, owner)),
            "an operation is not moved into its own regions"
        );
        self.unlink_op(op);
        self.append_op(block, op);
    }

    /// Unlinks `op` from its block without erasing it.
    pub fn unlink_op(&mut self, op: OpId) {
        let (prev, next) = (self.prev_op(op), self.next_op(op));
        let Some(block) = self.block_of(op) else { return };
        let data = self.ops.get_mut(op);
        (data.block, data.prev, data.next) = (Link::NONE, Link::NONE, Link::NONE);
        match prev {
            Some(prev) => self.ops.get_mut(prev).next = Link::to_any(next),
            None => self.blocks.get_mut(block).first_op = Link::to_any(next),
        }
        match next {
            Some(next) => self.ops.get_mut(next).prev = Link::to_any(prev),
            None => self.blocks.get_mut(block).last_op = Link::to_any(prev),
        }
        self.touch();
    }

    fn link_op(&mut self, block: BlockId, op: OpId, prev: Option<OpId>, next: Option<OpId>) {
        let low = prev.map_or(0, |prev| self.ops.get(prev).order);
        let order = match next {
            None => low.checked_add(ORDER_STRIDE),
            Some(next) => {
                let high = self.ops.get(next).order;
                (high.saturating_sub(low) >= 2).then(|| low + (high - low) / 2)
            }
        };
        let data = self.ops.get_mut(op);
        assert!(!data.block.leads_somewhere(), "an op is linked into one block at a time");
        data.block = Link::to(block);
        (data.prev, data.next) = (Link::to_any(prev), Link::to_any(next));
        data.order = order.unwrap_or(0);
        match prev {
            Some(prev) => self.ops.get_mut(prev).next = Link::to(op),
            None => self.blocks.get_mut(block).first_op = Link::to(op),
        }
        match next {
            Some(next) => self.ops.get_mut(next).prev = Link::to(op),
            None => self.blocks.get_mut(block).last_op = Link::to(op),
        }
        if order.is_none() {
            self.make_room(op);
        }
        self.touch();
    }

    /// Assigns an order index to `op`, between whose neighbours no index is free: the operations around it are
    /// renumbered evenly, as many as are needed to leave wide gaps, so that this remains rare wherever operations are
    /// inserted.
    fn make_room(&mut self, op: OpId) {
        let (mut first, mut last) = (op, op);
        let mut n: u32 = 1;
        let mut n_more = 8;
        let (low, gap) = loop {
            for _ in 0..n_more {
                if let Some(prev) = self.prev_op(first) {
                    (first, n) = (prev, n + 1);
                }
                if let Some(next) = self.next_op(last) {
                    (last, n) = (next, n + 1);
                }
            }
            let low = self.prev_op(first).map_or(0, |prev| self.ops.get(prev).order);
            let high = self.next_op(last).map_or(u32::MAX, |next| self.ops.get(next).order);
            let gap = (high - low) / (n + 1);
            let is_whole = self.prev_op(first).is_none() && self.next_op(last).is_none();
            if gap >= 2 * ORDER_STRIDE || is_whole {
                break (low, gap.min(WIDE_STRIDE));
            }
            n_more *= 2;
        };
        let mut at = Some(first);
        for index in 1..=n {
            let op = at.expect("the operations were counted");
            self.ops.get_mut(op).order = low + index * gap;
            at = self.next_op(op);
        }
    }

    /// Moves `first` and all after it in its block to the end of `target`.
    pub fn move_tail(&mut self, first: OpId, target: BlockId) {
        let mut at = Some(first);
        while let Some(op) = at {
            at = self.next_op(op);
            self.unlink_op(op);
            self.append_op(target, op);
        }
    }

    /// Moves all operations of `from` before `next`.
    #[inline]
    pub fn move_ops_before(&mut self, from: BlockId, next: OpId) {
        while let Some(op) = self.first_op(from) {
            self.unlink_op(op);
            self.insert_before(next, op);
        }
    }
}

/// Blocks in regions.
impl Body<'_> {
    /// Inserts the detached `block` at the end of `region`.
    #[inline]
    pub fn append_block(&mut self, region: RegionId, block: BlockId) {
        let last = self.last_block(region);
        self.link_block(region, block, last, None);
    }

    /// Inserts the detached `block` before `next`.
    #[inline]
    pub fn insert_block_before(&mut self, next: BlockId, block: BlockId) {
        let region = self.region_of(next).expect("a block is inserted before one that stands in a region");
        let prev = self.prev_block(next);
        self.link_block(region, block, prev, Some(next));
    }

    /// Inserts the detached `block` after `prev`.
    #[inline]
    pub fn insert_block_after(&mut self, prev: BlockId, block: BlockId) {
        let region = self.region_of(prev).expect("a block is inserted after one that stands in a region");
        let next = self.next_block(prev);
        self.link_block(region, block, Some(prev), next);
    }

    /// Unlinks `block` from its region without erasing it.
    pub fn unlink_block(&mut self, block: BlockId) {
        let Some(region) = self.region_of(block) else { return };
        let (prev, next) = (self.prev_block(block), self.next_block(block));
        let data = self.blocks.get_mut(block);
        (data.region, data.prev, data.next) = (Link::NONE, Link::NONE, Link::NONE);
        match prev {
            Some(prev) => self.blocks.get_mut(prev).next = Link::to_any(next),
            None => self.regions.get_mut(region).first_block = Link::to_any(next),
        }
        match next {
            Some(next) => self.blocks.get_mut(next).prev = Link::to_any(prev),
            None => self.regions.get_mut(region).last_block = Link::to_any(prev),
        }
        self.touch();
    }

    fn link_block(&mut self, region: RegionId, block: BlockId, prev: Option<BlockId>, next: Option<BlockId>) {
        let data = self.blocks.get_mut(block);
        assert!(!data.region.leads_somewhere(), "a block is linked into one region at a time");
        data.region = Link::to(region);
        (data.prev, data.next) = (Link::to_any(prev), Link::to_any(next));
        match prev {
            Some(prev) => self.blocks.get_mut(prev).next = Link::to(block),
            None => self.regions.get_mut(region).first_block = Link::to(block),
        }
        match next {
            Some(next) => self.blocks.get_mut(next).prev = Link::to(block),
            None => self.regions.get_mut(region).last_block = Link::to(block),
        }
        self.touch();
    }

    /// Splits `block` before `at`: `at` and the operations after it are moved to a new block, inserted after `block`
    /// and without arguments.
    ///
    /// ```
    /// use rmlir_core::{Body, Context, DialectRegistry, Loc, OpState, Type};
    /// let cx = Context::new(DialectRegistry::default());
    /// let mut body = Body::new(&cx, cx.op_name("my.module"), Loc::UNKNOWN, 1);
    /// let region = body.region(body.root(), 0);
    /// let block = body.create_block(&[Type::I32], &[Loc::UNKNOWN]);
    /// body.append_block(region, block);
    /// let x = body.args(block)[0];
    /// let ops = ["my.a", "my.b"].map(|name| body.create_op(OpState::named(&cx, name).at(Loc::UNKNOWN)));
    /// ops.map(|op| body.append_op(block, op));
    /// let rest = body.split_block(block, Some(ops[1]));
    /// assert_eq!((body.block_of(ops[0]), body.block_of(ops[1])), (Some(block), Some(rest)));
    /// ```
    pub fn split_block(&mut self, block: BlockId, at: Option<OpId>) -> BlockId {
        let tail = self.create_block(&[], &[]);
        self.insert_block_after(block, tail);
        if let Some(at) = at {
            self.move_tail(at, tail);
        }
        tail
    }
}
