//! In how many iterations after each other two accesses of a loop are to the same element, by integer programs.
//!
//! Unknown are the iteration of the access that comes first, how many iterations later the other one comes, and what the
//! counter starts with. Subscripts are numbers of 64 bits, so that they are equal but for a multiple of 2^64.

use rmlir::prelude::Value;
use rmlir_presburger::{Int, Lexmin, Polyhedron};

/// The iterations of a loop: what its counter is in the first one, by how much it grows, and how many there are, as far
/// as that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iterations {
    /// What the counter starts with.
    pub first: Option<i64>,
    /// By how much it grows.
    pub step: i64,
    /// How many iterations there are.
    pub count: Option<i64>,
}

/// A multiple of the counter and a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// How often the counter is taken.
    pub factor: i64,
    /// The number.
    pub constant: i64,
}

/// When two accesses are to the same element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// The least number of iterations, perhaps 0, that the second one may come after the first one.
    pub forward: Option<u32>,
    /// The least number of iterations, at least 1, that it may come before.
    pub backward: Option<u32>,
}

/// No loop runs for more iterations: at one a nanosecond that would take two years.
const MAX_ITERATIONS: i64 = 1 << 56;

/// Columns of the integer programs; behind these, of how many times 2^64 subscripts differ, by dimension.
const APART: usize = 0;
const ITERATION: usize = 1;
const FIRST: usize = 2;
const N_COLUMNS: usize = 3;

impl Meeting {
    /// In no two iterations.
    pub const NEVER: Self = Self { forward: None, backward: None };
    /// In any two iterations.
    pub const ANY: Self = Self { forward: Some(0), backward: Some(1) };

    /// The second comes so many iterations after the first, if at all.
    pub fn after(distance: i64) -> Self {
        // No loop has more iterations under way than fit.
        let apart = u32::try_from(distance.unsigned_abs()).ok();
        if distance >= 0 { Self { forward: apart, ..Self::NEVER } } else { Self { backward: apart, ..Self::NEVER } }
    }

    /// Where all pairs of subscripts are equal.
    pub fn of(subscripts: &[(Line, Line)], iterations: Iterations) -> Self {
        let swapped: Vec<(Line, Line)> = subscripts.iter().map(|&(first, second)| (second, first)).collect();
        Self { forward: least_apart(subscripts, iterations, 0), backward: least_apart(&swapped, iterations, 1) }
    }
}

/// The least number of iterations, `from` or more, that the second access may come after the first one to the same
/// element; `from` where that is not known.
fn least_apart(subscripts: &[(Line, Line)], iterations: Iterations, from: u32) -> Option<u32> {
    match program(subscripts, iterations, from).lexmin() {
        Lexmin::Empty => None,
        // No loop has more iterations under way than fit.
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

    /// The least distances of a loop of few iterations, by trying all.
    fn tried(subscripts: &[(Line, Line)], first: i64, step: i64, count: i64) -> Meeting {
        let at = |line: Line, iteration: i64| line.factor * (first + step * iteration) + line.constant;
        let meets = |a: i64, b: i64| subscripts.iter().all(|&(one, other)| at(one, a) == at(other, b));
        let pairs = || (0..count).flat_map(|a| (0..count).map(move |b| (a, b))).filter(|&(a, b)| meets(a, b));
        let least = |distances: &mut dyn Iterator<Item = i64>| distances.min().map(|it| it as u32);
        Meeting {
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
            let found = Meeting::of(&subscripts, Iterations { first: Some(first), step, count: Some(count) });
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
            let found = Meeting::of(&subscripts, Iterations { first: None, step, count: None });
            let is_no_more = |found: Option<u32>, known: Option<u32>| {
                known.is_none_or(|known| found.is_some_and(|it| it <= known))
            };
            prop_assert!(is_no_more(found.forward, known.forward) && is_no_more(found.backward, known.backward));
        }
    }
}
