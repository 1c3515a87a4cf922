//! Simplification: rebuild an expression from its flattened form.
//!
//! Algorithm for a pure affine expression: flatten, then rebuild the expression of the row. For a semi-affine one,
//! first `semi_affine` cancels symbols in divisions and modulos, then the expression is rebuilt with its terms sorted
//! (`ordered`).

mod ordered;
mod semi_affine;

use crate::expr::AffineExpr;
use crate::flatten::Flattener;

impl AffineExpr {
    /// The simplified expression, for inputs below `n_dims` and `n_symbols`.
    ///
    /// # Panics
    /// If the expression uses an input beyond them.
    pub fn simplify(&self, n_dims: u32, n_symbols: u32) -> AffineExpr {
        simplify_nested(self, Bounds { n_dims, n_symbols, depth: 0 })
    }
}

/// The limit on nested simplifications: proving one modulo to be zero simplifies a difference, which can contain such a
/// modulo again. Typical inputs nest a few levels; beyond the limit the modulo is not simplified.
const MAX_DEPTH: u32 = 64;

/// The space of inputs, and the nesting depth of simplifications.
#[derive(Clone, Copy)]
struct Bounds {
    n_dims: u32,
    n_symbols: u32,
    depth: u32,
}

impl Bounds {
    fn nested(self) -> Option<Self> {
        (self.depth < MAX_DEPTH).then_some(Self { depth: self.depth + 1, ..self })
    }
}

fn simplify_nested(expr: &AffineExpr, bounds: Bounds) -> AffineExpr {
    if expr.as_constant().is_some() || expr.as_input_plus_constant().is_some() {
        return expr.clone();
    }
    let expr = if expr.is_pure_affine() { expr.clone() } else { semi_affine::cancel_symbols(expr, bounds) };
    let mut flattener = Flattener::new(bounds.n_dims, bounds.n_symbols);
    let Some(row) = flattener.row(&expr) else { return expr };
    let sum = row.to_expr(&flattener.locals);
    if expr.is_pure_affine() || sum == expr {
        return sum;
    }
    ordered::to_ordered_expr(&row, &flattener.locals)
}
