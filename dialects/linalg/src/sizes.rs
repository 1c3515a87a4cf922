//! The sizes of results of structured operations, computed from the inputs.
//!
//! The trip count of a loop is the size of a dimension of an operand whose index expression is the loop's induction
//! variable alone; the size of a result follows from its map.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_affine::compose::make_composed_folded_apply;
use rmlir_arith::constant_index;

use crate::structured::{Loops, inits};

/// The sizes of result `index` of `op`.
pub(crate) fn result_sizes(rw: &mut Rewriter, op: OpId, index: usize) -> Option<Vec<MixedIndex>> {
    let rank = rw.ty(rw.result(op, index)).shape(rw)?.len();
    (0..rank).map(|dim| result_size(rw, op, index, dim)).collect()
}

/// Size `dim` of result `index` of `op`: computed from the inputs, or that of the init if no input determines it.
pub(crate) fn result_size(rw: &mut Rewriter, op: OpId, index: usize, dim: usize) -> Option<MixedIndex> {
    let view = OpRef::new(rw, op);
    let first_init = inits(view).start;
    let init = view.operand(first_init + index);
    let (init, size) = (init.id, *init.ty().shape(rw)?.get(dim)?);
    if size != DYNAMIC {
        return Some(MixedIndex::Static(size));
    }
    let loops = Loops::of(view)?;
    let places = loops.places()?;
    let expr = loops.maps.get(first_init + index)?.results().get(dim)?.clone();
    let mut used: Vec<(usize, usize)> =
        (0..places.len()).filter(|&at| expr.is_function_of_dim(at as u32)).map(|at| places[at]).collect();
    used.sort_unstable();
    used.dedup();
    if used.iter().any(|&(operand, _)| operand >= first_init) {
        return Some(size_of(rw, init, dim));
    }
    let symbol = |place| used.iter().position(|used| used == place).map_or(0, |at| at as u32);
    let symbols: Vec<AffineExpr> = places.iter().map(|place| AffineExpr::symbol(symbol(place))).collect();
    let map = AffineMap::new(0, used.len() as u32, vec![expr.replace_dims(&symbols)]);
    let inputs: Vec<MixedIndex> = used
        .iter()
        .map(|&(operand, dim)| {
            let operand = rw.operand(op, operand);
            size_of(rw, operand, dim)
        })
        .collect();
    let loc = rw.loc(op);
    Some(make_composed_folded_apply(rw, loc, &map, &inputs))
}

/// Size `dim` of a tensor or memref.
fn size_of(rw: &mut Rewriter, value: Value, dim: usize) -> MixedIndex {
    let ty = rw.ty(value);
    if let Some(&size) = ty.shape(rw).and_then(|shape| shape.get(dim)).filter(|&&size| size != DYNAMIC) {
        return MixedIndex::Static(size);
    }
    let dim = constant_index(rw, dim as i64);
    MixedIndex::Dynamic(match ty.is_tensor(rw) {
        true => create_or_fold(rw, rmlir_tensor::DimOp::build(value, dim)),
        false => create_or_fold(rw, rmlir_memref::DimOp::build(value, dim)),
    })
}
