//! Simplification of nested expressions, and cancellation of symbols in semi-affine divisions and modulos:
//! `(e * s) floordiv s` is `e`, `(e * s) mod s` is 0, and so is `(e - e mod s) mod s`.
//!
//! Algorithm: the expression is rebuilt in post-order. At a division or modulo whose right operand is simplified to a
//! symbol, `is_divisible` checks whether every term of the left operand has the symbol as a factor, and `divide`
//! removes it.

use std::convert::Infallible;

use super::ordered;
use crate::expr::{AffineExpr, AffineKind, BinaryKind};
use crate::flatten::Flattener;

/// The limit on nested simplifications: proving one modulo to be zero simplifies a difference, which can contain such a
/// modulo again. Typical inputs nest a few levels; beyond the limit the modulo is not simplified.
const MAX_DEPTH: u32 = 64;

/// The space of inputs, and the nesting depth of simplifications.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) n_dims: u32,
    pub(super) n_symbols: u32,
    pub(super) depth: u32,
}

impl Bounds {
    fn nested(self) -> Option<Self> {
        (self.depth < MAX_DEPTH).then_some(Self { depth: self.depth + 1, ..self })
    }
}

/// The simplified expression.
pub(super) fn simplify_nested(expr: &AffineExpr, bounds: Bounds) -> AffineExpr {
    if expr.as_constant().is_some() || expr.as_input_plus_constant().is_some() {
        return expr.clone();
    }
    let expr = if expr.is_pure_affine() { expr.clone() } else { cancel_symbols(expr, bounds) };
    let mut flattener = Flattener::new(bounds.n_dims, bounds.n_symbols);
    let Some(row) = flattener.row(&expr) else { return expr };
    let sum = row.to_expr(&flattener.locals);
    if expr.is_pure_affine() || sum == expr {
        return sum;
    }
    ordered::to_ordered_expr(&row, &flattener.locals)
}

/// The expression with symbols cancelled where that is possible.
fn cancel_symbols(expr: &AffineExpr, bounds: Bounds) -> AffineExpr {
    let combine = |expr: &AffineExpr, kind, lhs: AffineExpr, rhs: AffineExpr| {
        Ok::<_, Infallible>(match kind {
            BinaryKind::Add | BinaryKind::Mul => AffineExpr::binary(kind, &lhs, &rhs),
            BinaryKind::Mod | BinaryKind::FloorDiv | BinaryKind::CeilDiv => quotient(expr, kind, &lhs, &rhs, bounds),
        })
    };
    let Ok(cancelled) = expr.try_fold_up(|leaf| Ok(leaf.clone()), combine);
    cancelled
}

/// The division or modulo `expr` with its simplified operands.
fn quotient(expr: &AffineExpr, kind: BinaryKind, lhs: &AffineExpr, rhs: &AffineExpr, bounds: Bounds) -> AffineExpr {
    if is_zero_by_subtraction(lhs, rhs, bounds) {
        return AffineExpr::constant(0);
    }
    let AffineKind::Binary(_, unsimplified_lhs, _) = expr.kind() else { unreachable!("a division has operands") };
    match rhs.as_symbol() {
        Some(symbol) if is_divisible(unsimplified_lhs, symbol, kind) => {
            if kind == BinaryKind::Mod {
                return AffineExpr::constant(0);
            }
            divide(lhs, symbol, kind).unwrap_or_else(|| AffineExpr::binary(kind, lhs, rhs))
        }
        _ => AffineExpr::binary(kind, lhs, rhs),
    }
}

/// Returns whether `lhs` is `x - x mod rhs`, and so a multiple of `rhs`: common after loop peeling.
fn is_zero_by_subtraction(lhs: &AffineExpr, rhs: &AffineExpr, bounds: Bounds) -> bool {
    let Some(nested) = bounds.nested() else { return false };
    let terms = lhs.terms();
    terms.iter().enumerate().any(|(index, term)| {
        let Some((dividend, by)) = negated(term).and_then(|positive| positive.as_binary(BinaryKind::Mod)) else {
            return false;
        };
        if by != rhs {
            return false;
        }
        let others = terms.iter().enumerate().filter(|(other, _)| *other != index);
        let sum = others.fold(AffineExpr::constant(0), |sum, (_, &term)| sum + term);
        simplify_nested(&(sum - dividend), nested) == 0
    })
}

/// `e` of `e * -1`.
fn negated(expr: &AffineExpr) -> Option<&AffineExpr> {
    let (lhs, rhs) = expr.as_binary(BinaryKind::Mul)?;
    match (lhs.as_constant(), rhs.as_constant()) {
        (Some(-1), _) => Some(rhs),
        (_, Some(-1)) => Some(lhs),
        _ => None,
    }
}

/// The symbol to cancel in `expr`, below an operation of kind `by`.
#[derive(Clone, Copy)]
struct Cancel<'a> {
    expr: &'a AffineExpr,
    by: BinaryKind,
    /// Whether it is directly below a product: a quotient there must not be divided.
    is_factor: bool,
}

/// Returns whether `symbol` can be cancelled in `expr` below an operation of kind `by`.
///
/// `(a floordiv b) floordiv s` is `(a floordiv s) floordiv b`, but roundings of different kinds do not commute, nor
/// does a division with a product around it; the operands of a modulo must both be divisible in the strict sense of a
/// modulo.
fn is_divisible(expr: &AffineExpr, symbol: u32, by: BinaryKind) -> bool {
    enum Task<'a> {
        Ask(Cancel<'a>),
        Both,
        Either,
    }
    let mut tasks = vec![Task::Ask(Cancel { expr, by, is_factor: false })];
    let mut answers = Vec::new();
    while let Some(task) = tasks.pop() {
        let cancel = match task {
            Task::Ask(cancel) => cancel,
            Task::Both | Task::Either => {
                let right = answers.pop().expect("both operands are asked first");
                let left = answers.pop().expect("both operands are asked first");
                answers.push(if matches!(task, Task::Both) { left && right } else { left || right });
                continue;
            }
        };
        let Cancel { expr, by, is_factor } = cancel;
        let AffineKind::Binary(kind, lhs, rhs) = expr.kind() else {
            answers.push(*expr == 0 || expr.as_symbol() == Some(symbol));
            continue;
        };
        let ask = |expr, by, is_factor| Task::Ask(Cancel { expr, by, is_factor });
        match kind {
            BinaryKind::Add => tasks.extend([Task::Both, ask(rhs, by, false), ask(lhs, by, false)]),
            BinaryKind::Mul => tasks.extend([Task::Either, ask(rhs, by, true), ask(lhs, by, true)]),
            BinaryKind::Mod => tasks.extend([Task::Both, ask(rhs, kind, false), ask(lhs, kind, false)]),
            BinaryKind::FloorDiv | BinaryKind::CeilDiv if kind == by && !is_factor => tasks.push(ask(lhs, kind, false)),
            BinaryKind::FloorDiv | BinaryKind::CeilDiv => answers.push(false),
        }
    }
    answers.pop().expect("the root leaves its answer")
}

/// `expr` with `symbol` cancelled, below an operation of kind `by`; `None` if it is not divisible.
fn divide(expr: &AffineExpr, symbol: u32, by: BinaryKind) -> Option<AffineExpr> {
    enum Task<'a> {
        Divide(&'a AffineExpr, BinaryKind),
        Keep(&'a AffineExpr),
        Combine(BinaryKind),
    }
    let mut tasks = vec![Task::Divide(expr, by)];
    let mut quotients: Vec<AffineExpr> = Vec::new();
    while let Some(task) = tasks.pop() {
        let (expr, by) = match task {
            Task::Divide(expr, by) => (expr, by),
            Task::Keep(expr) => {
                quotients.push(expr.clone());
                continue;
            }
            Task::Combine(kind) => {
                let right = quotients.pop().expect("both operands are divided first");
                let left = quotients.pop().expect("both operands are divided first");
                quotients.push(AffineExpr::binary(kind, &left, &right));
                continue;
            }
        };
        use Task::{Combine, Divide, Keep};
        match expr.kind() {
            AffineKind::Constant(0) => quotients.push(AffineExpr::constant(0)),
            AffineKind::Constant(_) | AffineKind::Dim(_) => return None,
            AffineKind::Symbol(_) => quotients.push(AffineExpr::constant(1)),
            AffineKind::Binary(BinaryKind::Add, lhs, rhs) => {
                tasks.extend([Combine(BinaryKind::Add), Divide(rhs, by), Divide(lhs, by)]);
            }
            AffineKind::Binary(BinaryKind::Mul, lhs, rhs) if is_divisible(lhs, symbol, by) => {
                tasks.extend([Combine(BinaryKind::Mul), Keep(rhs), Divide(lhs, by)]);
            }
            AffineKind::Binary(BinaryKind::Mul, lhs, rhs) => {
                tasks.extend([Combine(BinaryKind::Mul), Divide(rhs, by), Keep(lhs)]);
            }
            AffineKind::Binary(kind @ BinaryKind::Mod, lhs, rhs) => {
                tasks.extend([Combine(kind), Divide(rhs, kind), Divide(lhs, kind)]);
            }
            AffineKind::Binary(kind, lhs, rhs) => tasks.extend([Combine(kind), Keep(rhs), Divide(lhs, kind)]),
        }
    }
    quotients.pop()
}
