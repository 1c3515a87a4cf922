//! Arithmetic on offsets, sizes and strides that are constants or values.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_affine::compose::make_composed_folded_apply;

/// Computes `expr` of the symbols `inputs` at the insertion point.
pub fn apply(rw: &mut Rewriter, expr: AffineExpr, inputs: &[MixedIndex]) -> MixedIndex {
    let map = AffineMap::new(0, inputs.len() as u32, vec![expr]);
    let loc = rw.default_loc();
    make_composed_folded_apply(rw, loc, &map, inputs)
}

/// Computes the product of the factors.
pub fn product(rw: &mut Rewriter, factors: &[MixedIndex]) -> MixedIndex {
    let symbols = (0..factors.len() as u32).map(AffineExpr::symbol);
    let expr = symbols.fold(AffineExpr::constant(1), |product, symbol| &product * &symbol);
    apply(rw, expr, factors)
}
