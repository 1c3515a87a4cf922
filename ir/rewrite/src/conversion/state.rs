//! The conversion state of one body: the journal of changes, and the mapping from values to their replacements.
//!
//! Invariant: operations in `replaced` are alive and linked in their original positions until the end; their values can
//! be looked up in `mapping`.

use std::collections::BTreeMap;
use std::sync::Arc;

use rmlir_core::{BlockId, Body, OpId, Type, Value};
use rustc_hash::FxHashMap;

use super::changes::{BlockPlace, Change, Changes, InlinedBlock, OpBefore, OpPlace, RareChange, erase_arg};
use super::converters::{ConverterId, Converters};
use super::mapping::Mapping;
pub use super::mapping::Values;
use super::types::TypeConverter;

/// A list of distinct operations of one body, in insertion order.
#[derive(Default)]
pub struct OpSet {
    list: Vec<OpId>,
    /// The index in the list of the operation in each slot of the body. An entry may refer to an erased or removed
    /// operation, so it is valid only if the list agrees.
    places: Vec<u32>,
}

impl OpSet {
    pub fn insert(&mut self, op: OpId) {
        if self.contains(op) {
            return;
        }
        if self.places.len() <= op.slot() {
            self.places.resize(op.slot() + 1, 0);
        }
        self.places[op.slot()] = self.list.len() as u32;
        self.list.push(op);
    }

    pub fn contains(&self, op: OpId) -> bool {
        self.places.get(op.slot()).is_some_and(|&place| self.list.get(place as usize) == Some(&op))
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
    }

    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Removes and returns all operations.
    pub fn drain(&mut self) -> impl Iterator<Item = OpId> + '_ {
        self.list.drain(..)
    }
}

/// The purpose of a cast that the conversion created.
#[derive(Clone, Copy)]
pub struct CastInfo {
    pub converter: Option<ConverterId>,
    pub kind: CastKind,
    /// Whether it only converts a type and replaces no value.
    pub pure: bool,
}

/// The direction of a cast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastKind {
    /// From converted values to the original type.
    Source,
    /// To converted types; the original type, if known.
    Target(Option<Type>),
}

/// The state; see the module documentation.
#[derive(Default)]
pub struct State {
    pub changes: Changes,
    mapping: Mapping,
    /// Operations to be erased, including nested ones.
    pub replaced: OpSet,
    /// Operations excluded from the conversion.
    pub ignored: OpSet,
    /// Casts created by the conversion, in order; `None` for erased ones.
    casts: Vec<Option<OpId>>,
    cast_info: FxHashMap<OpId, (usize, CastInfo)>,
    /// Operations created by the pattern in progress.
    pub new_ops: Vec<OpId>,
    /// Operations modified by the pattern in progress.
    pub modified_ops: OpSet,
    /// The converter of the pattern in progress.
    pub converter: Option<ConverterId>,
    converters: Converters,
    /// Whether capacity for new operations has been reserved in the body.
    pub has_room: bool,
    /// The states of nested bodies that have been visited, by proxy.
    pub nested: BTreeMap<OpId, State>,
}

/// A point in the history of a state, for rollback.
#[derive(Clone, Copy)]
pub struct Mark {
    n_changes: usize,
    n_replaced: usize,
    n_ignored: usize,
}

impl State {
    /// Returns whether no change was recorded.
    pub fn is_fresh(&self) -> bool {
        let is_empty = self.changes.len() == 0 && self.nested.is_empty();
        is_empty && self.ignored.len() == 0 && self.replaced.len() == 0 && !self.has_room
    }
}

/// Converters.
impl State {
    /// Sets the converter of the pattern in progress; returns the previous one.
    pub fn use_converter(&mut self, converter: Option<&Arc<TypeConverter>>) -> Option<ConverterId> {
        let id = converter.map(|converter| self.converters.id(converter));
        std::mem::replace(&mut self.converter, id)
    }

    /// The converter of the pattern in progress.
    pub fn converter_at_work(&self) -> Option<&Arc<TypeConverter>> {
        self.converter.map(|id| self.converters.get(id))
    }

    pub fn converter_of(&self, info: &CastInfo) -> Option<&Arc<TypeConverter>> {
        info.converter.map(|id| self.converters.get(id))
    }
}

/// Lookup of values.
impl State {
    pub fn map(&mut self, from: &[Value], to: &[Value]) {
        self.mapping.insert(from, to);
    }

    /// Drops the mapping, after the last lookup.
    pub fn forget_values(&mut self) {
        self.mapping = Mapping::default();
    }

    pub fn is_mapped_to(&self, value: Value) -> bool {
        self.mapping.is_target(value)
    }

    fn is_pure_cast(&self, body: &Body, values: &[Value]) -> bool {
        if self.cast_info.is_empty() {
            return false;
        }
        let Some(op) = values.first().and_then(|&value| body.defining_op(value)) else { return false };
        values.iter().all(|&value| body.defining_op(value) == Some(op))
            && self.cast_info.get(&op).is_some_and(|(_, info)| info.pure)
    }

    /// The latest single replacement of `from` with type `ty`.
    pub fn latest_of_type(&self, body: &Body, from: Value, ty: Type) -> Option<Value> {
        let mut found = None;
        let mut current = from;
        loop {
            if body.ty(current) == ty {
                found = Some(current);
            }
            match self.mapping.get_one(current) {
                None => return found,
                Some(&[next]) => current = next,
                // One of several joint replacements is part of another value, until they are joined again.
                Some(_) => return self.latest_of_types(body, from, &[ty]).map(|found| found[0]),
            }
        }
    }

    /// The latest replacements of `from` with these types.
    pub fn latest_of_types(&self, body: &Body, from: Value, types: &[Type]) -> Option<Values> {
        let mut found = None;
        let mut current = Values::from_slice(&[from]);
        loop {
            if current.iter().map(|&value| body.ty(value)).eq(types.iter().copied()) {
                found = Some(current.clone());
            }
            match self.mapping.step(&current) {
                Some(next) => current = next,
                None => return found,
            }
        }
    }

    /// The latest replacements of `from`, of any type; with `skip_pure`, casts that only convert types are skipped.
    pub fn latest(&self, body: &Body, from: Value, skip_pure: bool) -> Values {
        let mut current = Values::from_slice(&[from]);
        let mut last = current.clone();
        loop {
            if !skip_pure || !self.is_pure_cast(body, &current) {
                last.clone_from(&current);
            }
            match self.mapping.step(&current) {
                Some(next) => current = next,
                None => return last,
            }
        }
    }

    /// Returns whether `op` is excluded from the conversion or to be erased.
    pub fn is_ignored(&self, op: OpId) -> bool {
        self.replaced.contains(op) || self.ignored.contains(op)
    }
}

/// Casts.
impl State {
    pub fn add_cast(&mut self, op: OpId, info: CastInfo) {
        self.cast_info.insert(op, (self.casts.len(), info));
        self.casts.push(Some(op));
    }

    pub fn remove_cast(&mut self, op: OpId) {
        if let Some((index, _)) = self.cast_info.remove(&op) {
            self.casts[index] = None;
        }
    }

    pub fn has_casts(&self) -> bool {
        !self.cast_info.is_empty()
    }

    pub fn casts(&self) -> Vec<OpId> {
        self.casts.iter().copied().flatten().collect()
    }

    pub fn cast_info(&self, op: OpId) -> Option<&CastInfo> {
        self.cast_info.get(&op).map(|(_, info)| info)
    }
}

/// Rollback of changes.
impl State {
    pub fn mark(&self) -> Mark {
        Mark { n_changes: self.changes.len(), n_replaced: self.replaced.len(), n_ignored: self.ignored.len() }
    }

    /// Rolls back all changes since `mark`.
    pub fn reset(&mut self, body: &mut Body, mark: Mark) {
        while self.changes.len() > mark.n_changes {
            let change = self.changes.take_last().expect("there are more changes than are to be kept");
            self.undo(body, change);
        }
        self.replaced.truncate(mark.n_replaced);
        self.ignored.truncate(mark.n_ignored);
    }

    /// Rolls back all changes, including those in nested bodies.
    pub fn reset_all(&mut self, body: &mut Body) {
        for (op, mut state) in std::mem::take(&mut self.nested) {
            if body.contains_op(op)
                && let Some(nested) = body.nested_mut(op)
            {
                state.reset_all(nested);
                body.sync_proxy(op);
            }
        }
        self.reset(body, Mark { n_changes: 0, n_replaced: 0, n_ignored: 0 });
    }

    fn undo(&mut self, body: &mut Body, change: Change) {
        match change {
            Change::CreateOp(op) => {
                self.nested.remove(&op);
                body.erase_op(op).expect("what uses a new op is newer and gone already");
            }
            Change::ReplaceOp { op, .. } => {
                for result in body.results(op) {
                    self.mapping.remove(std::slice::from_ref(result));
                }
            }
            Change::ReplaceValue { value, .. } => self.mapping.remove(&[value]),
            Change::CreateBlock(block) => body.erase_block(block),
            Change::Rare(_) => {
                let change = self.changes.take_last_rare();
                self.undo_rare(body, change);
            }
        }
    }

    fn undo_rare(&mut self, body: &mut Body, change: RareChange) {
        match change {
            RareChange::MoveOp(before) => before.restore(body),
            RareChange::ModifyOp(before) => before.restore(body),
            RareChange::Materialize(cast) => {
                if !cast.mapped.is_empty() {
                    self.mapping.remove(&cast.mapped);
                }
                self.remove_cast(cast.op);
                body.erase_op(cast.op).expect("what uses a new cast is newer and gone already");
            }
            RareChange::MoveBlock(before) | RareChange::EraseBlock(before) => before.restore(body),
            RareChange::InlineBlock(inlined) => inlined.restore(body),
            RareChange::ConvertBlock(converted) => body.replace_block_uses(converted.new, converted.old),
            RareChange::BecomeOp(before) => body.become_op(before.name, &before.props),
            RareChange::AddArg(arg) => erase_arg(body, arg),
            RareChange::ModifyArg { arg, ty } => body.set_type(arg, ty),
            // It is erased only on commit.
            RareChange::EraseArg(_) => {}
        }
    }
}

/// Recording of changes.
impl State {
    /// Records that `op`, whose replacement values are known, is to be replaced.
    fn note_replaced(&mut self, body: &Body, op: OpId) {
        self.changes.add(Change::ReplaceOp { op, converter: self.converter });
        body.walk_postorder(op, |op| self.replaced.insert(op));
    }

    /// Records that `op` is to be replaced by any number of values for each result.
    pub fn op_replaced_by_many(&mut self, body: &Body, op: OpId, with: &[Vec<Value>]) {
        for (result, with) in body.results(op).iter().zip(with) {
            self.map(std::slice::from_ref(result), with);
        }
        self.note_replaced(body, op);
    }

    /// Records that an operation was modified; `before` is its previous state.
    pub fn op_was(&mut self, before: OpBefore) {
        self.changes.add_rare(RareChange::ModifyOp(Box::new(before)));
    }

    pub fn created(&mut self, op: OpId) {
        self.new_ops.push(op);
        self.changes.add(Change::CreateOp(op));
    }

    pub fn moving(&mut self, body: &Body, op: OpId) {
        let block = body.block_of(op).expect("only a linked op is moved");
        self.changes.add_rare(RareChange::MoveOp(OpPlace { op, block, next: body.next_op(op) }));
    }

    pub fn modifying(&mut self, body: &Body, op: OpId) {
        // Successive modifications are rolled back together.
        if !matches!(self.changes.last_rare(), Some(RareChange::ModifyOp(last)) if last.is_of(op)) {
            self.op_was(OpBefore::new(body, op));
        }
    }

    /// Records that the results of `op` are to be replaced by `with`, one value for each, and `op` is to be erased.
    pub fn replaced(&mut self, body: &Body, op: OpId, with: &[Value]) {
        for (result, with) in body.results(op).iter().zip(with) {
            self.map(std::slice::from_ref(result), std::slice::from_ref(with));
        }
        self.note_replaced(body, op);
    }

    /// Records that `op`, whose results have no replacement, is to be erased.
    pub fn erased(&mut self, body: &Body, op: OpId) {
        body.results(op).iter().for_each(|&result| self.map(&[result], &[]));
        self.note_replaced(body, op);
    }

    /// Records that the uses of `value` are to become uses of `with`.
    pub fn value_replaced(&mut self, value: Value, with: &[Value]) {
        self.map(&[value], with);
        self.changes.add(Change::ReplaceValue { value, converter: self.converter });
    }

    pub fn block_created(&mut self, block: BlockId) {
        self.changes.add(Change::CreateBlock(block));
    }

    pub fn block_moving(&mut self, body: &Body, block: BlockId) {
        let region = body.region_of(block).expect("only a linked block is moved");
        self.changes.add_rare(RareChange::MoveBlock(BlockPlace { block, region, next: body.next_block(block) }));
    }

    pub fn block_inlining(&mut self, body: &Body, from: BlockId) {
        if let (Some(first), Some(last)) = (body.first_op(from), body.last_op(from)) {
            self.changes.add_rare(RareChange::InlineBlock(InlinedBlock { from, first, last }));
        }
    }

    /// Records that `block` is about to be unlinked; it is to be erased.
    pub fn block_erasing(&mut self, body: &Body, block: BlockId) {
        let region = body.region_of(block).expect("only a linked block is erased");
        self.changes.add_rare(RareChange::EraseBlock(BlockPlace { block, region, next: body.next_block(block) }));
        for op in body.ops(block) {
            body.walk_postorder(op, |op| self.replaced.insert(op));
        }
    }
}
