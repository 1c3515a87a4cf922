//! Constant bounds of a polyhedron: bounds of variables, extents of dimensions, bounding boxes of two polyhedra.

use crate::int::Int;
use crate::polyhedron::{Kind, Polyhedron};
use crate::row::{Row, are_opposite, constant};

/// The kind of a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// A lower bound.
    Lower,
    /// An upper bound.
    Upper,
}

/// A dimension with a constant extent: it is at least `lower` and at most `upper`, both divided by `divisor` and
/// rounded down. The rows are over symbols and the constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DimExtent {
    /// The greatest number of values of the dimension, for given symbols.
    pub size: Int,
    /// The lower bound times the divisor, adjusted for rounding up.
    pub lower: Row,
    /// The upper bound times the divisor.
    pub upper: Row,
    /// The divisor.
    pub divisor: Int,
    /// The indices of the inequalities that bound the dimension from below and above; `None` for an equality.
    pub inequalities: Option<(usize, usize)>,
}

impl<V: Copy + PartialEq> Polyhedron<V> {
    /// The lower bounds of the variable, its upper bounds, and the equalities with it, all without other variables of
    /// `others`, as indices.
    pub fn bound_indices(
        &self,
        variable: usize,
        others: std::ops::Range<usize>,
    ) -> (Vec<usize>, Vec<usize>, Vec<usize>) {
        let is_free = |row: &Row| others.clone().all(|other| other == variable || row[other].is_zero());
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for (index, row) in self.inequalities.iter().enumerate().filter(|(_, row)| is_free(row)) {
            if row[variable].is_positive() {
                lower.push(index);
            } else if row[variable].is_negative() {
                upper.push(index);
            }
        }
        let with = |row: &Row| !row[variable].is_zero() && is_free(row);
        let equal = (0..self.equalities.len()).filter(|&index| with(&self.equalities[index])).collect();
        (lower, upper, equal)
    }

    /// The first equality that defines the variable, with coefficient 1 or -1, as a constant; or with `symbolic` as an
    /// expression without other dimensions.
    pub fn equality_to_constant(&self, variable: usize, symbolic: bool) -> Option<usize> {
        let others = if symbolic { self.n_dims() } else { self.n_vars() };
        self.equalities.iter().position(|row| {
            row[variable].is_unit() && (0..others).all(|other| other == variable || row[other].is_zero())
        })
    }

    /// Substitutes each of `n` variables from `start` on that an equality defines as a constant.
    pub fn constant_fold(&mut self, start: usize, n: usize) {
        let mut variable = start;
        for _ in 0..n {
            match self.equality_to_constant(variable, false) {
                Some(index) => {
                    let row = &self.equalities[index];
                    let value = &-constant(row) * &row[variable];
                    self.set_and_eliminate(variable, &[value]);
                }
                None => variable += 1,
            }
        }
    }

    /// Keeps the constraints that are connected with the variable through shared variables.
    fn keep_related(&mut self, variable: usize) {
        let n_vars = self.n_vars();
        let mut is_related = vec![false; n_vars];
        is_related[variable] = true;
        let mut waiting = vec![variable];
        while let Some(column) = waiting.pop() {
            for row in self.equalities.iter().chain(&self.inequalities).filter(|row| !row[column].is_zero()) {
                for other in 0..n_vars {
                    if !row[other].is_zero() && !is_related[other] {
                        is_related[other] = true;
                        waiting.push(other);
                    }
                }
            }
        }
        let uses = |row: &Row| (0..n_vars).any(|column| is_related[column] && !row[column].is_zero());
        self.equalities.retain(uses);
        self.inequalities.retain(uses);
    }

    /// The tightest constant bound of the variable obtained by eliminating the others.
    pub fn constant_bound(&self, bound: Bound, variable: usize) -> Option<Int> {
        let mut rest = self.clone();
        rest.keep_related(variable);
        rest.project_out(0, variable);
        rest.keep_related(0);
        rest.project_out(1, rest.n_vars() - 1);
        if let Some(index) = rest.equality_to_constant(0, false) {
            let row = &rest.equalities[index];
            return Some(&-constant(row) * &row[0]);
        }
        let bounds = rest.inequalities.iter().filter_map(|row| match bound {
            Bound::Lower if row[0].is_positive() => Some((-constant(row)).div_ceil(&row[0])),
            Bound::Upper if row[0].is_negative() => Some(constant(row).div_floor(&-&row[0])),
            _ => None,
        });
        match bound {
            Bound::Lower => bounds.max(),
            Bound::Upper => bounds.min(),
        }
    }

    /// As [`Self::constant_bound`], if it is representable in 64 bits.
    pub fn constant_bound_i64(&self, bound: Bound, variable: usize) -> Option<i64> {
        self.constant_bound(bound, variable)?.to_i64()
    }

    /// The smallest constant extent of a dimension between bounds without other dimensions; on ties the first, by upper
    /// and then by lower bound. `None` if there is none, or if it depends on local variables.
    pub fn dim_extent(&self, dim: usize) -> Option<DimExtent> {
        let (n_dims, n_inputs) = (self.n_dims(), self.n_inputs());
        let of_symbols = |row: &Row, factor: i64| -> Row {
            let symbols = row[n_dims..n_inputs].iter().chain([constant(row)]);
            symbols.map(|number| number * factor).collect()
        };
        if let Some(index) = self.equality_to_constant(dim, true) {
            let row = &self.equalities[index];
            if row[n_inputs..self.n_vars()].iter().any(|number| !number.is_zero()) {
                return None;
            }
            let value = of_symbols(row, if row[dim].is_negative() { 1 } else { -1 });
            let (lower, upper) = (value.clone(), value);
            return Some(DimExtent { size: Int::ONE, lower, upper, divisor: Int::ONE, inequalities: None });
        }
        let (lower, upper, _) = self.bound_indices(dim, 0..n_dims);
        let mut best: Option<(Int, usize, usize)> = None;
        for &upper in &upper {
            for &lower in &lower {
                let (below, above) = (&self.inequalities[lower], &self.inequalities[upper]);
                if !are_opposite(above, below) {
                    continue;
                }
                let span = &(constant(above) + constant(below)) + 1;
                let size = span.div_ceil(&below[dim]).max(Int::ZERO);
                if best.as_ref().is_none_or(|(smallest, ..)| size < *smallest) {
                    best = Some((size, lower, upper));
                }
            }
        }
        let (size, lower, upper) = best?;
        let (below, above, inequalities) = (&self.inequalities[lower], &self.inequalities[upper], Some((lower, upper)));
        let divisor = below[dim].clone();
        let mut lower = of_symbols(below, -1);
        *lower.last_mut().expect("a row has a constant") += &(&divisor - 1);
        Some(DimExtent { size, lower, upper: of_symbols(above, 1), divisor, inequalities })
    }

    /// Returns whether no constraint relates two of the `n` variables from `start` on.
    pub fn is_hyper_rectangular(&self, start: usize, n: usize) -> bool {
        let n_used = |row: &Row| row[start..start + n].iter().filter(|number| !number.is_zero()).count();
        self.equalities.iter().chain(&self.inequalities).all(|row| n_used(row) <= 1)
    }

    /// Replaces this by the smallest bounding box of itself and `other`, which has the same variables and like this no
    /// local variables, with the constraints common to both. Returns whether such a box was found.
    #[must_use]
    pub fn union_bounding_box(&mut self, other: &Self) -> bool {
        debug_assert!(self.n_vars() == other.n_vars() && self.n_locals() == 0 && other.n_locals() == 0);
        let common = |a: &[Row], b: &[Row]| -> Vec<Row> { a.iter().filter(|row| b.contains(row)).cloned().collect() };
        let common_equalities = common(&self.equalities, &other.equalities);
        let common_inequalities = common(&self.inequalities, &other.inequalities);
        let mut bounds = Vec::new();
        for dim in 0..self.n_dims() {
            let Some([lower, upper]) = self.common_bounds(other, dim) else { return false };
            bounds.extend([lower, upper]);
        }
        self.inequalities = bounds;
        self.inequalities.extend(common_inequalities);
        self.equalities = common_equalities;
        self.remove_trivial_redundancy();
        true
    }

    /// The inequalities that bound the dimension by the union of its extents in both polyhedra.
    fn common_bounds(&self, other: &Self, dim: usize) -> Option<[Row; 2]> {
        let (mut here, mut there) = (self.dim_extent(dim)?, other.dim_extent(dim)?);
        if here.divisor != there.divisor {
            return None;
        }
        let slack = &here.divisor - 1;
        for extent in [&mut here, &mut there] {
            *extent.lower.last_mut().expect("a row has a constant") -= &slack;
        }
        let is_comparable = |a: &Row, b: &Row| a[..a.len() - 1] == b[..b.len() - 1];
        let only_constant = |side: Bound, pick: fn(Int, Int) -> Int| -> Option<Row> {
            let mut row = vec![Int::ZERO; self.n_symbols() + 1];
            let bounds = (self.constant_bound(side, dim)?, other.constant_bound(side, dim)?);
            *row.last_mut().expect("a row has a constant") = pick(bounds.0, bounds.1);
            Some(row)
        };
        let lower = match is_comparable(&here.lower, &there.lower) {
            true if constant(&here.lower) <= constant(&there.lower) => here.lower,
            true => there.lower,
            false => only_constant(Bound::Lower, Int::min)?,
        };
        let upper = match is_comparable(&here.upper, &there.upper) {
            true if constant(&here.upper) >= constant(&there.upper) => here.upper,
            true => there.upper,
            false => only_constant(Bound::Upper, Int::max)?,
        };
        let row = |coefficient: Int, bound: Row, factor: i64| -> Row {
            let mut row = self.zero_row();
            row[dim] = coefficient;
            for (place, number) in row[self.offset(Kind::Symbol)..].iter_mut().zip(&bound) {
                *place = number * factor;
            }
            row
        };
        Some([row(here.divisor.clone(), lower, -1), row(-&here.divisor, upper, 1)])
    }
}
