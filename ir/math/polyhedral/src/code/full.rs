//! Full tiles: those whose points are all instances.
//!
//! A tile is a box of points: `size * t <= p <= size * t + size - 1` for each loop `p` of its band, where `t` is its
//! index. An inequality holds at all points of a box if it does at the corner where it is minimal. That corner is
//! known: the first point for a positive coefficient of a loop, else the last one. So the tile is full if each
//! inequality holds there, which is a condition on the variables before the points. (Code is correct whatever the
//! condition is: in both kinds of tiles all constraints not implied by the outer variables are checked.)

use rmlir_presburger::Row;

use crate::schedule::Schedule;
use crate::scop::Set;
use crate::tiles::order::{Level, Step, Tile, row_of};

use super::space::is_scalar;

/// The limit on distinguished kinds of full tiles: each has its own code.
const MAX_KINDS: usize = 2;

/// The point loops of a tiled band, up to the first that is no loop of it.
pub struct TiledBand {
    /// The first of these steps.
    pub first: usize,
    /// The loops in order.
    points: Vec<Point>,
}

/// A point loop.
struct Point {
    variable: usize,
    /// By statement, its tiles.
    boxes: Vec<Option<Boxes>>,
}

/// The tiles of a loop for one statement.
struct Boxes {
    /// The index of a tile, as variables with coefficients.
    number: Vec<(usize, i64)>,
    size: i64,
}

/// The tiled bands of an order.
pub fn tiled_bands(schedule: &Schedule, steps: &[Step]) -> Vec<TiledBand> {
    let is_tile = |step: &Step| matches!(step.level, Level::Tiles(_));
    let starts = (1..steps.len()).filter(|&number| is_tile(&steps[number - 1]) && !is_tile(&steps[number]));
    starts.map(|first| TiledBand { first, points: points(schedule, steps, first) }).collect()
}

fn points(schedule: &Schedule, steps: &[Step], first: usize) -> Vec<Point> {
    let variable = |step: usize| steps[..step].iter().filter(|step| is_scalar(schedule, step).is_none()).count();
    let mut points = Vec::new();
    for (number, step) in steps.iter().enumerate().skip(first) {
        let Level::Point(dimension) = step.level else { break };
        if is_scalar(schedule, step).is_some() {
            continue;
        }
        let number_of = |tile: &Tile| tile_number(&steps[..first], tile, variable);
        let boxes = (0..schedule.n_statements()).map(|statement| {
            let rows = |dimension: usize| match &schedule.dimensions[dimension] {
                crate::Dimension::Loop(rows) => row_of(schedule, dimension, statement, rows[statement].len() - 1),
                crate::Dimension::Scalar(_) => Vec::new(),
            };
            let is_it = |tile: &&Tile| tile.sizes[statement] > 0 && rows(tile.dimension) == rows(dimension);
            let tile = steps[..first].iter().rev().flat_map(tiles_of).find(is_it)?;
            Some(Boxes { number: number_of(tile)?, size: tile.sizes[statement] })
        });
        let boxes: Vec<Option<Boxes>> = boxes.collect();
        if boxes.iter().all(Option::is_none) {
            break;
        }
        points.push(Point { variable: variable(number), boxes });
    }
    points
}

fn tiles_of(step: &Step) -> &[Tile] {
    match &step.level {
        Level::Tiles(tiles) => tiles,
        Level::Point(_) => &[],
    }
}

/// The index of a tile: a variable, or in a wavefront the difference of two.
fn tile_number(steps: &[Step], tile: &Tile, variable: impl Fn(usize) -> usize) -> Option<Vec<(usize, i64)>> {
    let alone = |tile: &Tile| steps.iter().rposition(|step| tiles_of(step) == std::slice::from_ref(tile));
    if let Some(step) = alone(tile) {
        return Some(vec![(variable(step), 1)]);
    }
    let sum = steps.iter().rposition(|step| tiles_of(step).contains(tile))?;
    let mut number = vec![(variable(sum), 1)];
    for other in tiles_of(&steps[sum]).iter().filter(|other| *other != tile) {
        number.push((variable(alone(other)?), -1));
    }
    Some(number)
}

impl TiledBand {
    /// The conditions under which tiles of these statements are full, if they are not implied by the context: in each
    /// kind of tiles, all of its statements are full, as far as that is possible at the same time. Empty if they are
    /// unknown, or implied by the context.
    pub fn kinds(&self, projections: &[Vec<Set>], statements: &[usize], context: &Set) -> Vec<Set> {
        let n_before = context.n_dims();
        if self.points.first().is_none_or(|point| point.variable != n_before) {
            return Vec::new();
        }
        let of = |&statement: &usize| self.instances(&projections[statement], statement, n_before);
        let Some(mut all) = statements.iter().map(of).collect::<Option<Vec<Instances>>>() else { return Vec::new() };
        // A statement with fewer loops is on a face of the others' tiles, mostly in few of them: it is not considered.
        let n_loops = all.iter().map(|it| it.points.len()).max().unwrap_or(0);
        all.retain(|it| it.points.len() == n_loops);
        let corners = |it: &Instances| it.corners(context);
        let Some(corners) = all.iter().map(corners).collect::<Option<Vec<Set>>>() else { return Vec::new() };
        let mut kinds: Vec<Set> = Vec::new();
        for (number, first) in corners.iter().enumerate() {
            let mut full = first.clone();
            for other in (0..corners.len()).filter(|&other| other != number) {
                let both = full.intersection(&corners[other]);
                let runs = !context.intersection(&full).intersection(all[other].before).is_rationally_empty();
                if runs && !context.intersection(&both).is_rationally_empty() {
                    full = both;
                }
            }
            let full = full.gist(context);
            if full.n_constraints() == 0 {
                return Vec::new();
            }
            let is_new = !kinds.contains(&full);
            if is_new && kinds.len() < MAX_KINDS && !context.intersection(&full).is_rationally_empty() {
                kinds.push(full);
            }
        }
        kinds
    }

    fn instances<'a>(&'a self, projections: &'a [Set], statement: usize, n_before: usize) -> Option<Instances<'a>> {
        let mut points: Vec<&Point> = self.points.iter().collect();
        let mut set = projections[n_before + points.len()].clone();
        if set.n_locals() > 0 {
            return None;
        }
        for number in (0..points.len()).rev() {
            if let Some(pivot) = set.equality_with(n_before + number) {
                set.eliminate_through(n_before + number, pivot);
                points.remove(number);
            }
        }
        Some(Instances { statement, points, set, before: &projections[n_before] })
    }
}

/// The instances of a statement: variables before the points, then those of the points that are not sums of others.
struct Instances<'a> {
    statement: usize,
    points: Vec<&'a Point>,
    set: Set,
    /// The known constraints on the variables before the points.
    before: &'a Set,
}

impl Instances<'_> {
    /// The inequalities, each at its minimal corner, over the variables of the context.
    fn corners(&self, context: &Set) -> Option<Set> {
        let n_before = context.n_dims();
        let mut full = Set::universe(n_before, context.n_symbols(), 0);
        let inner = n_before..n_before + self.points.len();
        let has_points = |row: &&Row| row[inner.clone()].iter().any(|number| !number.is_zero());
        for row in self.set.inequalities().iter().filter(has_points) {
            let mut least: Row = row.clone();
            least.drain(inner.clone());
            for (point, factor) in
                std::iter::zip(&self.points, &row[inner.clone()]).filter(|(_, factor)| !factor.is_zero())
            {
                let Boxes { number, size } = point.boxes[self.statement].as_ref()?;
                number.iter().for_each(|&(variable, sign)| least[variable] += &(factor * (sign * size)));
                if factor.is_negative() {
                    *least.last_mut().expect("a row has a constant") += &(factor * (size - 1));
                }
            }
            full.add_inequality(least);
        }
        Some(full)
    }
}
