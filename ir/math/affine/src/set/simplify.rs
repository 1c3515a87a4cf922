//! Simplification of sets: the canonical empty set where a contradiction is found, otherwise normalized constraints
//! without trivially redundant ones, equalities first.

use super::IntegerSet;
use crate::system::System;

impl IntegerSet {
    /// The simplified set, with the same points.
    ///
    /// The defining inequalities of divisions and modulos are included. A semi-affine set is not changed, and neither
    /// is one that divides by a constant that is not positive, or one too large for a dense system.
    ///
    /// Deviation: upstream 22 replaces a set that it cannot represent as a system by the set of all points; later
    /// versions return it unchanged, as here.
    pub fn simplify(&self) -> IntegerSet {
        let Some(mut system) = System::of_set(self) else { return self.clone() };
        if system.is_empty() {
            return IntegerSet::empty(self.n_dims(), self.n_symbols());
        }
        system.remove_trivial_redundancy();
        system.to_set().unwrap_or_else(|| self.clone())
    }
}
