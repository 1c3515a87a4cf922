//! A small program of the same shape, for pictures: the instances of one statement, their order before and after, and
//! the dependences between them.
//!
//! Plan: 1. large constants become parameters, all parameters a small integer; 2. points are enumerated, for each
//! iterator the first few values; 3. the position of a point in the picture after is its rank in those loops of the new
//! order that distinguish points; 4. its turn is the number of earlier times, where parallel loops take no time; 5.
//! transitively implied pairs are omitted.

use std::collections::BTreeSet;

use rmlir_polyhedral::dependence::dependences::dependences;
use rmlir_polyhedral::search::sizes::generalized;
use rmlir_polyhedral::text::form;
use rmlir_polyhedral::tiles::order::{Level, Step};
use rmlir_polyhedral::{Dependence, Dimension, Kind, Schedule, Scop, Set, Statement};
use rmlir_presburger::{Bound, Int};

use crate::plan::Order;

/// The maximum number of dimensions that can be drawn.
pub const MAX_DEPTH: usize = 3;

/// By number of iterators, from one: the value of parameters, the number of values of an iterator, and the size of
/// tiles.
const SMALL: [(i64, i64, i64); MAX_DEPTH] = [(12, 14, 4), (8, 10, 3), (5, 6, 2)];

/// The instances of a statement.
pub struct Space {
    /// The points, in the original order.
    pub points: Vec<Point>,
    /// The dependences, by index of the points.
    pub arrows: Vec<Arrow>,
    /// The labels of the axes: before, after.
    pub axes: [Vec<String>; 2],
    /// The tile size of the picture, if tiles are larger in the program.
    pub smaller_tiles: Option<i64>,
}

/// An instance.
pub struct Point {
    /// Its position: before, after.
    pub at: [Vec<i64>; 2],
    /// The number of earlier instances: in the original order, and in the new one (those of one turn may run
    /// concurrently).
    pub turn: [usize; 2],
    /// Its index in each step of the new order.
    pub time: Vec<i64>,
    /// The index of its tile in the new order; without tiles, of its iteration of the outermost loop.
    pub group: usize,
}

/// The second point depends on the first.
pub struct Arrow {
    /// The first.
    pub from: usize,
    /// The second.
    pub to: usize,
    /// The kind of the dependence.
    pub kind: Kind,
}

impl Space {
    /// The instances of a statement. `None` if it cannot be drawn: its number of iterators is not 1 to 3, or they are
    /// unbounded.
    pub fn of(scop: &Scop, number: usize, order: &Order) -> Option<Self> {
        let depth = scop.statements[number].depth();
        let &(size, window, tile) = SMALL.get(depth.checked_sub(1)?)?;
        let program = alone(&generalized(scop).scop, number, size);
        let statement = &program.statements[0];
        let found = points(&statement.domain, window)?;
        let line = Line { steps: &order.steps, schedule: &order.schedule, statement: number, tile };
        let times: Vec<Vec<i64>> = found.iter().map(|point| line.time(point)).collect();
        let chosen = line.axes(&times, found.len());
        let turns = ranks(times.iter().map(|time| line.sequential(time)).collect());
        let groups = ranks(times.iter().map(|time| line.group(time, &times)).collect());
        let arrows = arrows(&found, &dependences(&program)?);
        let name = |step: &usize| line.name(*step, statement);
        let axes = [statement.iterators.clone(), chosen.iter().map(name).collect()];
        let points = found.into_iter().enumerate().map(|(number, point)| Point {
            at: [point, chosen.iter().map(|&step| times[number][step]).collect()],
            turn: [number, turns[number]],
            time: times[number].clone(),
            group: groups[number],
        });
        Some(Space {
            points: points.collect(),
            arrows,
            axes,
            smaller_tiles: line.has_tiles_beyond(tile).then_some(tile),
        })
    }
}

/// The program with only one statement, and this integer for all parameters.
fn alone(scop: &Scop, number: usize, size: i64) -> Scop {
    let mut statement = scop.statements[number].clone();
    let relations = statement.accesses.iter_mut().map(|access| &mut access.relation);
    for set in std::iter::once(&mut statement.domain).chain(relations) {
        set.set_and_eliminate(set.n_dims(), &vec![Int::from(size); scop.n_parameters()]);
    }
    Scop { parameters: Vec::new(), context: Vec::new(), statements: vec![statement], limits: scop.limits }
}

/// The points of a set without symbols, of each dimension the first `window` values. `None` if it is unbounded.
fn points(set: &Set, window: i64) -> Option<Vec<Vec<i64>>> {
    let mut boxed = vec![Vec::new()];
    for dim in 0..set.n_dims() {
        let lower = set.constant_bound(Bound::Lower, dim)?.to_i64()?;
        let upper = set.constant_bound(Bound::Upper, dim)?.to_i64()?.min(lower.checked_add(window - 1)?);
        let longer =
            |point: &Vec<i64>| (lower..=upper).map(|value| [&point[..], &[value]].concat()).collect::<Vec<_>>();
        boxed = boxed.iter().flat_map(longer).collect();
    }
    boxed.retain(|point| contains(set, point));
    Some(boxed)
}

/// Whether a set without symbols contains a point.
fn contains(set: &Set, point: &[i64]) -> bool {
    let mut rest = set.clone();
    rest.set_and_eliminate(0, &point.iter().map(|&value| Int::from(value)).collect::<Vec<_>>());
    !rest.has_violated_constant() && !rest.is_integer_empty()
}

/// By position the number of distinct smaller values.
fn ranks<T: Ord + Clone>(values: Vec<T>) -> Vec<usize> {
    let sorted: Vec<T> = values.iter().cloned().collect::<BTreeSet<T>>().into_iter().collect();
    values.iter().map(|value| sorted.binary_search(value).expect("all values are among them")).collect()
}

/// The new order, for one statement.
struct Line<'a> {
    steps: &'a [Step],
    schedule: &'a Schedule,
    statement: usize,
    /// The size of tiles.
    tile: i64,
}

impl Line<'_> {
    fn value(&self, dimension: usize, point: &[i64]) -> i64 {
        match &self.schedule.dimensions[dimension] {
            Dimension::Scalar(numbers) => numbers[self.statement] as i64,
            Dimension::Loop(rows) => {
                let small = |number: &Int| number.to_i64().unwrap_or(0);
                let row = &rows[self.statement];
                let terms = std::iter::zip(row, point).map(|(factor, value)| small(factor) * value);
                terms.sum::<i64>() + small(&row[row.len() - 1])
            }
        }
    }

    /// The index of the point in each step.
    fn time(&self, point: &[i64]) -> Vec<i64> {
        let of = |step: &Step| match &step.level {
            Level::Point(dimension) => self.value(*dimension, point),
            Level::Tiles(tiles) => {
                let number = |tile: &rmlir_polyhedral::tiles::order::Tile| match tile.sizes[self.statement] {
                    0 => 0,
                    size => self.value(tile.dimension, point).div_euclid(size.min(self.tile)),
                };
                tiles.iter().map(number).sum()
            }
        };
        self.steps.iter().map(of).collect()
    }

    fn has_tiles_beyond(&self, size: i64) -> bool {
        let is_beyond = |step: &Step| match &step.level {
            Level::Point(_) => false,
            Level::Tiles(tiles) => tiles.iter().any(|tile| tile.sizes[self.statement] > size),
        };
        self.steps.iter().any(is_beyond)
    }

    /// The first loops, by step, that distinguish all points.
    fn axes(&self, times: &[Vec<i64>], n_points: usize) -> Vec<usize> {
        let (mut chosen, mut n_apart) = (Vec::new(), 1);
        for (number, step) in self.steps.iter().enumerate() {
            if n_apart >= n_points || !matches!(step.level, Level::Point(_)) {
                continue;
            }
            chosen.push(number);
            let places = times.iter().map(|time| chosen.iter().map(|&it| time[it]).collect::<Vec<_>>());
            let n = places.collect::<BTreeSet<_>>().len();
            if n == n_apart {
                chosen.pop();
            }
            n_apart = n;
        }
        chosen
    }

    fn name(&self, step: usize, statement: &Statement) -> String {
        match &self.steps[step].level {
            Level::Point(dimension) => match &self.schedule.dimensions[*dimension] {
                Dimension::Loop(rows) => form(&rows[self.statement], statement),
                Dimension::Scalar(_) => String::new(),
            },
            Level::Tiles(_) => String::new(),
        }
    }

    /// The time without that of parallel loops.
    fn sequential(&self, time: &[i64]) -> Vec<i64> {
        let is_sequential = |(step, _): &(&Step, &i64)| !step.carried.is_empty();
        std::iter::zip(self.steps, time).filter(is_sequential).map(|(_, &number)| number).collect()
    }

    /// The indices of the tiles; without tiles that of the first step in which points differ.
    fn group(&self, time: &[i64], times: &[Vec<i64>]) -> Vec<i64> {
        if !self.has_tiles_beyond(0) {
            let differs = |&step: &usize| times.iter().any(|other| other[step] != times[0][step]);
            return (0..time.len()).find(differs).map(|step| time[step]).into_iter().collect();
        }
        let is_tile = |(step, _): &(&Step, &i64)| matches!(step.level, Level::Tiles(_));
        std::iter::zip(self.steps, time).filter(is_tile).map(|(_, &number)| number).collect()
    }
}

/// The pairs of dependent points, without transitively implied ones.
fn arrows(points: &[Vec<i64>], dependences: &[Dependence]) -> Vec<Arrow> {
    let n = points.len();
    let mut kinds: Vec<Vec<Option<Kind>>> = vec![vec![None; n]; n];
    for dependence in dependences {
        for (from, first) in points.iter().enumerate() {
            for (to, second) in points.iter().enumerate().skip(from + 1) {
                let pair = [&first[..], second].concat();
                if kinds[from][to].is_none() && contains(&dependence.pairs, &pair) {
                    kinds[from][to] = Some(dependence.kind);
                }
            }
        }
    }
    let follows =
        |from: usize, to: usize| (from + 1..to).any(|it| kinds[from][it].is_some() && kinds[it][to].is_some());
    let pairs = (0..n).flat_map(|from| (from + 1..n).map(move |to| (from, to)));
    let direct = pairs.filter(|&(from, to)| !follows(from, to));
    direct.filter_map(|(from, to)| Some(Arrow { from, to, kind: kinds[from][to]? })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `0 <= i, j <= 2` and `i <= j`.
    fn triangle() -> Set {
        let mut set = Set::universe(2, 0, 0);
        (0..2).for_each(|dim| set.add_lower_bound(dim, 0));
        (0..2).for_each(|dim| set.add_upper_bound(dim, 2));
        set.add_inequality_of(&[-1, 1, 0]);
        set
    }

    #[test]
    fn points_are_enumerated_in_order_and_cut_off() {
        let all = [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]];
        assert_eq!(points(&triangle(), 9), Some(all.iter().map(|point| point.to_vec()).collect()));
        assert_eq!(points(&triangle(), 2).map(|points| points.len()), Some(3));
        assert_eq!(points(&Set::universe(1, 0, 0), 5), None);
    }

    #[test]
    fn arrows_that_follow_are_left_out() {
        // All pairs in order.
        let mut pairs = Set::universe(2, 0, 0);
        pairs.add_inequality_of(&[-1, 1, -1]);
        let dependence = Dependence { from: 0, to: 0, kind: Kind::Flow, array: 0, level: 0, pairs };
        let points: Vec<Vec<i64>> = (0..4).map(|value| vec![value]).collect();
        let found: Vec<(usize, usize)> = arrows(&points, &[dependence]).iter().map(|it| (it.from, it.to)).collect();
        assert_eq!(found, [(0, 1), (1, 2), (2, 3)]);
    }
}
