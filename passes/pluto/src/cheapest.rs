//! The choice of the order with the lowest cost by the model, among several orders of the same instances.
//!
//! The candidates are: the schedule as it was found, and with the best loops innermost; with loops distributed; all of
//! these with tiles where these pay off; and the original order, which is preserved if its cost is similar.

use rmlir_polyhedral::check::check;
use rmlir_polyhedral::code::Jam;
use rmlir_polyhedral::cost::choice::{all, choose, is_better};
use rmlir_polyhedral::cost::locality::{reordered, sizes_before};
use rmlir_polyhedral::cost::loops::{Costs, Extents};
use rmlir_polyhedral::cost::registers::register_tiles;
use rmlir_polyhedral::cost::strips::{Loops, apart};
use rmlir_polyhedral::cost::threads::{OnThreads, Ordered};
use rmlir_polyhedral::cost::vectorizable::Forward;
use rmlir_polyhedral::fission::{distributed, parted};
use rmlir_polyhedral::parallel::{Carried, carried};
use rmlir_polyhedral::tiles::order::{Level, Step, tiled, untiled};
use rmlir_polyhedral::{Band, Dependence, Dimension, Schedule, Scop};

use crate::plan::{Order, Plan};

/// The parameters of the cost model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Model {
    /// Whether tiles may be used, both for caches and for registers.
    pub tile: bool,
    /// The number of threads that run parallel loops, which are generated if there are more than one.
    pub n_threads: u32,
}

/// The maximum cost on one thread of tiles for multithreading, relative to the cost without them. The model is rough:
/// of PolyBench's kernels those with 1.06 are faster in tiles, heat-3d with 1.28 is slower by more than half.
const AS_GOOD: f64 = 1.1;

/// The maximum cost on several threads of an order that costs one thread more, relative to the lowest cost on one
/// thread: data that are loaded twice (the matrix of bicg and of mvt) come from a memory that threads share.
const CLEAR: f64 = 0.6;

/// An order with its costs.
struct Candidate {
    order: Order,
    /// The cost on one thread.
    alone: f64,
    /// The cost on all threads.
    cost: f64,
}

/// The order with the lowest cost. `None` if the original one is as good.
pub fn cheapest(plan: &Plan, scop: &Scop, model: Model) -> Option<Order> {
    chosen(plan, scop, model).0
}

/// The cost of that order, in the units of the model.
pub fn least_cost(plan: &Plan, scop: &Scop, model: Model) -> f64 {
    chosen(plan, scop, model).1
}

fn chosen(plan: &Plan, scop: &Scop, model: Model) -> (Option<Order>, f64) {
    let search = Search { plan, scop, dependences: &plan.dependences, model, extents: Extents::of(scop) };
    let original = search.untiled(&search.shape(Schedule::original(scop), Forward::Fine));
    let mut candidates = search.candidates();
    let alone = candidates.iter().chain([&original]).map(|it| it.alone).fold(f64::INFINITY, f64::min);
    let is_clear = |it: &Candidate| it.alone <= AS_GOOD * alone || it.cost <= CLEAR * alone;
    candidates.retain(is_clear);
    candidates.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let is_right = |it: &Candidate| check(scop, &plan.dependences, &it.order.schedule).is_ok();
    let (chosen, cost) = match candidates.into_iter().find(is_right) {
        Some(least) if is_better(least.cost, original.cost) || !is_clear(&original) => (Some(least.order), least.cost),
        _ => (Some(original.order).filter(|order| order.gains.contains(&true)), original.cost),
    };
    let jam = |order: &Order| match model.tile {
        true => Jam::Each(register_tiles(scop, &plan.dependences, &order.schedule)),
        false => Jam::Never,
    };
    (chosen.map(|order| Order { jam: jam(&order), ..order }), cost)
}

struct Search<'a> {
    plan: &'a Plan,
    scop: &'a Scop,
    dependences: &'a [Dependence],
    model: Model,
    extents: Extents,
}

/// A schedule with the properties of its loops.
struct Shape {
    schedule: Schedule,
    carried: Carried,
    costs: Costs,
}

impl Search<'_> {
    fn candidates(&self) -> Vec<Candidate> {
        let mut found = Vec::new();
        let shapes: Vec<Shape> = self.schedules().into_iter().map(|it| self.shape(it, Forward::Obstacle)).collect();
        for shape in &shapes {
            if self.model.tile {
                found.extend(self.tiled(shape));
            }
            if self.model.n_threads > 1 {
                found.extend(self.in_strips(shape));
                found.extend(self.in_waves(shape));
                if let Some(apart) = apart(self.scop, self.dependences, &shape.schedule) {
                    let shape = self.shape(apart, Forward::Obstacle);
                    found.extend(self.in_strips(&shape));
                    found.push(self.untiled(&shape));
                }
            }
            found.push(self.untiled(shape));
        }
        if self.model.n_threads > 1 {
            let shape = self.shape(self.plan.schedule.clone(), Forward::Obstacle);
            if self.model.tile {
                found.extend(self.tiled_outside(&shape.costs, &shapes));
            }
            found.push(self.untiled(&shape));
        }
        found
    }

    /// The schedules with the best loops innermost, fused and distributed.
    fn schedules(&self) -> Vec<Schedule> {
        let Self { plan, scop, dependences, .. } = *self;
        let reordered = |schedule: &Schedule| reordered(scop, dependences, schedule, true);
        let mut all = vec![reordered(&plan.schedule)];
        all.extend(distributed(scop, dependences, &plan.schedule).map(|it| reordered(&it)));
        let parted: Vec<Schedule> = all.iter().filter_map(|it| parted(scop, dependences, it)).collect();
        all.extend(parted);
        let mut different: Vec<Schedule> = Vec::new();
        for schedule in all {
            if !different.contains(&schedule) {
                different.push(schedule);
            }
        }
        different
    }

    fn shape(&self, schedule: Schedule, forward: Forward) -> Shape {
        let carried = carried(&schedule, self.dependences);
        let costs = Costs::of(self.scop, &self.extents, self.dependences, &schedule, forward);
        Shape { schedule, carried, costs }
    }

    fn untiled(&self, shape: &Shape) -> Candidate {
        let sizes = vec![vec![0; self.scop.statements.len()]; shape.schedule.dimensions.len()];
        let steps = untiled(&shape.schedule, &shape.carried);
        self.candidate(shape.schedule.clone(), steps, &sizes, &shape.costs, None)
    }

    /// The candidate with tiles; `None` if they do not pay off.
    fn tiled(&self, shape: &Shape) -> Option<Candidate> {
        let sizes = choose(&shape.costs, self.scop, self.dependences, &shape.schedule).sizes;
        let has_tiles = sizes.iter().flatten().any(|&size| size > 0);
        has_tiles.then(|| self.in_tiles(shape, &sizes, self.model.n_threads > 1))
    }

    /// The candidate with parallel loops of bands strip-mined, if their outermost loops are sequential.
    fn in_strips(&self, shape: &Shape) -> Option<Candidate> {
        let Self { scop, dependences, .. } = *self;
        let Shape { schedule, carried, costs } = shape;
        let sizes = Loops { scop, dependences, schedule, carried, costs }.strips(self.model.n_threads)?;
        Some(self.in_tiles(shape, &sizes, false))
    }

    /// The candidate with all bands tiled, if the first one has no surrounding loop and its outermost loop is
    /// sequential: tiles that do not pay off on one thread create parallelism. (Where wavefronts start anew in each
    /// iteration of a loop, as in floyd-warshall, they are too short.)
    fn in_waves(&self, shape: &Shape) -> Option<Candidate> {
        let is_loop = |dimension: &Dimension| matches!(dimension, Dimension::Loop(_));
        let is_sequential = |band: &Band| {
            !shape.carried.by_tiles[band.first].is_empty()
                && !shape.schedule.dimensions[..band.first].iter().any(is_loop)
        };
        let is_wanted = self.model.tile
            && self.uses_elements_again()
            && shape.schedule.bands.iter().any(|band| band.width > 1 && is_sequential(band));
        let choice = is_wanted.then(|| all(&shape.costs, self.scop, self.dependences, &shape.schedule))?;
        let is_as_good = choice.cost <= AS_GOOD * shape.costs.tiled(|_, _| 0);
        is_as_good.then(|| self.in_tiles(shape, &choice.sizes, true))
    }

    /// Whether a statement has more loops than any of its accesses has subscripts, so that elements are reused. If none
    /// has, tiles only make rows shorter: bicg is slower in tiles.
    fn uses_elements_again(&self) -> bool {
        self.scop.statements.iter().any(|statement| {
            let depth = statement.depth();
            statement.accesses.iter().all(|access| access.relation.n_dims() - depth < depth)
        })
    }

    fn in_tiles(&self, shape: &Shape, sizes: &[Vec<i64>], wavefront: bool) -> Candidate {
        let Shape { schedule, carried, costs } = shape;
        let steps = tiled(schedule, self.dependences, carried, sizes, wavefront);
        self.candidate(schedule.clone(), steps, sizes, costs, None)
    }

    /// The candidate with tiles in the order in which the loops were found, so that the outer ones are parallel if any
    /// are, and within these the best loops innermost.
    fn tiled_outside(&self, of_tiles: &Costs, known: &[Shape]) -> Option<Candidate> {
        let within = reordered(self.scop, self.dependences, &self.plan.schedule, false);
        let new;
        let costs = match known.iter().find(|it| it.schedule == within) {
            Some(shape) => &shape.costs,
            None => {
                new = Costs::of(self.scop, &self.extents, self.dependences, &within, Forward::Obstacle);
                &new
            }
        };
        let sizes = choose(costs, self.scop, self.dependences, &within).sizes;
        if sizes.iter().flatten().all(|&size| size == 0) {
            return None;
        }
        check(self.scop, self.dependences, &within).ok()?;
        let of_tiles_sizes = sizes_before(&self.plan.schedule, &within, &sizes);
        let (schedule, steps) = self.plan.tiles_outside(within, &of_tiles_sizes, true);
        Some(self.candidate(schedule, steps, &sizes, costs, Some(of_tiles)))
    }

    fn candidate(
        &self,
        schedule: Schedule,
        steps: Vec<Step>,
        sizes: &[Vec<i64>],
        costs: &Costs,
        of_tiles: Option<&Costs>,
    ) -> Candidate {
        let ordered = Ordered { schedule: &schedule, steps: &steps, sizes, costs, of_tiles };
        let alone = costs.tiled(|dimension, statement| sizes[dimension][statement]);
        let OnThreads { cost, gains } = match self.model.n_threads {
            0 | 1 => OnThreads { cost: alone, gains: vec![false; self.scop.statements.len()] },
            n_threads => ordered.on_threads(self.dependences, n_threads),
        };
        let order = Order { schedule, steps, gains, jam: Jam::Never };
        Candidate { order, alone, cost }
    }
}

impl Plan {
    /// Tiles in the order of the schedule, and points in that of `within`, whose dimensions are appended.
    pub fn tiles_outside(&self, within: Schedule, sizes: &[Vec<i64>], wavefront: bool) -> (Schedule, Vec<Step>) {
        self.tiles_by((&self.schedule, self.carried()), within, sizes, wavefront)
    }

    /// The same with tiles of other rows, with their carried dependences.
    pub fn tiles_by(
        &self,
        (tiles, carried_by_tiles): (&Schedule, &Carried),
        within: Schedule,
        sizes: &[Vec<i64>],
        wavefront: bool,
    ) -> (Schedule, Vec<Step>) {
        let carried_within = carried(&within, &self.dependences);
        let mut steps = tiled(tiles, &self.dependences, carried_by_tiles, sizes, wavefront);
        let mut schedule = tiles.clone();
        for step in &mut steps {
            if let Level::Point(dimension) = &mut step.level {
                step.carried.clone_from(&carried_within.by_points[*dimension]);
                *dimension += tiles.dimensions.len();
            }
        }
        schedule.dimensions.extend(within.dimensions);
        (schedule, steps)
    }
}
