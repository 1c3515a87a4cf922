//! Bounds of variables as maps: some dimensions of a polyhedron in terms of the others.

use rmlir_affine_maps::{AffineExpr, AffineMap, Constraint, IntegerSet};

use crate::bounds::Bound;
use crate::int::Int;
use crate::polyhedron::Polyhedron;
use crate::row::Row;

/// A lower bound and an exclusive upper bound, where known.
pub type BoundMaps = (Option<AffineMap>, Option<AffineMap>);

/// The expressions of variables determined so far.
type Known = Vec<Option<AffineExpr>>;

fn small(row: &[Int]) -> Option<Vec<i64>> {
    row.iter().map(Int::to_i64).collect()
}

/// The expression of a row: multiples of dimensions, symbols and local variables, and the constant.
fn flat_expr(row: &[i64], n_dims: usize, n_symbols: usize, locals: &[AffineExpr]) -> AffineExpr {
    let dims = (0..n_dims as u32).map(AffineExpr::dim);
    let symbols = (0..n_symbols as u32).map(AffineExpr::symbol);
    let inputs = dims.chain(symbols).chain(locals.iter().cloned());
    let (&constant, coefficients) = row.split_last().expect("a row has a constant");
    let terms = coefficients.iter().zip(inputs).filter(|(number, _)| **number != 0);
    let sum = terms.fold(AffineExpr::constant(0), |sum, (&number, input)| sum + input * number);
    if constant == 0 { sum } else { sum + constant }
}

/// The expression of a row without the variable at `column`; `None` if an expression is unknown.
fn known_expr(row: &Row, column: usize, known: &Known) -> Option<AffineExpr> {
    let row = small(row)?;
    let mut sum = AffineExpr::constant(0);
    for (other, &number) in row[..row.len() - 1].iter().enumerate() {
        if other != column && number != 0 {
            sum = sum + known[other].as_ref()? * number;
        }
    }
    Some(sum + row[row.len() - 1])
}

impl<V: Copy + PartialEq> Polyhedron<V> {
    /// Bounds of the dimensions `offset..offset + n` in terms of the other dimensions and the symbols.
    pub fn slice_bounds(&mut self, offset: usize, n: usize) -> Vec<BoundMaps> {
        self.normalize();
        let known = expressions_of(self, offset, n);
        let (n_dims, n_symbols) = ((self.n_dims() - n) as u32, self.n_symbols() as u32);
        let map = |expr: AffineExpr| Some(AffineMap::new(n_dims, n_symbols, [expr]));
        let mut without_redundancy: Option<Self> = None;
        let mut found = Vec::new();
        for index in 0..n {
            if let Some(expr) = &known[offset + index] {
                let expr = expr.simplify(n_dims, n_symbols);
                found.push((map(expr.clone()), map(expr + 1)));
                continue;
            }
            let (mut lower, mut upper) = (None, None);
            if self.n_locals() == 0 {
                let tighter = without_redundancy.get_or_insert_with(|| {
                    let mut tighter = self.clone();
                    tighter.remove_redundant_inequalities();
                    tighter
                });
                (lower, upper) = tighter.lower_and_upper_bound(index, offset, n, self.n_dims(), &[]);
            }
            if lower.as_ref().is_none_or(|lower| lower.n_results() != 1)
                && let Some(constant) = self.constant_bound_i64(Bound::Lower, offset + index)
            {
                lower = map(AffineExpr::constant(constant));
            }
            if upper.as_ref().is_none_or(|upper| upper.n_results() != 1)
                && let Some(constant) = self.constant_bound_i64(Bound::Upper, offset + index)
            {
                upper = map(AffineExpr::constant(constant.wrapping_add(1)));
            }
            found.push((lower, upper));
        }
        found
    }

    /// The bounds of dimension `offset + index` without the dimensions `offset..offset + n`. Columns from
    /// `first_symbol` on become symbols; `locals` are the expressions of the local variables.
    pub fn lower_and_upper_bound(
        &self,
        index: usize,
        offset: usize,
        n: usize,
        first_symbol: usize,
        locals: &[AffineExpr],
    ) -> BoundMaps {
        let column = offset + index;
        let (lower, upper, equal) = self.bound_indices(column, offset..offset + n);
        let (n_dims, n_symbols) = (first_symbol - n, self.n_inputs() - first_symbol);
        let expr_of = |row: &Row, factor: i64| -> Option<(AffineExpr, i64)> {
            let row = small(row)?;
            let rest: Vec<i64> =
                row[..offset].iter().chain(&row[offset + n..]).map(|number| number.wrapping_mul(factor)).collect();
            Some((flat_expr(&rest, n_dims, n_symbols, locals), row[column].wrapping_abs()))
        };
        let bounds = || -> Option<(Vec<AffineExpr>, Vec<AffineExpr>)> {
            let (mut lower_exprs, mut upper_exprs) = (Vec::new(), Vec::new());
            for index in lower {
                let (expr, divisor) = expr_of(&self.inequalities()[index], -1)?;
                lower_exprs.push((expr + divisor - 1).floor_div(divisor));
            }
            for index in upper {
                let (expr, divisor) = expr_of(&self.inequalities()[index], 1)?;
                upper_exprs.push(expr.floor_div(divisor) + 1);
            }
            for index in equal {
                let row = &self.equalities()[index];
                let (expr, divisor) = expr_of(row, if row[column].is_positive() { -1 } else { 1 })?;
                upper_exprs.push(expr.floor_div(divisor) + 1);
                lower_exprs.push(expr.ceil_div(divisor));
            }
            Some((lower_exprs, upper_exprs))
        };
        let Some((lower, upper)) = bounds() else { return (None, None) };
        let map = |exprs: Vec<AffineExpr>| Some(AffineMap::new(n_dims as u32, n_symbols as u32, exprs));
        (map(lower), map(upper))
    }

    /// The bound of the dimension at `dim` given by an inequality, in terms of the other dimensions and the symbols; an
    /// upper bound is exclusive. `None` if a local variable is not a division.
    pub fn bound_of_inequality(&self, dim: usize, inequality: usize) -> Option<(AffineMap, Vec<V>)> {
        let locals = self.local_exprs()?;
        let row = small(&self.inequalities()[inequality])?;
        let sign = if row[dim] > 0 { -1 } else { 1 };
        let mut bound: Vec<i64> = row.iter().map(|number| number * sign).collect();
        bound.remove(dim);
        if row[dim] < 0 {
            *bound.last_mut().expect("a row has a constant") += 1;
        }
        let (n_dims, n_symbols) = (self.n_dims() - 1, self.n_symbols());
        let expr = flat_expr(&bound, n_dims, n_symbols, &locals);
        let operands = self.values().iter().enumerate().filter(|(column, _)| *column != dim);
        let operands: Option<Vec<V>> = operands.map(|(_, value)| *value).collect();
        Some((AffineMap::new(n_dims as u32, n_symbols as u32, [expr]), operands?))
    }

    /// The points as a set: equalities, then inequalities. `None` if a local variable is not a division.
    pub fn to_set(&self) -> Option<IntegerSet> {
        let (n_dims, n_symbols) = (self.n_dims(), self.n_symbols());
        if self.n_constraints() == 0 {
            return Some(IntegerSet::universe(n_dims as u32, n_symbols as u32));
        }
        let locals = self.local_exprs()?;
        let constraint = |row: &Row, is_eq: bool| -> Option<Constraint> {
            Some(Constraint { expr: flat_expr(&small(row)?, n_dims, n_symbols, &locals), is_eq })
        };
        let equalities = self.equalities().iter().map(|row| constraint(row, true));
        let inequalities = self.inequalities().iter().map(|row| constraint(row, false));
        let constraints: Option<Vec<Constraint>> = equalities.chain(inequalities).collect();
        Some(IntegerSet::new(n_dims as u32, n_symbols as u32, constraints?))
    }

    /// The expressions of the local variables, if all that are used are divisions.
    fn local_exprs(&self) -> Option<Vec<AffineExpr>> {
        let mut known = expressions_of_locals(self);
        let locals = known.drain(self.n_inputs()..).enumerate();
        let unused = |local: usize| self.is_unused(self.n_inputs() + local).then(|| AffineExpr::constant(0));
        locals.map(|(local, expr)| expr.or_else(|| unused(local))).collect()
    }

    /// The smallest constant extent of a dimension, with its lower bound as a map over the symbols; divisions of
    /// symbols count as symbols.
    pub fn constant_extent(&self, dim: usize) -> Option<(i64, Option<AffineMap>)> {
        let known = expressions_of_locals(self);
        let (n_inputs, n_symbols) = (self.n_inputs(), self.n_symbols() as u32);
        let is_symbolic = |expr: &AffineExpr| expr.is_symbolic_or_constant();
        if let Some(index) = self.equality_to_constant(dim, true) {
            let row = &self.equalities()[index];
            let mut locals = n_inputs..self.n_vars();
            if locals.all(|local| row[local].is_zero() || known[local].as_ref().is_some_and(is_symbolic)) {
                let expr = expr_from_equality(self, dim, index, &known);
                let lower = expr.map(|expr| AffineMap::new(0, n_symbols, [expr.simplify(0, n_symbols)]));
                return Some((1, lower));
            }
        }
        let (lower, upper, _) = self.bound_indices(dim, 0..self.n_dims());
        let bound = |index: usize| {
            let row = &self.inequalities()[index];
            let expr = known_expr(row, dim, &known).filter(is_symbolic)?;
            Some((expr, row[dim].to_i64()?))
        };
        let mut best: Option<(i64, AffineExpr)> = None;
        for (above, divisor) in upper.iter().filter_map(|&index| bound(index)) {
            let above = above.floor_div(-divisor);
            for (below, divisor) in lower.iter().filter_map(|&index| bound(index)) {
                let below = (-below + divisor - 1).floor_div(divisor);
                let span = (&above - &below + 1).simplify(0, n_symbols);
                let Some(span) = span.as_constant() else { continue };
                let span = span.max(0);
                if best.as_ref().is_none_or(|(smallest, _)| span < *smallest) {
                    best = Some((span, below));
                }
            }
        }
        let (span, lower) = best?;
        Some((span, Some(AffineMap::new(0, n_symbols, [lower]))))
    }
}

/// The expressions of local variables that are divisions, in terms of dimensions and symbols.
fn expressions_of_locals<V: Copy + PartialEq>(system: &Polyhedron<V>) -> Known {
    let dims = (0..system.n_dims() as u32).map(AffineExpr::dim);
    let symbols = (0..system.n_symbols() as u32).map(AffineExpr::symbol);
    let mut known: Known = dims.chain(symbols).map(Some).collect();
    known.resize(system.n_vars(), None);
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for column in system.n_inputs()..system.n_vars() {
            is_changed |= known[column].is_none() && detect_floor_div(system, column, &mut known);
        }
    }
    known
}

/// The expressions of the dimensions `offset..offset + n` and of the local variables in terms of the other variables,
/// where constants, remainders, divisions and equalities determine them.
fn expressions_of<V: Copy + PartialEq>(system: &Polyhedron<V>, offset: usize, n: usize) -> Known {
    let mut known: Known = vec![None; system.n_vars()];
    for (column, expr) in known[..system.n_dims()].iter_mut().enumerate() {
        if column < offset {
            *expr = Some(AffineExpr::dim(column as u32));
        } else if column >= offset + n {
            *expr = Some(AffineExpr::dim((column - n) as u32));
        }
    }
    for symbol in 0..system.n_symbols() {
        known[system.n_dims() + symbol] = Some(AffineExpr::symbol(symbol as u32));
    }
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for column in 0..system.n_vars() {
            if known[column].is_none() && detect(system, column, offset, n, &mut known) {
                is_changed = true;
            }
        }
    }
    known
}

/// Determines the expression of one variable. Returns whether it was found.
fn detect<V: Copy + PartialEq>(
    system: &Polyhedron<V>,
    column: usize,
    offset: usize,
    n: usize,
    known: &mut Known,
) -> bool {
    let bounds = [Bound::Lower, Bound::Upper].map(|side| system.constant_bound_i64(side, column));
    if let [Some(lower), Some(upper)] = bounds {
        if lower == upper {
            known[column] = Some(AffineExpr::constant(lower));
            return true;
        }
        if lower == 0 && upper >= 1 && detect_mod(system, column, (offset, n), upper.wrapping_add(1), known) {
            return true;
        }
    }
    if detect_floor_div(system, column, known) {
        return true;
    }
    let Some(equality) = system.equality_with(column) else { return false };
    if let Some(expr) = expr_from_equality(system, column, equality, known) {
        known[column] = Some(expr);
        return true;
    }
    false
}

/// Returns whether an equality implies that the variable, of `0..divisor`, is the remainder of a dimension: the
/// dimension minus the variable is a multiple of the divisor.
fn detect_mod<V: Copy + PartialEq>(
    system: &Polyhedron<V>,
    column: usize,
    hidden: (usize, usize),
    divisor: i64,
    known: &mut Known,
) -> bool {
    for row in system.equalities() {
        let Some(row) = small(row) else { continue };
        let here = row[column];
        if here == 0 || row[row.len() - 1] != 0 {
            continue;
        }
        let Some(dividend) = dividend_of_mod(system, &row, column, divisor, known) else { continue };
        let Some((position, sign)) = dividend.quotient else { continue };
        let expr = if here > 0 { (-dividend.expr).floor_div(here) } else { dividend.expr.floor_div(-here) };
        let expr = expr.simplify(system.n_dims() as u32, system.n_symbols() as u32);
        let Some(dim) = expr.as_dim() else { continue };
        let dim = dim as usize;
        let dim_column = if dim < hidden.0 { dim } else { dim + hidden.1 };
        let is_small = system.constant_bound_i64(Bound::Upper, dim_column).is_some_and(|upper| upper < divisor);
        known[column] = Some(if is_small { expr.clone() } else { &expr % divisor });
        if dividend.n_quotients == 1 && known[position].is_none() {
            known[position] = Some(expr.floor_div(divisor) * sign);
        }
        return true;
    }
    false
}

/// A decomposed equality for [`detect_mod`].
struct Dividend {
    /// The sum of the terms that are not multiples of the divisor.
    expr: AffineExpr,
    /// The last variable whose coefficient is a multiple of the divisor, and its sign.
    quotient: Option<(usize, i64)>,
    n_quotients: usize,
}

fn dividend_of_mod<V: Copy + PartialEq>(
    system: &Polyhedron<V>,
    row: &[i64],
    column: usize,
    divisor: i64,
    known: &Known,
) -> Option<Dividend> {
    let mut found = Dividend { expr: AffineExpr::constant(0), quotient: None, n_quotients: 0 };
    let multiple = divisor.wrapping_mul(row[column]);
    for other in 0..system.n_inputs() {
        let number = row[other];
        if other == column || number == 0 {
            continue;
        }
        if multiple != 0 && number.wrapping_rem(multiple) == 0 {
            found.n_quotients += 1;
            found.quotient = Some((other, if (number > 0) == (row[column] > 0) { 1 } else { -1 }));
            continue;
        }
        found.expr = found.expr + known[other].as_ref()? * number;
    }
    Some(found)
}

/// Returns whether bounds define the variable as a division of known ones.
fn detect_floor_div<V: Copy + PartialEq>(system: &Polyhedron<V>, column: usize, known: &mut Known) -> bool {
    let is_known: Vec<bool> = known.iter().map(Option::is_some).collect();
    let Some(division) = system.division_of(column, &is_known).filter(|division| !division.from_equality) else {
        return false;
    };
    let (Some(dividend), Some(divisor)) = (small(&division.dividend), division.divisor.to_i64()) else { return false };
    let (&constant, coefficients) = dividend.split_last().expect("a row has a constant");
    let mut sum = AffineExpr::constant(constant);
    for (&number, expr) in coefficients.iter().zip(known.iter()) {
        if number != 0 {
            sum = sum + expr.as_ref().expect("a division is of known variables") * number;
        }
    }
    known[column] = Some(sum.floor_div(divisor));
    true
}

/// The variable determined by an equality whose other variables are known.
fn expr_from_equality<V: Copy + PartialEq>(
    system: &Polyhedron<V>,
    column: usize,
    equality: usize,
    known: &Known,
) -> Option<AffineExpr> {
    let row = &system.equalities()[equality];
    let expr = known_expr(row, column, known)?;
    let here = row[column].to_i64()?;
    Some(if here > 0 { (-expr).floor_div(here) } else { expr.floor_div(here.checked_neg()?) })
}
