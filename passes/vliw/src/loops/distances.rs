//! Dependence distances of two accesses of a loop to the same element, by integer programs.
//!
//! The unknowns are the iteration of the first access, the distance in iterations to the second one, and the initial
//! value of the induction variable. Subscripts are 64-bit integers, so they are equal modulo 2^64.

use rmlir::prelude::Value;
use rmlir_presburger::{Int, Lexmin, Polyhedron};

/// The iteration space of a loop: the initial value of its induction variable, the step, and the trip count, as far as
/// they are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iterations {
    /// The initial value of the induction variable.
    pub first: Option<i64>,
    /// The step.
    pub step: i64,
    /// The trip count.
    pub count: Option<i64>,
}

/// An affine function of the induction variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The coefficient of the induction variable.
    pub factor: i64,
    /// The constant term.
    pub constant: i64,
}

/// The distances at which two accesses may be to the same element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DependenceDistances {
    /// The least distance, at least 0, at which the second access may follow the first one.
    pub forward: Option<u32>,
    /// The least distance, at least 1, at which the second access may precede the first one.
    pub backward: Option<u32>,
}

/// The limit on trip counts: at one iteration per nanosecond it would be reached after two years.
const MAX_ITERATIONS: i64 = 1 << 56;

/// The columns of the integer programs; they are followed by the multiples of 2^64 by which subscripts differ, by
/// dimension.
const APART: usize = 0;
const ITERATION: usize = 1;
const FIRST: usize = 2;
const N_COLUMNS: usize = 3;

impl DependenceDistances {
    /// No alias in any two iterations.
    pub const NEVER: Self = Self { forward: None, backward: None };
    /// May-alias in any two iterations.
    pub const ANY: Self = Self { forward: Some(0), backward: Some(1) };

    /// The second access follows the first one at this distance, if at all.
    pub fn after(distance: i64) -> Self {
        // A distance that does not fit exceeds any number of iterations in flight.
        let apart = u32::try_from(distance.unsigned_abs()).ok();
        if distance >= 0 { Self { forward: apart, ..Self::NEVER } } else { Self { backward: apart, ..Self::NEVER } }
    }

    /// The distances at which all pairs of subscripts are equal.
    pub fn of(subscripts: &[(Line, Line)], iterations: Iterations) -> Self {
        let swapped: Vec<(Line, Line)> = subscripts.iter().map(|&(first, second)| (second, first)).collect();
        Self { forward: least_apart(subscripts, iterations, 0), backward: least_apart(&swapped, iterations, 1) }
    }
}

/// The least distance, at least `from`, at which the second access may follow the first one to the same element; `from`
/// where it is unknown.
fn least_apart(subscripts: &[(Line, Line)], iterations: Iterations, from: u32) -> Option<u32> {
    match program(subscripts, iterations, from).lexmin() {
        Lexmin::Empty => None,
        // A distance that does not fit exceeds any number of iterations in flight.
        Lexmin::At(point) => point[APART].to_i64().and_then(|apart| u32::try_from(apart).ok()),
        Lexmin::Unbounded | Lexmin::Unknown => Some(from),
    }
}

fn program(subscripts: &[(Line, Line)], iterations: Iterations, from: u32) -> Polyhedron<Value> {
    let Iterations { first, step, count } = iterations;
    let mut program = Polyhedron::universe(N_COLUMNS + subscripts.len(), 0, 0);
    let mut last = program.zero_row();
    last[APART] = Int::from(-1);
    last[ITERATION] = Int::from(-1);
    last[N_COLUMNS + subscripts.len()] = Int::from(count.unwrap_or(MAX_ITERATIONS) - 1);
    program.add_inequality(last);
    program.add_lower_bound(APART, from.into());
    program.add_lower_bound(ITERATION, 0);
    program.add_lower_bound(FIRST, first.unwrap_or(i64::MIN));
    program.add_upper_bound(FIRST, first.unwrap_or(i64::MAX));
    let (int, step) = (Int::from, Int::from(step));
    let wrap = &int(1 << 32) * &int(1 << 32);
    for (dim, (one, other)) in subscripts.iter().enumerate() {
        let mut row = program.zero_row();
        let minus = |a: i64, b: i64| &int(a) + &-&int(b);
        row[APART] = -&(&int(other.factor) * &step);
        row[FIRST] = minus(one.factor, other.factor);
        row[ITERATION] = &row[FIRST] * &step;
        row[N_COLUMNS + dim] = wrap.clone();
        row[N_COLUMNS + subscripts.len()] = minus(one.constant, other.constant);
        program.add_equality(row);
    }
    program
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The least distances in a loop with a small trip count, by enumeration.
    fn tried(subscripts: &[(Line, Line)], first: i64, step: i64, count: i64) -> DependenceDistances {
        let at = |line: Line, iteration: i64| line.factor * (first + step * iteration) + line.constant;
        let meets = |a: i64, b: i64| subscripts.iter().all(|&(one, other)| at(one, a) == at(other, b));
        let pairs = || (0..count).flat_map(|a| (0..count).map(move |b| (a, b))).filter(|&(a, b)| meets(a, b));
        let least = |distances: &mut dyn Iterator<Item = i64>| distances.min().map(|it| it as u32);
        DependenceDistances {
            forward: least(&mut pairs().filter(|(a, b)| b >= a).map(|(a, b)| b - a)),
            backward: least(&mut pairs().filter(|(a, b)| b < a).map(|(a, b)| a - b)),
        }
    }

    fn line() -> impl Strategy<Value = Line> {
        (-4..5i64, -9..10i64).prop_map(|(factor, constant)| Line { factor, constant })
    }

    proptest! {
        #[test]
        fn the_least_distances_are_as_by_trying_all(
            subscripts in prop::collection::vec((line(), line()), 1..3),
            first in -5..6i64,
            step in 1..4i64,
            count in 0..12i64,
        ) {
            let found = DependenceDistances::of(&subscripts, Iterations { first: Some(first), step, count: Some(count) });
            prop_assert_eq!(found, tried(&subscripts, first, step, count));
        }

        #[test]
        fn what_is_not_known_is_not_left_out(
            subscripts in prop::collection::vec((line(), line()), 1..3),
            first in -5..6i64,
            step in 1..4i64,
            count in 0..12i64,
        ) {
            let known = tried(&subscripts, first, step, count);
            let found = DependenceDistances::of(&subscripts, Iterations { first: None, step, count: None });
            let is_no_more = |found: Option<u32>, known: Option<u32>| {
                known.is_none_or(|known| found.is_some_and(|it| it <= known))
            };
            prop_assert!(is_no_more(found.forward, known.forward) && is_no_more(found.backward, known.backward));
        }
    }
}
