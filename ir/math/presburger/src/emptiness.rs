//! A proof of integer emptiness by elimination.
//!
//! "Empty" is a proof; "not known to be empty" is also returned when elimination, which is exact for rationals only, is
//! not conclusive. See `omega` for the exact decision.

use crate::polyhedron::Polyhedron;
use crate::row::{constant, content};

/// More constraints than this for each variable of the original polyhedron end the search.
const EXPLOSION_FACTOR: usize = 32;

impl<V: Copy + PartialEq> Polyhedron<V> {
    /// Returns whether an equality has coefficients with a common divisor that does not divide the constant.
    pub fn has_unsolvable_equality(&self) -> bool {
        self.equalities.iter().any(|row| {
            let common = content(&row[..row.len() - 1]);
            !common.is_zero() && !constant(row).is_multiple_of(&common)
        })
    }

    /// Returns whether a constraint contradicts itself.
    pub fn is_obviously_empty(&self) -> bool {
        self.has_unsolvable_equality() || self.has_violated_constant()
    }

    /// Returns whether elimination proves that there is no integer point.
    pub fn is_empty(&self) -> bool {
        if self.is_obviously_empty() {
            return true;
        }
        let mut rest = self.clone();
        rest.remove_redundant_locals();
        if rest.is_obviously_empty() {
            return true;
        }
        let mut start = 0;
        while start < rest.n_vars() {
            rest.solve_from(start, rest.n_vars());
            start += 1;
            if rest.is_obviously_empty() {
                return true;
            }
        }
        while rest.n_vars() > 0 {
            rest.eliminate(rest.cheapest(0, rest.n_vars()));
            if rest.n_constraints() >= EXPLOSION_FACTOR * self.n_vars() {
                return false;
            }
            if rest.has_violated_constant() {
                return true;
            }
        }
        false
    }
}
