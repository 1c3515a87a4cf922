//! Simplification of maps by facts about their operands: induction variables of loops with constant bounds are within
//! the bounds, and multiples of the step if the lower bound is one.

use rmlir::affine_maps::{AffineExpr, AffineKind, AffineMap, BinaryKind, BoundKind, InputBounds};
use rmlir::prelude::*;

use crate::scope::for_of_induction_var;

/// The operands of a map, with facts about them.
pub(crate) struct Operands<'a, 'c> {
    body: &'a Body<'c>,
    values: &'a [Value],
    n_dims: u32,
    lower: Vec<Option<i64>>,
    upper: Vec<Option<i64>>,
}

impl<'a, 'c> Operands<'a, 'c> {
    pub fn new(body: &'a Body<'c>, n_dims: u32, values: &'a [Value]) -> Self {
        let lower = values.iter().map(|&value| lower_bound(body, value)).collect();
        let upper = values.iter().map(|&value| upper_bound(body, value)).collect();
        Self { body, values, n_dims, lower, upper }
    }

    /// Inclusive constant bounds of `expr`.
    pub fn bounds(&self, expr: &AffineExpr) -> (Option<i64>, Option<i64>) {
        let inputs = InputBounds { n_dims: self.n_dims, lower: &self.lower, upper: &self.upper };
        (expr.bound(inputs, BoundKind::Lower), expr.bound(inputs, BoundKind::Upper))
    }

    /// The largest integer that is known to divide `expr`.
    fn known_divisor(&self, expr: &AffineExpr) -> i64 {
        let Some(dim) = expr.as_dim() else { return expr.largest_known_divisor() };
        let Some(op) = for_of_induction_var(self.body, self.values[dim as usize]) else { return 1 };
        let step = op.step(self.body);
        match op.constant_lower_bound(self.body) {
            Some(0) => step,
            _ => {
                let divisor = op.lower_map(self.body).largest_known_divisor();
                gcd(divisor, step.unsigned_abs()) as i64
            }
        }
    }

    /// Whether `0 <= expr < limit` is known, for a dimension or a constant.
    fn is_non_negative_below(&self, expr: &AffineExpr, limit: i64) -> bool {
        if let Some(value) = expr.as_constant() {
            return (0..limit).contains(&value);
        }
        let Some(dim) = expr.as_dim() else { return false };
        let Some(op) = for_of_induction_var(self.body, self.values[dim as usize]) else { return false };
        op.constant_lower_bound(self.body).is_some_and(|lower| lower >= 0)
            && op.constant_upper_bound(self.body).is_some_and(|upper| upper <= limit)
    }

    /// `expr` as a sum of a multiple of `divisor` and a remainder in `0..divisor`.
    fn as_multiple_and_rest<'e>(&self, expr: &'e AffineExpr) -> Option<Split<'e>> {
        let (lhs, rhs) = expr.as_binary(BinaryKind::Add)?;
        [(lhs, rhs), (rhs, lhs)].into_iter().find_map(|(multiple, rest)| {
            let divisor = self.known_divisor(multiple);
            self.is_non_negative_below(rest, divisor).then_some(Split { divisor, multiple, rest })
        })
    }

    /// The expression simplified.
    fn simplify(&self, expr: &AffineExpr) -> AffineExpr {
        enum Step<'e> {
            Enter(&'e AffineExpr),
            Leave(BinaryKind),
        }
        let mut waiting = vec![Step::Enter(expr)];
        let mut done = Vec::new();
        while let Some(step) = waiting.pop() {
            match step {
                Step::Enter(expr) => match expr.kind() {
                    AffineKind::Binary(kind, lhs, rhs) => {
                        waiting.extend([Step::Leave(kind), Step::Enter(rhs), Step::Enter(lhs)]);
                    }
                    _ => done.push(expr.clone()),
                },
                Step::Leave(kind) => {
                    let rhs = done.pop().expect("operands are simplified before their operation");
                    let lhs = done.pop().expect("operands are simplified before their operation");
                    done.push(self.simplify_quotient(AffineExpr::binary(kind, &lhs, &rhs)));
                }
            }
        }
        done.pop().expect("the root is simplified last")
    }

    /// Simplifies a division or modulo by a positive constant; returns other expressions unchanged.
    fn simplify_quotient(&self, expr: AffineExpr) -> AffineExpr {
        let AffineKind::Binary(kind, lhs, rhs) = expr.kind() else { return expr };
        let is_quotient = matches!(kind, BinaryKind::FloorDiv | BinaryKind::CeilDiv | BinaryKind::Mod);
        let Some(by) = rhs.as_constant().filter(|&by| is_quotient && by > 0) else { return expr };
        if let Some(known) = self.known_quotient(kind, lhs, by) {
            return known;
        }
        if let Some(split) = self.as_multiple_and_rest(lhs) {
            return match kind {
                BinaryKind::FloorDiv if by.checked_rem(split.divisor) == Some(0) => split.multiple.floor_div(by),
                BinaryKind::Mod if split.divisor % by == 0 => split.rest % rhs,
                _ => expr,
            };
        }
        let is_zero = match kind {
            BinaryKind::FloorDiv => self.is_non_negative_below(lhs, by),
            BinaryKind::Mod => self.known_divisor(lhs) % by == 0,
            _ => false,
        };
        if is_zero { AffineExpr::constant(0) } else { expr }
    }

    /// The quotient, if it is the same for all values of `lhs`; `lhs` itself if its values are the remainders.
    fn known_quotient(&self, kind: BinaryKind, lhs: &AffineExpr, by: i64) -> Option<AffineExpr> {
        let (Some(lower), Some(upper)) = self.bounds(lhs) else { return None };
        let same = |divide: fn(i64, i64) -> i64| {
            let quotient = divide(lower, by);
            (quotient == divide(upper, by)).then(|| AffineExpr::constant(quotient))
        };
        match kind {
            BinaryKind::FloorDiv => same(i64::div_euclid),
            BinaryKind::CeilDiv => same(|value, by| value.wrapping_neg().div_euclid(by).wrapping_neg()),
            _ => (lower >= 0 && lower < by && upper < by).then(|| lhs.clone()),
        }
    }
}

/// See [`Operands::as_multiple_and_rest`].
struct Split<'e> {
    divisor: i64,
    multiple: &'e AffineExpr,
    rest: &'e AffineExpr,
}

/// Simplifies the results of `map` by facts about its operands.
pub(crate) fn simplify_map_with_operands(body: &Body, map: &AffineMap, values: &[Value]) -> AffineMap {
    let operands = Operands::new(body, map.n_dims(), values);
    map.with_results(map.results().iter().map(|expr| operands.simplify(expr)).collect::<Vec<_>>())
}

/// The map whose maximum (or minimum) of results is taken, without redundant results.
pub(crate) fn simplify_min_or_max(body: &Body, map: &AffineMap, values: &[Value], is_max: bool) -> AffineMap {
    if values.is_empty() {
        return map.clone();
    }
    let operands = Operands::new(body, map.n_dims(), values);
    let bounds: Vec<_> = map.results().iter().map(|expr| operands.bounds(expr)).collect();
    let mut kept = Vec::new();
    for (index, expr) in map.results().iter().enumerate() {
        if !is_redundant(&bounds, index, is_max) {
            kept.push(match bounds[index] {
                (Some(lower), Some(upper)) if lower == upper => AffineExpr::constant(lower),
                _ => expr.clone(),
            });
        }
    }
    // In a loop with trip count zero, each result may appear redundant.
    if kept.is_empty() { map.clone() } else { map.with_results(kept) }
}

/// Whether another result is never less (for a minimum: never greater) than this one. Of equal
/// constants the first one is kept.
fn is_redundant(bounds: &[(Option<i64>, Option<i64>)], index: usize, is_max: bool) -> bool {
    let near = |(lower, upper): (Option<i64>, Option<i64>)| if is_max { upper } else { lower };
    let far = |(lower, upper): (Option<i64>, Option<i64>)| if is_max { lower } else { upper };
    let (this_near, this_far) = (near(bounds[index]), far(bounds[index]));
    let Some(limit) = this_near else { return false };
    bounds.iter().enumerate().any(|(other, &bound)| {
        let Some(other_far) = far(bound).filter(|_| other != index) else { return false };
        if other_far != limit {
            return (other_far > limit) == is_max;
        }
        let both_constant = this_far == Some(limit) && near(bound) == Some(other_far);
        !(both_constant && index < other)
    })
}

fn lower_bound(body: &Body, value: Value) -> Option<i64> {
    for_of_induction_var(body, value)?.constant_lower_bound(body)
}

/// The maximum of the induction variable `value`.
fn upper_bound(body: &Body, value: Value) -> Option<i64> {
    let op = for_of_induction_var(body, value)?;
    let last = op.constant_upper_bound(body)?.wrapping_sub(1);
    let Some(lower) = op.constant_lower_bound(body) else { return Some(last) };
    let past_last = last.wrapping_sub(lower).checked_rem(op.step(body)).unwrap_or(0);
    Some(last.wrapping_sub(past_last))
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
