//! Simplification in a context: implied constraints, gist, and difference. Both polyhedra of a function have the same
//! columns and no local variables.

use rustc_hash::FxHashMap;

use crate::contradiction::Constraints;
use crate::int::Int;
use crate::polyhedron::Polyhedron;
use crate::row::{Row, constant, negated, violation};

impl<V: Copy + PartialEq> Polyhedron<V> {
    /// Returns whether there is no rational point.
    pub fn is_rationally_empty(&self) -> bool {
        self.has_violated_constant() || self.constraints().contradict()
    }

    /// Returns whether `row >= 0` holds at all integer points; `false` is not a proof if it does not hold at all
    /// rational ones.
    pub fn implies(&self, row: &Row) -> bool {
        self.says(row) || self.shows(row)
    }

    /// Returns whether an inequality equals the row except for a constant that is at most as large.
    fn says(&self, row: &Row) -> bool {
        let last = row.len() - 1;
        self.inequalities.iter().any(|known| known[..last] == row[..last] && known[last] <= row[last])
    }

    fn shows(&self, row: &Row) -> bool {
        let mut constraints = self.constraints();
        constraints.inequalities.push(violation(row));
        constraints.contradict_last()
    }

    fn constraints(&self) -> Constraints {
        Constraints { equalities: self.equalities.clone(), inequalities: self.inequalities.clone() }
    }

    /// The minimum of a row at rational points, rounded up; `None` if it is unbounded, or there is no point.
    pub fn minimum_of(&self, row: &Row) -> Option<Int> {
        self.constraints().minimum_of(row)
    }

    /// Replaces pairs of opposite inequalities by equalities.
    pub fn find_equalities(&mut self) {
        self.remove_trivial_redundancy();
        let _ = self.equate_opposites();
    }

    /// As [`Self::find_equalities`], given that no two inequalities have the same coefficients. Returns whether no two
    /// contradict each other; those that do are kept.
    #[must_use]
    pub(crate) fn equate_opposites(&mut self) -> bool {
        let last = self.n_vars();
        let rows = &self.inequalities;
        let by_coefficients: FxHashMap<&[Int], usize> =
            rows.iter().enumerate().map(|(index, row)| (&row[..last], index)).collect();
        let mut are_consistent = true;
        let mut is_kept = vec![true; rows.len()];
        for (index, row) in rows.iter().enumerate() {
            let Some(&opposite) = by_coefficients.get(&negated(&row[..last])[..]) else { continue };
            let sum = constant(row) + constant(&rows[opposite]);
            are_consistent &= !sum.is_negative();
            if sum.is_zero() && index < opposite {
                (is_kept[index], is_kept[opposite]) = (false, false);
                self.equalities.push(row.clone());
            }
        }
        let mut is_kept = is_kept.into_iter();
        self.inequalities.retain(|_| is_kept.next().expect("there is a mark for each row"));
        are_consistent
    }

    /// Removes inequalities implied by the other constraints, later ones first.
    pub fn remove_implied(&mut self) {
        let mut context = self.clone();
        context.clear_constraints();
        *self = self.gist(&context);
    }

    /// The gist: without constraints implied by `context` and the others. Intersected with the context, it has the same
    /// points.
    pub fn gist(&self, context: &Self) -> Self {
        let mut rest = self.clone();
        rest.find_equalities();
        rest.equalities.retain(|row| !(context.implies(row) && context.implies(&negated(row))));
        let mut all = context.clone();
        all.append_constraints(&rest);
        // Those of the context come first in `all`.
        let first = context.inequalities.len();
        for index in (0..rest.inequalities.len()).rev() {
            let row = all.inequalities.remove(first + index);
            if all.implies(&row) {
                rest.inequalities.remove(index);
            } else {
                all.inequalities.insert(first + index, row);
            }
        }
        rest
    }

    /// The intersection.
    pub fn intersection(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.append_constraints(other);
        both.find_equalities();
        both
    }

    /// The difference: disjoint polyhedra, each with a rational point, whose union has the integer points that `other`
    /// does not have. For any two of them there is a row that is non-negative in one and negative in the other.
    pub fn subtract(&self, other: &Self) -> Vec<Self> {
        let mut left = self.clone();
        let mut parts = Vec::new();
        for row in other.sides() {
            if left.says(&row) {
                continue;
            }
            let mut part = left.clone();
            part.add_inequality(violation(&row));
            if !part.is_rationally_empty() {
                parts.push(part);
            }
            left.add_inequality(row);
        }
        parts
    }
}
