//! The state of ownership-based deallocation.

use rmlir::core::body::ValueDefinition;
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_arith::ConstantOp;
use rmlir_bufferization::{CloneOp, DeallocOp};
use rmlir_memref::{ExtractStridedMetadataOp, ReinterpretCastOp};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Liveness;

/// The ownership of a buffer in a block: whether the block has to free it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Ownership {
    /// No ownership is known yet.
    #[default]
    Uninitialized,
    /// Owned if this value is true.
    Unique(Value),
    /// Several ownership conditions were joined.
    Unknown,
}

/// The ownership of all buffers.
#[derive(Default)]
pub(super) struct State {
    ownership: FxHashMap<(Value, BlockId), Ownership>,
    to_free: FxHashMap<BlockId, Vec<Value>>,
    renamed: FxHashMap<Value, Value>,
    liveness: Liveness,
}

pub(super) fn is_memref(body: &Body, value: Value) -> bool {
    body.ty(value).is_memref(body)
}

/// A boolean constant at the insertion point.
pub(super) fn constant(rw: &mut Rewriter, loc: Loc, value: bool) -> Value {
    let value = rw.bool_attr(value);
    rw.value(ConstantOp::build(value).at(loc))
}

impl State {
    /// The initial state, without ownership.
    pub(super) fn new(liveness: Liveness) -> Self {
        Self { liveness, ..Self::default() }
    }

    /// Joins the ownership of `memref` in `block` with `new`.
    pub(super) fn update(&mut self, body: &Body, memref: Value, new: Ownership, block: BlockId) {
        let entry = self.ownership.entry((memref, block)).or_default();
        *entry = match (*entry, new) {
            (old, Ownership::Uninitialized) => old,
            (Ownership::Uninitialized, new) => new,
            (Ownership::Unique(old), Ownership::Unique(new)) if is_equal(body, old, new) => Ownership::Unique(old),
            _ => Ownership::Unknown,
        };
    }

    /// As [`Self::update`], in the block that defines `memref`.
    pub(super) fn update_here(&mut self, body: &Body, memref: Value, condition: Value) {
        let block = body.value_block(memref).expect("a value is defined in a block");
        self.update(body, memref, Ownership::Unique(condition), block);
    }

    /// Resets the ownership of `memref` in `block`.
    pub(super) fn reset(&mut self, memref: Value, block: BlockId) {
        self.ownership.insert((memref, block), Ownership::Uninitialized);
    }

    /// The ownership of `memref` in `block`.
    pub(super) fn get(&self, memref: Value, block: BlockId) -> Ownership {
        self.ownership.get(&(memref, block)).copied().unwrap_or_default()
    }

    /// Records that `memref` has to be freed or forwarded at the end of `block`.
    pub(super) fn add_to_free(&mut self, memref: Value, block: BlockId) {
        self.to_free.entry(block).or_default().push(memref);
    }

    /// Records that `old` is replaced by `new`.
    pub(super) fn rename(&mut self, old: Value, new: Value) {
        self.renamed.insert(old, new);
    }

    /// The buffers among `values`, after renaming, in program order.
    fn memrefs(&self, body: &Body, values: impl Iterator<Item = Value>) -> Vec<Value> {
        let now = values.map(|value| self.renamed.get(&value).copied().unwrap_or(value));
        let mut found: Vec<Value> = now.filter(|&value| is_memref(body, value)).collect();
        found.sort_by_key(|&value| place(body, value));
        found.dedup();
        found
    }

    /// The buffers that are live at the start of `block`.
    pub(super) fn live_in(&self, body: &Body, block: BlockId) -> Vec<Value> {
        self.memrefs(body, self.liveness.live_in(block))
    }

    /// The buffers that must be retained when control passes from `block` to `next` with the operands `passed`.
    pub(super) fn to_retain(&self, body: &Body, block: BlockId, next: Option<BlockId>, passed: &[Value]) -> Vec<Value> {
        let mut found: Vec<Value> = passed.iter().copied().filter(|&value| is_memref(body, value)).collect();
        let mut live = self.memrefs(body, self.liveness.live_out(block));
        if let Some(next) = next {
            let needed: FxHashSet<Value> = self.live_in(body, next).into_iter().collect();
            live.retain(|value| needed.contains(value));
        }
        found.extend(live);
        found
    }

    /// The buffers to free at the end of `block`, as base buffers, and their ownership conditions.
    pub(super) fn bases_to_free(
        &self,
        rw: &mut Rewriter,
        loc: Loc,
        block: BlockId,
    ) -> Result<(Vec<Value>, Vec<Value>), Box<Diagnostic>> {
        let (mut memrefs, mut conditions) = (Vec::new(), Vec::new());
        for &memref in self.to_free.get(&block).into_iter().flatten() {
            let Ownership::Unique(condition) = self.get(memref, block) else {
                let place = rw.value_loc(memref).place(rw.cx());
                let message = "MemRef value does not have valid ownership".to_owned();
                return Err(Box::new(Diagnostic::error(place, message)));
            };
            let ranked = if rw.ty(memref).shape(rw).is_none() { to_ranked(rw, loc, memref) } else { memref };
            memrefs.push(rw.value(ExtractStridedMetadataOp::build(ranked).at(loc)));
            conditions.push(condition);
        }
        Ok((memrefs, conditions))
    }

    /// Returns `memref`, or a clone if its ownership is unknown, and its ownership condition.
    pub(super) fn with_unique_ownership(&mut self, rw: &mut Rewriter, memref: Value, block: BlockId) -> (Value, Value) {
        if let Ownership::Unique(condition) = self.get(memref, block) {
            return (memref, condition);
        }
        let (loc, ty) = (rw.value_loc(memref), rw.ty(memref));
        let clone = rw.value(CloneOp::build(ty, memref).at(loc));
        let condition = constant(rw, loc, true);
        self.update_here(rw, clone, condition);
        let block = rw.value_block(clone).expect("a value is defined in a block");
        self.add_to_free(clone, block);
        (clone, condition)
    }

    /// Creates the deallocation, and updates the ownership of the retained buffers to its results.
    pub(super) fn create_dealloc(
        &mut self,
        rw: &mut Rewriter,
        loc: Loc,
        block: BlockId,
        lists: [&[Value]; 3],
    ) -> Vec<Value> {
        let [memrefs, conditions, retained] = lists;
        let dealloc = rw.create(DeallocOp::of(memrefs, conditions, retained).at(loc));
        let results = rw.results(dealloc.id()).to_vec();
        retained.iter().for_each(|&memref| self.reset(memref, block));
        for (&memref, &condition) in retained.iter().zip(&results) {
            self.update(rw, memref, Ownership::Unique(condition), block);
        }
        results
    }
}

fn is_equal(body: &Body, left: Value, right: Value) -> bool {
    left == right || constant_value(body, left).is_some_and(|known| constant_value(body, right) == Some(known))
}

/// Casts an unranked buffer to one of rank 0.
fn to_ranked(rw: &mut Rewriter, loc: Loc, memref: Value) -> Value {
    let ty = rw.ty(memref);
    let element = ty.element_or_self(rw);
    let space = rmlir::core::memref_layout::memory_space(rw, ty);
    let layout = rmlir::core::memref_layout::strided_layout(rw, 0, &[]);
    let ty = rmlir::core::memref_layout::memref_type(rw, &[], element, Some(layout), space);
    let none = rw.i64_array(&[]);
    let offset = rw.i64_array(&[0]);
    rw.value(ReinterpretCastOp::build(ty, memref, &[], &[], &[], offset, none, none).at(loc))
}

/// A key that orders values by their position in the program: arguments first, by index.
fn place(body: &Body, value: Value) -> (bool, u32, Vec<[usize; 3]>) {
    match body.value_def(value) {
        ValueDefinition::Argument(block, index) => (false, index, path(body, block)),
        ValueDefinition::Result(op, index) => {
            let block = body.block_of(op).expect("a result is in a block");
            let mut path = path(body, block);
            path.push([0, 0, position(body, op)]);
            path.push([0, 0, index as usize]);
            (true, 0, path)
        }
    }
}

/// The indices of operations, regions and blocks on the path to `block`, outermost first.
fn path(body: &Body, block: BlockId) -> Vec<[usize; 3]> {
    let mut found = Vec::new();
    let mut at = Some(block);
    while let Some(block) = at {
        let region = body.region_of(block).expect("a block is in a region");
        let owner = body.region_owner(region);
        let number = body.blocks(region).position(|other| other == block).unwrap_or(0);
        let around = body.block_of(owner);
        found.push([around.map_or(0, |_| position(body, owner)), body.region_index(region), number]);
        at = around;
    }
    found.reverse();
    found
}

fn position(body: &Body, op: OpId) -> usize {
    let block = body.block_of(op).expect("an operation that is numbered is in a block");
    body.ops(block).position(|other| other == op).unwrap_or(0)
}
