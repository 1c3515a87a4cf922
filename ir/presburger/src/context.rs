//! Systems in a context: what is implied by what is known, and what is left of a system without another one. Both systems
//! of a function have the same columns and no locals.

use rustc_hash::FxHashMap;

use crate::contradiction::Constraints;
use crate::int::Int;
use crate::polyhedron::Polyhedron;
use crate::row::{Row, constant, negated, violation};

impl<V: Copy + PartialEq> Polyhedron<V> {
    /// Whether there is no rational point.
    pub fn is_rationally_empty(&self) -> bool {
        self.has_violated_constant() || self.constraints().contradict()
    }

    /// Whether `row >= 0` holds at all integer points; a no may be wrong where it does not hold at rational ones.
    pub fn implies(&self, row: &Row) -> bool {
        self.says(row) || self.shows(row)
    }

    /// Whether an inequality is the row but for a constant that is at most as large.
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

    /// The least value of a row at rational points, rounded up; `None` if there is no least one, or no point.
    pub fn minimum_of(&self, row: &Row) -> Option<Int> {
        self.constraints().minimum_of(row)
    }

    /// Makes one equality of two inequalities that say the same with different signs.
    pub fn find_equalities(&mut self) {
        self.remove_trivial_redundancy();
        let _ = self.equate_opposites();
    }

    /// The same where no two inequalities have the same coefficients. Whether no two contradict each other; those that do
    /// stay.
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

    /// Removes inequalities that the other constraints imply, later ones first.
    pub fn remove_implied(&mut self) {
        let mut context = self.clone();
        context.clear_constraints();
        *self = self.gist(&context);
    }

    /// Without constraints that `context` and the others imply: with the context, it has the same points.
    pub fn gist(&self, context: &Self) -> Self {
        let mut rest = self.clone();
        rest.find_equalities();
        rest.equalities.retain(|row| !(context.implies(row) && context.implies(&negated(row))));
        let mut all = context.clone();
        all.append_constraints(&rest);
        // Those of the context stand first in `all`.
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

    /// The points of both.
    pub fn intersection(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.append_constraints(other);
        both.find_equalities();
        both
    }

    /// Disjoint systems, each with a rational point, that together have the integer points that `other` does not have. Of
    /// any two of them there is one row that is at least 0 in one and less in the other.
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
