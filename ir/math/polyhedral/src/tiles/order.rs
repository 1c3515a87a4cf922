//! The second phase: the dimensions of a schedule, with tiles inserted.
//!
//! The loops of a band are permutable, so its iterations may be executed tile by tile: the tile indices, which are the
//! quotients of the rows and the sizes, come before the rows. No dependence has a negative distance in a tile index
//! either; so if the first is replaced by the sum of two, tiles with the same sum and different second index are
//! independent: a wavefront. (PLDI 2008, section 4.)

use rmlir_presburger::{Int, Row};

use crate::dependence::dependences::Dependence;
use crate::parallel::Carried;
use crate::schedule::{Band, Dimension, Schedule};

/// A component of the time of instances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Level {
    /// This dimension of the schedule.
    Point(usize),
    /// The sum of the tile indices of these dimensions.
    Tiles(Vec<Tile>),
}

/// A tiled dimension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// The dimension.
    pub dimension: usize,
    /// By statement: the tile size; 0 for a single tile.
    pub sizes: Vec<i64>,
}

/// A level, and the dependences that prevent its loop from being parallel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The level.
    pub level: Level,
    /// Dependences, by index, of instances with equal preceding steps and possibly different values of this one.
    pub carried: Vec<usize>,
}

/// The tiling of bands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tiling {
    /// The size for each loop of a band, the last one also for subsequent ones; not empty.
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

/// The order with bands of at least two loops tiled by these sizes, by dimension and statement; 0 for untiled ones.
/// Statements connected by dependences within a band have the same sizes. The tiles are in a `wavefront` if that is
/// requested and no tile loop is parallel; else parallel tile loops come first.
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

/// The order with two-level tiles: an outer tile has `ratio` tiles of each loop. Wavefronts are of the outer ones.
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

/// Removes wavefronts: dependences carried by the sum of two may be carried by either.
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

/// A tiled band.
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

    /// Returns whether no dependence between tiled statements is carried by the tiles of this loop.
    fn is_parallel(&self, dimension: usize) -> bool {
        let is_tiled = |statement: usize| self.sizes[dimension][statement] > 0;
        let is_inside = |&number: &usize| {
            let Dependence { from, to, .. } = self.dependences[number];
            is_tiled(from) && is_tiled(to)
        };
        !self.carried.by_tiles[dimension].iter().any(is_inside)
    }
}

/// The row of a dimension of the schedule for a statement with `depth` iterators: coefficients, then the shift.
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
