//! Polyhedra: variables and constraints.
//!
//! Columns are dimensions, symbols, local variables and the constant, in this order.

use std::ops::Range;

use crate::int::Int;
use crate::row::{Row, is_constant, negated, row_of};

/// The kind of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A dimension.
    Dim,
    /// A symbol: a parameter.
    Symbol,
    /// A local variable: existentially quantified.
    Local,
}

/// A conjunction of equalities and inequalities. `V` is the type of values associated with dimensions and symbols.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polyhedron<V> {
    n_dims: usize,
    n_symbols: usize,
    n_locals: usize,
    /// The values associated with dimensions and symbols.
    values: Vec<Option<V>>,
    pub(crate) equalities: Vec<Row>,
    pub(crate) inequalities: Vec<Row>,
}

/// Variables.
impl<V: Copy + PartialEq> Polyhedron<V> {
    /// The universe: all points.
    pub fn universe(n_dims: usize, n_symbols: usize, n_locals: usize) -> Self {
        let values = vec![None; n_dims + n_symbols];
        Self { n_dims, n_symbols, n_locals, values, equalities: Vec::new(), inequalities: Vec::new() }
    }

    /// The universe of dimensions and symbols associated with these values.
    pub fn with_values(dims: &[V], symbols: &[V]) -> Self {
        let mut new = Self::universe(dims.len(), symbols.len(), 0);
        new.values = dims.iter().chain(symbols).copied().map(Some).collect();
        new
    }

    /// The number of dimensions.
    pub fn n_dims(&self) -> usize {
        self.n_dims
    }

    /// The number of symbols.
    pub fn n_symbols(&self) -> usize {
        self.n_symbols
    }

    /// The number of local variables.
    pub fn n_locals(&self) -> usize {
        self.n_locals
    }

    /// The number of dimensions and symbols.
    pub fn n_inputs(&self) -> usize {
        self.n_dims + self.n_symbols
    }

    /// The number of variables.
    pub fn n_vars(&self) -> usize {
        self.n_inputs() + self.n_locals
    }

    /// The number of columns: variables and the constant.
    pub fn n_columns(&self) -> usize {
        self.n_vars() + 1
    }

    /// The values associated with the dimensions and symbols.
    pub fn values(&self) -> &[Option<V>] {
        &self.values
    }

    /// The value associated with the dimension or symbol at `position`.
    pub fn value(&self, position: usize) -> Option<V> {
        self.values.get(position).copied().flatten()
    }

    /// Associates the dimension or symbol at `position` with `value`.
    pub fn set_value(&mut self, position: usize, value: Option<V>) {
        self.values[position] = value;
    }

    /// The first dimension or symbol from `start` on associated with `value`.
    pub fn find_from(&self, value: V, start: usize) -> Option<usize> {
        (start..self.values.len()).find(|&position| self.values[position] == Some(value))
    }

    /// The first dimension or symbol associated with `value`.
    pub fn find(&self, value: V) -> Option<usize> {
        self.find_from(value, 0)
    }

    /// The first column of the variables of a kind.
    pub fn offset(&self, kind: Kind) -> usize {
        match kind {
            Kind::Dim => 0,
            Kind::Symbol => self.n_dims,
            Kind::Local => self.n_inputs(),
        }
    }

    /// Inserts variables associated with `values` before position `position` of their kind; returns the first column.
    pub fn insert(&mut self, kind: Kind, position: usize, values: &[Option<V>]) -> usize {
        let column = self.offset(kind) + position;
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            row.splice(column..column, std::iter::repeat_n(Int::ZERO, values.len()));
        }
        *self.count(kind) += values.len();
        if kind != Kind::Local {
            self.values.splice(column..column, values.iter().copied());
        }
        column
    }

    /// Inserts a variable at the end of its kind; returns the column.
    pub fn append(&mut self, kind: Kind, value: Option<V>) -> usize {
        let end = *self.count(kind);
        self.insert(kind, end, &[value])
    }

    fn count(&mut self, kind: Kind) -> &mut usize {
        match kind {
            Kind::Dim => &mut self.n_dims,
            Kind::Symbol => &mut self.n_symbols,
            Kind::Local => &mut self.n_locals,
        }
    }

    /// Removes columns, without regard to the constraints on them.
    pub fn remove_columns(&mut self, columns: Range<usize>) {
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            row.drain(columns.clone());
        }
        let in_values = columns.start.min(self.values.len())..columns.end.min(self.values.len());
        self.values.drain(in_values);
        let within = |start: usize, end: usize| columns.end.min(end).saturating_sub(columns.start.max(start));
        let (dims, inputs, vars) = (self.n_dims, self.n_inputs(), self.n_vars());
        self.n_dims -= within(0, dims);
        self.n_symbols -= within(dims, inputs);
        self.n_locals -= within(inputs, vars);
    }

    /// Exchanges two variables; their values are exchanged too unless one is a local variable.
    pub fn swap(&mut self, a: usize, b: usize) {
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            row.swap(a, b);
        }
        if a < self.values.len() && b < self.values.len() {
            self.values.swap(a, b);
        } else {
            for position in [a, b] {
                if position < self.values.len() {
                    self.values[position] = None;
                }
            }
        }
    }

    /// Moves the variables of columns `columns`, which are of one kind, to the end of the local variables.
    pub fn convert_to_locals(&mut self, columns: Range<usize>) {
        let end = self.n_vars();
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            row[columns.start..end].rotate_left(columns.len());
        }
        let n_converted = columns.len();
        if columns.start < self.n_dims {
            self.n_dims -= n_converted;
        } else if columns.start < self.n_inputs() {
            self.n_symbols -= n_converted;
        } else {
            return;
        }
        self.values.drain(columns);
        self.n_locals += n_converted;
    }

    /// Converts leading symbols to dimensions, or trailing dimensions to symbols, until there are `n_dims` dimensions.
    pub fn separate_at(&mut self, n_dims: usize) {
        self.n_symbols = self.n_inputs() - n_dims;
        self.n_dims = n_dims;
    }

    /// Converts symbol `column` to the last dimension.
    pub fn symbol_to_dim(&mut self, column: usize) {
        self.swap(column, self.n_dims);
        self.separate_at(self.n_dims + 1);
    }
}

/// Constraints.
impl<V: Copy + PartialEq> Polyhedron<V> {
    /// The equalities `row == 0`.
    pub fn equalities(&self) -> &[Row] {
        &self.equalities
    }

    /// The inequalities `row >= 0`.
    pub fn inequalities(&self) -> &[Row] {
        &self.inequalities
    }

    /// All constraints as inequalities: equalities come first, two inequalities for each.
    pub(crate) fn sides(&self) -> impl Iterator<Item = Row> + '_ {
        let of_equalities = self.equalities.iter().flat_map(|row| [row.clone(), negated(row)]);
        of_equalities.chain(self.inequalities.iter().cloned())
    }

    /// The number of constraints.
    pub fn n_constraints(&self) -> usize {
        self.equalities.len() + self.inequalities.len()
    }

    /// Adds `row == 0`.
    pub fn add_equality(&mut self, row: Row) {
        assert_eq!(row.len(), self.n_columns(), "a row has a number for each column");
        self.equalities.push(row);
    }

    /// Adds `row >= 0`.
    pub fn add_inequality(&mut self, row: Row) {
        assert_eq!(row.len(), self.n_columns(), "a row has a number for each column");
        self.inequalities.push(row);
    }

    /// Adds `row >= 0`, if it is not present.
    pub(crate) fn add_inequality_once(&mut self, row: Row) {
        if !self.inequalities.contains(&row) {
            self.add_inequality(row);
        }
    }

    /// Adds `row == 0`.
    pub fn add_equality_of(&mut self, row: &[i64]) {
        self.add_equality(row_of(row));
    }

    /// Adds `row >= 0`.
    pub fn add_inequality_of(&mut self, row: &[i64]) {
        self.add_inequality(row_of(row));
    }

    /// A row of zeros.
    pub fn zero_row(&self) -> Row {
        vec![Int::ZERO; self.n_columns()]
    }

    /// Adds `variable == value`.
    pub fn fix(&mut self, variable: usize, value: i64) {
        let mut row = self.zero_row();
        row[variable] = Int::ONE;
        *row.last_mut().expect("a row has a constant") = -Int::from(value);
        self.equalities.push(row);
    }

    /// Adds `variable >= value`.
    pub fn add_lower_bound(&mut self, variable: usize, value: i64) {
        let mut row = self.zero_row();
        row[variable] = Int::ONE;
        *row.last_mut().expect("a row has a constant") = -Int::from(value);
        self.inequalities.push(row);
    }

    /// Adds `variable <= value`.
    pub fn add_upper_bound(&mut self, variable: usize, value: i64) {
        let mut row = self.zero_row();
        row[variable] = Int::from(-1);
        *row.last_mut().expect("a row has a constant") = Int::from(value);
        self.inequalities.push(row);
    }

    /// Adds the constraints of `other`, which has the same columns.
    pub fn append_constraints(&mut self, other: &Self) {
        assert_eq!(self.n_columns(), other.n_columns(), "systems have the same columns");
        self.inequalities.extend(other.inequalities.iter().cloned());
        self.equalities.extend(other.equalities.iter().cloned());
    }

    /// Removes all constraints.
    pub fn clear_constraints(&mut self) {
        self.equalities.clear();
        self.inequalities.clear();
    }

    /// The inequality with index `index`, mutable.
    pub fn inequality_mut(&mut self, index: usize) -> &mut Row {
        &mut self.inequalities[index]
    }

    /// Applies `change` to all rows.
    pub fn change_constraints(&mut self, change: impl FnMut(&mut Row)) {
        self.equalities.iter_mut().chain(&mut self.inequalities).for_each(change);
    }

    /// Keeps the constraints for which `keep` holds.
    pub fn retain_constraints(&mut self, mut keep: impl FnMut(&Row) -> bool) {
        self.inequalities.retain(&mut keep);
        self.equalities.retain(&mut keep);
    }

    /// Substitutes `values` for the variables from `start` on, and removes their columns.
    pub fn set_and_eliminate(&mut self, start: usize, values: &[Int]) {
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            for (offset, value) in values.iter().enumerate() {
                let term = &row[start + offset] * value;
                *row.last_mut().expect("a row has a constant") += &term;
            }
        }
        self.remove_columns(start..start + values.len());
    }

    /// Returns whether no constraint uses the variable.
    pub fn is_unused(&self, variable: usize) -> bool {
        self.equalities.iter().chain(&self.inequalities).all(|row| row[variable].is_zero())
    }

    /// Returns whether the point satisfies all constraints: it has a value for each variable, or only for dimensions
    /// and symbols, if there are some for the local variables. Where these are not divisions, limits of
    /// [`Self::is_integer_empty`] may result in a wrong `true`.
    pub fn contains(&self, point: &[Int]) -> bool {
        if point.len() < self.n_vars() {
            assert_eq!(point.len(), self.n_inputs(), "a point has a value for each dimension and symbol");
            let mut rest = self.clone();
            rest.set_and_eliminate(0, point);
            return !rest.is_integer_empty();
        }
        let value = |row: &Row| {
            let terms = std::iter::zip(row, point).map(|(coefficient, value)| coefficient * value);
            terms.fold(row[point.len()].clone(), |sum, term| &sum + &term)
        };
        self.equalities.iter().all(|row| value(row).is_zero())
            && self.inequalities.iter().all(|row| !value(row).is_negative())
    }

    /// Returns whether a constraint without variables does not hold.
    pub fn has_violated_constant(&self) -> bool {
        let last = self.n_vars();
        self.equalities.iter().any(|row| is_constant(row) && !row[last].is_zero())
            || self.inequalities.iter().any(|row| is_constant(row) && row[last].is_negative())
    }
}
