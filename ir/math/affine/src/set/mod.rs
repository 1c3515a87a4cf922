//! The integer set `(dims)[symbols] : (constraints)`: an immutable value, cheap to clone.
//!
//! Invariants: there is at least one constraint; constraints use only dimensions below `n_dims` and symbols below
//! `n_symbols`.

mod simplify;

use std::sync::Arc;

use crate::expr::AffineExpr;
use crate::map::assert_inputs_exist;

/// The integer points that satisfy all of a list of constraints.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IntegerSet {
    n_dims: u32,
    n_symbols: u32,
    constraints: Arc<[Constraint]>,
}

/// One constraint: `expr == 0` or `expr >= 0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constraint {
    /// The expression compared with 0.
    pub expr: AffineExpr,
    /// Whether it is `expr == 0`, or else `expr >= 0`.
    pub is_eq: bool,
}

impl IntegerSet {
    /// The set of the points that satisfy `constraints`; without any it has the constraint `0 == 0`.
    ///
    /// # Panics
    /// If a constraint uses an input beyond `n_dims` or `n_symbols`.
    ///
    /// ```
    /// use rmlir_affine_maps::{AffineExpr, IntegerSet, constraint_ge};
    /// let not_negative = constraint_ge(&AffineExpr::dim(0), &AffineExpr::constant(0));
    /// let set = IntegerSet::new(1, 0, [not_negative]);
    /// assert_eq!(set.to_string(), "(d0) : (d0 >= 0)");
    /// ```
    pub fn new(n_dims: u32, n_symbols: u32, constraints: impl Into<Arc<[Constraint]>>) -> Self {
        let mut constraints = constraints.into();
        if constraints.is_empty() {
            constraints = [Constraint { expr: AffineExpr::constant(0), is_eq: true }].into();
        }
        assert_inputs_exist(n_dims, n_symbols, constraints.iter().map(|constraint| &constraint.expr));
        Self { n_dims, n_symbols, constraints }
    }

    /// The set of all points, `0 == 0`.
    pub fn universe(n_dims: u32, n_symbols: u32) -> Self {
        Self::new(n_dims, n_symbols, [])
    }

    /// The canonical empty set, `1 == 0`.
    pub fn empty(n_dims: u32, n_symbols: u32) -> Self {
        Self::new(n_dims, n_symbols, [Constraint { expr: AffineExpr::constant(1), is_eq: true }])
    }

    /// Returns whether this is the canonical empty set. Other sets can be empty too.
    ///
    /// ```
    /// use rmlir_affine_maps::IntegerSet;
    /// assert!(IntegerSet::empty(2, 0).is_canonical_empty());
    /// assert!(!IntegerSet::universe(2, 0).is_canonical_empty());
    /// ```
    pub fn is_canonical_empty(&self) -> bool {
        matches!(&*self.constraints, [Constraint { expr, is_eq: true }] if *expr == 1)
    }

    /// The number of dimensions.
    pub fn n_dims(&self) -> u32 {
        self.n_dims
    }

    /// The number of symbols.
    pub fn n_symbols(&self) -> u32 {
        self.n_symbols
    }

    /// The number of dimensions and symbols.
    pub fn n_inputs(&self) -> u32 {
        self.n_dims + self.n_symbols
    }

    /// The constraints, at least one.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The number of constraints.
    pub fn n_constraints(&self) -> usize {
        self.constraints.len()
    }

    /// The number of equalities.
    pub fn n_equalities(&self) -> usize {
        self.constraints.iter().filter(|constraint| constraint.is_eq).count()
    }

    /// The number of inequalities.
    pub fn n_inequalities(&self) -> usize {
        self.n_constraints() - self.n_equalities()
    }

    /// Calls `visit` on every expression in every constraint, operands first.
    pub fn walk(&self, mut visit: impl FnMut(&AffineExpr)) {
        self.constraints.iter().for_each(|constraint| constraint.expr.walk(&mut visit));
    }

    /// Replaces dimension `i` by `dims[i]` and symbol `i` by `symbols[i]` in a set of `n_dims` and `n_symbols` inputs.
    pub fn replace_dims_and_symbols(
        &self,
        dims: &[AffineExpr],
        symbols: &[AffineExpr],
        n_dims: u32,
        n_symbols: u32,
    ) -> IntegerSet {
        let replaced = |constraint: &Constraint| Constraint {
            expr: constraint.expr.replace_dims_and_symbols(dims, symbols),
            is_eq: constraint.is_eq,
        };
        IntegerSet::new(n_dims, n_symbols, self.constraints.iter().map(replaced).collect::<Vec<_>>())
    }

    /// Returns whether the point satisfies every constraint; `None` if a constraint is undefined there.
    ///
    /// ```
    /// use rmlir_affine_maps::{AffineExpr, IntegerSet, constraint_ge};
    /// let set = IntegerSet::new(1, 1, [constraint_ge(&AffineExpr::symbol(0), &AffineExpr::dim(0))]);
    /// assert_eq!(set.contains(&[3], &[4]), Some(true));
    /// assert_eq!(set.contains(&[5], &[4]), Some(false));
    /// ```
    pub fn contains(&self, dims: &[i64], symbols: &[i64]) -> Option<bool> {
        for constraint in self.constraints() {
            let value = constraint.expr.eval(dims, symbols).ok()?;
            let is_satisfied = if constraint.is_eq { value == 0 } else { value >= 0 };
            if !is_satisfied {
                return Some(false);
            }
        }
        Some(true)
    }
}
