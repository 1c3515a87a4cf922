//! Systems of linear equalities and inequalities over integers: the semantics of pure affine integer sets.
//!
//! Variables are dimensions, symbols and local variables in this order; a local variable represents a division and is
//! defined by two inequalities. `emptiness` searches for contradictions, `divisions` recognizes the divisions
//! represented by local variables, `row` is the arithmetic.

mod divisions;
mod emptiness;
mod row;

use rustc_hash::FxHashMap;

use crate::expr::AffineExpr;
use crate::flatten::{FlatRow, LocalDefinition, flatten};
use crate::set::{Constraint, IntegerSet};
use row::Row;

/// The limit on the coefficients of a system: 16 bytes each. Typical inputs are far below; a set of 100,000 divisions
/// would exceed the memory.
const MAX_COEFFICIENTS: usize = 1 << 24;

/// A conjunction of `row == 0` and `row >= 0`.
#[derive(Clone, Debug)]
pub(crate) struct System {
    n_dims: u32,
    n_symbols: u32,
    n_locals: usize,
    equalities: Vec<Row>,
    inequalities: Vec<Row>,
}

impl System {
    /// The system of a pure affine set; `None` for a semi-affine one, if it divides by a constant that is not positive,
    /// or if there would be more than `MAX_COEFFICIENTS`.
    pub(crate) fn of_set(set: &IntegerSet) -> Option<Self> {
        let exprs = set.constraints().iter().map(|constraint| &constraint.expr);
        let flattened = flatten(exprs, set.n_dims(), set.n_symbols())?;
        let n_locals = flattened.locals.len();
        let n_variables = set.n_inputs() as usize + n_locals;
        if n_variables.saturating_mul(set.n_constraints() + 2 * n_locals) > MAX_COEFFICIENTS {
            return None;
        }
        let mut system = Self {
            n_dims: set.n_dims(),
            n_symbols: set.n_symbols(),
            n_locals,
            equalities: Vec::new(),
            inequalities: Vec::new(),
        };
        for (constraint, row) in std::iter::zip(set.constraints(), &flattened.rows) {
            let rows = if constraint.is_eq { &mut system.equalities } else { &mut system.inequalities };
            rows.push(widened(row, n_locals));
        }
        for (index, local) in flattened.locals.iter().enumerate() {
            let LocalDefinition::FloorDiv { dividend, divisor } = &local.definition else { return None };
            system.pin_local(index, widened(dividend, n_locals), i128::from(*divisor))?;
        }
        Some(system)
    }

    /// Adds `0 <= dividend - divisor * local <= divisor - 1`, the lower bound of the local variable first.
    fn pin_local(&mut self, local: usize, dividend: Row, divisor: i128) -> Option<()> {
        let column = self.first_local() + local;
        let mut upper = dividend;
        upper.coefficients[column] = upper.coefficients[column].checked_sub(divisor)?;
        let mut lower = Row {
            coefficients: upper.coefficients.iter().map(|coefficient| -coefficient).collect(),
            constant: -upper.constant,
        };
        lower.constant = lower.constant.checked_add(divisor - 1)?;
        self.inequalities.extend([lower, upper]);
        Some(())
    }

    fn first_local(&self) -> usize {
        self.n_dims as usize + self.n_symbols as usize
    }

    fn n_variables(&self) -> usize {
        self.first_local() + self.n_locals
    }

    /// Normalizes every constraint and drops inequalities that always hold or are implied by one with the same
    /// coefficients.
    pub(crate) fn remove_trivial_redundancy(&mut self) {
        self.equalities.iter_mut().for_each(Row::normalize);
        normalize_and_drop_redundant(&mut self.inequalities);
    }

    /// The set of this system; `None` if a local variable in use is not recognized as a division.
    pub(crate) fn to_set(&self) -> Option<IntegerSet> {
        let variables = self.variables();
        let constraint = |row: &Row, is_eq| Some(Constraint { expr: row_expr(row, &variables)?, is_eq });
        let equalities = self.equalities.iter().map(|row| constraint(row, true));
        let inequalities = self.inequalities.iter().map(|row| constraint(row, false));
        let constraints = equalities.chain(inequalities).collect::<Option<Vec<_>>>()?;
        Some(IntegerSet::new(self.n_dims, self.n_symbols, constraints))
    }
}

/// The row with a coefficient for each of `n_locals` local variables.
fn widened(row: &FlatRow, n_locals: usize) -> Row {
    let inputs = row.dims.iter().chain(&row.symbols).copied();
    let locals = (0..n_locals).map(|index| row.local(index));
    Row { coefficients: inputs.chain(locals).map(i128::from).collect(), constant: i128::from(row.constant) }
}

/// The expression of a row, the constant last; `None` if a variable in use has no expression or a coefficient is too
/// large.
fn row_expr(row: &Row, variables: &[Option<AffineExpr>]) -> Option<AffineExpr> {
    let mut sum = AffineExpr::constant(0);
    for (&coefficient, variable) in std::iter::zip(&row.coefficients, variables) {
        if coefficient != 0 {
            sum = sum + variable.as_ref()? * i64::try_from(coefficient).ok()?;
        }
    }
    let constant = i64::try_from(row.constant).ok()?;
    Some(if constant == 0 { sum } else { sum + constant })
}

/// Tightens the inequalities and drops the redundant ones: those without variables that hold, and of those with the
/// same coefficients all but the first with the smallest constant.
fn normalize_and_drop_redundant(inequalities: &mut Vec<Row>) {
    let mut strictest: FxHashMap<Vec<i128>, usize> = FxHashMap::default();
    let mut kept = vec![true; inequalities.len()];
    for (index, row) in inequalities.iter_mut().enumerate() {
        row.tighten();
        row.normalize();
        if row.is_constant() && row.constant >= 0 {
            kept[index] = false;
        }
    }
    for (index, row) in inequalities.iter().enumerate().filter(|(_, row)| !row.is_constant() || row.constant < 0) {
        let best = strictest.entry(row.coefficients.clone()).or_insert(index);
        if *best == index {
            continue;
        }
        let is_stricter = row.constant < inequalities[*best].constant;
        let redundant = if is_stricter { std::mem::replace(best, index) } else { index };
        kept[redundant] = false;
    }
    let mut keep = kept.into_iter();
    inequalities.retain(|_| keep.next() == Some(true));
}
