//! The rewriter: the only interface by which passes and patterns modify a body.
//!
//! It derefs to the body for reading, modifies it, maintains an insertion point, and notifies a listener of every
//! change.

use smallvec::SmallVec;

use crate::arena::{BlockId, OpId, RegionId, Value};
use crate::attrs::Attr;
use crate::body::Body;
use crate::builder::OpState;
pub use crate::listener::{Listener, Match};
use crate::loc::Loc;
use crate::types::Type;

/// An insertion point of new operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsertPoint {
    /// None: new operations are detached.
    None,
    /// Before this operation.
    Before(OpId),
    /// At the end of this block.
    End(BlockId),
}

/// See the module.
pub struct Rewriter<'a, 'c> {
    pub(crate) body: &'a mut Body<'c>,
    listener: Option<&'a mut dyn Listener>,
    /// Whether the listener executes replacements and erasures itself.
    defers: bool,
    /// Whether no listener is interested in pattern applications and match failures.
    is_quiet: bool,
    pub(crate) point: InsertPoint,
    loc: Loc,
}

impl<'c> std::ops::Deref for Rewriter<'_, 'c> {
    type Target = Body<'c>;
    #[inline]
    fn deref(&self) -> &Body<'c> {
        self.body
    }
}

/// Making one, and where it inserts.
impl<'a, 'c> Rewriter<'a, 'c> {
    /// A rewriter of `body` without an insertion point.
    pub fn new(body: &'a mut Body<'c>) -> Self {
        let point = InsertPoint::None;
        Self { body, listener: None, defers: false, is_quiet: true, point, loc: Loc::UNKNOWN }
    }

    /// Creates a rewriter of `body` that notifies `listener`.
    pub fn with_listener(body: &'a mut Body<'c>, listener: &'a mut dyn Listener) -> Self {
        let (defers, is_quiet) = (listener.defers(), !listener.wants_patterns());
        let point = InsertPoint::None;
        Self { body, listener: Some(listener), defers, is_quiet, point, loc: Loc::UNKNOWN }
    }

    /// The insertion point of new operations.
    pub fn insert_point(&self) -> InsertPoint {
        self.point
    }

    /// Sets the insertion point.
    pub fn set_insert_point(&mut self, point: InsertPoint) {
        self.point = point;
    }

    /// Sets the insertion point before `op`, and the location of new operations to its location.
    #[inline]
    pub fn before(&mut self, op: OpId) {
        self.point = InsertPoint::Before(op);
        self.loc = self.body.loc(op);
    }

    /// Sets the insertion point after `op`, and the location of new operations to its location.
    pub fn after(&mut self, op: OpId) {
        let block = self.body.block_of(op).expect("an insertion point is in a block");
        self.point = self.body.next_op(op).map_or(InsertPoint::End(block), InsertPoint::Before);
        self.loc = self.body.loc(op);
    }

    /// Sets the insertion point to the start of `block`.
    pub fn at_start(&mut self, block: BlockId) {
        self.point = self.body.first_op(block).map_or(InsertPoint::End(block), InsertPoint::Before);
    }

    /// Sets the insertion point to the end of `block`.
    pub fn at_end(&mut self, block: BlockId) {
        self.point = InsertPoint::End(block);
    }

    /// Sets the insertion point right after the definition of `value`.
    pub fn after_value(&mut self, value: Value) {
        match self.body.value_def(value) {
            crate::body::ValueDefinition::Result(op, _) => self.after(op),
            crate::body::ValueDefinition::Argument(block, _) => self.at_start(block),
        }
    }

    /// Sets the default location of new operations.
    pub fn set_loc(&mut self, loc: Loc) {
        self.loc = loc;
    }

    /// The default location of new operations.
    pub fn default_loc(&self) -> Loc {
        self.loc
    }

    /// The block of the insertion point.
    pub fn insert_block(&self) -> Option<BlockId> {
        match self.point {
            InsertPoint::None => None,
            InsertPoint::Before(op) => self.body.block_of(op),
            InsertPoint::End(block) => Some(block),
        }
    }

    /// The body, for modifications of no concern to listeners: building IR that is not yet linked into the body.
    pub fn body_mut(&mut self) -> &mut Body<'c> {
        self.body
    }

    /// The body and the listener, for a driver that modifies the body directly.
    pub fn apart(&mut self) -> (&mut Body<'c>, Option<&mut dyn Listener>) {
        let listener = self.listener.as_mut().map(|listener| &mut **listener as &mut dyn Listener);
        (self.body, listener)
    }

    /// A rewriter that borrows the body and the listener of this one.
    pub fn reborrow(&mut self) -> Rewriter<'_, 'c> {
        let listener = self.listener.as_mut().map(|listener| &mut **listener as &mut dyn Listener);
        let (defers, is_quiet) = (self.defers, self.is_quiet);
        Rewriter { body: self.body, listener, defers, is_quiet, point: self.point, loc: self.loc }
    }

    /// Returns whether there is a listener.
    pub(crate) fn is_observed(&self) -> bool {
        self.listener.is_some()
    }

    pub(crate) fn tell(&mut self, event: impl FnOnce(&mut dyn Listener, &Body)) {
        if let Some(listener) = &mut self.listener {
            event(&mut **listener, self.body);
        }
    }
}

/// Creating.
impl Rewriter<'_, '_> {
    /// Creates an operation at the insertion point.
    pub fn create_state(&mut self, mut state: OpState) -> OpId {
        state.loc.get_or_insert(self.loc);
        let op = self.body.create_op(state);
        self.insert(op);
        op
    }

    /// Inserts a detached operation at the insertion point.
    pub fn insert(&mut self, op: OpId) {
        match self.point {
            InsertPoint::None => return,
            InsertPoint::Before(next) => self.body.insert_before(next, op),
            InsertPoint::End(block) => self.body.append_op(block, op),
        }
        self.tell(|listener, body| listener.created(body, op));
    }

    /// Creates a block at the end of `region`; the insertion point moves into it.
    pub fn create_block(&mut self, region: RegionId, args: &[Type], locs: &[Loc]) -> BlockId {
        let block = self.body.create_block(args, locs);
        self.body.append_block(region, block);
        self.point = InsertPoint::End(block);
        self.tell(|listener, body| listener.block_created(body, block));
        block
    }

    /// Creates a block before `next`; the insertion point moves into it.
    pub fn create_block_before(&mut self, next: BlockId, args: &[Type], locs: &[Loc]) -> BlockId {
        let block = self.body.create_block(args, locs);
        self.body.insert_block_before(next, block);
        self.point = InsertPoint::End(block);
        self.tell(|listener, body| listener.block_created(body, block));
        block
    }

    /// The operation that materializes the constant `value` of type `ty`, created at the insertion point by `dialect`.
    pub fn constant(&mut self, dialect: &str, value: Attr, ty: Type) -> Option<OpId> {
        let cx = self.body.cx();
        let state = cx.dialect(dialect)?.hooks().materialize_constant(cx, value, ty)?;
        Some(self.create_state(state))
    }
}

/// Replacing and erasing.
impl Rewriter<'_, '_> {
    /// Replaces the results of `op` by `values` and erases `op`.
    pub fn replace(&mut self, op: impl Into<OpId>, values: impl AsRef<[Value]>) -> Match {
        let op = op.into();
        let values = values.as_ref();
        assert_eq!(self.body.n_results(op), values.len(), "an op is replaced by one value per result");
        if values.iter().any(|&value| self.body.defining_op(value) == Some(op)) {
            return self.replace_by_own_results(op, values);
        }
        self.tell(|listener, body| listener.replacing(body, op, values));
        if self.defers {
            self.step_over(op);
            return Match::Yes;
        }
        for (index, &new) in values.iter().enumerate() {
            let old = self.body.result(op, index);
            self.replace_all_uses(old, new);
        }
        self.erase(op);
        Match::Yes
    }

    /// Replaces uses of the results of `op` by `values`, some of which are results of `op`: this happens where
    /// operations depend on themselves, as in graph regions and unreachable code. The operation is kept.
    fn replace_by_own_results(&mut self, op: OpId, values: &[Value]) -> Match {
        if self.defers {
            return Match::No;
        }
        for (index, &new) in values.iter().enumerate() {
            let old = self.body.result(op, index);
            if old != new {
                self.replace_all_uses(old, new);
            }
        }
        Match::Yes
    }

    /// Erases `op` including its regions.
    ///
    /// # Panics
    /// If an operation outside still uses a result.
    pub fn erase(&mut self, op: impl Into<OpId>) -> Match {
        let op = op.into();
        self.step_over(op);
        if self.defers {
            self.tell(|listener, body| listener.erasing(body, op));
            return Match::Yes;
        }
        if self.listener.is_some() {
            self.retire(op);
        }
        self.free(op);
        Match::Yes
    }

    /// Erases operations that may use each other's results, including their regions. Listeners are notified in this
    /// order.
    ///
    /// # Panics
    /// If an operation outside still uses a result.
    pub fn erase_ops(&mut self, ops: &[OpId]) {
        if self.defers {
            ops.iter().for_each(|&op| _ = self.erase(op));
            return;
        }
        for &op in ops {
            self.step_over(op);
            self.retire(op);
        }
        for &op in ops {
            self.free(op);
        }
    }

    fn free(&mut self, op: OpId) {
        if let Err(user) = self.body.erase_op(op) {
            let name = |op| self.body.name(op).str(self.body.cx());
            panic!("'{}' is erased while '{}' still uses a result", name(op), name(user));
        }
    }

    /// Moves the insertion point away from `op`, which is about to be erased.
    fn step_over(&mut self, op: OpId) {
        if self.point == InsertPoint::Before(op) {
            self.point = match (self.body.next_op(op), self.body.block_of(op)) {
                (Some(next), _) => InsertPoint::Before(next),
                (None, Some(block)) => InsertPoint::End(block),
                (None, None) => InsertPoint::None,
            };
        }
    }

    /// Notifies the listener of the erasure of `op` and of all nested operations, users before definitions, and drops
    /// the operands of each operation after its notification, so that listeners see the remaining uses (as upstream's
    /// do).
    fn retire(&mut self, op: OpId) {
        if self.body.regions(op).is_empty() {
            return self.retire_one(op);
        }
        for inner in self.body.ops_users_first(op) {
            self.retire_one(inner);
        }
    }

    fn retire_one(&mut self, op: OpId) {
        self.tell(|listener, body| listener.erasing(body, op));
        self.body.drop_references(op);
    }

    /// Replaces all uses of `old` by `new`.
    pub fn replace_all_uses(&mut self, old: Value, new: Value) {
        if old == new && !self.defers {
            return;
        }
        let Some(listener) = &mut self.listener else { return self.body.replace_all_uses(old, new) };
        listener.value_replacing(self.body, old, new);
        if self.defers {
            return;
        }
        while let Some((user, index)) = self.body.uses(old).next() {
            listener.modifying(self.body, user);
            self.body.set_operand(user, index as usize, new);
            listener.modified(self.body, user);
        }
    }

    /// Replaces the uses of `old` for which `wanted(body, user, index)` holds by `new`.
    pub fn replace_uses_if(&mut self, old: Value, new: Value, wanted: impl Fn(&Body, OpId, u32) -> bool) {
        if old == new {
            return;
        }
        let uses: SmallVec<[(OpId, u32); 4]> =
            self.body.uses(old).filter(|&(user, index)| wanted(self.body, user, index)).collect();
        for (user, index) in uses {
            self.set_operand(user, index as usize, new);
        }
    }

    /// Erases `block` including its operations.
    pub fn erase_block(&mut self, block: BlockId) {
        self.erase_blocks(&[block]);
    }

    /// Erases blocks that may refer to each other.
    pub fn erase_blocks(&mut self, blocks: &[BlockId]) {
        if self.defers {
            for &block in blocks {
                self.tell(|listener, body| listener.block_erasing(body, block));
                self.body.unlink_block(block);
            }
            return;
        }
        if self.listener.is_some() {
            for &block in blocks {
                for op in self.body.ops(block).rev().collect::<Vec<_>>() {
                    self.retire(op);
                }
                self.tell(|listener, body| listener.block_erasing(body, block));
            }
        }
        self.body.erase_blocks(blocks);
    }
}

/// Modifications in place.
impl Rewriter<'_, '_> {
    /// Notifies the listener that `op` was modified through [`Self::body_mut`]. Call [`Self::modifying`] before.
    pub fn modified(&mut self, op: OpId) {
        self.tell(|listener, body| listener.modified(body, op));
    }

    /// Announces that `op` is about to be modified through [`Self::body_mut`].
    pub fn modifying(&mut self, op: OpId) {
        self.tell(|listener, body| listener.modifying(body, op));
    }

    /// Sets operand `index` of `op` to `value`.
    pub fn set_operand(&mut self, op: impl Into<OpId>, index: usize, value: Value) {
        let op = op.into();
        self.modifying(op);
        self.body.set_operand(op, index, value);
        self.modified(op);
    }

    /// Replaces the operands of `op` by `operands`.
    pub fn set_operands(&mut self, op: impl Into<OpId>, operands: &[Value]) {
        let op = op.into();
        self.modifying(op);
        self.body.set_operands(op, operands);
        self.modified(op);
    }

    /// Sets property slot `index` of `op`.
    pub fn set_prop(&mut self, op: impl Into<OpId>, index: usize, value: Attr) {
        let op = op.into();
        self.modifying(op);
        self.body.set_prop(op, index, value);
        self.modified(op);
    }

    /// Sets the attribute `name` of `op`.
    pub fn set_attr(&mut self, op: impl Into<OpId>, name: &str, value: Attr) {
        let op = op.into();
        self.modifying(op);
        self.body.set_attr(op, name, value);
        self.modified(op);
    }

    /// Removes the attribute `name` of `op`.
    pub fn remove_attr(&mut self, op: impl Into<OpId>, name: &str) -> Option<Attr> {
        let op = op.into();
        self.modifying(op);
        let old = self.body.remove_attr(op, name);
        self.modified(op);
        old
    }

    /// Sets the discardable attributes of `op`.
    pub fn set_attr_dict(&mut self, op: impl Into<OpId>, dict: Attr) {
        let op = op.into();
        self.modifying(op);
        self.body.set_attr_dict(op, dict);
        self.modified(op);
    }

    /// Sets successor `index` of `op` to `block`.
    pub fn set_successor(&mut self, op: impl Into<OpId>, index: usize, block: BlockId) {
        let op = op.into();
        self.modifying(op);
        self.body.set_successor(op, index, block);
        self.modified(op);
    }

    /// Makes every terminator that has `old` as a successor have `new` instead.
    pub fn replace_block_uses(&mut self, old: BlockId, new: BlockId) {
        for (op, index) in self.body.block_uses(old).collect::<Vec<_>>() {
            self.set_successor(op, index as usize, new);
        }
    }

    /// Sets the type of `value`.
    pub fn set_type(&mut self, value: Value, ty: Type) {
        match self.body.defining_op(value) {
            Some(op) => {
                self.modifying(op);
                self.body.set_type(value, ty);
                self.modified(op);
            }
            None => {
                self.tell(|listener, body| listener.arg_modifying(body, value));
                self.body.set_type(value, ty);
                self.tell(|listener, body| listener.arg_modified(body, value));
            }
        }
    }

    /// Sets the location of `op`.
    pub fn set_op_loc(&mut self, op: impl Into<OpId>, loc: Loc) {
        let op = op.into();
        self.modifying(op);
        self.body.set_loc(op, loc);
        self.modified(op);
    }

    /// Adds an argument to `block`.
    pub fn add_arg(&mut self, block: BlockId, ty: Type, loc: Loc) -> Value {
        let arg = self.body.add_arg(block, ty, loc);
        self.tell(|listener, body| listener.arg_added(body, arg));
        arg
    }

    /// Removes the unused argument `index` of `block`.
    pub fn erase_arg(&mut self, block: BlockId, index: usize) {
        self.tell(|listener, body| listener.arg_erasing(body, body.arg(block, index)));
        if !self.defers {
            self.body.erase_arg(block, index);
        }
    }

    /// For drivers: returns whether no listener is to be notified of pattern applications.
    #[inline]
    pub fn is_quiet(&self) -> bool {
        self.is_quiet
    }

    /// For drivers: notifies that `pattern` is about to be applied to `op`.
    pub fn pattern_begin(&mut self, op: OpId, pattern: &'static str) {
        self.tell(|listener, body| listener.pattern_begin(body, op, pattern));
    }

    /// For drivers: notifies of the outcome of the last pattern that was begun.
    pub fn pattern_end(&mut self, op: OpId, pattern: &'static str, outcome: Match) {
        self.tell(|listener, body| listener.pattern_end(body, op, pattern, outcome));
    }

    /// The reason why a pattern did not apply, for `--debug-patterns`.
    #[inline]
    pub fn no_match(&mut self, op: impl Into<OpId>, reason: impl std::fmt::Display) -> Match {
        if !self.is_quiet {
            let op = op.into();
            self.tell(|listener, body| listener.no_match(body, op, &|| reason.to_string()));
        }
        Match::No
    }
}

/// Moving.
impl Rewriter<'_, '_> {
    /// Moves `op` before `next`.
    pub fn move_before(&mut self, op: impl Into<OpId>, next: OpId) {
        let op = op.into();
        self.tell(|listener, body| listener.moving(body, op));
        self.body.move_before(op, next);
        self.tell(|listener, body| listener.moved(body, op));
    }

    /// Moves `op` after `prev`.
    pub fn move_after(&mut self, op: impl Into<OpId>, prev: OpId) {
        let op = op.into();
        self.tell(|listener, body| listener.moving(body, op));
        self.body.move_after(op, prev);
        self.tell(|listener, body| listener.moved(body, op));
    }

    /// Moves `op` to the end of `block`.
    pub fn move_to_end(&mut self, op: impl Into<OpId>, block: BlockId) {
        let op = op.into();
        self.tell(|listener, body| listener.moving(body, op));
        self.body.move_to_end(op, block);
        self.tell(|listener, body| listener.moved(body, op));
    }

    /// Splits `block` before `at`; `at` and the operations after it are moved to the new block.
    pub fn split_block(&mut self, block: BlockId, at: Option<OpId>) -> BlockId {
        if self.listener.is_none() {
            return self.body.split_block(block, at);
        }
        let tail = self.body.create_block(&[], &[]);
        self.body.insert_block_after(block, tail);
        self.tell(|listener, body| listener.block_created(body, tail));
        // Last first, as upstream's listeners are notified: drivers push moved operations on their worklists.
        let mut last = at.and_then(|_| self.body.last_op(block));
        while let Some(op) = last {
            last = if at == Some(op) { None } else { self.body.prev_op(op) };
            match self.body.first_op(tail) {
                Some(first) => self.move_before(op, first),
                None => self.move_to_end(op, tail),
            }
        }
        tail
    }

    /// Moves the operations of `source` before `next`, its arguments replaced
    /// by `args`, and erases the empty `source`.
    pub fn inline_block_before(&mut self, source: BlockId, next: OpId, args: &[Value]) {
        let target = self.body.block_of(next).expect("a block is inlined into a block");
        self.inline_block(source, target, InsertPoint::Before(next), args);
    }

    /// Moves the operations of `source` to the end of `target`, its arguments
    /// replaced by `args`, and erases the empty `source`.
    pub fn merge_blocks(&mut self, source: BlockId, target: BlockId, args: &[Value]) {
        self.inline_block(source, target, InsertPoint::End(target), args);
    }

    fn inline_block(&mut self, source: BlockId, target: BlockId, place: InsertPoint, args: &[Value]) {
        let params = self.body.args(source).to_vec();
        assert_eq!(params.len(), args.len(), "a block is inlined with one value per argument");
        // A listener that rolls back does so with the move after the changes to the arguments.
        self.tell(|listener, body| listener.block_inlining(body, source, target));
        for (param, &arg) in params.into_iter().zip(args) {
            self.replace_all_uses(param, arg);
        }
        while let Some(op) = self.body.first_op(source) {
            match place {
                InsertPoint::Before(next) => self.body.move_before(op, next),
                _ => self.body.move_to_end(op, target),
            }
            self.tell(|listener, body| listener.moved(body, op));
        }
        if self.point == InsertPoint::End(source) {
            self.point = place;
        }
        self.erase_block(source);
    }

    /// Moves the blocks of `region` before `next`.
    pub fn inline_region_before(&mut self, region: RegionId, next: BlockId) {
        for block in self.body.blocks(region).collect::<Vec<_>>() {
            self.move_block_before(block, next);
        }
    }

    /// Moves `block` before `next`.
    pub fn move_block_before(&mut self, block: BlockId, next: BlockId) {
        self.move_block(block, |body| body.insert_block_before(next, block));
    }

    /// Moves `block` to the end of `region`.
    pub fn move_block_to_end(&mut self, block: BlockId, region: RegionId) {
        self.move_block(block, |body| body.append_block(region, block));
    }

    fn move_block(&mut self, block: BlockId, link: impl FnOnce(&mut Body)) {
        self.tell(|listener, body| listener.block_moving(body, block));
        self.body.unlink_block(block);
        link(self.body);
        self.tell(|listener, body| listener.block_moved(body, block));
    }

    /// Moves the blocks of `from` to the end of `to`.
    pub fn take_blocks(&mut self, from: RegionId, to: RegionId) {
        if self.listener.is_none() {
            return self.body.take_blocks(from, to);
        }
        let blocks: Vec<BlockId> = self.body.blocks(from).collect();
        for &block in &blocks {
            self.tell(|listener, body| listener.block_moving(body, block));
        }
        self.body.take_blocks(from, to);
        for block in blocks {
            self.tell(|listener, body| listener.block_moved(body, block));
        }
    }
}
