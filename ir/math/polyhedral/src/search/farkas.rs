//! Non-negativity of an affine form on a set: by Farkas' lemma, it holds if and only if the form is a non-negative
//! combination of the set's constraints and of a non-negative constant.
//!
//! Algorithm: the coefficients of the form, which are linear in the *unknowns*, and those of the combination are
//! equated, column by column; then the multipliers are eliminated. All rows are homogeneous, so rounding in the
//! elimination is exact.

use rmlir_presburger::{Int, Kind, LexSimplex, Row};

use crate::scop::Set;

/// A form over the columns of a set whose coefficients are linear in unknowns: one row for each column, the constant's
/// last, each with one entry for each unknown.
pub type Form = Vec<Row>;

/// Linear constraints on unknowns.
#[derive(Clone, Debug, Default)]
pub struct Constraints {
    /// Rows that are equal to 0.
    pub equalities: Vec<Row>,
    /// Rows that are non-negative.
    pub inequalities: Vec<Row>,
}

impl Constraints {
    /// The constraints on other unknowns, converted by `spread`.
    pub fn map(&self, spread: impl Fn(&Row) -> Row) -> Constraints {
        let all = |rows: &[Row]| rows.iter().map(&spread).collect();
        Constraints { equalities: all(&self.equalities), inequalities: all(&self.inequalities) }
    }

    /// The conjunction.
    pub fn and(mut self, other: Constraints) -> Constraints {
        self.equalities.extend(other.equalities);
        self.inequalities.extend(other.inequalities);
        self
    }

    /// Adds them to a program with these variables, the constant last.
    pub fn add_to(self, program: &mut LexSimplex) {
        self.equalities.into_iter().for_each(|row| program.add_equality(row));
        self.inequalities.into_iter().for_each(|row| program.add_inequality(row));
    }
}

/// The constraints on the unknowns for `form` to be non-negative on the rational points of `set`, which is not empty:
/// homogeneous rows. `None` if the elimination of one multiplier takes more than `max` combinations.
pub fn nowhere_negative(set: &Set, form: &Form, n_unknowns: usize, max: usize) -> Option<Constraints> {
    let (n_equalities, n_inequalities) = (set.equalities().len(), set.inequalities().len());
    // The multipliers of equalities come first: they are eliminated by equalities.
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
