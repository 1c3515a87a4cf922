//! The emptiness test of a system, by elimination of variables.
//!
//! Steps: 1. solve equalities for local variables with the coefficient 1 or -1; 2. solve equalities for any variable
//! (Gaussian elimination); 3. combine every lower with every upper bound of the remaining variables (Fourier-Motzkin
//! elimination). After each step a contradiction is one of: an equality whose coefficients have a common divisor that
//! does not divide the constant; a constraint without variables that does not hold. Constants of inequalities are
//! rounded in each step, since solutions are integers.
//!
//! The result "empty" is a proof; "not known to be empty" is also returned when the number of combined bounds explodes
//! or a coefficient overflows 128 bits.

use super::row::{Row, lcm};
use super::{MAX_COEFFICIENTS, System, normalize_and_drop_redundant};

/// More constraints than this for each variable of the original system end the search.
const EXPLOSION_FACTOR: usize = 32;

impl System {
    /// Returns whether the system is known to have no solution.
    pub(crate) fn is_empty(&self) -> bool {
        Elimination::new(self).run(self.n_variables()).unwrap_or(false)
    }
}

/// The state of an elimination.
struct Elimination {
    n_variables: usize,
    /// Variables from here on are local.
    first_local: usize,
    equalities: Vec<Row>,
    inequalities: Vec<Row>,
}

impl Elimination {
    fn new(system: &System) -> Self {
        Self {
            n_variables: system.n_variables(),
            first_local: system.first_local(),
            equalities: system.equalities.clone(),
            inequalities: system.inequalities.clone(),
        }
    }

    /// Returns whether the system is known to be empty; `None` on overflow or if the system gets too large.
    fn run(mut self, n_original_variables: usize) -> Option<bool> {
        if self.is_contradictory() {
            return Some(true);
        }
        self.solve_for_locals()?;
        if self.is_contradictory() {
            return Some(true);
        }
        let mut start = 0;
        while start < self.n_variables {
            self.solve_from(start)?;
            start += 1;
            if self.is_contradictory() {
                return Some(true);
            }
        }
        while self.n_variables > 0 {
            let column = self.cheapest_variable();
            match self.equality_with(column) {
                Some(pivot) => self.solve(column, pivot)?,
                None => self.combine_bounds(column)?,
            }
            self.remove_columns(column, column + 1);
            if self.equalities.len() + self.inequalities.len() >= EXPLOSION_FACTOR * n_original_variables {
                return Some(false);
            }
            if self.has_violated_constant() {
                return Some(true);
            }
        }
        Some(false)
    }

    fn is_contradictory(&self) -> bool {
        let is_unsolvable = |row: &Row| {
            let divisor = row.content();
            divisor != 0 && !row.constant.unsigned_abs().is_multiple_of(divisor)
        };
        self.has_violated_constant() || self.equalities.iter().any(is_unsolvable)
    }

    fn has_violated_constant(&self) -> bool {
        self.equalities.iter().any(|row| row.is_constant() && row.constant != 0)
            || self.inequalities.iter().any(|row| row.is_constant() && row.constant < 0)
    }

    /// Step 1.
    fn solve_for_locals(&mut self) -> Option<()> {
        self.equalities.iter_mut().for_each(Row::normalize);
        while let Some((pivot, column)) = self.unit_local() {
            let pivot = self.equalities.remove(pivot);
            for row in &mut self.equalities {
                if row.coefficients[column] != 0 {
                    *row = row.eliminate(column, &pivot)?;
                    row.normalize();
                }
            }
            for row in &mut self.inequalities {
                *row = row.eliminate(column, &pivot)?;
            }
            self.remove_columns(column, column + 1);
        }
        Some(())
    }

    /// The first equality with a local variable that has the coefficient 1 or -1, and that variable.
    fn unit_local(&self) -> Option<(usize, usize)> {
        self.equalities.iter().enumerate().find_map(|(index, row)| {
            let locals = row.coefficients[self.first_local..].iter();
            let column = locals.clone().position(|coefficient| coefficient.unsigned_abs() == 1)?;
            Some((index, self.first_local + column))
        })
    }

    /// Step 2 for the variables from `start` up to the first that occurs only in inequalities.
    fn solve_from(&mut self, start: usize) -> Option<()> {
        self.tighten();
        let mut column = start;
        while column < self.n_variables {
            if let Some(pivot) = self.equality_with(column) {
                self.solve(column, pivot)?;
            } else if self.inequalities.iter().any(|row| row.coefficients[column] != 0) {
                break;
            }
            column += 1;
        }
        self.remove_columns(start, column);
        Some(())
    }

    fn equality_with(&self, column: usize) -> Option<usize> {
        self.equalities.iter().position(|row| row.coefficients[column] != 0)
    }

    /// Eliminates the variable at `column` from all constraints by the equality at `pivot`, and removes that equality.
    fn solve(&mut self, column: usize, pivot: usize) -> Option<()> {
        let pivot = self.equalities.remove(pivot);
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            *row = row.eliminate(column, &pivot)?;
            row.normalize();
        }
        self.tighten();
        Some(())
    }

    fn tighten(&mut self) {
        self.inequalities.iter_mut().for_each(Row::tighten);
    }

    /// The variable with the fewest pairs of a lower and an upper bound, the first one on ties.
    fn cheapest_variable(&self) -> usize {
        let n_pairs = |column: &usize| {
            let count = |is_bound: fn(i128) -> bool| {
                self.inequalities.iter().filter(|row| is_bound(row.coefficients[*column])).count()
            };
            count(|coefficient| coefficient > 0) * count(|coefficient| coefficient < 0)
        };
        (0..self.n_variables).min_by_key(n_pairs).expect("there is a variable left")
    }

    /// Step 3: replaces the bounds of the variable at `column`, which occurs in no equality, by their combinations.
    fn combine_bounds(&mut self, column: usize) -> Option<()> {
        self.tighten();
        if self.inequalities.iter().all(|row| row.coefficients[column] == 0) {
            return Some(());
        }
        let (bounds, others): (Vec<Row>, Vec<Row>) =
            std::mem::take(&mut self.inequalities).into_iter().partition(|row| row.coefficients[column] != 0);
        let (lower, upper): (Vec<Row>, Vec<Row>) = bounds.into_iter().partition(|row| row.coefficients[column] > 0);
        if (lower.len() * upper.len()).saturating_mul(self.n_variables) > MAX_COEFFICIENTS {
            return None;
        }
        for above in &upper {
            for below in &lower {
                let (down, up) = (above.coefficients[column].checked_neg()?, below.coefficients[column]);
                let multiple = lcm(down, up)?;
                self.inequalities.push(above.combine(multiple / down, below, multiple / up)?);
            }
        }
        self.inequalities.extend(others);
        self.equalities.iter_mut().for_each(Row::normalize);
        normalize_and_drop_redundant(&mut self.inequalities);
        Some(())
    }

    fn remove_columns(&mut self, start: usize, end: usize) {
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            row.coefficients.drain(start..end);
        }
        self.n_variables -= end - start;
    }
}
