//! Recognition of the divisions represented by local variables, from their bounds.
//!
//! A pair of inequalities `0 <= e - c * q` and `e - c * q <= c - 1` implies `q = e floordiv c`, and so does a tighter
//! pair. The search is repeated until no further local variable is recognized, since a division can use an earlier one.

use super::System;
use super::row::{Row, gcd};
use crate::expr::AffineExpr;

impl System {
    /// The expression of each variable, `None` for a local variable that is not recognized.
    pub(super) fn variables(&self) -> Vec<Option<AffineExpr>> {
        let dims = (0..self.n_dims).map(AffineExpr::dim);
        let symbols = (0..self.n_symbols).map(AffineExpr::symbol);
        let mut variables: Vec<_> = dims.chain(symbols).map(Some).collect();
        variables.resize(self.n_variables(), None);
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for column in self.first_local()..self.n_variables() {
                if variables[column].is_none() {
                    variables[column] = self.division(column, &variables);
                    is_changed |= variables[column].is_some();
                }
            }
        }
        variables
    }

    /// The division defining the variable at `column`, in terms of the variables recognized so far.
    fn division(&self, column: usize, variables: &[Option<AffineExpr>]) -> Option<AffineExpr> {
        let bounds =
            |is_bound: fn(i128) -> bool| self.inequalities.iter().filter(move |row| is_bound(row.coefficients[column]));
        for upper in bounds(|coefficient| coefficient < 0) {
            for lower in bounds(|coefficient| coefficient > 0) {
                if let Some((dividend, divisor)) = division_between(upper, lower, column)
                    && uses_only_known(&dividend, variables)
                {
                    return division_expr(&dividend, divisor, variables);
                }
            }
        }
        None
    }
}

/// The dividend and divisor, if `upper` and `lower` are the bounds of a division for the variable at `column`.
fn division_between(upper: &Row, lower: &Row, column: usize) -> Option<(Row, i128)> {
    let divisor = lower.coefficients[column];
    let are_opposite =
        std::iter::zip(&upper.coefficients, &lower.coefficients).all(|(a, b)| a.checked_add(*b) == Some(0));
    if !are_opposite {
        return None;
    }
    // The sum of the constants of the bounds is `divisor - 1`, that of tighter ones is less.
    let slack = (divisor - 1).checked_sub(lower.constant.checked_add(upper.constant)?)?;
    if !(0..divisor).contains(&slack) {
        return None;
    }
    let mut dividend = upper.clone();
    dividend.coefficients[column] = 0;
    dividend.constant = dividend.constant.checked_add(slack)?;
    // The fraction of the constant is removed by the floor.
    let common = i128::try_from(gcd(dividend.content(), divisor.unsigned_abs())).ok()?;
    dividend.coefficients.iter_mut().for_each(|coefficient| *coefficient /= common);
    dividend.constant = dividend.constant.div_euclid(common);
    Some((dividend, divisor / common))
}

fn uses_only_known(row: &Row, variables: &[Option<AffineExpr>]) -> bool {
    std::iter::zip(&row.coefficients, variables).all(|(&coefficient, variable)| coefficient == 0 || variable.is_some())
}

/// The constant comes first here, as in upstream.
fn division_expr(dividend: &Row, divisor: i128, variables: &[Option<AffineExpr>]) -> Option<AffineExpr> {
    let mut sum = AffineExpr::constant(i64::try_from(dividend.constant).ok()?);
    for (&coefficient, variable) in std::iter::zip(&dividend.coefficients, variables) {
        if coefficient != 0 {
            sum = sum + variable.as_ref()? * i64::try_from(coefficient).ok()?;
        }
    }
    Some(sum.floor_div(i64::try_from(divisor).ok()?))
}
