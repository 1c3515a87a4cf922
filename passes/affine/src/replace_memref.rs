//! Replacement of a memref by another one with the same elements at other indices.

use rmlir::affine_maps::AffineMap;
use rmlir::core::effects::has_single_effect_on;
use rmlir::prelude::*;
use rmlir_affine::compose::{canonicalize_map_and_operands, fully_compose_map_and_operands};
use rmlir_affine::{AffineAccess, ApplyOp, DmaStartOp, DmaWaitOp, access_of};

/// The mapping of indices to the other memref: its last indices are the results of a map over operands and the old
/// indices, its first ones are extra.
#[derive(Clone, Debug, Default)]
pub struct Remap {
    /// The leading indices.
    pub extra_indices: Vec<Value>,
    /// The operands before the old indices.
    pub operands: Vec<Value>,
    /// The operands after the old indices, which are the symbols of the map.
    pub symbols: Vec<Value>,
    /// The map; `None` for the identity.
    pub map: Option<AffineMap>,
}

/// Whether the only use of `memref` in `op` is an access at indices given by maps (upstream:
/// `AffineMapAccessInterface`): an operation that stores the memref itself captures it.
pub fn is_map_access_to(op: OpRef, memref: Value) -> bool {
    let n_uses = op.operands().filter(|operand| operand.id == memref).count();
    let is_access = access_of(op).is_some_and(|access| access.memref == memref && n_uses == 1);
    is_access || op.is::<DmaStartOp>() || op.is::<DmaWaitOp>()
}

/// Replaces selected uses of `old` by `new`, except for deallocations. Returns `false` without a change if one of the
/// users is no affine access.
pub fn replace_memref_uses(
    rw: &mut Rewriter,
    old: Value,
    new: Value,
    remap: &Remap,
    wanted: impl Fn(&Body, OpId) -> bool,
) -> bool {
    let mut users: Vec<OpId> = Vec::new();
    for user in rw.users(old) {
        let is_free = || has_single_effect_on(OpRef::new(rw, user), EffectKind::Free, old);
        if users.contains(&user) || !wanted(rw, user) || is_free() {
            continue;
        }
        let view = OpRef::new(rw, user);
        if view.interface::<dyn AffineAccess>().is_none() || !is_map_access_to(view, old) {
            return false;
        }
        users.push(user);
    }
    for user in users {
        replace_in(rw, old, new, remap, user);
    }
    true
}

/// Redirects an access from `old` to `new`.
pub fn replace_in(rw: &mut Rewriter, old: Value, new: Value, remap: &Remap, op: OpId) {
    let interface = rw.interface::<dyn AffineAccess>(op).expect("the user is an access");
    let access = access_of(OpRef::new(rw, op)).expect("the user is an access");
    debug_assert!(access.memref == old, "the access is to the memref that is replaced");
    let loc = rw.loc(op);
    rw.before(op);
    let mut made = Vec::new();
    let indices = apply_each(rw, loc, &access.map, &access.operands, &mut made);
    let (map, operands) = remapped(rw, loc, indices, remap, &mut made);
    let place = interface.memref_operand();
    let mut all: Vec<Value> = rw.operands(op).take(place).collect();
    all.push(new);
    all.extend(operands);
    let map = rw.cx().attr(AttrData::AffineMap(map));
    rw.set_operands(op, &all);
    rw.set_prop(op, interface.map_slot(), map);
}

/// The map and operands of the new indices, where the old ones are `indices`.
pub fn new_indices(rw: &mut Rewriter, loc: Loc, indices: Vec<Value>, remap: &Remap) -> (AffineMap, Vec<Value>) {
    remapped(rw, loc, indices, remap, &mut Vec::new())
}

/// Like [`new_indices`]; operations `made` to compute the old indices are erased if they become dead.
fn remapped(
    rw: &mut Rewriter,
    loc: Loc,
    indices: Vec<Value>,
    remap: &Remap,
    made: &mut Vec<Value>,
) -> (AffineMap, Vec<Value>) {
    let mut operands = [&remap.operands[..], &indices, &remap.symbols].concat();
    if let Some(map) = &remap.map {
        operands = apply_each(rw, loc, map, &operands, made);
    }
    operands.splice(0..0, remap.extra_indices.iter().copied());
    let mut map = AffineMap::identity(operands.len() as u32);
    fully_compose_map_and_operands(rw, &mut map, &mut operands);
    let mut map = map.simplify();
    canonicalize_map_and_operands(rw, &mut map, &mut operands);
    for &apply in &*made {
        if rw.is_unused(apply) && !operands.contains(&apply) {
            let apply = rw.defining_op(apply).expect("an operation made it");
            rw.erase(apply);
        }
    }
    (map, operands)
}

/// The results of a map as values, with one `affine.apply` each; an identity map needs none.
fn apply_each(rw: &mut Rewriter, loc: Loc, map: &AffineMap, operands: &[Value], made: &mut Vec<Value>) -> Vec<Value> {
    if *map == AffineMap::identity(map.n_dims()) {
        return operands.to_vec();
    }
    let mut values = Vec::new();
    for result in map.results() {
        let single = rw.cx().attr(AttrData::AffineMap(map.with_results([result.clone()])));
        values.push(rw.value(ApplyOp::build(operands, single).at(loc)));
    }
    made.extend_from_slice(&values);
    values
}
