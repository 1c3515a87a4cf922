//! Classification of maps: constant, identity, permutation, broadcast, and the positions of dimensions.

use super::AffineMap;
use crate::expr::AffineExpr;
use crate::int::gcd;

impl AffineMap {
    /// Returns whether this is `() -> ()`.
    pub fn is_empty(&self) -> bool {
        self.n_inputs() == 0 && self.n_results() == 0
    }

    /// Returns whether the results are the dimensions in order.
    pub fn is_identity(&self) -> bool {
        self.n_results() == self.n_dims as usize && self.results_are_dims_from(0)
    }

    /// Upstream's symbol identity: as many results as symbols, which are the *dimensions* `d0, d1, …` in order.
    pub fn is_symbol_identity(&self) -> bool {
        self.n_results() == self.n_symbols as usize && self.results_are_dims_from(0)
    }

    /// Returns whether the results are the last dimensions in order and there are no symbols.
    pub fn is_minor_identity(&self) -> bool {
        self.n_symbols == 0 && self.minor_start().is_some_and(|start| self.results_are_dims_from(start))
    }

    /// The position of the first dimension of a minor identity with as many results.
    fn minor_start(&self) -> Option<u32> {
        self.n_dims.checked_sub(u32::try_from(self.n_results()).ok()?)
    }

    fn results_are_dims_from(&self, start: u32) -> bool {
        self.results().iter().zip(start..).all(|(result, position)| result.as_dim() == Some(position))
    }

    /// The indices of the results that are the constant 0.
    pub fn broadcast_dims(&self) -> Vec<usize> {
        (0..self.n_results()).filter(|&index| *self.result(index) == 0).collect()
    }

    /// The indices of the zero results, if the others are the dimensions of a minor identity at the same positions.
    pub fn minor_identity_with_broadcasting(&self) -> Option<Vec<usize>> {
        let start = self.minor_start()?;
        let is_fitting = |(result, position): (&AffineExpr, u32)| *result == 0 || result.as_dim() == Some(position);
        self.results().iter().zip(start..).all(is_fitting).then(|| self.broadcast_dims())
    }

    /// Returns whether the results are those of a minor identity, some of them replaced by 0.
    pub fn is_minor_identity_with_broadcasting(&self) -> bool {
        self.minor_identity_with_broadcasting().is_some()
    }

    /// The permutation of the results that results in a minor identity with broadcasting, if there is one: result `i`
    /// is moved to position `permutation[i]`. Broadcast results get the free positions in order.
    pub fn permutation_of_minor_identity_with_broadcasting(&self) -> Option<Vec<u32>> {
        let n_results = u32::try_from(self.n_results()).ok()?;
        let n_inputs = self.n_inputs();
        let projection_start = n_inputs.saturating_sub(n_results);
        let leading_broadcast = n_results.saturating_sub(n_inputs);
        let mut is_taken = vec![false; n_inputs.max(n_results) as usize];
        let mut places: Vec<Option<u32>> = Vec::with_capacity(self.n_results());
        for result in self.results() {
            let place = match result.as_dim() {
                Some(position) => Some(position.checked_sub(projection_start)? + leading_broadcast),
                None if *result == 0 => None,
                None => return None,
            };
            if let Some(place) = place {
                is_taken[place as usize] = true;
            }
            places.push(place);
        }
        let mut next_free = 0u32;
        let mut free_place = || {
            while is_taken.get(next_free as usize) == Some(&true) {
                next_free += 1;
            }
            next_free += 1;
            next_free - 1
        };
        Some(places.into_iter().map(|place| place.unwrap_or_else(&mut free_place)).collect())
    }

    /// Returns whether there is exactly one result and it is constant.
    pub fn is_single_constant(&self) -> bool {
        self.single_constant().is_some()
    }

    /// The constant, if there is exactly one result and it is constant.
    pub fn single_constant(&self) -> Option<i64> {
        if let [result] = self.results() { result.as_constant() } else { None }
    }

    /// Returns whether all results are constant.
    pub fn is_constant(&self) -> bool {
        self.constant_results().is_some()
    }

    /// The results, if all are constant.
    ///
    /// ```
    /// use rmlir_affine_maps::{AffineExpr, AffineMap};
    /// let map = AffineMap::new(0, 0, [AffineExpr::constant(1), AffineExpr::constant(2)]);
    /// assert_eq!(map.constant_results(), Some(vec![1, 2]));
    /// ```
    pub fn constant_results(&self) -> Option<Vec<i64>> {
        self.results().iter().map(AffineExpr::as_constant).collect()
    }

    /// Returns whether the results are distinct dimensions and there are no symbols.
    ///
    /// ```
    /// use rmlir_affine_maps::{AffineExpr, AffineMap};
    /// assert!(AffineMap::new(3, 0, [AffineExpr::dim(2), AffineExpr::dim(0)]).is_projected_permutation());
    /// assert!(!AffineMap::new(1, 0, [AffineExpr::dim(0) + 1]).is_projected_permutation());
    /// ```
    pub fn is_projected_permutation(&self) -> bool {
        self.is_projected_permutation_where(|_| false)
    }

    /// Returns whether the results are distinct dimensions or zeros, no more than there are dimensions, and there are
    /// no symbols.
    pub fn is_projected_permutation_with_zeros(&self) -> bool {
        self.is_projected_permutation_where(|result| *result == 0)
    }

    fn is_projected_permutation_where(&self, is_allowed: impl Fn(&AffineExpr) -> bool) -> bool {
        if self.n_symbols != 0 || self.n_results() > self.n_inputs() as usize {
            return false;
        }
        let mut seen = vec![false; self.n_dims as usize];
        self.results().iter().all(|result| match result.as_dim() {
            Some(position) => !std::mem::replace(&mut seen[position as usize], true),
            None => is_allowed(result),
        })
    }

    /// Returns whether the results are all dimensions, each once, and there are no symbols.
    pub fn is_permutation(&self) -> bool {
        self.n_results() == self.n_dims as usize && self.is_projected_permutation()
    }

    /// The position of the dimension that is the result at `index`; `None` if that is no dimension.
    pub fn dim_position(&self, index: usize) -> Option<u32> {
        self.results().get(index)?.as_dim()
    }

    /// The permutation as a list of positions; `None` if this is no permutation.
    pub fn permuted_positions(&self) -> Option<Vec<u32>> {
        self.is_permutation().then(|| self.results().iter().filter_map(AffineExpr::as_dim).collect())
    }

    /// The index of the first result that is the dimension at `position`.
    pub fn result_position(&self, position: u32) -> Option<usize> {
        self.results().iter().position(|result| result.as_dim() == Some(position))
    }

    /// The number of results that are the constant 0.
    pub fn n_zero_results(&self) -> usize {
        self.broadcast_dims().len()
    }

    /// The greatest integer known to divide every result; `u64::MAX` if there is none or all are 0.
    pub fn largest_known_divisor(&self) -> u64 {
        let divisor =
            self.results().iter().fold(0, |divisor, result| gcd(divisor, result.largest_known_divisor() as u64));
        if divisor == 0 { u64::MAX } else { divisor }
    }

    /// The items of `source` that the dimensions of this projected permutation select, a default one for each zero.
    ///
    /// `None` if this is no projected permutation (with zeros) or the length of `source` differs from the number of
    /// inputs.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineMap;
    /// let map = AffineMap::permutation(&[1, 0]).unwrap();
    /// assert_eq!(map.apply_permutation(&['a', 'b']), Some(vec!['b', 'a']));
    /// ```
    pub fn apply_permutation<T: Clone + Default>(&self, source: &[T]) -> Option<Vec<T>> {
        if !self.is_projected_permutation_with_zeros() || source.len() != self.n_inputs() as usize {
            return None;
        }
        let select = |result: &AffineExpr| result.as_dim().map_or_else(T::default, |dim| source[dim as usize].clone());
        Some(self.results().iter().map(select).collect())
    }
}
