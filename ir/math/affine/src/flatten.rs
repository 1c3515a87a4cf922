//! Flattening: an expression as a row of coefficients over dimensions, symbols and *local variables*.
//!
//! Algorithm: the expression is traversed in post-order, with a stack of rows. Sums and products by a constant are
//! arithmetic on rows. A division by a constant that does not cancel becomes a local variable `q`; `e mod c` becomes
//! `e - c * q` with `q = e floordiv c`; a product, division or modulo by a symbolic expression becomes a local variable
//! as a whole. Equal local expressions share one variable. A division or modulo by a constant that is not positive has
//! no row.
//!
//! Arithmetic wraps, as upstream's does.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::expr::{AffineExpr, AffineKind, BinaryKind};
use crate::int::gcd;

/// The coefficients of a linear expression.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlatRow {
    /// One coefficient for each dimension.
    pub dims: Vec<i64>,
    /// One coefficient for each symbol.
    pub symbols: Vec<i64>,
    /// The coefficients of the local variables by their index, without those that are 0: a nest of divisions has many
    /// local variables, each defined by few.
    pub locals: BTreeMap<usize, i64>,
    /// The constant term.
    pub constant: i64,
}

/// The expression of a local variable, and its definition by rows.
#[derive(Clone, Debug)]
pub struct LocalVariable {
    /// The expression it replaces, itself simplified.
    pub expr: AffineExpr,
    /// The definition in terms of the inputs and the preceding local variables.
    pub definition: LocalDefinition,
}

/// The definition of a local variable.
#[derive(Clone, Debug)]
pub enum LocalDefinition {
    /// `dividend floordiv divisor` with a positive divisor; a `ceildiv` has its rounding in the dividend's constant.
    FloorDiv {
        /// The dividend.
        dividend: FlatRow,
        /// The positive divisor.
        divisor: i64,
    },
    /// A product, quotient or remainder with a symbolic right operand.
    SemiAffine {
        /// The operation.
        kind: BinaryKind,
        /// The left operand.
        lhs: FlatRow,
        /// The right operand.
        rhs: FlatRow,
    },
}

/// Rows of several expressions over the same local variables.
#[derive(Clone, Debug)]
pub struct Flattened {
    /// One row for each expression.
    pub rows: Vec<FlatRow>,
    /// The local variables the rows refer to.
    pub locals: Vec<LocalVariable>,
}

/// The rows of `exprs`; `None` when one divides by a constant that is not positive.
///
/// # Panics
/// If an expression uses an input beyond `n_dims` or `n_symbols`.
pub fn flatten<'a>(exprs: impl IntoIterator<Item = &'a AffineExpr>, n_dims: u32, n_symbols: u32) -> Option<Flattened> {
    let mut flattener = Flattener::new(n_dims, n_symbols);
    let rows = exprs.into_iter().map(|expr| flattener.row(expr)).collect::<Option<_>>()?;
    Some(Flattened { rows, locals: flattener.locals })
}

impl FlatRow {
    /// The row of the constant 0.
    fn zero(n_dims: u32, n_symbols: u32) -> Self {
        Self { dims: vec![0; n_dims as usize], symbols: vec![0; n_symbols as usize], ..Self::default() }
    }

    /// The coefficient of the local variable at `index`.
    pub fn local(&self, index: usize) -> i64 {
        self.locals.get(&index).copied().unwrap_or(0)
    }

    fn add_local(&mut self, index: usize, coefficient: i64) {
        let sum = self.local(index).wrapping_add(coefficient);
        if sum == 0 {
            self.locals.remove(&index);
        } else {
            self.locals.insert(index, sum);
        }
    }

    fn entries(&self) -> impl Iterator<Item = i64> {
        self.dims.iter().chain(&self.symbols).chain(self.locals.values()).chain([&self.constant]).copied()
    }

    fn for_each_entry(&mut self, change: impl FnMut(&mut i64)) {
        let Self { dims, symbols, locals, constant } = self;
        dims.iter_mut().chain(symbols).chain(locals.values_mut()).chain([constant]).for_each(change);
        locals.retain(|_, coefficient| *coefficient != 0);
    }

    fn add(&mut self, mut other: FlatRow) {
        if self.locals.len() < other.locals.len() {
            std::mem::swap(self, &mut other);
        }
        let ours = self.dims.iter_mut().chain(&mut self.symbols).chain([&mut self.constant]);
        for (ours, theirs) in ours.zip(other.dims.iter().chain(&other.symbols).chain([&other.constant])) {
            *ours = ours.wrapping_add(*theirs);
        }
        for (&index, &coefficient) in &other.locals {
            self.add_local(index, coefficient);
        }
    }

    /// Divides every entry by the greatest common divisor of them and `with`; returns that divisor.
    fn divide_by_common_divisor(&mut self, with: i64) -> i64 {
        let common = self.entries().fold(with.unsigned_abs(), |common, entry| gcd(common, entry.unsigned_abs())) as i64;
        if common != 1 {
            self.for_each_entry(|entry| *entry = entry.wrapping_div(common));
        }
        common
    }

    /// Sets this row to that of one local variable.
    fn become_local(&mut self, index: usize) {
        self.for_each_entry(|entry| *entry = 0);
        self.add_local(index, 1);
    }

    /// The expression of this row: dimensions, symbols and local variables in order, then the constant.
    pub fn to_expr(&self, locals: &[LocalVariable]) -> AffineExpr {
        let dims = (0..).map(AffineExpr::dim).zip(self.dims.iter().copied());
        let symbols = (0..).map(AffineExpr::symbol).zip(self.symbols.iter().copied());
        let locals = self.locals.iter().map(|(&index, &coefficient)| (locals[index].expr.clone(), coefficient));
        let terms = dims.chain(symbols).chain(locals).filter(|(_, coefficient)| *coefficient != 0);
        let sum = terms.fold(AffineExpr::constant(0), |sum, (term, coefficient)| sum + term * coefficient);
        if self.constant == 0 { sum } else { sum + self.constant }
    }
}

/// The state of a flattening: usable for several expressions over the same inputs, which then share local variables.
pub(crate) struct Flattener {
    n_dims: u32,
    n_symbols: u32,
    pub(crate) locals: Vec<LocalVariable>,
    local_of: FxHashMap<AffineExpr, usize>,
}

impl Flattener {
    pub(crate) fn new(n_dims: u32, n_symbols: u32) -> Self {
        Self { n_dims, n_symbols, locals: Vec::new(), local_of: FxHashMap::default() }
    }

    /// The row of `expr`, `None` if it divides by a constant that is not positive.
    pub(crate) fn row(&mut self, expr: &AffineExpr) -> Option<FlatRow> {
        let mut rows: Vec<FlatRow> = Vec::new();
        for expr in expr.post_order() {
            let AffineKind::Binary(kind, _, right) = expr.kind() else {
                rows.push(self.leaf(expr));
                continue;
            };
            let rhs = rows.pop().expect("post order visits the right operand first");
            let lhs = rows.last_mut().expect("post order visits the left operand first");
            match (kind, right.as_constant()) {
                (BinaryKind::Add, _) => lhs.add(rhs),
                (BinaryKind::Mul, Some(factor)) => lhs.for_each_entry(|entry| *entry = entry.wrapping_mul(factor)),
                (_, None) => self.semi_affine(kind, lhs, rhs),
                (_, Some(..=0)) => return None,
                (BinaryKind::Mod, Some(by)) => self.modulo(lhs, by),
                (BinaryKind::FloorDiv | BinaryKind::CeilDiv, Some(by)) => self.divide(kind, lhs, by),
            }
        }
        rows.pop()
    }

    fn leaf(&self, expr: &AffineExpr) -> FlatRow {
        let mut row = FlatRow::zero(self.n_dims, self.n_symbols);
        match expr.kind() {
            AffineKind::Dim(position) => row.dims[position as usize] = 1,
            AffineKind::Symbol(position) => row.symbols[position as usize] = 1,
            AffineKind::Constant(value) => row.constant = value,
            AffineKind::Binary(..) => unreachable!("an operation is no leaf"),
        }
        row
    }

    fn semi_affine(&mut self, kind: BinaryKind, lhs: &mut FlatRow, rhs: FlatRow) {
        let expr = AffineExpr::binary(kind, &lhs.to_expr(&self.locals), &rhs.to_expr(&self.locals));
        let index = self.local(expr, || LocalDefinition::SemiAffine { kind, lhs: lhs.clone(), rhs });
        lhs.become_local(index);
    }

    fn modulo(&mut self, lhs: &mut FlatRow, by: i64) {
        if lhs.entries().all(|entry| entry % by == 0) {
            lhs.for_each_entry(|entry| *entry = 0);
            return;
        }
        let mut dividend = lhs.clone();
        let divisor = by / dividend.divide_by_common_divisor(by);
        let expr = dividend.to_expr(&self.locals).floor_div(divisor);
        let index = self.local(expr, || LocalDefinition::FloorDiv { dividend, divisor });
        lhs.add_local(index, by.wrapping_neg());
    }

    fn divide(&mut self, kind: BinaryKind, lhs: &mut FlatRow, by: i64) {
        let divisor = by / lhs.divide_by_common_divisor(by);
        if divisor == 1 {
            return;
        }
        let expr = AffineExpr::binary(kind, &lhs.to_expr(&self.locals), &AffineExpr::constant(divisor));
        let index = self.local(expr, || {
            let mut dividend = lhs.clone();
            if kind == BinaryKind::CeilDiv {
                dividend.constant = dividend.constant.wrapping_add(divisor - 1);
            }
            LocalDefinition::FloorDiv { dividend, divisor }
        });
        lhs.become_local(index);
    }

    /// The index of the local variable for `expr`, a new one if there is none yet.
    fn local(&mut self, expr: AffineExpr, definition: impl FnOnce() -> LocalDefinition) -> usize {
        let next = self.locals.len();
        let index = *self.local_of.entry(expr.clone()).or_insert(next);
        if index == next {
            self.locals.push(LocalVariable { expr, definition: definition() });
        }
        index
    }
}
