//! The semantics of an expression on integers, in the two required forms: exact evaluation, which fails on 64-bit
//! overflow, and constant folding, which wraps as in upstream and supports unknown inputs.

use std::fmt;

use super::{AffineExpr, AffineKind, BinaryKind};
use crate::int;

/// The reason why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// An intermediate value overflows 64 bits.
    Overflow,
    /// A division by zero.
    DivisionByZero,
    /// A modulo by a modulus that is not positive.
    NonPositiveModulus,
    /// An input beyond the given values.
    MissingInput,
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EvalError::Overflow => "value does not fit 64 bits",
            EvalError::DivisionByZero => "division by zero",
            EvalError::NonPositiveModulus => "modulo by a number that is not positive",
            EvalError::MissingInput => "input without a value",
        })
    }
}

impl std::error::Error for EvalError {}

impl AffineExpr {
    /// The exact value for the given inputs.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineExpr;
    /// let expr = AffineExpr::dim(0) * 4 + AffineExpr::symbol(0);
    /// assert_eq!(expr.eval(&[3], &[5]), Ok(17));
    /// assert!((AffineExpr::dim(0) % AffineExpr::symbol(0)).eval(&[3], &[0]).is_err());
    /// ```
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Result<i64, EvalError> {
        let leaf = |expr: &AffineExpr| match expr.kind() {
            AffineKind::Dim(position) => dims.get(position as usize).copied().ok_or(EvalError::MissingInput),
            AffineKind::Symbol(position) => symbols.get(position as usize).copied().ok_or(EvalError::MissingInput),
            AffineKind::Constant(value) => Ok(value),
            AffineKind::Binary(..) => unreachable!("an operation is no leaf"),
        };
        self.try_fold_up(leaf, |_, kind, lhs, rhs| eval_exact(kind, lhs, rhs))
    }

    /// The value for partially known inputs, dimensions first, then symbols; arithmetic wraps.
    pub fn fold(&self, n_dims: u32, inputs: &[Option<i64>]) -> Folded {
        let folder = ConstantFolder { n_dims, inputs };
        match self.try_fold_up(|expr| folder.leaf(expr), |_, kind, lhs, rhs| fold_wrapping(kind, lhs, rhs)) {
            Ok(value) => Folded::Constant(value),
            Err(reason) => reason,
        }
    }
}

fn eval_exact(kind: BinaryKind, lhs: i64, rhs: i64) -> Result<i64, EvalError> {
    match kind {
        BinaryKind::Add => lhs.checked_add(rhs).ok_or(EvalError::Overflow),
        BinaryKind::Mul => lhs.checked_mul(rhs).ok_or(EvalError::Overflow),
        BinaryKind::Mod if rhs < 1 => Err(EvalError::NonPositiveModulus),
        BinaryKind::Mod => Ok(lhs.rem_euclid(rhs)),
        BinaryKind::FloorDiv | BinaryKind::CeilDiv if rhs == 0 => Err(EvalError::DivisionByZero),
        BinaryKind::FloorDiv | BinaryKind::CeilDiv if int::div_overflows(lhs, rhs) => Err(EvalError::Overflow),
        BinaryKind::FloorDiv => Ok(int::floor_div(lhs, rhs)),
        BinaryKind::CeilDiv => Ok(int::ceil_div(lhs, rhs)),
    }
}

/// The outcome of constant folding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folded {
    /// The value.
    Constant(i64),
    /// Depends on an unknown input.
    Unknown,
    /// A subexpression with known inputs divides by zero, or has a modulus that is not positive.
    Poison,
}

/// The inputs of a folding: dimensions, then symbols.
struct ConstantFolder<'a> {
    n_dims: u32,
    inputs: &'a [Option<i64>],
}

impl ConstantFolder<'_> {
    fn leaf(&self, expr: &AffineExpr) -> Result<i64, Folded> {
        let index = match expr.kind() {
            AffineKind::Constant(value) => return Ok(value),
            AffineKind::Dim(position) => position as usize,
            AffineKind::Symbol(position) => self.n_dims as usize + position as usize,
            AffineKind::Binary(..) => unreachable!("an operation is no leaf"),
        };
        self.inputs.get(index).copied().flatten().ok_or(Folded::Unknown)
    }
}

fn fold_wrapping(kind: BinaryKind, lhs: i64, rhs: i64) -> Result<i64, Folded> {
    match kind {
        BinaryKind::Add => Ok(lhs.wrapping_add(rhs)),
        BinaryKind::Mul => Ok(lhs.wrapping_mul(rhs)),
        BinaryKind::Mod if rhs < 1 => Err(Folded::Poison),
        BinaryKind::Mod => Ok(lhs.rem_euclid(rhs)),
        BinaryKind::FloorDiv | BinaryKind::CeilDiv if rhs == 0 => Err(Folded::Poison),
        BinaryKind::FloorDiv => Ok(int::floor_div(lhs, rhs)),
        BinaryKind::CeilDiv => Ok(int::ceil_div(lhs, rhs)),
    }
}
