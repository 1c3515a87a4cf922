//! The second phase: the numbers of a schedule, with tiles put in.
//!
//! The loops of a band may run in any order, so its iterations may run tile by tile: the tile numbers, which are the
//! quotients of the rows and the sizes, come before the rows. No dependence goes backward in a tile number either; so
//! if the first is replaced by the sum of two, tiles of one sum that differ in the second do not depend on one another: a
//! wavefront. (PLDI 2008, section 4.)

use rmlir_presburger::{Int, Row};

use crate::dependences::Dependence;
use crate::parallel::Carried;
use crate::schedule::{Band, Dimension, Schedule};

/// A number that orders instances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Level {
    /// This dimension of the schedule.
    Point(usize),
    /// The sum of the tile numbers of these dimensions.
    Tiles(Vec<Tile>),
}

/// A dimension in pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// The dimension.
    pub dimension: usize,
    /// By statement: how many values are one tile; 0 if all of them are.
    pub sizes: Vec<i64>,
}

/// A level, and what keeps its loop from being parallel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The number.
    pub level: Level,
    /// Dependences, by number, of instances that agree in the steps before and may not in this one.
    pub carried: Vec<usize>,
}

/// How bands are tiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tiling {
    /// The size for each loop of a band, the last one also for those that follow; not empty.
    pub sizes: Vec<i64>,
    /// Whether bands whose outermost loop is not parallel get a wavefront.
    pub wavefront: bool,
}

impl Tiling {
    /// The sizes by dimension and statement.
    pub fn by_dimension(&self, schedule: &Schedule) -> Vec<Vec<i64>> {
        let last = *self.sizes.last().expect("there is a size");
        let size = |number: usize| self.sizes.get(number).copied().unwrap_or(last);
        let of = |dimension: usize| {
            let band = schedule.bands.iter().find(|band| band.dimensions().contains(&dimension));
            vec![band.map_or(0, |band| size(dimension - band.first)); schedule.n_statements()]
        };
        (0..schedule.dimensions.len()).map(of).collect()
    }
}

/// The order of the schedule itself.
pub fn untiled(schedule: &Schedule, carried: &Carried) -> Vec<Step> {
    (0..schedule.dimensions.len()).map(|dimension| point(dimension, carried)).collect()
}

/// With bands of at least two loops in tiles of these sizes, by dimension and statement; 0 for none. Statements that
/// dependences connect within a band have the same. In a `wavefront` if that is wanted and no tiles are parallel; else such
/// tiles come first.
pub fn tiled(
    schedule: &Schedule,
    dependences: &[Dependence],
    carried: &Carried,
    sizes: &[Vec<i64>],
    wavefront: bool,
) -> Vec<Step> {
    let tiles = |band: &Band| Tiles { band, dependences, carried, sizes }.steps(wavefront);
    let mut steps = Vec::new();
    for dimension in 0..schedule.dimensions.len() {
        let band = schedule.bands.iter().find(|band| band.first == dimension && band.width > 1);
        steps.extend(band.map_or(Vec::new(), tiles));
        steps.push(point(dimension, carried));
    }
    steps
}

/// The same order in tiles of tiles: `ratio` tiles of each loop are one. Wavefronts are of the outer ones.
pub fn in_two_levels(steps: Vec<Step>, ratio: i64) -> Vec<Step> {
    let is_tile = |step: &Step| matches!(step.level, Level::Tiles(_));
    let runs = steps.chunk_by(|a, b| is_tile(a) == is_tile(b));
    runs.flat_map(|run| if is_tile(&run[0]) { [outer(run, ratio), inner(run)].concat() } else { run.to_vec() })
        .collect()
}

fn outer(tiles: &[Step], ratio: i64) -> Vec<Step> {
    let mut larger = tiles.to_vec();
    for step in &mut larger {
        if let Level::Tiles(tiles) = &mut step.level {
            tiles.iter_mut().for_each(|tile| tile.sizes.iter_mut().for_each(|size| *size *= ratio));
        }
    }
    larger
}

/// Without wavefronts: what the sum of two carries, either may carry.
fn inner(tiles: &[Step]) -> Vec<Step> {
    let mut alone = tiles.to_vec();
    let Some(Level::Tiles(summed)) = tiles.first().map(|step| step.level.clone()) else { return alone };
    if let [first, ..] = &summed[..] {
        alone[0].level = Level::Tiles(vec![first.clone()]);
    }
    for step in alone.iter_mut().skip(1) {
        if matches!(&step.level, Level::Tiles(of) if summed.contains(&of[0])) {
            step.carried.extend(&tiles[0].carried);
        }
    }
    alone
}

fn point(dimension: usize, carried: &Carried) -> Step {
    Step { level: Level::Point(dimension), carried: carried.by_points[dimension].clone() }
}

/// A band in tiles.
struct Tiles<'a> {
    band: &'a Band,
    dependences: &'a [Dependence],
    carried: &'a Carried,
    sizes: &'a [Vec<i64>],
}

impl Tiles<'_> {
    fn steps(&self, wavefront: bool) -> Vec<Step> {
        let is_tiled = |&dimension: &usize| self.sizes[dimension].iter().any(|&size| size > 0);
        let mut dimensions: Vec<usize> = self.band.dimensions().filter(is_tiled).collect();
        let parallel = dimensions.iter().position(|&dimension| self.is_parallel(dimension));
        if let (true, Some(first)) = (wavefront, parallel) {
            dimensions[..=first].rotate_right(1);
        }
        let mut steps: Vec<Step> = dimensions.iter().map(|&dimension| self.step(dimension)).collect();
        if wavefront
            && parallel.is_none()
            && let [first, second, ..] = &mut steps[..]
        {
            first.level = Level::Tiles(vec![self.tile(dimensions[0]), self.tile(dimensions[1])]);
            first.carried.append(&mut second.carried);
        }
        steps
    }

    fn tile(&self, dimension: usize) -> Tile {
        Tile { dimension, sizes: self.sizes[dimension].clone() }
    }

    fn step(&self, dimension: usize) -> Step {
        Step { level: Level::Tiles(vec![self.tile(dimension)]), carried: self.carried.by_tiles[dimension].clone() }
    }

    /// Whether no dependence between statements that have tiles goes forward in those of this loop.
    fn is_parallel(&self, dimension: usize) -> bool {
        let is_tiled = |statement: usize| self.sizes[dimension][statement] > 0;
        let is_inside = |&number: &usize| {
            let Dependence { from, to, .. } = self.dependences[number];
            is_tiled(from) && is_tiled(to)
        };
        !self.carried.by_tiles[dimension].iter().any(is_inside)
    }
}

/// What a dimension of the schedule is for a statement with this many iterators: factors, then the shift.
pub(crate) fn row_of(schedule: &Schedule, dimension: usize, statement: usize, depth: usize) -> Row {
    match &schedule.dimensions[dimension] {
        Dimension::Loop(rows) => rows[statement].clone(),
        Dimension::Scalar(numbers) => {
            let mut row = vec![Int::ZERO; depth + 1];
            row[depth] = Int::from(numbers[statement] as i64);
            row
        }
    }
}
