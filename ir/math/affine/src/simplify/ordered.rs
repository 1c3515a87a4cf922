//! The expression of a semi-affine row with its terms sorted by their first inputs.
//!
//! Every dimension and symbol, and every local variable that is an operation on an input and an input or constant, gets
//! a key of two integers: the position of its left input, and a rank with dimensions before products, and symbols after
//! them: `d0 + d0 * s0 + s0 + d1 * s1 + s1`. The other local variables follow in order, then the constant.
//!
//! Deviation: two terms can have the same key, as `d0 mod s0` and `d0 floordiv s0`. Upstream then prints the first of
//! them twice and drops the other; here both are kept, in the order of the local variables.

use std::collections::BTreeMap;

use crate::expr::{AffineExpr, AffineKind};
use crate::flatten::{FlatRow, LocalVariable};

/// The order of terms.
type Key = (u32, i64);

/// The expression of `row` with its terms in key order.
pub(super) fn to_ordered_expr(row: &FlatRow, locals: &[LocalVariable]) -> AffineExpr {
    let mut ranks = Ranks { dim: -1, symbol: row.dims.len().max(row.symbols.len()) as i64 };
    let mut keyed: BTreeMap<Key, Vec<AffineExpr>> = BTreeMap::new();
    let mut unkeyed = Vec::new();
    let mut add = |key: Key, term: AffineExpr| keyed.entry(key).or_default().push(term);

    for (position, coefficient) in used(&row.symbols) {
        add((position, ranks.next_symbol()), AffineExpr::symbol(position) * coefficient);
    }
    for (&index, &coefficient) in &row.locals {
        let expr = &locals[index].expr;
        match ranks.key(expr) {
            Some(key) => add(key, expr * coefficient),
            None => unkeyed.push(expr * coefficient),
        }
    }
    for (position, coefficient) in used(&row.dims) {
        add((position, ranks.next_dim()), AffineExpr::dim(position) * coefficient);
    }

    let terms = keyed.into_values().flatten().chain(unkeyed);
    let sum = terms.fold(AffineExpr::constant(0), |sum, term| sum + term);
    if row.constant == 0 { sum } else { sum + row.constant }
}

/// The positions and values of the coefficients that are not 0.
fn used(coefficients: &[i64]) -> impl Iterator<Item = (u32, i64)> {
    (0..).zip(coefficients.iter().copied()).filter(|(_, coefficient)| *coefficient != 0)
}

/// The next rank of a term: below every position for dimensions, above for symbols.
struct Ranks {
    dim: i64,
    symbol: i64,
}

impl Ranks {
    fn next_dim(&mut self) -> i64 {
        self.dim -= 1;
        self.dim + 1
    }

    fn next_symbol(&mut self) -> i64 {
        self.symbol += 1;
        self.symbol - 1
    }

    /// The key of an operation on two inputs or an input and a constant; `None` for any other expression.
    fn key(&mut self, expr: &AffineExpr) -> Option<Key> {
        let AffineKind::Binary(_, lhs, rhs) = expr.kind() else { return None };
        let right = match rhs.kind() {
            AffineKind::Dim(position) | AffineKind::Symbol(position) => Some(i64::from(position)),
            AffineKind::Constant(_) => None,
            AffineKind::Binary(..) => return None,
        };
        match (lhs.kind(), right) {
            (AffineKind::Dim(left), Some(right)) => Some((left, right)),
            (AffineKind::Dim(left), None) => Some((left, self.next_dim())),
            (AffineKind::Symbol(left), _) => Some((left, self.next_symbol())),
            _ => None,
        }
    }
}
