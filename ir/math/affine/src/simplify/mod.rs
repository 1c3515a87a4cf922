//! Simplification: rebuild an expression from its flattened form.
//!
//! Algorithm for a pure affine expression: flatten, then rebuild the expression of the row. For a semi-affine one,
//! first `semi_affine` cancels symbols in divisions and modulos, then the expression is rebuilt with its terms sorted
//! (`ordered`).

mod ordered;
mod semi_affine;

use self::semi_affine::{Bounds, simplify_nested};
use crate::expr::AffineExpr;

impl AffineExpr {
    /// The simplified expression, for inputs below `n_dims` and `n_symbols`.
    ///
    /// # Panics
    /// If the expression uses an input beyond them.
    pub fn simplify(&self, n_dims: u32, n_symbols: u32) -> AffineExpr {
        simplify_nested(self, Bounds { n_dims, n_symbols, depth: 0 })
    }
}
