//! Live results by row of the kernel, with the most and the sum, as operations move: a change of one row takes a few
//! steps, however many rows there are.

use crate::registers::Lifetime;

/// What is made small: the most live results, then in how many rows there are so many, then the sum.
pub type Cost = (usize, usize, usize);

/// See the module.
#[derive(Clone, Debug)]
pub struct Pressure {
    /// Live results by row.
    rows: Vec<usize>,
    /// In how many rows there are so many.
    n_rows_with: Vec<usize>,
    most: usize,
    sum: usize,
}

impl Pressure {
    /// Of these live results by row.
    pub fn new(live: &[i64]) -> Self {
        let rows: Vec<usize> = live.iter().map(|&row| row as usize).collect();
        let most = rows.iter().max().copied().unwrap_or(0);
        let mut n_rows_with = vec![0; most + 1];
        rows.iter().for_each(|&row| n_rows_with[row] += 1);
        Self { sum: rows.iter().sum(), rows, n_rows_with, most }
    }

    /// How much is alive.
    pub fn cost(&self) -> Cost {
        (self.most, self.n_rows_with[self.most], self.sum)
    }

    /// A lifetime becomes another one. What is added comes first, so that no row is ever below 0.
    pub fn change(&mut self, old: Lifetime, new: Lifetime) {
        (old.to..new.to).for_each(|cycle| self.add(cycle));
        (new.from..old.from).for_each(|cycle| self.add(cycle));
        (new.to..old.to).for_each(|cycle| self.take(cycle));
        (old.from..new.from).for_each(|cycle| self.take(cycle));
    }

    fn row(&self, cycle: i64) -> usize {
        cycle.rem_euclid(self.rows.len() as i64) as usize
    }

    fn add(&mut self, cycle: i64) {
        let row = self.row(cycle);
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

    fn take(&mut self, cycle: i64) {
        let row = self.row(cycle);
        let live = self.rows[row] - 1;
        self.rows[row] = live;
        self.n_rows_with[live + 1] -= 1;
        self.n_rows_with[live] += 1;
        // If this was the last row with the most, it now has one less.
        self.most -= usize::from(self.n_rows_with[self.most] == 0);
        self.sum -= 1;
    }
}
