//! Folding with constants uniqued per region.
//!
//! A folder owns the constants that it materialized or that were registered. They are at the start of the entry block
//! of the region that holds them: the innermost one whose operation is isolated, unregistered, or requests constants
//! inside. A constant that is moved there loses its location, because it may originate from several locations.

use rmlir_core::{Attr, BlockId, Body, Fold, FoldValue, Loc, OpId, OpRef, RegionId, Rewriter, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::{fold_op_in_place, known_op_constant};

/// The key of a constant: the dialect that was asked to materialize it, value and type.
type Key = (&'static str, Attr, Type);

/// The folder of one body; see the module documentation.
#[derive(Default)]
pub struct Folder {
    scopes: FxHashMap<RegionId, FxHashMap<Key, OpId>>,
    /// The constants owned, with the dialects under which each is registered.
    owned: FxHashMap<OpId, SmallVec<[&'static str; 1]>>,
}

/// The outcome of [`Folder::try_fold`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folded {
    /// No fold.
    No,
    /// The operation was changed in place.
    InPlace,
    /// The operation was replaced and erased.
    Replaced,
}

impl Folder {
    /// A folder without constants.
    pub fn new() -> Self {
        Self::default()
    }

    /// Drops all constants.
    pub fn clear(&mut self) {
        self.scopes.clear();
        self.owned.clear();
    }

    /// Returns whether `op` is a constant of this folder.
    pub fn owns(&self, op: OpId) -> bool {
        self.owned.contains_key(&op)
    }

    /// Folds `op` and replaces it if the fold returns values. An operation that is folded in place is folded again
    /// until it does not change.
    pub fn try_fold(&mut self, rw: &mut Rewriter, op: OpId) -> Folded {
        if self.owns(op) {
            self.rehoist(rw, op);
            return Folded::No;
        }
        let (changed, found) = fold_op_in_place(rw.body_mut(), op);
        if let Fold::Results(results) = found
            && let Some(values) = self.materialize(rw, op, &results)
        {
            self.forget(rw, op);
            rw.replace(op, values);
            return Folded::Replaced;
        }
        if !changed {
            return Folded::No;
        }
        rw.modified(op);
        Folded::InPlace
    }

    /// The values of `results`, with constants materialized at the start of the region.
    fn materialize(&mut self, rw: &mut Rewriter, op: OpId, results: &[FoldValue]) -> Option<Vec<Value>> {
        let op_block = rw.block_of(op).expect("what is folded stands in a block");
        let entry = self.enter(rw, op_block);
        let point = rw.first_op(entry);
        let dialect = dialect_of(rw, op)?;
        let mut values = Vec::with_capacity(results.len());
        for (index, &found) in results.iter().enumerate() {
            let value = match found {
                FoldValue::Attr(value) => value,
                FoldValue::Value(value) => {
                    values.push(value);
                    continue;
                }
            };
            let ty = rw.ty(rw.result(op, index));
            let Some(constant) = self.get_or_create(rw, entry, dialect, value, ty) else {
                self.erase_before(rw, entry, point);
                return None;
            };
            // The operation may have been inserted before the constant.
            if rw.block_of(constant) == Some(op_block) && rw.first_op(op_block) != Some(constant) {
                move_to_front(rw, constant, op_block);
            }
            values.push(rw.result(constant, 0));
        }
        Some(values)
    }

    /// Erases the operations created before `point` for results whose siblings cannot be materialized.
    fn erase_before(&mut self, rw: &mut Rewriter, entry: BlockId, point: Option<OpId>) {
        let made: Vec<OpId> = rw.ops(entry).take_while(|&op| Some(op) != point).collect();
        for op in made {
            self.forget(rw, op);
            rw.erase(op);
        }
    }

    /// Registers the constant operation `op`, with its `value` if that is known. If an equal one is owned, `op` is
    /// replaced by it and erased, and the result is `false`.
    pub fn insert_known_constant(&mut self, rw: &mut Rewriter, op: OpId, value: Option<Attr>) -> bool {
        if self.owns(op) {
            self.rehoist(rw, op);
            return true;
        }
        let value = value.or_else(|| known_op_constant(rw.body_mut(), op)).expect("the operation is a constant");
        let block = rw.block_of(op).expect("a constant stands in a block");
        let region = constants_region(rw, block);
        let dialect = dialect_of(rw, op).expect("a constant-like operation is registered");
        let key = (dialect, value, rw.ty(rw.result(op, 0)));
        let scope = self.scopes.entry(region).or_default();
        if let Some(&known) = scope.get(&key) {
            let values = rw.results(known).to_vec();
            rw.replace(op, values);
            rw.set_op_loc(known, Loc::UNKNOWN);
            return false;
        }
        scope.insert(key, op);
        let entry = rw.entry(region).expect("a region with operations has blocks");
        if block != entry {
            move_to_front(rw, op, entry);
            rw.set_op_loc(op, Loc::UNKNOWN);
        } else if self.stands_late(rw, op) {
            move_to_front(rw, op, entry);
        }
        self.owned.insert(op, smallvec![dialect]);
        true
    }

    /// Unregisters `op`, which is about to be erased or modified.
    pub fn forget(&mut self, rw: &mut Rewriter, op: OpId) {
        let Some(dialects) = self.owned.remove(&op) else { return };
        let value = known_op_constant(rw.body_mut(), op).expect("an owned operation is a constant");
        let block = rw.block_of(op).expect("an owned constant stands in a block");
        let ty = rw.ty(rw.result(op, 0));
        let scope = self.scopes.entry(constants_region(rw, block)).or_default();
        for dialect in dialects {
            scope.remove(&(dialect, value, ty));
        }
    }

    /// The constant `value` of type `ty` for use in `block`, materialized by `dialect` if it does not exist.
    pub fn get_or_create_constant(
        &mut self,
        rw: &mut Rewriter,
        block: BlockId,
        dialect: &'static str,
        value: Attr,
        ty: Type,
    ) -> Option<Value> {
        let entry = self.enter(rw, block);
        let constant = self.get_or_create(rw, entry, dialect, value, ty)?;
        Some(rw.result(constant, 0))
    }

    /// Sets the insertion point to that of constants for `block`; returns the block of the constants.
    fn enter(&mut self, rw: &mut Rewriter, block: BlockId) -> BlockId {
        let region = constants_region(rw, block);
        let entry = rw.entry(region).expect("a region with operations has blocks");
        rw.at_start(entry);
        entry
    }

    fn get_or_create(
        &mut self,
        rw: &mut Rewriter,
        entry: BlockId,
        dialect: &'static str,
        value: Attr,
        ty: Type,
    ) -> Option<OpId> {
        let region = rw.region_of(entry).expect("constants go into a linked block");
        let scope = self.scopes.entry(region).or_default();
        if let Some(&known) = scope.get(&(dialect, value, ty)) {
            rw.set_op_loc(known, Loc::UNKNOWN);
            return Some(known);
        }
        rw.set_loc(Loc::UNKNOWN);
        let made = rw.constant(dialect, value, ty)?;
        let maker = dialect_of(rw, made).expect("a materialized constant is registered");
        if maker == dialect {
            scope.insert((dialect, value, ty), made);
            self.owned.insert(made, smallvec![dialect]);
            return Some(made);
        }
        // The same constant may be registered under the dialect that materializes it.
        if let Some(&known) = scope.get(&(maker, value, ty)) {
            rw.erase(made);
            scope.insert((dialect, value, ty), known);
            self.owned.entry(known).or_default().push(dialect);
            rw.set_op_loc(known, Loc::UNKNOWN);
            return Some(known);
        }
        scope.insert((dialect, value, ty), made);
        scope.insert((maker, value, ty), made);
        self.owned.insert(made, smallvec![dialect, maker]);
        Some(made)
    }

    /// Moves an owned constant back to the front if another operation precedes it.
    fn rehoist(&self, rw: &mut Rewriter, op: OpId) {
        if self.stands_late(rw, op) {
            let block = rw.block_of(op).expect("an owned constant stands in a block");
            move_to_front(rw, op, block);
            rw.set_op_loc(op, Loc::UNKNOWN);
        }
    }

    /// Returns whether an operation that is no owned constant is right before `op`.
    fn stands_late(&self, body: &Body, op: OpId) -> bool {
        body.prev_op(op).is_some_and(|prev| !self.owns(prev))
    }
}

/// The region whose start holds the constants for `block`.
fn constants_region(body: &Body, block: BlockId) -> RegionId {
    let mut region = body.region_of(block).expect("constants go into a linked block");
    loop {
        let owner = body.region_owner(region);
        // An isolated operation is the root of its body.
        let Some(def) = body.def(owner) else { return region };
        if owner == body.root() || body.block_of(owner).is_none() {
            return region;
        }
        let dialect = body.cx().dialect(def.dialect());
        if dialect.is_some_and(|dialect| dialect.hooks().keeps_constants_inside(OpRef::new(body, owner))) {
            return region;
        }
        region = body.parent_region(owner).expect("an op with a block that is linked is in a region");
    }
}

fn dialect_of(body: &Body, op: OpId) -> Option<&'static str> {
    body.def(op).map(|def| def.dialect())
}

fn move_to_front(rw: &mut Rewriter, op: OpId, block: BlockId) {
    match rw.first_op(block) {
        Some(first) => rw.move_before(op, first),
        None => rw.move_to_end(op, block),
    }
}
