//! Which innermost loops a compiler behind this one vectorizes.
//!
//! Not only parallel ones: a dependence from one iteration to the next is no obstacle if its source comes before its
//! target in an iteration, too, as all lanes of the source are stored by then (`a[i+1] = b[i]; c[i] = a[i]`).
//!
//! Not all parallel ones: if a statement reads an element in one iteration, and an earlier one of the same loop reads it
//! in the next, compilers keep it in a register from one iteration to the next (the elimination of partially redundant
//! loads). This is a recurrence that is not vectorized, as it is used, by a store, before it is computed anew. Fusion
//! with a shift makes such loops: `d[i-1] = b[i-1] + a[i]; a[i] = 2 * b[i]`.

use crate::dependence::dependences::{Dependence, Kind, same_element};
use crate::dependence::together::Together;
use crate::schedule::{Dimension, Schedule};
use crate::scop::{Access, Scop};

/// The number of pairs of reads that are examined for a loop. Beyond it, it is assumed that none is carried.
const MAX_PAIRS: usize = 200;

/// What is assumed of dependences that go forward in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forward {
    /// They are no obstacle, as in most loops that people write: so these are preserved.
    Fine,
    /// They are one: compilers do not vectorize loops that have many of them, such as skewed stencils.
    Obstacle,
}

/// Returns whether the innermost loop of these statements in a dimension is vectorized, as far as it is known.
pub fn is_vectorizable(
    scop: &Scop,
    dependences: &[Dependence],
    schedule: &Schedule,
    statements: &[usize],
    dimension: usize,
    forward: Forward,
) -> bool {
    let is_inside = |it: &&Dependence| statements.contains(&it.from) && statements.contains(&it.to);
    let is_no_obstacle = |dependence: &Dependence| match inside(schedule, dependence, dimension) {
        Some(together) if together.goes_forward(dimension) => {
            let is_ahead = is_before(scop, schedule, dependence.from, dependence.to, dimension);
            forward == Forward::Fine && is_ahead && together.is_always_next(dimension)
        }
        _ => true,
    };
    dependences.iter().filter(is_inside).all(is_no_obstacle) && !carries_reads(scop, schedule, statements, dimension)
}

/// The pairs of a dependence in the same iteration of the loops around that of a dimension. `None` if there are none.
fn inside(schedule: &Schedule, dependence: &Dependence, dimension: usize) -> Option<Together> {
    let all = Together::of(schedule, dependence);
    (0..dimension).fold(all, |together, before| together?.agreeing(before))
}

fn carries_reads(scop: &Scop, schedule: &Schedule, statements: &[usize], dimension: usize) -> bool {
    let mut pairs = Vec::new();
    for &first in statements {
        for &second in statements.iter().filter(|&&second| is_before(scop, schedule, first, second, dimension)) {
            for b in reads(scop, second) {
                pairs.extend(reads(scop, first).filter(|a| a.array == b.array).map(|a| (second, b, first, a)));
                if pairs.len() > MAX_PAIRS {
                    return false;
                }
            }
        }
    }
    pairs.into_iter().any(|(from, b, to, a)| {
        let pairs = same_element(scop, (&scop.statements[from], b), (&scop.statements[to], a));
        let reuse = Dependence { from, to, kind: Kind::Flow, array: a.array, level: 0, pairs };
        inside(schedule, &reuse, dimension).is_some_and(|it| !it.is_empty() && it.is_always_next(dimension))
    })
}

fn reads(scop: &Scop, statement: usize) -> impl Iterator<Item = &Access> {
    scop.statements[statement].accesses.iter().filter(|access| !access.is_write)
}

/// Returns whether a statement precedes another one in an iteration of the loop of a dimension.
fn is_before(scop: &Scop, schedule: &Schedule, first: usize, second: usize, dimension: usize) -> bool {
    let scalars = schedule.dimensions[dimension + 1..].iter().filter_map(|later| match later {
        Dimension::Scalar(places) => Some(places),
        Dimension::Loop(_) => None,
    });
    let different = scalars.into_iter().find(|places| places[first] != places[second]);
    match different {
        Some(places) => places[first] < places[second],
        None => scop.statements[first].is_before(&scop.statements[second]),
    }
}
