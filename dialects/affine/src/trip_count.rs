//! Trip counts: differences of bounds, as maps and as constants.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::analysis::bounds::{Side, Variable, constant_bound};
use rmlir::prelude::*;

use crate::compose::{canonicalize_map_and_operands, fully_compose_map_and_operands};
use crate::simplify::gcd;
use crate::{Bound, ForOp};

/// The elementwise difference of the results of `minuend` and `subtrahend`, composed with
/// the definitions of the operands.
pub fn difference(body: &Body, minuend: &Bound, subtrahend: &Bound) -> Bound {
    let (left, right) = (&minuend.0, &subtrahend.0);
    let (left_dims, left_symbols) = minuend.1.split_at(left.n_dims() as usize);
    let (right_dims, right_symbols) = subtrahend.1.split_at(right.n_dims() as usize);
    let shifted = right.shift_dims(left.n_dims(), 0).shift_symbols(left.n_symbols(), 0);
    let results = left.results().iter().zip(shifted.results()).map(|(left, right)| left - right);
    let mut map = AffineMap::new(shifted.n_dims(), shifted.n_symbols(), results.collect::<Vec<_>>());
    let mut operands = [left_dims, right_dims, left_symbols, right_symbols].concat();
    fully_compose_map_and_operands(body, &mut map, &mut operands);
    canonicalize_map_and_operands(body, &mut map, &mut operands);
    (map.simplify(), operands)
}

/// The only result of the lower bound, repeated for each result of the upper bound; `None` if the
/// lower bound has several results.
pub fn padded_lower_bound(body: &Body, op: ForOp) -> Option<Bound> {
    let (map, operands) = op.lower_bound(body);
    let [result] = map.results() else { return None };
    let padded = vec![result.clone(); op.upper_map(body).n_results()];
    Some((map.with_results(padded), operands))
}

/// The trip count of the loop, as a map whose minimum it is; `None` if the lower bound has several results.
pub fn trip_count_map(body: &Body, op: ForOp) -> Option<Bound> {
    if let Some(count) = op.trivial_trip_count(body) {
        return Some((AffineMap::constant(count as i64), Vec::new()));
    }
    let span = difference(body, &op.upper_bound(body), &padded_lower_bound(body, op)?);
    let step = op.step(body);
    let counts: Vec<AffineExpr> = span.0.results().iter().map(|span| span.ceil_div(step)).collect();
    Some((span.0.with_results(counts), span.1))
}

/// Whether the upper bound is known not to be less than the lower one. Otherwise [`trip_count_map`] may be negative,
/// which is a trip count of 0.
pub fn has_nonnegative_span(body: &Body, op: ForOp) -> bool {
    let Some(lower) = padded_lower_bound(body, op) else { return false };
    let (map, operands) = difference(body, &op.upper_bound(body), &lower);
    map.results().iter().all(|span| {
        let span = Variable::of_expr(span, map.n_dims(), &operands);
        constant_bound(body, Side::Lower, &span).is_some_and(|least| least >= 0)
    })
}

/// The trip count of the loop, if it is constant.
pub fn static_trip_count(body: &Body, op: ForOp) -> Option<u64> {
    if op.step(body) <= 0 {
        return None;
    }
    let counts = trip_count_map(body, op)?.0.constant_results()?;
    counts.into_iter().map(|count| count.max(0) as u64).min()
}

/// The largest integer that is known to divide the trip count; the maximum integer for a trip count of 0.
pub fn largest_divisor_of_trip_count(body: &Body, op: ForOp) -> u64 {
    let Some((map, _)) = trip_count_map(body, op) else { return 1 };
    let divisor = |expr: &AffineExpr| match expr.as_constant() {
        Some(0) => u64::MAX,
        Some(count) => count as u64,
        None => expr.largest_known_divisor() as u64,
    };
    map.results().iter().map(divisor).reduce(gcd).unwrap_or(1)
}
