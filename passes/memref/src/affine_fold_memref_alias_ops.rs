//! Folds views into affine accesses, which then access the source.

use rmlir::affine_maps::AffineMap;
use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_affine::compose::make_composed_folded_apply;
use rmlir_affine::{LoadOp, StoreOp, access_of};
use rmlir_arith::materialize_index;
use rmlir_memref::{CollapseShapeOp, ExpandShapeOp, SubViewOp, dropped_dims};

use crate::fold_memref_alias_ops::{into_collapsed, into_expanded, into_source};

/// Fold memref alias ops into affine memory ops.
///
/// ```mlir
/// %s = memref.subview %a[%i][4][2] : memref<16xf32> to memref<4xf32, strided<[2], offset: ?>>
/// %x = affine.load %s[%j] : memref<4xf32, strided<[2], offset: ?>>
/// // becomes
/// %0 = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 2)>()[%i, %j]
/// %x = affine.load %a[%0] : memref<16xf32>
/// ```
#[pass(
    name = "affine-fold-memref-alias-ops",
    title = "AffineFoldMemRefAliasOps",
    depends(rmlir_affine::Affine, rmlir_memref::MemRef)
)]
pub fn affine_fold_memref_alias_ops(cx: &mut PassCx) -> PassResult {
    // Whether the rewriting converges does not matter, as upstream.
    let _ = cx.apply_greedily(patterns![fold_load, fold_store]);
    Ok(())
}

#[pattern]
fn fold_load(op: LoadOp, rw: &mut Rewriter) -> Match {
    let Some((memref, at)) = in_source(rw, op.id()) else { return rw.no_match(op, "the memref is no view") };
    let (ty, map) = (rw.ty(op.result(rw)), identity(rw, at.len()));
    rw.replace_with(op, LoadOp::build(ty, memref, &at, map));
    Match::Yes
}

#[pattern]
fn fold_store(op: StoreOp, rw: &mut Rewriter) -> Match {
    let Some((memref, at)) = in_source(rw, op.id()) else { return rw.no_match(op, "the memref is no view") };
    let (value, map) = (op.value(rw), identity(rw, at.len()));
    rw.replace_with(op, StoreOp::build(value, memref, &at, map));
    Match::Yes
}

fn identity(rw: &Rewriter, n: usize) -> Attr {
    rw.cx().attr(AttrData::AffineMap(AffineMap::identity(n as u32)))
}

/// The source of the accessed view, and the indices of the access in it, computed before the access.
fn in_source(rw: &mut Rewriter, op: OpId) -> Option<(Value, Vec<Value>)> {
    let access = access_of(OpRef::new(rw, op))?;
    let view = OpRef::new(rw, rw.defining_op(access.memref)?);
    if let Some(view) = view.cast::<SubViewOp>() {
        let (lists, dropped) = (SliceLists::of(OpRef::new(rw, view.id())), dropped_dims(OpRef::new(rw, view.id()))?);
        let indices = indices(rw, op, &access);
        return Some((view.source(rw), into_source(rw, &lists, &dropped, &indices)));
    }
    if let Some(view) = view.cast::<ExpandShapeOp>() {
        let indices = indices(rw, op, &access);
        return Some((view.src(rw), into_expanded(rw, view, &indices, true)));
    }
    let view = view.cast::<CollapseShapeOp>()?;
    let indices = indices(rw, op, &access);
    Some((view.src(rw), into_collapsed(rw, view, &indices)))
}

/// The indices of the access as values, computed before `op`.
fn indices(rw: &mut Rewriter, op: OpId, access: &rmlir_affine::Access) -> Vec<Value> {
    rw.before(op);
    let loc = rw.loc(op);
    let operands: Vec<MixedIndex> = access.operands.iter().map(|&operand| MixedIndex::Dynamic(operand)).collect();
    let mut indices = Vec::new();
    for expr in access.map.results() {
        let part = access.map.with_results(vec![expr.clone()]);
        let index = make_composed_folded_apply(rw, loc, &part, &operands);
        indices.push(materialize_index(rw, index));
    }
    indices
}
