//! When an affine form is nowhere negative on a set: by the lemma of Farkas, if and only if it is a sum of the set's
//! constraints with factors that are not negative, and of a number that is not negative.
//!
//! Plan: equate the coefficients of the form, which are sums over *unknowns*, and those of the sum, column by column;
//! then remove the factors. All rows are without constants, so rounding in the elimination loses nothing.

use rmlir_presburger::{Int, Kind, LexSimplex, Row};

use crate::scop::Set;

/// A form over the columns of a set whose coefficients are sums over unknowns: one row for each column, the constant's
/// last, each with one number for each unknown.
pub type Form = Vec<Row>;

/// Constraints on unknowns.
#[derive(Clone, Debug, Default)]
pub struct Constraints {
    /// Sums that are 0.
    pub equalities: Vec<Row>,
    /// Sums that are at least 0.
    pub inequalities: Vec<Row>,
}

impl Constraints {
    /// The same with other unknowns, by `spread`.
    pub fn map(&self, spread: impl Fn(&Row) -> Row) -> Constraints {
        let all = |rows: &[Row]| rows.iter().map(&spread).collect();
        Constraints { equalities: all(&self.equalities), inequalities: all(&self.inequalities) }
    }

    /// These and those.
    pub fn and(mut self, other: Constraints) -> Constraints {
        self.equalities.extend(other.equalities);
        self.inequalities.extend(other.inequalities);
        self
    }

    /// Adds them to a program whose variables, with the constant last, they are about.
    pub fn add_to(self, program: &mut LexSimplex) {
        self.equalities.into_iter().for_each(|row| program.add_equality(row));
        self.inequalities.into_iter().for_each(|row| program.add_inequality(row));
    }
}

/// What the unknowns have to satisfy for `form` to be nowhere negative on the rational points of `set`, which has some:
/// rows without a constant. `None` if removing a factor takes more than `max` combinations.
pub fn nowhere_negative(set: &Set, form: &Form, n_unknowns: usize, max: usize) -> Option<Constraints> {
    let (n_equalities, n_inequalities) = (set.equalities().len(), set.inequalities().len());
    // The factors of equalities come first: they are removed through equations.
    let n_factors = n_equalities + n_inequalities + 1;
    let mut system = Set::universe(n_unknowns, 0, n_factors);
    for (column, unknowns) in form.iter().enumerate() {
        let mut row = system.zero_row();
        row[..n_unknowns].clone_from_slice(unknowns);
        let constraints = set.equalities().iter().chain(set.inequalities());
        for (factor, constraint) in row[n_unknowns..].iter_mut().zip(constraints) {
            *factor = -&constraint[column];
        }
        if column == set.n_vars() {
            row[n_unknowns + n_factors - 1] = Int::from(-1);
        }
        system.add_equality(row);
    }
    for factor in n_equalities..n_factors {
        system.add_lower_bound(system.offset(Kind::Local) + factor, 0);
    }
    system.project_out_by_histories(n_unknowns, n_factors, max)?;
    system.remove_trivial_redundancy();
    let without_constant = |rows: &[Row]| rows.iter().map(|row| row[..n_unknowns].to_vec()).collect();
    Some(Constraints {
        equalities: without_constant(system.equalities()),
        inequalities: without_constant(system.inequalities()),
    })
}
