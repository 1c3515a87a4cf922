//! The rational feasibility of constraints, and the minimum of a row.
//!
//! Steps: 1. equalities are eliminated, with a variable each (Gaussian elimination); 2. a variable that occurs only in
//! bounds on one side can satisfy these: such bounds are irrelevant and removed, repeatedly; 3. the remaining
//! constraints are decided by the simplex method.

use crate::int::Int;
use crate::lexmin::LexSimplex;
use crate::row::{Row, constant, eliminate, is_constant, negated, normalize};

/// Constraints of a polyhedron, for modification.
pub(crate) struct Constraints {
    pub equalities: Vec<Row>,
    pub inequalities: Vec<Row>,
}

impl Constraints {
    /// Returns whether no rational point satisfies all constraints.
    pub fn contradict(self) -> bool {
        self.are_contradicted_by_last(false)
    }

    /// Returns whether no rational point satisfies all constraints, given that some satisfies all but the last
    /// inequality.
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

    /// The minimum of a row at rational points, rounded up; `None` if it is unbounded, or there is no point.
    pub fn minimum_of(mut self, row: &Row) -> Option<Int> {
        // A first variable that is at least the value of the row.
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

    /// Step 1. Returns whether no contradiction was found.
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

    /// Step 2, for variables from `first` on: for each inequality, whether it remains.
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

/// The simplex tableau over the variables in use.
fn simplex(rows: &[Row]) -> LexSimplex {
    let n_vars = rows[0].len() - 1;
    let used: Vec<usize> = (0..n_vars).filter(|&column| rows.iter().any(|row| !row[column].is_zero())).collect();
    let mut simplex = LexSimplex::of_integers(used.len());
    for row in rows {
        simplex.add_inequality(used.iter().chain([&n_vars]).map(|&column| row[column].clone()).collect());
    }
    simplex
}
