//! Projection: setting dimensions or symbols to 0 and compressing the numbering.

use super::AffineMap;
use crate::expr::AffineExpr;

/// Whether a projected input keeps its position in the numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    Keep,
    Close,
}

impl AffineMap {
    /// For each dimension, whether no map uses it.
    ///
    /// # Panics
    /// If `maps` differ in their inputs.
    pub fn unused_dims(maps: &[AffineMap]) -> Vec<bool> {
        unused_inputs(maps).0
    }

    /// For each symbol, whether no map uses it.
    ///
    /// # Panics
    /// If `maps` differ in their inputs.
    pub fn unused_symbols(maps: &[AffineMap]) -> Vec<bool> {
        unused_inputs(maps).1
    }

    /// The map with the marked dimensions set to 0.
    pub fn project_dims(&self, is_projected: &[bool]) -> AffineMap {
        self.set_dims_to_zero(is_projected, Gap::Keep)
    }

    /// The map with the marked symbols set to 0.
    pub fn project_symbols(&self, is_projected: &[bool]) -> AffineMap {
        self.set_symbols_to_zero(is_projected, Gap::Keep)
    }

    /// The map with the marked dimensions set to 0 and dropped.
    pub fn compress_dims(&self, is_projected: &[bool]) -> AffineMap {
        self.set_dims_to_zero(is_projected, Gap::Close)
    }

    /// The map with the marked symbols set to 0 and dropped.
    pub fn compress_symbols(&self, is_projected: &[bool]) -> AffineMap {
        self.set_symbols_to_zero(is_projected, Gap::Close)
    }

    /// The map without the dimensions that no result uses.
    ///
    /// ```
    /// use rmlir_affine_maps::{AffineExpr, AffineMap};
    /// let map = AffineMap::new(3, 0, [AffineExpr::dim(2)]);
    /// assert_eq!(map.compress_unused_dims(), AffineMap::identity(1));
    /// ```
    pub fn compress_unused_dims(&self) -> AffineMap {
        self.compress_dims(&Self::unused_dims(std::slice::from_ref(self)))
    }

    /// The map without the symbols that no result uses.
    pub fn compress_unused_symbols(&self) -> AffineMap {
        self.compress_symbols(&Self::unused_symbols(std::slice::from_ref(self)))
    }

    /// The maps without the dimensions that none of them uses.
    ///
    /// # Panics
    /// If `maps` differ in their inputs.
    pub fn compress_unused_dims_of(maps: &[AffineMap]) -> Vec<AffineMap> {
        let is_unused = Self::unused_dims(maps);
        maps.iter().map(|map| map.compress_dims(&is_unused)).collect()
    }

    /// The maps without the symbols that none of them uses.
    ///
    /// # Panics
    /// If `maps` differ in their inputs.
    pub fn compress_unused_symbols_of(maps: &[AffineMap]) -> Vec<AffineMap> {
        let is_unused = Self::unused_symbols(maps);
        maps.iter().map(|map| map.compress_symbols(&is_unused)).collect()
    }

    /// The map with the marked dimensions set to 0 and dropped, and without the symbols that are then unused.
    pub fn projected(&self, is_projected: &[bool]) -> AffineMap {
        self.compress_dims(is_projected).compress_unused_symbols()
    }

    /// The map over `rank` dimensions of which the marked ones are ignored and the others are the inputs of this map in
    /// order.
    ///
    /// # Panics
    /// If the number of the other dimensions is not that of this map.
    pub fn expand_dims_to_rank(&self, rank: u32, is_ignored: &[bool]) -> AffineMap {
        let is_kept = |position: &u32| !is_ignored.get(*position as usize).copied().unwrap_or(false);
        self.compose(&AffineMap::filtered_identity(rank, is_kept))
    }

    fn set_dims_to_zero(&self, is_projected: &[bool], gap: Gap) -> AffineMap {
        let (dims, n_dims) = projection(self.n_dims, is_projected, gap, AffineExpr::dim);
        self.replace_dims_and_symbols(&dims, &[], n_dims, self.n_symbols)
    }

    fn set_symbols_to_zero(&self, is_projected: &[bool], gap: Gap) -> AffineMap {
        let (symbols, n_symbols) = projection(self.n_symbols, is_projected, gap, AffineExpr::symbol);
        self.replace_dims_and_symbols(&[], &symbols, self.n_dims, n_symbols)
    }
}

/// The replacement of each of `n` inputs, and the number of inputs afterwards.
fn projection(n: u32, is_projected: &[bool], gap: Gap, input: fn(u32) -> AffineExpr) -> (Vec<AffineExpr>, u32) {
    let mut next = 0;
    let mut replacements = Vec::with_capacity(n as usize);
    for position in 0..n {
        if is_projected.get(position as usize).copied().unwrap_or(false) {
            replacements.push(AffineExpr::constant(0));
            continue;
        }
        replacements.push(input(if gap == Gap::Close { next } else { position }));
        next += 1;
    }
    (replacements, if gap == Gap::Close { next } else { n })
}

/// Marks the dimensions and symbols that no map uses; empty for no maps.
fn unused_inputs(maps: &[AffineMap]) -> (Vec<bool>, Vec<bool>) {
    let Some(first) = maps.first() else { return Default::default() };
    let mut dims = vec![false; first.n_dims as usize];
    let mut symbols = vec![false; first.n_symbols as usize];
    for map in maps {
        let has_same_inputs = (map.n_dims, map.n_symbols) == (first.n_dims, first.n_symbols);
        assert!(has_same_inputs, "maps compressed together have the same inputs");
        map.results.iter().for_each(|result| result.mark_used(&mut dims, &mut symbols));
    }
    (dims.iter().map(|used| !used).collect(), symbols.iter().map(|used| !used).collect())
}
