//! The Hermite normal form of a matrix, by column operations.
//!
//! Algorithm: for each row, Euclid's algorithm on the columns without a pivot results in at most one that is not 0 in
//! the row: the next pivot. Columns with earlier pivots are reduced by it.

use crate::int::Int;
use crate::row::Row;

/// The form `a u` of a matrix `a`, where `u` is unimodular: both have the same column lattice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hermite {
    /// The form: the first non-zero entry of each column is its *pivot*, which is positive and below the pivots of
    /// preceding columns; in the row of a pivot, entries before it are non-negative and smaller, entries after it are
    /// zero. Columns without pivots are zero and come last.
    pub form: Vec<Row>,
    /// The unimodular factor `u`.
    pub factor: Vec<Row>,
    /// The rows of the pivots.
    pub pivots: Vec<usize>,
}

/// The Hermite normal form of rows of `n` entries each.
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

/// Both matrices, to which the same column operations are applied.
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

    /// Eliminates a row in all columns from `first` on except the first of them, where it becomes positive. Returns
    /// whether an entry was not 0.
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
