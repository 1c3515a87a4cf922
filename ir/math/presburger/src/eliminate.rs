//! Elimination of variables: by equalities (Gaussian elimination) and by combining bounds (Fourier-Motzkin
//! elimination).
//!
//! The result holds at a point of the remaining variables if there are rational values of the eliminated ones;
//! constants are rounded as long as no integer point is lost.

use rustc_hash::FxHashMap;

use crate::int::Int;
use crate::polyhedron::Polyhedron;
use crate::row::{Row, combine, constant, eliminate, is_constant, normalize, tighten};

impl<V: Copy + PartialEq> Polyhedron<V> {
    /// Divides all rows by their greatest common divisors.
    pub fn normalize(&mut self) {
        self.equalities.iter_mut().for_each(|row| normalize(row));
        self.inequalities.iter_mut().for_each(|row| normalize(row));
    }

    /// Rounds the constants of inequalities.
    pub fn tighten(&mut self) {
        self.inequalities.iter_mut().for_each(|row| tighten(row));
    }

    /// The first equality with `variable`.
    pub fn equality_with(&self, variable: usize) -> Option<usize> {
        self.equalities.iter().position(|row| !row[variable].is_zero())
    }

    /// Solves for the variables from `start` on, up to the first that occurs only in inequalities; returns the number
    /// of eliminated ones.
    pub fn solve_from(&mut self, start: usize, end: usize) -> usize {
        if start >= end {
            return 0;
        }
        self.tighten();
        let mut column = start;
        while column < end {
            if let Some(pivot) = self.equality_with(column) {
                self.solve(column, pivot);
            } else if self.inequalities.iter().any(|row| !row[column].is_zero()) {
                break;
            }
            column += 1;
        }
        self.remove_columns(start..column);
        column - start
    }

    /// Eliminates a variable from all constraints by an equality, and removes that equality.
    fn solve(&mut self, column: usize, pivot: usize) {
        let pivot = self.equalities.remove(pivot);
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            if !row[column].is_zero() {
                eliminate(row, column, &pivot);
            }
            normalize(row);
        }
        self.tighten();
    }

    /// Eliminates a variable by the equality with index `pivot`, in which it occurs, and returns that equality.
    pub fn eliminate_through(&mut self, column: usize, pivot: usize) -> Row {
        let row = self.equalities[pivot].clone();
        self.solve(column, pivot);
        self.remove_columns(column..column + 1);
        row
    }

    /// Eliminates local variables by equalities in which they have the coefficient 1 or -1. This is exact.
    pub fn remove_redundant_locals(&mut self) {
        self.equalities.iter_mut().for_each(|row| normalize(row));
        while let Some((pivot, column)) = self.unit_local() {
            let pivot = self.equalities.remove(pivot);
            for row in &mut self.equalities {
                if !row[column].is_zero() {
                    eliminate(row, column, &pivot);
                    normalize(row);
                }
            }
            for row in &mut self.inequalities {
                if !row[column].is_zero() {
                    eliminate(row, column, &pivot);
                }
            }
            self.remove_columns(column..column + 1);
        }
    }

    fn unit_local(&self) -> Option<(usize, usize)> {
        let locals = self.n_inputs()..self.n_vars();
        self.equalities.iter().enumerate().find_map(|(index, row)| {
            let column = locals.clone().find(|&column| row[column].is_unit())?;
            Some((index, column))
        })
    }

    /// The variable of `start..end` with the fewest pairs of a lower and an upper bound, the first one on ties.
    pub(crate) fn cheapest(&self, start: usize, end: usize) -> usize {
        let n_pairs = |&column: &usize| {
            let lower = self.inequalities.iter().filter(|row| row[column].is_positive()).count();
            let upper = self.inequalities.iter().filter(|row| row[column].is_negative()).count();
            lower * upper
        };
        (start..end).min_by_key(n_pairs).expect("there is a variable to remove")
    }

    /// Eliminates a variable: by an equality with it, or else by replacing its bounds by their combinations.
    /// Combinations come before the inequalities without it, by upper and then by lower bound.
    pub fn eliminate(&mut self, column: usize) {
        if let Some(pivot) = self.equality_with(column) {
            self.tighten();
            self.solve(column, pivot);
            return self.remove_columns(column..column + 1);
        }
        self.tighten();
        if self.is_unused(column) {
            return self.remove_columns(column..column + 1);
        }
        let (others, lower, upper) = self.bounds_of(column);
        for above in &upper {
            for below in &lower {
                self.inequalities.push(combine_bounds(above, below, column));
            }
        }
        self.inequalities.extend(others);
        self.remove_columns(column..column + 1);
        self.tighten();
        self.normalize();
        self.remove_trivial_redundancy();
    }

    /// Removes the inequalities and returns those without the variable, its lower and its upper bounds.
    pub(crate) fn bounds_of(&mut self, column: usize) -> (Vec<Row>, Vec<Row>, Vec<Row>) {
        let (others, bounds): (Vec<Row>, Vec<Row>) =
            std::mem::take(&mut self.inequalities).into_iter().partition(|row| row[column].is_zero());
        let (lower, upper) = bounds.into_iter().partition(|row| row[column].is_positive());
        (others, lower, upper)
    }

    /// Eliminates `n` variables from `start` on: as many as possible by equalities, then the cheapest first.
    pub fn project_out(&mut self, start: usize, n: usize) {
        let _ = self.project_out_within(start, n, usize::MAX);
    }

    /// As [`Self::project_out`]; `None`, and an invalid polyhedron, if there are more than `limit` inequalities in
    /// between.
    #[must_use]
    pub fn project_out_within(&mut self, start: usize, n: usize, limit: usize) -> Option<()> {
        if n == 0 {
            return Some(());
        }
        let (mut column, mut n_left, mut n_solved) = (start, n as isize, 0);
        while column < self.n_vars() {
            let end = (column as isize + n_left).max(0) as usize;
            let solved = self.solve_from(column, end);
            column += 1;
            n_left -= solved as isize + 1;
            n_solved += solved;
        }
        for n_removed in 0..n - n_solved {
            let n_left = n - n_solved - n_removed;
            let column = self.cheapest(start, start + n_left);
            if self.equality_with(column).is_none() && self.n_combinations(column) > limit {
                return None;
            }
            self.eliminate(column);
        }
        self.tighten();
        self.normalize();
        Some(())
    }

    /// Removes inequalities that always hold, and those implied by another with the same coefficients.
    pub fn remove_trivial_redundancy(&mut self) {
        self.tighten();
        self.normalize();
        let mut is_kept = vec![true; self.inequalities.len()];
        let mut best: FxHashMap<&[Int], usize> = FxHashMap::default();
        for (index, row) in self.inequalities.iter().enumerate() {
            if is_constant(row) && !constant(row).is_negative() {
                is_kept[index] = false;
                continue;
            }
            let other = best.entry(&row[..row.len() - 1]).or_insert(index);
            if *other == index {
                continue;
            }
            if constant(&self.inequalities[*other]) > constant(row) {
                is_kept[*other] = false;
                *other = index;
            } else {
                is_kept[index] = false;
            }
        }
        let mut is_kept = is_kept.into_iter();
        self.inequalities.retain(|_| is_kept.next().expect("there is a mark for each row"));
    }

    /// Removes inequalities that are proved to be implied by the others, the first ones first.
    pub fn remove_redundant_inequalities(&mut self) {
        let mut index = 0;
        while index < self.inequalities.len() {
            let mut tried = self.clone();
            let violated = &mut tried.inequalities[index];
            violated.iter_mut().for_each(|number| *number = -&*number);
            *violated.last_mut().expect("a row has a constant") -= &Int::ONE;
            if tried.is_empty() {
                self.inequalities.remove(index);
            } else {
                index += 1;
            }
        }
    }
}

/// The combination of an upper and a lower bound of a variable, which eliminates it.
pub(crate) fn combine_bounds(above: &Row, below: &Row, column: usize) -> Row {
    let (down, up) = (-&above[column], &below[column]);
    let multiple = down.lcm(up);
    combine(above, &multiple.div_floor(&down), below, &multiple.div_floor(up))
}
