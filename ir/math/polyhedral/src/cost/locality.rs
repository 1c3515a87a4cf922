//! The choice of the innermost loop of a band.
//!
//! The loops of a band are permutable. Consecutive instances should access consecutive elements, and the innermost loop
//! should be parallel, so that it can be vectorized: of the loops of the last band of some statements, the one with the
//! lowest [`cost`] becomes the innermost, and the others keep their order. (PLuTo does this within tiles for
//! vectorization and spatial locality; the cost model is our own.)
//!
//! Statements separated by an earlier scalar dimension are in different loops, and those that are not connected by
//! dependences may be: the order is chosen for each separately.

use rmlir_presburger::{Int, Row};

use crate::dependence::dependences::Dependence;
use crate::dependence::together::Together;
use crate::schedule::{Band, Dimension, Schedule};
use crate::scop::{Access, Scop};
use crate::search::independence::kernel;

/// The schedule with the loops of its bands permuted; it is legal if the input is. `apart` states whether statements
/// that are not connected may have different orders.
pub fn reordered(scop: &Scop, dependences: &[Dependence], schedule: &Schedule, apart: bool) -> Schedule {
    let mut better = schedule.clone();
    for band in schedule.bands.iter().filter(|band| band.width > 1) {
        for group in groups(scop, dependences, schedule, band.first, apart) {
            let loops = Loops { scop, dependences, schedule, band, group: &group };
            if let Some(innermost) = loops.innermost() {
                loops.move_in(innermost, &mut better);
            }
        }
    }
    better
}

/// The sizes, by dimension and statement, of the same loops before they were [`reordered`].
pub fn sizes_before(schedule: &Schedule, reordered: &Schedule, sizes: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut before = sizes.to_vec();
    let row = |of: &Schedule, dimension: usize, statement: usize| match &of.dimensions[dimension] {
        Dimension::Loop(rows) => Some(rows[statement].clone()),
        Dimension::Scalar(_) => None,
    };
    for band in &schedule.bands {
        for (dimension, statement) in
            band.dimensions().flat_map(|it| (0..schedule.n_statements()).map(move |s| (it, s)))
        {
            let is_same = |&it: &usize| row(reordered, it, statement) == row(schedule, dimension, statement);
            if let Some(now) = band.dimensions().find(is_same) {
                before[dimension][statement] = sizes[now][statement];
            }
        }
    }
    before
}

/// Groups of statements that are not separated by a scalar dimension before this one; if `apart`, only connected ones.
pub fn groups(
    scop: &Scop,
    dependences: &[Dependence],
    schedule: &Schedule,
    before: usize,
    apart: bool,
) -> Vec<Vec<usize>> {
    let is_together = |a: usize, b: usize| schedule.are_together(a, b, before);
    let mut group_of: Vec<usize> = (0..scop.statements.len()).collect();
    if !apart {
        let first = |it: usize| (0..=it).find(|&other| is_together(other, it)).expect("it is together with itself");
        group_of = group_of.into_iter().map(first).collect();
    }
    for dependence in dependences.iter().filter(|it| is_together(it.from, it.to)) {
        let (kept, gone) = (group_of[dependence.from], group_of[dependence.to]);
        group_of.iter_mut().filter(|group| **group == gone).for_each(|group| *group = kept);
    }
    let of = |group: usize| (0..group_of.len()).filter(|&it| group_of[it] == group).collect::<Vec<_>>();
    (0..group_of.len()).map(of).filter(|group| !group.is_empty()).collect()
}

/// The change of an access between consecutive iterations of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moves {
    /// It accesses the same element.
    Stays,
    /// It accesses the next or the previous element.
    Next,
    /// It accesses a distant or unknown element.
    Far,
}

/// The accesses of an iteration of a loop for a statement, where no other loop advances.
#[derive(Clone, Copy, Default, Debug)]
pub struct Turn {
    /// Accesses to adjacent elements.
    n_next: i64,
    /// Accesses to distant elements: a cache line each.
    n_far: i64,
}

/// The cost of an access to a distant element, in accesses to adjacent ones: a cache line has 8 of 64 bits.
const FAR: i64 = 8;

/// The least cost of an iteration that depends on the previous one, in accesses to adjacent elements, of which there
/// are two per cycle: the latency of a floating-point addition, which is 4 cycles.
const WAIT: i64 = 8;

/// The number of vector lanes, for accesses to adjacent elements only.
const N_LANES: i64 = 4;

impl Turn {
    /// The cost data of a loop with these accesses.
    pub fn of(moves: &[Moves]) -> Turn {
        let count = |wanted: Moves| moves.iter().filter(|&&it| it == wanted).count() as i64;
        Turn { n_next: count(Moves::Next), n_far: count(Moves::Far) }
    }

    fn far(self) -> i64 {
        N_LANES * FAR * self.n_far
    }

    fn near(self) -> i64 {
        N_LANES * (1 + self.n_next)
    }
}

/// The cost of an iteration of a loop with these statements, in quarters of an access to an adjacent element.
pub fn cost(turns: &[Turn], is_parallel: bool) -> i64 {
    let alone = |turn: &Turn| match is_parallel && turn.n_far == 0 {
        true => turn.near() / N_LANES,
        false => turn.near() + turn.far(),
    };
    let all = turns.iter().map(alone).sum::<i64>();
    if is_parallel { all } else { all.max(N_LANES * WAIT) }
}

/// The loops of a band around some statements.
struct Loops<'a> {
    scop: &'a Scop,
    dependences: &'a [Dependence],
    schedule: &'a Schedule,
    band: &'a Band,
    group: &'a [usize],
}

impl Loops<'_> {
    /// The best innermost loop; the last one on ties. `None` if there are loops inside these.
    fn innermost(&self) -> Option<usize> {
        let later = self.band.dimensions().end..self.schedule.dimensions.len();
        let has_loops =
            later.into_iter().any(|dimension| self.group.iter().any(|&it| self.moves(it, dimension).is_some()));
        if has_loops {
            return None;
        }
        let cost = |dimension: usize| {
            let is_parallel = self.is_parallel(dimension);
            let turns = self.group.iter().filter_map(|&it| self.turn(it, dimension));
            let turns: Vec<Turn> = turns.collect();
            // Without iterators that advance there is no loop.
            (!turns.is_empty()).then(|| self::cost(&turns, is_parallel))
        };
        let all = self.band.dimensions().rev().filter_map(|dimension| Some((cost(dimension)?, dimension)));
        all.min_by_key(|(cost, _)| *cost).map(|(_, dimension)| dimension)
    }

    fn moves(&self, statement: usize, dimension: usize) -> Option<Row> {
        moves(self.scop, self.schedule, statement, dimension)
    }

    fn turn(&self, statement: usize, dimension: usize) -> Option<Turn> {
        let by = self.moves(statement, dimension)?;
        let accesses = &self.scop.statements[statement].accesses;
        Some(Turn::of(&accesses.iter().map(|access| moves_of(access, &by)).collect::<Vec<_>>()))
    }

    fn is_parallel(&self, dimension: usize) -> bool {
        is_parallel(self.dependences, self.schedule, self.group, dimension, self.band.dimensions().end - 1)
    }

    /// Moves the rows of the group for this dimension to the end of the band.
    fn move_in(&self, innermost: usize, schedule: &mut Schedule) {
        let end = self.band.dimensions().end;
        let order: Vec<usize> = (self.band.first..end).filter(|&it| it != innermost).chain([innermost]).collect();
        for (place, from) in std::iter::zip(self.band.dimensions(), order) {
            let Dimension::Loop(old) = &self.schedule.dimensions[from] else { continue };
            let Dimension::Loop(new) = &mut schedule.dimensions[place] else { continue };
            self.group.iter().for_each(|&statement| new[statement] = old[statement].clone());
        }
    }
}

/// The change of the iterators of a statement between consecutive iterations of a loop while all other loops are fixed.
/// `None` if they do not change.
pub fn moves(scop: &Scop, schedule: &Schedule, statement: usize, dimension: usize) -> Option<Row> {
    let depth = scop.statements[statement].depth();
    let row = |other: usize| match &schedule.dimensions[other] {
        Dimension::Loop(rows) => Some(rows[statement][..depth].to_vec()),
        Dimension::Scalar(_) => None,
    };
    let own = row(dimension)?;
    let others = (0..schedule.dimensions.len()).filter(|&other| other != dimension).filter_map(row);
    let free = kernel(&others.collect::<Vec<_>>(), depth);
    free.into_iter().find(|vector| !product(&own, vector).is_zero())
}

/// Returns whether no dependence orders instances of these statements that are equal in all dimensions up to `last`
/// except this one.
pub fn is_parallel(
    dependences: &[Dependence],
    schedule: &Schedule,
    statements: &[usize],
    dimension: usize,
    last: usize,
) -> bool {
    let is_inside = |it: &&Dependence| statements.contains(&it.from) && statements.contains(&it.to);
    dependences.iter().filter(is_inside).all(|dependence| {
        let all = Together::of(schedule, dependence);
        let mut others = (0..=last).filter(|&other| other != dimension);
        let together = all.and_then(|all| others.try_fold(all, |together, other| together.agreeing(other)));
        !together.is_some_and(|it| it.goes_forward(dimension))
    })
}

/// The change of an access when the iterators change by `by`.
pub fn moves_of(access: &Access, by: &Row) -> Moves {
    let Some(steps) = steps(access, by) else { return Moves::Far };
    let n_changed = steps.iter().filter(|step| !step.is_zero()).count();
    match (n_changed, steps.last()) {
        (0, _) => Moves::Stays,
        (1, Some(last)) if last.is_unit() || *last == -1 => Moves::Next,
        _ => Moves::Far,
    }
}

/// The change of each subscript when the iterators change by `moves`. `None` if it is not constant.
pub(crate) fn steps(access: &Access, moves: &Row) -> Option<Vec<Int>> {
    let depth = moves.len();
    let subscripts = depth..access.relation.n_dims();
    subscripts
        .clone()
        .map(|subscript| {
            let others = subscripts
                .clone()
                .filter(|&it| it != subscript)
                .chain(access.relation.n_inputs()..access.relation.n_vars());
            let others: Vec<usize> = others.collect();
            let mut rows = access.relation.equalities().iter();
            let row = rows.find(|row| row[subscript].is_unit() && others.iter().all(|&it| row[it].is_zero()))?;
            let step = product(&row[..depth], moves);
            Some(if row[subscript].is_positive() { -&step } else { step })
        })
        .collect()
}

fn product(a: &[Int], b: &[Int]) -> Int {
    std::iter::zip(a, b).fold(Int::ZERO, |sum, (a, b)| &sum + &(a * b))
}
