//! The canonicalizing constructors: one per operation, each with the rewrites of upstream's constructors.
//!
//! Canonical form, in short: constants to the right and folded, symbolic terms right of dimensional ones,
//! `c1 * e + c2 * e` merged, `e - q * (e floordiv q)` recognized as `e mod q`, divisions and modulos of known multiples
//! resolved. The set of rewrites and their order determine the printed text, so they follow upstream case by case.
//!
//! A sum or product of two constants that overflows is not folded; constants combined by reassociation wrap, as in
//! upstream.

use super::{AffineExpr, AffineKind, BinaryKind};
use crate::int;

impl AffineExpr {
    /// The canonical form of the operation `kind` on `lhs` and `rhs`.
    pub fn binary(kind: BinaryKind, lhs: &Self, rhs: &Self) -> Self {
        match kind {
            BinaryKind::Add => add(lhs, rhs),
            BinaryKind::Mul => mul(lhs, rhs),
            BinaryKind::Mod => modulo(lhs, rhs),
            BinaryKind::FloorDiv => floor_div(lhs, rhs),
            BinaryKind::CeilDiv => ceil_div(lhs, rhs),
        }
    }
}

/// `lhs + rhs`.
pub(super) fn add(lhs: &AffineExpr, rhs: &AffineExpr) -> AffineExpr {
    simplify_add(lhs, rhs).unwrap_or_else(|| {
        let (lhs, rhs) = order_commutative(lhs, rhs);
        AffineExpr::raw(BinaryKind::Add, lhs, rhs)
    })
}

/// `lhs * rhs`.
pub(super) fn mul(lhs: &AffineExpr, rhs: &AffineExpr) -> AffineExpr {
    simplify_mul(lhs, rhs).unwrap_or_else(|| {
        let (lhs, rhs) = order_commutative(lhs, rhs);
        AffineExpr::raw(BinaryKind::Mul, lhs, rhs)
    })
}

/// `lhs floordiv rhs`.
pub(super) fn floor_div(lhs: &AffineExpr, rhs: &AffineExpr) -> AffineExpr {
    enum Task {
        Divide(AffineExpr),
        Add,
    }
    let mut tasks = vec![Task::Divide(lhs.clone())];
    let mut quotients = Vec::new();
    while let Some(task) = tasks.pop() {
        match task {
            Task::Divide(dividend) => match split_floor_div(&dividend, rhs) {
                Some((left, right)) => tasks.extend([Task::Add, Task::Divide(right), Task::Divide(left)]),
                None => quotients.push(floor_div_whole(&dividend, rhs)),
            },
            Task::Add => {
                let right = quotients.pop().expect("a sum is added after both of its parts are divided");
                let left = quotients.pop().expect("a sum is added after both of its parts are divided");
                quotients.push(add(&left, &right));
            }
        }
    }
    quotients.pop().expect("the division leaves one quotient")
}

/// `lhs ceildiv rhs`.
pub(super) fn ceil_div(lhs: &AffineExpr, rhs: &AffineExpr) -> AffineExpr {
    simplify_div(lhs, rhs, int::ceil_div)
        .unwrap_or_else(|| AffineExpr::raw(BinaryKind::CeilDiv, lhs.clone(), rhs.clone()))
}

/// `lhs mod rhs`.
pub(super) fn modulo(lhs: &AffineExpr, rhs: &AffineExpr) -> AffineExpr {
    let mut lhs = lhs.clone();
    loop {
        match modulo_step(&lhs, rhs) {
            ModuloStep::Done(result) => return result,
            ModuloStep::Instead(next) => lhs = next,
            ModuloStep::Keep => return AffineExpr::raw(BinaryKind::Mod, lhs, rhs.clone()),
        }
    }
}

/// Dimensions before symbols, each by position; other operands are not reordered.
fn order_commutative(a: &AffineExpr, b: &AffineExpr) -> (AffineExpr, AffineExpr) {
    let is_swapped = match (a.as_dim(), a.as_symbol(), b.as_dim(), b.as_symbol()) {
        (_, Some(a), _, Some(b)) | (Some(a), _, Some(b), _) => a >= b,
        (_, Some(_), Some(_), _) => true,
        _ => false,
    };
    if is_swapped { (b.clone(), a.clone()) } else { (a.clone(), b.clone()) }
}

/// The result of one attempt to simplify a sum.
enum AddStep {
    /// The simplified sum, or that there is none.
    Done(Option<AffineExpr>),
    /// `lhs` is `rest + last`: the sum simplifies if `last + rhs` does.
    Last { rest: AffineExpr, last: AffineExpr },
}

fn simplify_add(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    let mut rests = Vec::new();
    let mut step = add_step(lhs, rhs);
    let simplified = loop {
        match step {
            AddStep::Done(result) => break result?,
            AddStep::Last { rest, last } => {
                rests.push(rest);
                step = add_step(&last, rhs);
            }
        }
    };
    Some(rests.iter().rev().fold(simplified, |sum, rest| add(rest, &sum)))
}

fn add_step(lhs: &AffineExpr, rhs: &AffineExpr) -> AddStep {
    if let (Some(a), Some(b)) = (lhs.as_constant(), rhs.as_constant()) {
        return AddStep::Done(a.checked_add(b).map(AffineExpr::constant));
    }
    let is_rhs_more_symbolic = lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant();
    if lhs.as_constant().is_some() || is_rhs_more_symbolic {
        return AddStep::Done(Some(add(rhs, lhs)));
    }
    if let Some(sum) = add_constants(lhs, rhs).or_else(|| merge_multiples(lhs, rhs)) {
        return AddStep::Done(Some(sum));
    }
    // (e + c) + rhs becomes (e + rhs) + c.
    if let Some((e, c)) = lhs.as_binary(BinaryKind::Add)
        && c.as_constant().is_some()
    {
        return AddStep::Done(Some(add(&add(e, rhs), c)));
    }
    recognize_modulo(lhs, rhs)
}

/// `e + 0` and `(e + c1) + c2`.
fn add_constants(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    let right = rhs.as_constant()?;
    if right == 0 {
        return Some(lhs.clone());
    }
    let (e, c) = lhs.as_binary(BinaryKind::Add)?;
    Some(add(e, &AffineExpr::constant(c.as_constant()?.wrapping_add(right))))
}

/// `e * c1 + e * c2` becomes `e * (c1 + c2)`.
fn merge_multiples(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    let (left, left_factor) = split_factor(lhs);
    let (right, right_factor) = split_factor(rhs);
    (left == right).then(|| mul(left, &AffineExpr::constant(left_factor.wrapping_add(right_factor))))
}

/// `e * c` as `(e, c)`, anything else with the factor 1.
fn split_factor(expr: &AffineExpr) -> (&AffineExpr, i64) {
    if let Some((e, c)) = expr.as_binary(BinaryKind::Mul)
        && let Some(c) = c.as_constant()
    {
        return (e, c);
    }
    (expr, 1)
}

/// `e - (e floordiv q) * q` becomes `e mod q`, with `e` all of `lhs` or its last term.
fn recognize_modulo(lhs: &AffineExpr, rhs: &AffineExpr) -> AddStep {
    let Some((product, factor)) = rhs.as_binary(BinaryKind::Mul) else { return AddStep::Done(None) };
    // ((e floordiv q) * q) * -1 with a symbolic q.
    if let Some((quotient, q)) = product.as_binary(BinaryKind::Mul)
        && factor.as_constant() == Some(-1)
    {
        let is_modulo =
            quotient.as_binary(BinaryKind::FloorDiv).is_some_and(|(dividend, by)| by == q && dividend == lhs);
        return AddStep::Done(is_modulo.then(|| modulo(lhs, q)));
    }
    // (e floordiv c) * -c with a positive constant c.
    let Some((dividend, by)) = product.as_binary(BinaryKind::FloorDiv) else { return AddStep::Done(None) };
    let negated_factor = factor.as_constant().map(i64::wrapping_neg);
    if by.as_constant().is_some_and(|c| c > 0) && by.as_constant() == negated_factor && dividend == lhs {
        return AddStep::Done(Some(modulo(lhs, by)));
    }
    match lhs.as_binary(BinaryKind::Add) {
        Some((rest, last)) => AddStep::Last { rest: rest.clone(), last: last.clone() },
        None => AddStep::Done(None),
    }
}

fn simplify_mul(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    if let (Some(a), Some(b)) = (lhs.as_constant(), rhs.as_constant()) {
        return a.checked_mul(b).map(AffineExpr::constant);
    }
    if !lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant() {
        return None;
    }
    if !rhs.is_symbolic_or_constant() || lhs.as_constant().is_some() {
        return Some(mul(rhs, lhs));
    }
    match rhs.as_constant() {
        Some(1) => return Some(lhs.clone()),
        Some(0) => return Some(rhs.clone()),
        _ => {}
    }
    // (e * c1) * c2 becomes e * (c1 * c2), and (e * c) * s becomes (e * s) * c.
    let (e, c) = lhs.as_binary(BinaryKind::Mul)?;
    let left = c.as_constant()?;
    Some(match rhs.as_constant() {
        Some(right) => mul(e, &AffineExpr::constant(left.wrapping_mul(right))),
        None => mul(&mul(e, rhs), c),
    })
}

/// The parts of a sum to divide separately: when the divisor is a constant that divides one of them.
fn split_floor_div(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<(AffineExpr, AffineExpr)> {
    let by = rhs.as_constant().filter(|&by| by != 0 && by != 1)?;
    let (left, right) = lhs.as_binary(BinaryKind::Add)?;
    let is_multiple = |e: &AffineExpr| e.largest_known_divisor().wrapping_rem(by) == 0;
    (is_multiple(left) || is_multiple(right)).then(|| (left.clone(), right.clone()))
}

fn floor_div_whole(lhs: &AffineExpr, rhs: &AffineExpr) -> AffineExpr {
    simplify_div(lhs, rhs, int::floor_div)
        .unwrap_or_else(|| AffineExpr::raw(BinaryKind::FloorDiv, lhs.clone(), rhs.clone()))
}

/// The simplification common to the two divisions; `divide` is the rounding.
fn simplify_div(lhs: &AffineExpr, rhs: &AffineExpr, divide: fn(i64, i64) -> i64) -> Option<AffineExpr> {
    let by = rhs.as_constant().filter(|&by| by != 0)?;
    if let Some(value) = lhs.as_constant() {
        return (!int::div_overflows(value, by)).then(|| AffineExpr::constant(divide(value, by)));
    }
    if by == 1 {
        return Some(lhs.clone());
    }
    // (e * c) / by becomes e * (c / by) when that is exact.
    let (e, c) = lhs.as_binary(BinaryKind::Mul)?;
    let factor = c.as_constant()?;
    let is_exact = factor.checked_rem(by) == Some(0);
    is_exact.then(|| mul(e, &AffineExpr::constant(factor / by)))
}

/// The result of one attempt to simplify a modulo.
enum ModuloStep {
    Done(AffineExpr),
    /// The same remainder as that of this simpler dividend.
    Instead(AffineExpr),
    Keep,
}

fn modulo_step(lhs: &AffineExpr, rhs: &AffineExpr) -> ModuloStep {
    let Some(by) = rhs.as_constant().filter(|&by| by >= 1) else { return ModuloStep::Keep };
    if let Some(value) = lhs.as_constant() {
        return ModuloStep::Done(AffineExpr::constant(value.rem_euclid(by)));
    }
    let is_multiple = |e: &AffineExpr| e.largest_known_divisor() % by == 0;
    if is_multiple(lhs) {
        return ModuloStep::Done(AffineExpr::constant(0));
    }
    match lhs.kind() {
        AffineKind::Binary(BinaryKind::Add, left, right) if is_multiple(left) => ModuloStep::Instead(right.clone()),
        AffineKind::Binary(BinaryKind::Add, left, right) if is_multiple(right) => ModuloStep::Instead(left.clone()),
        AffineKind::Binary(BinaryKind::Mod, e, inner) if inner.as_constant().is_some_and(|c| c >= 1 && c % by == 0) => {
            ModuloStep::Instead(e.clone())
        }
        _ => ModuloStep::Keep,
    }
}
