//! Queries of one expression. Those used by every constructor are cached in `node`.

use super::{AffineExpr, AffineKind, BinaryKind, Input};
use crate::int::gcd;

impl AffineExpr {
    /// Returns whether the value is known to be a multiple of `factor` for all inputs. The sign of `factor` is ignored;
    /// of the factor 0 only the constant 0 is a multiple.
    ///
    /// Deviation: upstream uses a common divisor of dividend and divisor as one of the quotient, so that it accepts
    /// `(d0 * 12) floordiv 8` as a multiple of 4.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineExpr;
    /// assert!((AffineExpr::dim(0) * 6).is_multiple_of(3));
    /// assert!(!(AffineExpr::dim(0) * 6 + 1).is_multiple_of(3));
    /// ```
    pub fn is_multiple_of(&self, factor: i64) -> bool {
        let factor = factor.unsigned_abs();
        let divides = |divisor: u64| divisor.checked_rem(factor).map_or(divisor == 0, |rest| rest == 0);
        match self.kind() {
            AffineKind::Dim(_) | AffineKind::Symbol(_) => factor == 1,
            AffineKind::Constant(value) => divides(value.unsigned_abs()),
            AffineKind::Binary(kind, lhs, rhs) => {
                let (left, right) = (lhs.largest_known_divisor() as u64, rhs.largest_known_divisor() as u64);
                match kind {
                    BinaryKind::Mul => divides(left) || divides(right) || divides(left.wrapping_mul(right)),
                    BinaryKind::Add | BinaryKind::Mod => divides(gcd(left, right)),
                    BinaryKind::FloorDiv | BinaryKind::CeilDiv => divides(self.largest_known_divisor() as u64),
                }
            }
        }
    }

    /// Returns whether the dimension at `position` occurs.
    pub fn is_function_of_dim(&self, position: u32) -> bool {
        self.uses(Input::Dim(position))
    }

    /// Returns whether the symbol at `position` occurs.
    pub fn is_function_of_symbol(&self, position: u32) -> bool {
        self.uses(Input::Symbol(position))
    }

    /// Returns whether the input occurs.
    pub fn uses(&self, input: Input) -> bool {
        let may_use = |expr: &AffineExpr| match input {
            Input::Dim(position) => position < expr.n_dims_used(),
            Input::Symbol(position) => position < expr.n_symbols_used(),
        };
        let mut pending = vec![self];
        while let Some(expr) = pending.pop() {
            match expr.kind() {
                AffineKind::Dim(position) if input == Input::Dim(position) => return true,
                AffineKind::Symbol(position) if input == Input::Symbol(position) => return true,
                AffineKind::Binary(_, lhs, rhs) => pending.extend([rhs, lhs].into_iter().filter(|e| may_use(e))),
                _ => {}
            }
        }
        false
    }

    /// Marks the dimensions and symbols that occur; positions outside the slices are ignored.
    pub(crate) fn mark_used(&self, dims: &mut [bool], symbols: &mut [bool]) {
        self.walk(|expr| {
            let slot = match expr.kind() {
                AffineKind::Dim(position) => dims.get_mut(position as usize),
                AffineKind::Symbol(position) => symbols.get_mut(position as usize),
                _ => None,
            };
            if let Some(slot) = slot {
                *slot = true;
            }
        });
    }

    /// The terms of a sum, left to right; any other expression is its only term.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineExpr;
    /// let sum = AffineExpr::dim(0) + AffineExpr::dim(1) * 2 + 3;
    /// assert_eq!(sum.terms().len(), 3);
    /// ```
    pub fn terms(&self) -> Vec<&AffineExpr> {
        let mut terms = Vec::new();
        let mut pending = vec![self];
        while let Some(expr) = pending.pop() {
            match expr.as_binary(BinaryKind::Add) {
                Some((lhs, rhs)) => pending.extend([rhs, lhs]),
                None => terms.push(expr),
            }
        }
        terms
    }
}
