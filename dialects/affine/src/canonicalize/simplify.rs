//! Composition of maps with the definitions of their operands, and simplification by facts about the operands.

use rmlir::affine_maps::{AffineMap, BinaryKind};
use rmlir::prelude::*;

use crate::compose::{canonicalize_map_and_operands, compose_map_and_operands};
use crate::memory::AffineAccess;
use crate::scope::for_of_induction_var;
use crate::simplify::simplify_map_with_operands;
use crate::syntax::{map_attr, map_prop};
use crate::{ApplyOp, LoadOp, MaxOp, MinOp, PrefetchOp, StoreOp, VectorLoadOp, VectorStoreOp};

canonicalize! {
    ApplyOp: simplify_apply;
    LoadOp: simplify_load;
    StoreOp: simplify_store;
    VectorLoadOp: simplify_vector_load;
    VectorStoreOp: simplify_vector_store;
    PrefetchOp: simplify_prefetch;
}

/// The map in slot `slot` and the operands from `first` on, simplified; `None`
/// if that changes nothing.
fn simplified(body: &Body, op: OpId, slot: usize, first: usize) -> Option<(AffineMap, Vec<Value>)> {
    let old_map = map_prop(OpRef::new(body, op), slot);
    if is_simple(body, old_map, op, first) {
        return None;
    }
    let old_operands: Vec<Value> = body.operands(op).skip(first).collect();
    let (mut map, mut operands) = (old_map.clone(), old_operands.clone());
    compose_map_and_operands(body, &mut map, &mut operands);
    canonicalize_map_and_operands(body, &mut map, &mut operands);
    let map = simplify_map_with_operands(body, &map, &operands);
    (map != *old_map || operands != old_operands).then_some((map, operands))
}

/// Whether `map`, of the operands of `op` from `first` on, is trivially in simplest form: each result is a dimension,
/// or a sum of a dimension and a constant, and the operands are induction variables, all distinct and used.
fn is_simple(body: &Body, map: &AffineMap, op: OpId, first: usize) -> bool {
    let operands = || body.operands(op).skip(first);
    let n = map.n_dims() as usize;
    if map.n_symbols() != 0 || n > u64::BITS as usize || operands().len() != n {
        return false;
    }
    let mut used: u64 = 0;
    for result in map.results() {
        let dim = match result.as_binary(BinaryKind::Add) {
            Some((dim, constant)) if constant.as_constant().is_some() => dim.as_dim(),
            Some(_) => None,
            None => result.as_dim(),
        };
        let Some(dim) = dim else { return false };
        used |= 1 << dim;
    }
    used.count_ones() as usize == n
        && operands().all(|value| for_of_induction_var(body, value).is_some())
        && operands().enumerate().all(|(index, value)| operands().take(index).all(|other| other != value))
}

/// Replaces an operation by one of the same name with a simplified map. Other properties are preserved, discardable
/// attributes are dropped.
fn simplify_op(rw: &mut Rewriter, op: OpId, slot: usize, first: usize) -> Match {
    let Some((map, operands)) = simplified(rw, op, slot, first) else {
        return rw.no_match(op, "the map is as simple as it can be");
    };
    let map = map_attr(rw, map);
    let mut state = OpState::new(rw.name(op)).at(rw.loc(op));
    state.operands.extend(rw.operands(op).take(first));
    state.operands.extend(operands);
    state.result_types.extend(rw.result_types(op));
    state.props = rw.props(op).into();
    state.set_prop(slot, map);
    state.no_inference = true;
    let new = rw.create_state(state);
    let results = rw.results(new).to_vec();
    rw.replace(op, results)
}

fn simplify_access(op: OpId, rw: &mut Rewriter) -> Match {
    let Some(access) = rw.interface::<dyn AffineAccess>(op) else { return Match::No };
    simplify_op(rw, op, access.map_slot(), access.memref_operand() + 1)
}

/// Rows of `pattern Op;`: accesses to memrefs.
macro_rules! accesses {
    ($($name:ident $op:ident;)*) => {$(
        #[pattern]
        pub(crate) fn $name(op: $op, rw: &mut Rewriter) -> Match {
            simplify_access(op.id(), rw)
        }
    )*};
}

accesses! {
    simplify_load LoadOp;
    simplify_store StoreOp;
    simplify_vector_load VectorLoadOp;
    simplify_vector_store VectorStoreOp;
    simplify_prefetch PrefetchOp;
}

/// Rows of `pattern Op;`: operations whose operands are all operands of the map.
macro_rules! values {
    ($($name:ident $op:ident;)*) => {$(
        #[pattern]
        pub(crate) fn $name(op: $op, rw: &mut Rewriter) -> Match {
            simplify_op(rw, op.id(), $op::MAP, 0)
        }
    )*};
}

values! {
    simplify_apply ApplyOp;
    simplify_min MinOp;
    simplify_max MaxOp;
}
