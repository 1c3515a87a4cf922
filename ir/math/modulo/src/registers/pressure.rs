//! Live results by row of the kernel, with their maximum and sum, updated as operations move: a change of one row takes
//! constant time.

use crate::registers::lifetimes::Lifetime;

/// The cost to minimize: the maximum of live results, then the number of rows that have it, then the sum.
pub type Cost = (usize, usize, usize);

/// The live results by row.
#[derive(Clone, Debug)]
pub struct Pressure {
    /// Live results by row.
    rows: Vec<usize>,
    /// By number of live results: the number of rows that have it.
    n_rows_with: Vec<usize>,
    most: usize,
    sum: usize,
}

impl Pressure {
    /// The pressure with these live results by row.
    pub fn new(live: &[i64]) -> Self {
        let rows: Vec<usize> = live.iter().map(|&row| row as usize).collect();
        let most = rows.iter().max().copied().unwrap_or(0);
        let mut n_rows_with = vec![0; most + 1];
        rows.iter().for_each(|&row| n_rows_with[row] += 1);
        Self { sum: rows.iter().sum(), rows, n_rows_with, most }
    }

    /// The current cost.
    pub fn cost(&self) -> Cost {
        (self.most, self.n_rows_with[self.most], self.sum)
    }

    /// Replaces a lifetime by another one. Rows are added first, so that none is ever below 0.
    pub fn change(&mut self, old: Lifetime, new: Lifetime) {
        self.at_rows(old.to, new.to, Self::add);
        self.at_rows(new.from, old.from, Self::add);
        self.at_rows(new.to, old.to, Self::take);
        self.at_rows(old.from, new.from, Self::take);
    }

    /// Changes the row of each cycle from `from` on and before `to`.
    fn at_rows(&mut self, from: i64, to: i64, change: fn(&mut Self, usize)) {
        if from >= to {
            return;
        }
        let mut row = from.rem_euclid(self.rows.len() as i64) as usize;
        for _ in from..to {
            change(self, row);
            row = if row + 1 == self.rows.len() { 0 } else { row + 1 };
        }
    }

    fn add(&mut self, row: usize) {
        let live = self.rows[row] + 1;
        self.rows[row] = live;
        self.n_rows_with[live - 1] -= 1;
        if live == self.n_rows_with.len() {
            self.n_rows_with.push(0);
        }
        self.n_rows_with[live] += 1;
        self.most = self.most.max(live);
        self.sum += 1;
    }

    fn take(&mut self, row: usize) {
        let live = self.rows[row] - 1;
        self.rows[row] = live;
        self.n_rows_with[live + 1] -= 1;
        self.n_rows_with[live] += 1;
        // If this was the last row with the maximum, that row now has one less.
        self.most -= usize::from(self.n_rows_with[self.most] == 0);
        self.sum -= 1;
    }
}
