//! Simplification of sets: the canonical empty set where a contradiction is found, otherwise normalized constraints
//! without trivially redundant ones, equalities first.

use super::IntegerSet;
use crate::system::System;

impl IntegerSet {
    /// The set simplified; the same points.
    ///
    /// Divisions and modulos contribute the inequalities that define them. A semi-affine set is returned as it is, and
    /// so is one that divides by a constant that is not positive, or one too large to write as a dense system.
    ///
    /// Deviation: upstream 22 makes a set that it cannot write as a system the set of all points; later versions return
    /// it as it is, as this does.
    pub fn simplify(&self) -> IntegerSet {
        let Some(mut system) = System::of_set(self) else { return self.clone() };
        if system.is_empty() {
            return IntegerSet::empty(self.n_dims(), self.n_symbols());
        }
        system.remove_trivial_redundancy();
        system.to_set().unwrap_or_else(|| self.clone())
    }
}
