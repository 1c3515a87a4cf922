//! Indices that are computed for tiles: affine expressions of what is known as a number or only as a value.

use rmlir::affine::{AffineExpr, AffineMap};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_affine::compose::{compose_map_and_operands, make_composed_folded_apply, map_with_constants_folded};
use rmlir_affine::{MaxOp, MinOp};
use rmlir_arith::constant_index;
use rmlir_memref as memref;

/// Which of several values is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extremum {
    Least,
    Greatest,
}

pub(super) fn is_zero(body: &Body, size: MixedIndex) -> bool {
    size.constant(body) == Some(0)
}

/// `expr` of `operands`, of which the first `n_dims` are dimensions and the others symbols.
pub(super) fn apply(rw: &mut Rewriter, loc: Loc, expr: AffineExpr, n_dims: u32, operands: &[MixedIndex]) -> MixedIndex {
    let map = AffineMap::new(n_dims, operands.len() as u32 - n_dims, [expr]);
    make_composed_folded_apply(rw, loc, &map, operands)
}

/// The least of the results of `map`, or the greatest one.
pub(super) fn extremum(
    rw: &mut Rewriter,
    loc: Loc,
    wanted: Extremum,
    map: &AffineMap,
    operands: &[MixedIndex],
) -> MixedIndex {
    let (mut map, mut values) = map_with_constants_folded(map, operands);
    compose_map_and_operands(rw, &mut map, &mut values);
    let known: Option<Vec<i64>> = map.results().iter().map(AffineExpr::as_constant).collect();
    if let Some(known) = known {
        let extremum = match wanted {
            Extremum::Least => known.into_iter().min(),
            Extremum::Greatest => known.into_iter().max(),
        };
        return MixedIndex::Static(extremum.expect("there are results"));
    }
    let map = rw.cx().attr(AttrData::AffineMap(map));
    MixedIndex::Dynamic(match wanted {
        Extremum::Least => create_or_fold(rw, MinOp::build(&values, map).at(loc)),
        Extremum::Greatest => create_or_fold(rw, MaxOp::build(&values, map).at(loc)),
    })
}

/// The lesser of two, or the greater one.
pub(super) fn extremum_of(rw: &mut Rewriter, loc: Loc, wanted: Extremum, two: [MixedIndex; 2]) -> MixedIndex {
    extremum(rw, loc, wanted, &AffineMap::new(2, 0, [AffineExpr::dim(0), AffineExpr::dim(1)]), &two)
}

/// The sizes of `value`, asked for at the insertion point where its type does not know them.
pub(super) fn sizes_of(rw: &mut Rewriter, value: Value) -> Vec<MixedIndex> {
    let rank = rw.ty(value).shape(rw).map_or(0, <[i64]>::len);
    (0..rank).map(|dim| size_of(rw, value, dim)).collect()
}

/// Size `dim` of `value`, as for [`sizes_of`].
pub(super) fn size_of(rw: &mut Rewriter, value: Value, dim: usize) -> MixedIndex {
    let ty = rw.ty(value);
    match ty.shape(rw).map(|shape| shape[dim]) {
        Some(DYNAMIC) | None => {}
        Some(size) => return MixedIndex::Static(size),
    }
    let dim = constant_index(rw, dim as i64);
    MixedIndex::Dynamic(match ty.is_memref(rw) {
        true => create_or_fold(rw, memref::DimOp::build(value, dim)),
        false => create_or_fold(rw, rmlir_tensor::DimOp::build(value, dim)),
    })
}
