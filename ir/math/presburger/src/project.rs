//! Exact integer projection: the result is a union of polyhedra whose local variables are all divisions.
//!
//! Algorithm: local variables that are no divisions of known variables are eliminated one after the other: by an
//! equality, whose coefficients are reduced first as in Euclid's algorithm, or, if it occurs in no equality, by the
//! shadows of the Omega test, of which there may be several. An equality with one such local variable left defines a
//! division, so strides are preserved. (Pugh 1991; The Omega library, section on simplification.)

use crate::division::Division;
use crate::int::Int;
use crate::omega::Shadow;
use crate::polyhedron::Polyhedron;
use crate::row::{Row, negated};

/// The limit on the polyhedra of a result.
const MAX_SYSTEMS: usize = 1_000;

impl<V: Copy + PartialEq> Polyhedron<V> {
    /// Polyhedra whose union has the points of this one, where each local variable is a division of dimensions, symbols
    /// and preceding local variables; both bounds of each division are among the inequalities. The polyhedra need not
    /// be disjoint. `None` if there are too many.
    pub fn with_divisions(&self) -> Option<Vec<Self>> {
        let mut waiting = vec![self.clone()];
        let mut done = Vec::new();
        while let Some(mut system) = waiting.pop() {
            if waiting.len() + done.len() > MAX_SYSTEMS {
                return None;
            }
            system.remove_trivial_redundancy();
            if system.is_obviously_empty() {
                continue;
            }
            let divisions = system.divisions();
            let first = system.n_inputs();
            let hidden: Vec<usize> =
                (0..divisions.len()).filter(|&local| divisions[local].is_none()).map(|local| first + local).collect();
            if hidden.is_empty() {
                system.bound_divisions(&divisions);
                done.push(system);
                continue;
            }
            if system.simplify_hidden(&hidden) {
                waiting.push(system);
                continue;
            }
            let column = system.next_of(&hidden).expect("there is a hidden local");
            match system.shadow(column) {
                Shadow::TooMany => return None,
                Shadow::Exact(shadow) => waiting.push(shadow),
                Shadow::Between { dark, splinters } => {
                    waiting.extend(splinters);
                    waiting.push(dark);
                }
            }
        }
        Some(done)
    }

    /// One reduction step with an equality that has a hidden local variable, if there is one.
    fn simplify_hidden(&mut self, hidden: &[usize]) -> bool {
        let has_hidden = |row: &Row| hidden.iter().any(|&column| !row[column].is_zero());
        let Some(at) = self.equalities.iter().position(has_hidden) else { return false };
        let row = self.equalities[at].clone();
        let used = hidden.iter().copied().filter(|&column| !row[column].is_zero());
        let column = used.min_by_key(|&column| row[column].abs()).expect("the equality has a hidden local");
        if row[column].is_unit() {
            self.equalities.remove(at);
            self.substitute(column, &row);
        } else {
            self.reduce_coefficients(column, &row);
        }
        true
    }

    /// Adds the bounds of divisions that are implied only by equalities or tighter bounds.
    fn bound_divisions(&mut self, divisions: &[Option<Division>]) {
        let first = self.n_inputs();
        for (local, division) in divisions.iter().enumerate() {
            let division = division.as_ref().expect("all locals are divisions");
            division.bounds(first + local).into_iter().for_each(|row| self.add_inequality_once(row));
        }
    }
}

impl Division {
    /// The bounds that define the variable at `column` as this division: the remainder is non-negative and less than
    /// the divisor.
    pub fn bounds(&self, column: usize) -> [Row; 2] {
        let mut rest = self.dividend.clone();
        rest[column] = -&self.divisor;
        let mut below = negated(&rest);
        *below.last_mut().expect("a row has a constant") += &(&self.divisor - &Int::ONE);
        [below, rest]
    }
}
