//! The affine map `(dims)[symbols] -> (results)`: an immutable value, cheap to clone.
//!
//! `shape` recognizes identities, permutations and broadcasts; `transform` creates maps from maps; `project` drops
//! inputs.
//!
//! Invariant: results use only dimensions below `n_dims` and symbols below `n_symbols`.

mod project;
mod shape;
mod transform;

use std::sync::Arc;

pub use transform::PartialFold;

use crate::expr::AffineExpr;

/// A list of affine expressions over common inputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AffineMap {
    n_dims: u32,
    n_symbols: u32,
    results: Arc<[AffineExpr]>,
}

impl AffineMap {
    /// The map with the given results.
    ///
    /// # Panics
    /// If a result uses an input beyond `n_dims` or `n_symbols`.
    ///
    /// ```
    /// use rmlir_affine_maps::{AffineExpr, AffineMap};
    /// let map = AffineMap::new(2, 0, [AffineExpr::dim(1), AffineExpr::dim(0)]);
    /// assert_eq!(map.to_string(), "(d0, d1) -> (d1, d0)");
    /// ```
    pub fn new(n_dims: u32, n_symbols: u32, results: impl Into<Arc<[AffineExpr]>>) -> Self {
        let results = results.into();
        assert_inputs_exist(n_dims, n_symbols, results.iter());
        Self { n_dims, n_symbols, results }
    }

    /// The map without inputs and results, `() -> ()`.
    pub fn empty() -> Self {
        Self::new(0, 0, [])
    }

    /// The map without inputs to one constant, `() -> (value)`.
    pub fn constant(value: i64) -> Self {
        Self::new(0, 0, [AffineExpr::constant(value)])
    }

    /// The identity on one dimension, `(d0) -> (d0)`.
    pub fn dim_identity() -> Self {
        Self::identity(1)
    }

    /// The identity on one symbol, `()[s0] -> (s0)`.
    pub fn symbol_identity() -> Self {
        Self::new(0, 1, [AffineExpr::symbol(0)])
    }

    /// The map from one symbol to its sum with `shift`, `()[s0] -> (s0 + shift)`.
    pub fn shifted_symbol_identity(shift: i64) -> Self {
        Self::new(0, 1, [AffineExpr::symbol(0) + shift])
    }

    /// The identity on `n_dims` dimensions.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineMap;
    /// assert_eq!(AffineMap::identity(2).to_string(), "(d0, d1) -> (d0, d1)");
    /// ```
    pub fn identity(n_dims: u32) -> Self {
        Self::with_targets(n_dims, 0..n_dims)
    }

    /// The last `n_results` of `n_dims` dimensions.
    ///
    /// # Panics
    /// If there are more results than dimensions.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineMap;
    /// assert_eq!(AffineMap::minor_identity(3, 2).to_string(), "(d0, d1, d2) -> (d1, d2)");
    /// ```
    pub fn minor_identity(n_dims: u32, n_results: u32) -> Self {
        assert!(n_results <= n_dims, "a minor identity has at most as many results as dimensions");
        Self::with_targets(n_dims, n_dims - n_results..n_dims)
    }

    /// The dimensions at `targets`, in that order.
    pub fn with_targets(n_dims: u32, targets: impl IntoIterator<Item = u32>) -> Self {
        Self::new(n_dims, 0, targets.into_iter().map(AffineExpr::dim).collect::<Vec<_>>())
    }

    /// The map whose result `i` is dimension `permutation[i]`; `None` unless that is a permutation of `0..n`.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineMap;
    /// let map = AffineMap::permutation(&[2, 0, 1]).unwrap();
    /// assert!(map.is_permutation());
    /// assert_eq!(AffineMap::permutation(&[0, 0]), None);
    /// ```
    pub fn permutation(permutation: &[u32]) -> Option<Self> {
        let n_dims = u32::try_from(permutation.len()).ok()?;
        if permutation.iter().any(|&target| target >= n_dims) {
            return None;
        }
        Some(Self::with_targets(n_dims, permutation.iter().copied())).filter(Self::is_permutation)
    }

    /// The dimensions that `keep` accepts, in order.
    pub fn filtered_identity(n_dims: u32, keep: impl FnMut(&u32) -> bool) -> Self {
        Self::with_targets(n_dims, (0..n_dims).filter(keep))
    }

    /// One map for each list of results, all with the smallest numbers of inputs sufficient for every list.
    pub fn infer_from(lists: &[&[AffineExpr]]) -> Vec<Self> {
        let n_dims = lists.iter().copied().flatten().map(AffineExpr::n_dims_used).max().unwrap_or(0);
        let n_symbols = lists.iter().copied().flatten().map(AffineExpr::n_symbols_used).max().unwrap_or(0);
        lists.iter().map(|&results| Self::new(n_dims, n_symbols, results)).collect()
    }

    /// The number of dimensions.
    pub fn n_dims(&self) -> u32 {
        self.n_dims
    }

    /// The number of symbols.
    pub fn n_symbols(&self) -> u32 {
        self.n_symbols
    }

    /// The number of dimensions and symbols.
    pub fn n_inputs(&self) -> u32 {
        self.n_dims + self.n_symbols
    }

    /// The number of results.
    pub fn n_results(&self) -> usize {
        self.results.len()
    }

    /// The results.
    pub fn results(&self) -> &[AffineExpr] {
        &self.results
    }

    /// The result at `index`.
    pub fn result(&self, index: usize) -> &AffineExpr {
        &self.results[index]
    }

    /// The same inputs with other results.
    pub fn with_results(&self, results: impl Into<Arc<[AffineExpr]>>) -> Self {
        Self::new(self.n_dims, self.n_symbols, results)
    }

    /// Calls `visit` on every expression in every result, operands first.
    pub fn walk(&self, mut visit: impl FnMut(&AffineExpr)) {
        self.results.iter().for_each(|result| result.walk(&mut visit));
    }

    /// Returns whether a result uses the dimension at `position`.
    pub fn is_function_of_dim(&self, position: u32) -> bool {
        self.results.iter().any(|result| result.is_function_of_dim(position))
    }

    /// Returns whether a result uses the symbol at `position`.
    pub fn is_function_of_symbol(&self, position: u32) -> bool {
        self.results.iter().any(|result| result.is_function_of_symbol(position))
    }
}

/// Checks the invariant of maps and sets.
pub(crate) fn assert_inputs_exist<'a>(n_dims: u32, n_symbols: u32, exprs: impl IntoIterator<Item = &'a AffineExpr>) {
    for expr in exprs {
        assert!(
            expr.n_dims_used() <= n_dims && expr.n_symbols_used() <= n_symbols,
            "an expression uses only the inputs of its map or set"
        );
    }
}
