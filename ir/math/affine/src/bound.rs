//! Constant bounds of an expression from constant bounds of its inputs.
//!
//! Algorithm: divisions and modulos by positive constants at the top of the expression are peeled off, the linear rest
//! is bounded term by term, and the peeled operations are applied to the result from the inside out.
//!
//! Deviation: upstream's lower bound of `e mod c` is `lower(e) mod c` without checking that the upper bound of `e` has
//! the same quotient, so that it returns 3 as a lower bound of `d0 mod 4` with `d0` in `3..=5`. Here it is 0.

use crate::expr::{AffineExpr, AffineKind, BinaryKind, Input};
use crate::flatten::{FlatRow, Flattener};
use crate::int;

/// The kind of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundKind {
    /// The greatest known lower bound.
    Lower,
    /// The least known upper bound.
    Upper,
}

/// Known inclusive bounds of the inputs, dimensions first, then symbols.
#[derive(Clone, Copy, Debug)]
pub struct InputBounds<'a> {
    /// The number of inputs that are dimensions.
    pub n_dims: u32,
    /// The lower bounds.
    pub lower: &'a [Option<i64>],
    /// The upper bounds, as many as lower ones.
    pub upper: &'a [Option<i64>],
}

/// A division or modulo by a positive constant applied to an expression.
#[derive(Clone, Copy)]
struct Peeled {
    kind: BinaryKind,
    by: i64,
}

impl AffineExpr {
    /// A bound of the value, if one is known. Products with symbols and divisions inside sums have none.
    ///
    /// # Panics
    /// If the expression uses an input beyond the given bounds.
    pub fn bound(&self, inputs: InputBounds<'_>, kind: BoundKind) -> Option<i64> {
        let mut peeled = Vec::new();
        let mut rest = self;
        while let AffineKind::Binary(kind @ (BinaryKind::Mod | BinaryKind::FloorDiv | BinaryKind::CeilDiv), lhs, rhs) =
            rest.kind()
            && let Some(by) = rhs.as_constant().filter(|&by| by >= 1)
        {
            peeled.push(Peeled { kind, by });
            rest = lhs;
        }
        let range = Range::of_linear(rest, inputs);
        let range = peeled.iter().rev().fold(range, |range, peeled| range.apply(*peeled));
        range.get(kind)
    }
}

/// Known bounds of the values of an expression.
#[derive(Clone, Copy)]
struct Range {
    lower: Option<i64>,
    upper: Option<i64>,
}

impl Range {
    fn get(self, kind: BoundKind) -> Option<i64> {
        match kind {
            BoundKind::Lower => self.lower,
            BoundKind::Upper => self.upper,
        }
    }

    fn of_linear(expr: &AffineExpr, inputs: InputBounds<'_>) -> Self {
        if let Some((input, constant)) = expr.as_input_plus_constant() {
            let index = match input {
                Input::Dim(position) => position,
                Input::Symbol(position) => inputs.n_dims + position,
            } as usize;
            let add = |bound: Option<i64>| Some(bound?.wrapping_add(constant));
            return Self { lower: add(inputs.lower[index]), upper: add(inputs.upper[index]) };
        }
        let n_symbols = inputs.lower.len() as u32 - inputs.n_dims;
        let mut flattener = Flattener::new(inputs.n_dims, n_symbols);
        let row = flattener.row(expr).filter(|_| flattener.locals.is_empty());
        let bound = |kind| linear_bound(row.as_ref()?, inputs, kind);
        Self { lower: bound(BoundKind::Lower), upper: bound(BoundKind::Upper) }
    }

    fn apply(self, Peeled { kind, by }: Peeled) -> Self {
        let both = |divide: fn(i64, i64) -> i64| Self {
            lower: self.lower.map(|bound| divide(bound, by)),
            upper: self.upper.map(|bound| divide(bound, by)),
        };
        match kind {
            BinaryKind::FloorDiv => both(int::floor_div),
            BinaryKind::CeilDiv => both(int::ceil_div),
            _ => self.modulo(by),
        }
    }

    /// A remainder is in `0..by`; if all values have the same quotient, remainders are ordered as the values.
    fn modulo(self, by: i64) -> Self {
        match (self.lower, self.upper) {
            (Some(lower), Some(upper)) if int::floor_div(lower, by) == int::floor_div(upper, by) => {
                Self { lower: Some(lower.rem_euclid(by)), upper: Some(upper.rem_euclid(by)) }
            }
            _ => Self { lower: Some(0), upper: Some(by - 1) },
        }
    }
}

/// The sum of the terms' bounds: a positive coefficient takes the input's bound of the same kind, a negative one the
/// other.
fn linear_bound(row: &FlatRow, inputs: InputBounds<'_>, kind: BoundKind) -> Option<i64> {
    let mut bound = 0i64;
    for (index, &coefficient) in row.dims.iter().chain(&row.symbols).enumerate() {
        if coefficient == 0 {
            continue;
        }
        let takes_upper = (coefficient > 0) == (kind == BoundKind::Upper);
        let input = if takes_upper { inputs.upper[index] } else { inputs.lower[index] };
        bound = bound.wrapping_add(input?.wrapping_mul(coefficient));
    }
    Some(bound.wrapping_add(row.constant))
}
