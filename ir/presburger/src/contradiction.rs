//! Whether constraints contradict each other at all rational points, and the least value of a row.
//!
//! Plan: 1. equalities are removed, with a variable each (Gauss); 2. a variable that only bounds from one side use can be as
//! far on that side as these want: they have no part in a contradiction, and are left out, until none is left out; 3. what
//! is left, over the variables in it, is asked of the simplex.

use crate::int::Int;
use crate::lexmin::LexSimplex;
use crate::row::{Row, constant, eliminate, is_constant, negated, normalize};

/// Constraints of a system, taken apart.
pub(crate) struct Constraints {
    pub equalities: Vec<Row>,
    pub inequalities: Vec<Row>,
}

impl Constraints {
    /// Whether no rational point satisfies all.
    pub fn contradict(self) -> bool {
        self.are_contradicted_by_last(false)
    }

    /// Whether no rational point satisfies all; if it is known that some satisfies all but the last inequality.
    pub fn contradict_last(self) -> bool {
        self.are_contradicted_by_last(true)
    }

    fn are_contradicted_by_last(mut self, is_last_needed: bool) -> bool {
        if !self.solve() {
            return true;
        }
        if self.inequalities.iter().any(is_violated) {
            return true;
        }
        let is_kept = self.tight(0);
        if is_last_needed && is_kept.last() == Some(&false) {
            return false;
        }
        let rows = kept(self.inequalities, &is_kept);
        !rows.is_empty() && simplex(&rows).is_rationally_empty()
    }

    /// The least value of a row at rational points, rounded up; `None` if there is no least one, or no point.
    pub fn minimum_of(mut self, row: &Row) -> Option<Int> {
        // A first variable that is at least the row.
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            row.insert(0, Int::ZERO);
        }
        self.inequalities.push([&[Int::ONE], &negated(row)[..]].concat());
        if !self.solve() || self.inequalities.iter().any(is_violated) {
            return None;
        }
        let is_kept = self.tight(1);
        if is_kept.last() == Some(&false) {
            return None;
        }
        simplex(&kept(self.inequalities, &is_kept)).rational_minimum_of_first()
    }

    /// Step 1. Whether no contradiction was met.
    fn solve(&mut self) -> bool {
        while let Some(mut pivot) = self.equalities.pop() {
            normalize(&mut pivot);
            let variables = (0..pivot.len() - 1).filter(|&column| !pivot[column].is_zero());
            let Some(column) = variables.min_by_key(|&column| pivot[column].abs()) else {
                if constant(&pivot).is_zero() {
                    continue;
                }
                return false;
            };
            for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
                if !row[column].is_zero() {
                    eliminate(row, column, &pivot);
                    normalize(row);
                }
            }
        }
        true
    }

    /// Step 2, for variables from `first` on: by inequality, whether it stays.
    fn tight(&self, first: usize) -> Vec<bool> {
        let rows = &self.inequalities;
        let mut is_kept: Vec<bool> = rows.iter().map(|row| !is_constant(row)).collect();
        let n_vars = rows.first().map_or(0, |row| row.len() - 1);
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for column in first..n_vars {
                let kept =
                    || std::iter::zip(rows, &is_kept).filter(|(_, is_kept)| **is_kept).map(|(row, _)| &row[column]);
                if kept().any(Int::is_positive) != kept().any(Int::is_negative) {
                    is_done = false;
                    for (row, is_kept) in std::iter::zip(rows, &mut is_kept) {
                        *is_kept &= row[column].is_zero();
                    }
                }
            }
        }
        is_kept
    }
}

fn is_violated(row: &Row) -> bool {
    is_constant(row) && constant(row).is_negative()
}

fn kept(rows: Vec<Row>, is_kept: &[bool]) -> Vec<Row> {
    std::iter::zip(rows, is_kept).filter(|(_, is_kept)| **is_kept).map(|(row, _)| row).collect()
}

/// Over the variables that are used.
fn simplex(rows: &[Row]) -> LexSimplex {
    let n_vars = rows[0].len() - 1;
    let used: Vec<usize> = (0..n_vars).filter(|&column| rows.iter().any(|row| !row[column].is_zero())).collect();
    let mut simplex = LexSimplex::of_integers(used.len());
    for row in rows {
        simplex.add_inequality(used.iter().chain([&n_vars]).map(|&column| row[column].clone()).collect());
    }
    simplex
}
