//! The Hermite normal form of a matrix, by operations on columns.
//!
//! Plan: for each row, Euclid's algorithm on the columns that have no pivot yet leaves one of them that is not 0 in the row:
//! the next pivot. Columns with earlier pivots are reduced by it.

use crate::int::Int;
use crate::row::Row;

/// A matrix `a` in the form `a u`, where `u` has an inverse of integers: the sums of columns with integer factors are the
/// same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hermite {
    /// The form: each column begins, from above, with its *pivot*, a positive number, below the pivots of columns before
    /// it; in the row of a pivot, numbers before it are not negative and smaller, numbers after it are 0. Columns without
    /// pivots are 0 and come last.
    pub form: Vec<Row>,
    /// The factor `u`.
    pub factor: Vec<Row>,
    /// The rows of the pivots.
    pub pivots: Vec<usize>,
}

/// The Hermite normal form of rows of `n` numbers each.
pub fn hermite(rows: &[Row], n: usize) -> Hermite {
    let unit = |at: usize| (0..n).map(|column| Int::from(i64::from(column == at))).collect();
    let mut columns = Columns { form: rows.to_vec(), factor: (0..n).map(unit).collect() };
    let mut pivots = Vec::new();
    for row in 0..rows.len() {
        let next = pivots.len();
        if next == n || !columns.leave_one(row, next) {
            continue;
        }
        for before in 0..next {
            let quotient = columns.form[row][before].div_floor(&columns.form[row][next]);
            columns.subtract(before, next, &quotient);
        }
        pivots.push(row);
    }
    Hermite { form: columns.form, factor: columns.factor, pivots }
}

/// Both matrices, whose columns change together.
struct Columns {
    form: Vec<Row>,
    factor: Vec<Row>,
}

impl Columns {
    fn rows(&mut self) -> impl Iterator<Item = &mut Row> {
        self.form.iter_mut().chain(&mut self.factor)
    }

    fn subtract(&mut self, from: usize, column: usize, quotient: &Int) {
        self.rows().for_each(|row| {
            let by = &row[column] * quotient;
            row[from] -= &by;
        });
    }

    /// Makes all columns from `first` on 0 in a row but the first, which is positive there. Whether one was not 0.
    fn leave_one(&mut self, row: usize, first: usize) -> bool {
        loop {
            let of_row = &self.form[row];
            let others = (first..of_row.len()).filter(|&column| !of_row[column].is_zero());
            let Some(least) = others.min_by(|&a, &b| of_row[a].abs().cmp(&of_row[b].abs())) else { return false };
            self.rows().for_each(|row| row.swap(first, least));
            if self.form[row][first].is_negative() {
                self.rows().for_each(|row| row[first] = -&row[first]);
            }
            let n = self.form[row].len();
            let mut is_alone = true;
            for column in first + 1..n {
                let quotient = self.form[row][column].div_floor(&self.form[row][first]);
                self.subtract(column, first, &quotient);
                is_alone &= self.form[row][column].is_zero();
            }
            if is_alone {
                return true;
            }
        }
    }
}
