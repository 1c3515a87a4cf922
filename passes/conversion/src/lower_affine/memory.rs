//! The patterns of memory accesses: the results of the map become the indices.

use rmlir::prelude::*;
use rmlir_affine::expand::{expand_map, is_expandable};
use rmlir_affine::{
    DmaStartOp, DmaWaitOp, LoadOp, PrefetchOp, StoreOp, VectorLoadOp, VectorStoreOp, access_of, transfer_places,
};
use rmlir_memref as memref;
use rmlir_vector as vector;

/// Replaces `op` by the operation `name` with the expanded indices in place of the map and its operands, and with the
/// properties in `kept`.
fn lower(op: OpId, rw: &mut Rewriter, name: &str, kept: &[&str]) -> Match {
    let access = access_of(OpRef::new(rw, op)).expect("the operation is an access");
    let loc = rw.loc(op);
    let Some(indices) = expand_map(rw, loc, &access.map, &access.operands) else {
        return rw.no_match(op, "it divides by a constant that is not positive");
    };
    let n_before = rw.n_operands(op) - access.operands.len();
    let mut state = OpState::named(rw.cx(), name).at(loc);
    state.operands.extend(rw.operands(op).take(n_before));
    state.operands.extend(indices);
    state.result_types.extend(rw.result_types(op));
    state.no_inference = true;
    for slot in kept {
        if let Some(value) = rw.prop_named(op, slot) {
            state.set_attr(rw.cx(), slot, value);
        }
    }
    let new = rw.create_state(state);
    let results = rw.results(new).to_vec();
    rw.replace(op, results)
}

/// Rows of `pattern Op "name of the plain operation", [properties];`.
macro_rules! accesses {
    ($($name:ident $op:ident $plain:expr, $kept:expr;)*) => {$(
        #[pattern]
        pub(super) fn $name(op: $op, rw: &mut Rewriter) -> Match {
            lower(op.id(), rw, $plain, &$kept)
        }
    )*};
}

accesses! {
    lower_load LoadOp memref::LoadOp::NAME, [];
    lower_store StoreOp memref::StoreOp::NAME, [];
    lower_prefetch PrefetchOp memref::PrefetchOp::NAME, ["isWrite", "localityHint", "isDataCache"];
    lower_vector_load VectorLoadOp vector::LoadOp::NAME, [];
    lower_vector_store VectorStoreOp vector::StoreOp::NAME, [];
}

/// The accesses with their indices expanded: each a memref and its indices.
fn expand_places(op: OpId, rw: &mut Rewriter) -> Option<Vec<Vec<Value>>> {
    let loc = rw.loc(op);
    let places = transfer_places(OpRef::new(rw, op));
    if !places.iter().all(|place| is_expandable(&place.map)) {
        return None;
    }
    let mut expanded = Vec::new();
    for place in places {
        let mut values = vec![place.memref];
        values.extend(expand_map(rw, loc, &place.map, &place.operands)?);
        expanded.push(values);
    }
    Some(expanded)
}

/// The operands after those of the accesses.
fn sizes(op: OpId, body: &Body) -> Vec<Value> {
    let n_before = transfer_places(OpRef::new(body, op)).iter().map(|place| 1 + place.operands.len()).sum();
    body.operands(op).skip(n_before).collect()
}

/// The plain operation has the number of elements before the tag.
#[pattern]
pub(super) fn lower_dma_start(op: DmaStartOp, rw: &mut Rewriter) -> Match {
    let Some(places) = expand_places(op.id(), rw) else {
        return rw.no_match(op, "it divides by a constant that is not positive");
    };
    let sizes = sizes(op.id(), rw);
    let operands = [&places[0][..], &places[1], &sizes[..1], &places[2], &sizes[1..]].concat();
    let state = OpState::of::<memref::DmaStartOp>(rw.cx()).at(rw.loc(op.id())).operands(&operands);
    rw.create_state(state);
    rw.replace(op, [])
}

#[pattern]
pub(super) fn lower_dma_wait(op: DmaWaitOp, rw: &mut Rewriter) -> Match {
    let Some(places) = expand_places(op.id(), rw) else {
        return rw.no_match(op, "it divides by a constant that is not positive");
    };
    let operands = [&places[0][..], &sizes(op.id(), rw)].concat();
    let state = OpState::of::<memref::DmaWaitOp>(rw.cx()).at(rw.loc(op.id())).operands(&operands);
    rw.create_state(state);
    rw.replace(op, [])
}
