//! Systems in a context: what is implied by what is known, and what is left of a system without another one. Both systems
//! of a function have the same columns and no locals.

use crate::contradiction::Constraints;
use crate::int::Int;
use crate::polyhedron::Polyhedron;
use crate::row::{Row, are_opposite, constant, negated, violation};

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
        let mut first = 0;
        while first < self.inequalities.len() {
            let is_counterpart = |other: &Row| {
                let row = &self.inequalities[first];
                are_opposite(row, other) && (constant(row) + constant(other)).is_zero()
            };
            let found = (first + 1..self.inequalities.len()).find(|&second| is_counterpart(&self.inequalities[second]));
            let Some(second) = found else {
                first += 1;
                continue;
            };
            self.inequalities.remove(second);
            let row = self.inequalities.remove(first);
            self.equalities.push(row);
        }
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
