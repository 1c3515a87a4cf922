//! Transformations of maps: composition, substitution, folding, selection of results, inversion.

use rustc_hash::FxHashMap;

use super::AffineMap;
use crate::expr::{AffineExpr, EvalError, Folded};

/// A map after constant folding of its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialFold {
    /// The map with every result that folded replaced by its constant.
    pub map: AffineMap,
    /// The constants, if every result folded.
    pub constants: Option<Vec<i64>>,
    /// Whether a result is undefined, for instance divides by zero; such a result is not folded.
    pub is_poison: bool,
}

impl AffineMap {
    /// The map `self(inner(x))`: the dimensions of `inner`, and the symbols of `self` followed by those of `inner`.
    ///
    /// # Panics
    /// If the number of results of `inner` is not the number of dimensions of `self`.
    ///
    /// ```
    /// use rmlir_affine_maps::{AffineExpr, AffineMap};
    /// let double = AffineMap::new(1, 0, [AffineExpr::dim(0) * 2]);
    /// let next = AffineMap::new(1, 0, [AffineExpr::dim(0) + 1]);
    /// assert_eq!(double.compose(&next).eval(&[3], &[]), Ok(vec![8]));
    /// ```
    pub fn compose(&self, inner: &AffineMap) -> AffineMap {
        assert_eq!(self.n_dims as usize, inner.n_results(), "composed maps agree in number");
        let inner_results: Vec<_> =
            inner.results.iter().map(|result| result.shift_symbols(inner.n_symbols, self.n_symbols, 0)).collect();
        let results: Vec<_> = self.results.iter().map(|result| result.replace_dims(&inner_results)).collect();
        AffineMap::new(inner.n_dims, self.n_symbols + inner.n_symbols, results)
    }

    /// The exact results for the given inputs.
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Result<Vec<i64>, EvalError> {
        self.results.iter().map(|result| result.eval(dims, symbols)).collect()
    }

    /// Replaces dimension `i` by `dims[i]` and symbol `i` by `symbols[i]` in a map of `n_dims` and `n_symbols` inputs.
    pub fn replace_dims_and_symbols(
        &self,
        dims: &[AffineExpr],
        symbols: &[AffineExpr],
        n_dims: u32,
        n_symbols: u32,
    ) -> AffineMap {
        let results: Vec<_> =
            self.results.iter().map(|result| result.replace_dims_and_symbols(dims, symbols)).collect();
        AffineMap::new(n_dims, n_symbols, results)
    }

    /// Replaces `from`, wherever it occurs as a whole, by `to` in a map of `n_dims` and `n_symbols` inputs.
    pub fn replace(&self, from: &AffineExpr, to: &AffineExpr, n_dims: u32, n_symbols: u32) -> AffineMap {
        let results: Vec<_> = self.results.iter().map(|result| result.replace(from, to)).collect();
        AffineMap::new(n_dims, n_symbols, results)
    }

    /// Replaces every occurrence of a key by its value; the numbers of inputs are inferred from the new results.
    pub fn replace_all(&self, replacements: &FxHashMap<AffineExpr, AffineExpr>) -> AffineMap {
        let results: Vec<_> = self.results.iter().map(|result| result.replace_all(replacements)).collect();
        let n_dims = results.iter().map(AffineExpr::n_dims_used).max().unwrap_or(0);
        let n_symbols = results.iter().map(AffineExpr::n_symbols_used).max().unwrap_or(0);
        AffineMap::new(n_dims, n_symbols, results)
    }

    /// Moves the dimensions from `offset` on up by `shift`.
    pub fn shift_dims(&self, shift: u32, offset: u32) -> AffineMap {
        let results: Vec<_> = self.results.iter().map(|e| e.shift_dims(self.n_dims, shift, offset)).collect();
        AffineMap::new(self.n_dims + shift, self.n_symbols, results)
    }

    /// Moves the symbols from `offset` on up by `shift`.
    pub fn shift_symbols(&self, shift: u32, offset: u32) -> AffineMap {
        let results: Vec<_> = self.results.iter().map(|e| e.shift_symbols(self.n_symbols, shift, offset)).collect();
        AffineMap::new(self.n_dims, self.n_symbols + shift, results)
    }

    /// Folds the results for partially known inputs, dimensions first, then symbols; arithmetic wraps.
    pub fn partial_constant_fold(&self, inputs: &[Option<i64>]) -> PartialFold {
        let folded: Vec<_> = self.results.iter().map(|result| result.fold(self.n_dims, inputs)).collect();
        let constants = folded.iter().map(|fold| if let Folded::Constant(value) = fold { Some(*value) } else { None });
        let results: Vec<_> = std::iter::zip(constants.clone(), &self.results[..])
            .map(|(constant, result)| constant.map_or_else(|| result.clone(), AffineExpr::constant))
            .collect();
        PartialFold {
            map: self.with_results(results),
            constants: constants.collect(),
            is_poison: folded.contains(&Folded::Poison),
        }
    }

    /// The results as constants, if there are any and all fold.
    ///
    /// ```
    /// use rmlir_affine_maps::{AffineExpr, AffineMap};
    /// let map = AffineMap::new(2, 0, [AffineExpr::dim(0) + AffineExpr::dim(1)]);
    /// assert_eq!(map.constant_fold(&[Some(2), Some(3)]), Some(vec![5]));
    /// assert_eq!(map.constant_fold(&[Some(2), None]), None);
    /// ```
    pub fn constant_fold(&self, inputs: &[Option<i64>]) -> Option<Vec<i64>> {
        self.partial_constant_fold(inputs).constants.filter(|constants| !constants.is_empty())
    }

    /// The map with each known input replaced by its constant and the others renumbered in order. The remaining inputs
    /// are those at the `None`s.
    pub fn fold_inputs(&self, inputs: &[Option<i64>]) -> AffineMap {
        let (dims, symbols) = inputs.split_at((self.n_dims as usize).min(inputs.len()));
        let (dims, n_dims) = renumber(dims, AffineExpr::dim);
        let (symbols, n_symbols) = renumber(symbols, AffineExpr::symbol);
        self.replace_dims_and_symbols(&dims, &symbols, n_dims, n_symbols)
    }

    /// The map without the results at `positions`.
    pub fn drop_results(&self, positions: &[usize]) -> AffineMap {
        self.select(|index, _| !positions.contains(&index))
    }

    /// The map without the result at `position`.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineMap;
    /// assert_eq!(AffineMap::identity(2).drop_result(0).to_string(), "(d0, d1) -> (d1)");
    /// ```
    pub fn drop_result(&self, position: usize) -> AffineMap {
        self.drop_results(&[position])
    }

    /// The map without the results that are the constant 0.
    pub fn drop_zero_results(&self) -> AffineMap {
        self.select(|_, result| *result != 0)
    }

    /// The map with each run of equal neighbouring results reduced to its first.
    pub fn remove_duplicate_exprs(&self) -> AffineMap {
        self.select(|index, result| index == 0 || self.result(index - 1) != result)
    }

    fn select(&self, keep: impl Fn(usize, &AffineExpr) -> bool) -> AffineMap {
        let kept = || self.results.iter().enumerate().filter(|(index, result)| keep(*index, result));
        if kept().count() == self.results.len() {
            return self.clone();
        }
        self.with_results(kept().map(|(_, result)| result.clone()).collect::<Vec<_>>())
    }

    /// The map with `result` inserted at `position`.
    pub fn insert_result(&self, result: AffineExpr, position: usize) -> AffineMap {
        let mut results = self.results.to_vec();
        results.insert(position, result);
        self.with_results(results)
    }

    /// The results at `positions`, in that order.
    pub fn sub_map(&self, positions: &[usize]) -> AffineMap {
        self.with_results(positions.iter().map(|&position| self.result(position).clone()).collect::<Vec<_>>())
    }

    /// `length` results from `start` on.
    pub fn slice_map(&self, start: usize, length: usize) -> AffineMap {
        self.with_results(&self.results[start..start + length])
    }

    /// The first `n_results` results, all if there are fewer; `None` for 0.
    pub fn major_sub_map(&self, n_results: usize) -> Option<AffineMap> {
        (n_results != 0).then(|| self.slice_map(0, n_results.min(self.n_results())))
    }

    /// The last `n_results` results, all if there are fewer; `None` for 0.
    pub fn minor_sub_map(&self, n_results: usize) -> Option<AffineMap> {
        let length = n_results.min(self.n_results());
        (n_results != 0).then(|| self.slice_map(self.n_results() - length, length))
    }

    /// The map with every result simplified.
    ///
    /// ```
    /// use rmlir_affine_maps::{AffineExpr, AffineMap};
    /// let map = AffineMap::new(1, 0, [(AffineExpr::dim(0) * 4 + 1).floor_div(4)]);
    /// assert_eq!(map.simplify(), AffineMap::identity(1));
    /// ```
    pub fn simplify(&self) -> AffineMap {
        self.with_results(self.results.iter().map(|e| e.simplify(self.n_dims, self.n_symbols)).collect::<Vec<_>>())
    }

    /// The map from the results back to the dimensions, each taken from the first result that is that dimension; `None`
    /// if one is missing. The empty map is its own inverse.
    ///
    /// # Panics
    /// If there are symbols.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineMap;
    /// let map = AffineMap::permutation(&[1, 2, 0]).unwrap();
    /// let inverse = map.inverse_permutation().unwrap();
    /// assert!(map.compose(&inverse).is_identity());
    /// ```
    pub fn inverse_permutation(&self) -> Option<AffineMap> {
        if self.is_empty() {
            return Some(self.clone());
        }
        assert!(self.n_symbols == 0, "only a map without symbols is inverted");
        let sources: Option<Vec<AffineExpr>> = (0..self.n_dims)
            .map(|position| self.result_position(position).map(|index| AffineExpr::dim(index as u32)))
            .collect();
        Some(AffineMap::new(self.n_results() as u32, 0, sources?))
    }

    /// The map from the results back to the dimensions of a projected permutation, 0 for dimensions that are no result.
    ///
    /// # Panics
    /// If this is no projected permutation (with zeros).
    pub fn inverse_and_broadcast_projected_permutation(&self) -> AffineMap {
        assert!(self.is_projected_permutation_with_zeros(), "only a projected permutation has a broadcast inverse");
        let source = |position| {
            self.result_position(position).map_or(AffineExpr::constant(0), |index| AffineExpr::dim(index as u32))
        };
        AffineMap::new(self.n_results() as u32, 0, (0..self.n_dims).map(source).collect::<Vec<_>>())
    }

    /// All results of `maps`, over common dimensions and the concatenation of the symbols of each map.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineMap;
    /// let maps = [AffineMap::identity(1), AffineMap::constant(7)];
    /// assert_eq!(AffineMap::concat(&maps).to_string(), "(d0) -> (d0, 7)");
    /// ```
    pub fn concat(maps: &[AffineMap]) -> AffineMap {
        let n_dims = maps.iter().map(AffineMap::n_dims).max().unwrap_or(0);
        let mut n_symbols = 0;
        let mut results = Vec::new();
        for map in maps {
            results.extend(map.results.iter().map(|result| result.shift_symbols(map.n_symbols, n_symbols, 0)));
            n_symbols += map.n_symbols;
        }
        AffineMap::new(n_dims, n_symbols, results)
    }
}

/// The replacement of each input, and the number of remaining inputs.
fn renumber(inputs: &[Option<i64>], input: fn(u32) -> AffineExpr) -> (Vec<AffineExpr>, u32) {
    let mut n_kept = 0;
    let replacements = inputs.iter().map(|value| match value {
        Some(value) => AffineExpr::constant(*value),
        None => {
            n_kept += 1;
            input(n_kept - 1)
        }
    });
    let replacements = replacements.collect();
    (replacements, n_kept)
}
