//! Solution of equalities over the integers: an equivalent polyhedron with fewer variables.
//!
//! Algorithm: the last equality is solved for a variable with the coefficient 1 or -1, which is eliminated; if it has
//! none, a new variable absorbs the multiples of the smallest coefficient first, so that the others get smaller, as in
//! Euclid's algorithm. (Pugh 1991, step 1 of the Omega test.)

use crate::int::Int;
use crate::polyhedron::Polyhedron;
use crate::row::{Row, constant, content, eliminate, is_constant, normalize};

impl<V: Copy + PartialEq> Polyhedron<V> {
    /// Eliminates all equalities, with a variable for each independent one. The points of the result correspond
    /// one-to-one to those of the polyhedron, with variables of no specific meaning. The rows `forms` over the columns
    /// are rewritten over the new ones with the same values. Returns whether no contradiction was found; after one,
    /// polyhedron and forms are invalid.
    #[must_use]
    pub fn solve_with(&mut self, forms: &mut [Row]) -> bool {
        let Some(mut gone) = self.solve_in_place(forms) else { return false };
        gone.sort_unstable();
        for column in gone.into_iter().rev() {
            self.remove_columns(column..column + 1);
            forms.iter_mut().for_each(|form| _ = form.remove(column));
        }
        self.remove_trivial_redundancy();
        !self.has_violated_constant()
    }

    /// As [`Self::solve_with`], but eliminated variables keep columns of zeros, which are returned. `None` after a
    /// contradiction.
    pub(crate) fn solve_in_place(&mut self, forms: &mut [Row]) -> Option<Vec<usize>> {
        let mut gone = Vec::new();
        loop {
            for row in &mut self.equalities {
                normalize(row);
                let common = content(&row[..row.len() - 1]);
                let has_variables = !common.is_zero();
                let is_solvable = match has_variables {
                    true => constant(row).is_multiple_of(&common),
                    false => constant(row).is_zero(),
                };
                if !is_solvable {
                    return None;
                }
            }
            self.equalities.retain(|row| !is_constant(row));
            let Some(row) = self.equalities.last().cloned() else { return Some(gone) };
            let variables = (0..self.n_vars()).filter(|&column| !row[column].is_zero());
            let column = variables.min_by_key(|&column| row[column].abs()).expect("the equality has a variable");
            if row[column].is_unit() {
                self.equalities.pop();
                self.rows_and(forms).for_each(|other| eliminate(other, column, &row));
                gone.push(column);
            } else {
                self.reduce_coefficients_with(column, &row, forms);
            }
        }
    }

    fn rows_and<'a>(&'a mut self, forms: &'a mut [Row]) -> impl Iterator<Item = &'a mut Row> {
        self.equalities.iter_mut().chain(&mut self.inequalities).chain(forms)
    }

    /// Eliminates the variable at `column` by the equality `pivot`, in which it has the coefficient 1 or -1.
    pub(crate) fn substitute(&mut self, column: usize, pivot: &Row) {
        self.rows_and(&mut []).for_each(|row| eliminate(row, column, pivot));
        self.remove_columns(column..column + 1);
    }

    /// Substitutes the variable with the smallest coefficient `a` by a new variable that absorbs the multiples of `a`
    /// in the other coefficients: `x = t - sum (b div a) y`. Coefficients get smaller, as in Euclid's algorithm.
    pub(crate) fn reduce_coefficients(&mut self, column: usize, row: &Row) {
        self.reduce_coefficients_with(column, row, &mut []);
    }

    fn reduce_coefficients_with(&mut self, column: usize, row: &Row, forms: &mut [Row]) {
        let divisor = row[column].clone();
        let n_vars = self.n_vars();
        let quotients: Vec<Int> =
            (0..n_vars).map(|other| if other == column { Int::ZERO } else { row[other].div_floor(&divisor) }).collect();
        for row in self.rows_and(forms).filter(|row| !row[column].is_zero()) {
            let of_column = row[column].clone();
            for (other, quotient) in quotients.iter().enumerate().filter(|(_, quotient)| !quotient.is_zero()) {
                let term = &of_column * quotient;
                row[other] -= &term;
            }
        }
    }
}
