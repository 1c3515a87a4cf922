//! Legality of executing all of a tree at the position of its last store.
//!
//! Loads and stores are moved down to that position. An operation that a load is moved over must not write its memory,
//! and one that a store is moved over must neither read nor write its memory. Stores of the tree come after its loads,
//! so one that preceded a load must not have written its memory.

use rmlir::analysis::alias::may_alias;
use rmlir::core::effects::{effects_of, is_memory_effect_free};
use rmlir::core::interfaces::{EffectKind, EffectTarget};
use rmlir::prelude::*;
use rmlir_memref::{LoadOp, StoreOp};
use rustc_hash::FxHashSet;

use crate::place::{Place, subscripts};
use crate::tree::Tree;

/// Whether the tree is legal.
pub fn is_legal(body: &Body, tree: &Tree) -> bool {
    let Some(last) = last_store(body, tree) else { return false };
    let stores: FxHashSet<OpId> = tree.stores.iter().copied().collect();
    let loads: FxHashSet<OpId> = tree.ops(body).filter(|&op| OpRef::new(body, op).is::<LoadOp>()).collect();
    let mut passed: Vec<OpId> = Vec::new();
    // From the last store up: accesses are moved over everything in between.
    let mut at = Some(last);
    let mut n_left = stores.len() + loads.len();
    while let Some(op) = at.filter(|_| n_left > 0) {
        let is_store = stores.contains(&op);
        if is_store || loads.contains(&op) {
            n_left -= 1;
            let conflicts = |&other: &OpId| match (is_store, stores.contains(&other), loads.contains(&other)) {
                // Both are executed at once, or the load precedes the store before and after.
                (true, true, _) | (false, true, _) | (false, _, true) => false,
                // The load comes first now.
                (true, _, true) => touches(body, other, op, false),
                (true, ..) => touches(body, other, op, true),
                (false, ..) => touches(body, other, op, false),
            };
            if passed.iter().any(conflicts) {
                return false;
            }
        }
        if !is_memory_effect_free(OpRef::new(body, op)) {
            passed.push(op);
        }
        at = body.prev_op(op);
    }
    n_left == 0
}

/// The last store of a tree; `None` if its stores are in several blocks.
pub fn last_store(body: &Body, tree: &Tree) -> Option<OpId> {
    let block = body.block_of(tree.stores[0]);
    if !tree.stores.iter().all(|&store| body.block_of(store) == block) {
        return None;
    }
    let later = |a: OpId, b: OpId| if body.is_before_in_block(a, b) { b } else { a };
    tree.stores.iter().copied().reduce(later)
}

/// Whether `op` may write the memory of `access`, a load or store, or with `reads` also read it. For two accesses of
/// the tree, one of which is a load and the other one a store: whether they alias.
fn touches(body: &Body, op: OpId, access: OpId, reads: bool) -> bool {
    let is_access = |op: OpId| OpRef::new(body, op).is::<LoadOp>() || OpRef::new(body, op).is::<StoreOp>();
    if is_access(op) {
        let is_read = OpRef::new(body, op).is::<LoadOp>() && OpRef::new(body, access).is::<LoadOp>();
        return !is_read && meet(body, op, access);
    }
    let Some(effects) = effects_of(OpRef::new(body, op)) else { return true };
    let (memref, _) = subscripts(body, access).expect("it is a load or store");
    effects.iter().any(|effect| {
        let is_seen = effect.kind != EffectKind::Read || reads;
        let is_same = match effect.target {
            EffectTarget::Value(value) => may_alias(body, value, memref),
            _ => true,
        };
        is_seen && is_same && effect.kind != EffectKind::Allocate
    })
}

/// Whether two loads or stores may access the same element.
fn meet(body: &Body, a: OpId, b: OpId) -> bool {
    if let (Some(a), Some(b)) = (Place::of(body, a), Place::of(body, b))
        && a.row == b.row
    {
        return !a.is_apart_from(&b);
    }
    let memref = |op: OpId| subscripts(body, op).expect("it is a load or store").0;
    may_alias(body, memref(a), memref(b))
}
