//! The assignment of loops to dimensions of vectors.

use rmlir_affine::ForOp;
use rmlir_affine::analysis::parallel::Reduction;
use rustc_hash::FxHashMap;

/// The assignment of loops to dimensions of vectors.
pub(super) struct Strategy {
    pub(super) sizes: Vec<i64>,
    /// Loops with their vector dimensions.
    pub(super) dims: Vec<(ForOp, usize)>,
    /// The reductions of loops that have some.
    pub(super) reductions: FxHashMap<ForOp, Vec<Reduction>>,
}

impl Strategy {
    pub(super) fn dim_of(&self, op: ForOp) -> Option<usize> {
        self.dims.iter().rev().find(|(other, _)| *other == op).map(|(_, dim)| *dim)
    }
}
