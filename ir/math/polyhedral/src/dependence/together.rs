//! Distances of the pairs of a dependence, dimension by dimension of a schedule, or for any rows.
//!
//! The same pairs are queried many times: whether the distance in a row is positive, or negative, for those that are
//! equal in other rows. So equalities are solved once, and the rows rewritten: for most pairs the distance is constant
//! then.

use rmlir_presburger::{Int, Row, negated};

use crate::dependence::dependences::Dependence;
use crate::schedule::Schedule;
use crate::scop::Set;

/// Pairs that are equal in some dimensions. There is at least one rational point.
#[derive(Clone)]
pub struct Together {
    /// The pairs over auxiliary variables, without equalities.
    pairs: Set,
    /// The distances by dimension of the schedule.
    distances: Vec<Row>,
}

impl Together {
    /// All pairs of a dependence. `None` if there are none.
    pub fn of(schedule: &Schedule, dependence: &Dependence) -> Option<Self> {
        let distances = (0..schedule.dimensions.len()).map(|it| schedule.distance(it, dependence)).collect();
        Together { pairs: dependence.pairs.clone(), distances }.solved()
    }

    fn solved(mut self) -> Option<Self> {
        self.pairs.solve_with(&mut self.distances).then_some(self)
    }

    /// Returns whether some distance in a dimension is positive.
    pub fn goes_forward(&self, dimension: usize) -> bool {
        may_be_positive(&self.pairs, &self.distances[dimension])
    }

    /// Returns whether all distances in a dimension are one.
    pub(crate) fn is_always_next(&self, dimension: usize) -> bool {
        value_of(&self.distances[dimension]).is_some_and(|distance| *distance == 1)
    }

    /// Returns whether some distance in a dimension is negative.
    pub fn goes_backward(&self, dimension: usize) -> bool {
        may_be_positive(&self.pairs, &negated(&self.distances[dimension]))
    }

    /// The pairs that are equal in a dimension. `None` if it is proved that there are none.
    pub fn agreeing(&self, dimension: usize) -> Option<Self> {
        let distance = &self.distances[dimension];
        match value_of(distance) {
            Some(number) => number.is_zero().then(|| self.clone()),
            None => {
                let mut rest = self.clone();
                rest.pairs.add_equality(distance.clone());
                rest.solved()
            }
        }
    }

    /// Returns whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_integer_empty()
    }
}

/// The pairs of a dependence with solved equalities.
pub struct Solved {
    /// The pairs, over auxiliary variables.
    pub pairs: Set,
    /// By column of the dependence's pairs: its expression.
    columns: Vec<Row>,
}

impl Solved {
    /// Solves a dependence, which has pairs.
    pub fn of(dependence: &Dependence) -> Self {
        let n = dependence.pairs.n_columns();
        let unit = |column: usize| -> Row { (0..n).map(|other| Int::from(i64::from(other == column))).collect() };
        let as_they_are = || Solved { pairs: dependence.pairs.clone(), columns: (0..n).map(unit).collect() };
        let mut solved = as_they_are();
        let has_pairs = solved.pairs.solve_with(&mut solved.columns);
        // Every constraint holds for an empty set of pairs; but rows have to be over the existing columns.
        if has_pairs { solved } else { as_they_are() }
    }

    /// The linear combination of the columns of pairs with these coefficients.
    pub fn sum(&self, row: &[Int]) -> Row {
        let mut sum = self.pairs.zero_row();
        for (factor, column) in std::iter::zip(row, &self.columns).filter(|(factor, _)| !factor.is_zero()) {
            for (all, number) in std::iter::zip(&mut sum, column).filter(|(_, number)| !number.is_zero()) {
                *all += &(factor * number);
            }
        }
        sum
    }

    /// As [`Self::sum`], where each column of the pairs has a row of coefficients: one for each of the new columns.
    pub fn sums(&self, rows: &[Row]) -> Vec<Row> {
        let n = rows.first().map_or(0, Vec::len);
        let mut sums = vec![vec![Int::ZERO; n]; self.pairs.n_columns()];
        for (row, column) in std::iter::zip(rows, &self.columns) {
            for (sum, factor) in std::iter::zip(&mut sums, column).filter(|(_, factor)| !factor.is_zero()) {
                for (all, number) in std::iter::zip(sum, row).filter(|(_, number)| !number.is_zero()) {
                    *all += &(factor * number);
                }
            }
        }
        sums
    }

    /// Returns whether a row over the columns of the dependence's pairs is positive for all of them.
    pub fn is_positive(&self, row: &Row) -> bool {
        let mut opposite = negated(&self.sum(row));
        *opposite.last_mut().expect("a row has a constant") += &Int::ONE;
        !may_be_positive(&self.pairs, &opposite)
    }

    /// Returns whether it is positive for some of them.
    pub fn may_be_positive(&self, row: &Row) -> bool {
        may_be_positive(&self.pairs, &self.sum(row))
    }
}

/// The constant value of a row without variables.
fn value_of(row: &Row) -> Option<&Int> {
    let (constant, factors) = row.split_last().expect("a row has a constant");
    factors.iter().all(Int::is_zero).then_some(constant)
}

/// Returns whether a row is at least 1 at some point.
fn may_be_positive(pairs: &Set, row: &Row) -> bool {
    let mut rest = pairs.clone();
    match value_of(row) {
        Some(number) if !number.is_positive() => return false,
        Some(_) => {}
        None => {
            let mut row = row.clone();
            *row.last_mut().expect("a row has a constant") -= &Int::ONE;
            rest.add_inequality(row);
        }
    }
    !rest.is_integer_empty()
}
