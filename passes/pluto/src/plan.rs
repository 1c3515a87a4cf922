//! What is found about the statements of a function, whether it is shown or becomes code.

use rmlir_polyhedral::check::check;
use rmlir_polyhedral::choice::{choose, is_original_as_good};
use rmlir_polyhedral::code::{self, Node};
use rmlir_polyhedral::dependences::dependences;
use rmlir_polyhedral::fission::{distributed, parted};
use rmlir_polyhedral::locality::reordered;
use rmlir_polyhedral::order::{Level, Step, Tiling, tiled, untiled};
use rmlir_polyhedral::parallel::{Carried, Parallelism, carried, parallel, parallelism};
use rmlir_polyhedral::pluto::{self, Fuse};
use rmlir_polyhedral::sizes::generalized;
use rmlir_polyhedral::{Dependence, Schedule, Scop, text};

/// Dependences, a schedule that was checked, and what its dimensions carry.
pub struct Plan {
    /// What has to stay in order.
    pub dependences: Vec<Dependence>,
    /// When instances run, with the loops of bands in the order in which they were found.
    pub schedule: Schedule,
    carried: Carried,
}

/// Tiles and loops from the outermost on.
pub struct Order {
    /// The dimensions that the steps are of.
    pub schedule: Schedule,
    /// The steps.
    pub steps: Vec<Step>,
}

/// Whether bands are tiled.
#[derive(Clone, Debug)]
pub enum Tiles {
    /// None.
    None,
    /// All of at least two loops.
    Wanted(Tiling),
    /// Those for which it pays, with sizes by the model; and the function stays as it is if its order is as good.
    Chosen,
}

/// Why there is no plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unplanned {
    /// There are more dependences than are looked at.
    Dependences,
    /// No schedule was found within the limits of the search.
    Schedule,
    /// The schedule was not proved to satisfy all dependences.
    Proof,
}

impl Unplanned {
    /// In words.
    pub fn why(self) -> &'static str {
        match self {
            Unplanned::Dependences => "it has too many accesses to the same memory",
            Unplanned::Schedule => "no schedule was found within the limits of the search",
            Unplanned::Proof => "its schedule was not proved to be right",
        }
    }
}

impl Plan {
    /// By PLuTo's algorithm. The schedule is searched for any sizes of arrays; all else is about this program.
    pub fn of(scop: &Scop, fuse: Fuse) -> Result<Self, Unplanned> {
        let general = generalized(scop);
        let of_all_sizes = dependences(&general).ok_or(Unplanned::Dependences)?;
        let schedule = pluto::schedule(&general, &of_all_sizes, fuse).ok_or(Unplanned::Schedule)?;
        let dependences = dependences(scop).ok_or(Unplanned::Dependences)?;
        check(scop, &dependences, &schedule).map_err(|_| Unplanned::Proof)?;
        let carried = carried(&schedule, &dependences);
        Ok(Plan { dependences, schedule, carried })
    }

    /// What the dimensions of the schedule carry.
    pub fn carried(&self) -> &Carried {
        &self.carried
    }

    /// The widest band of a statement, and where its parallelism is.
    pub fn parallelism(&self, statement: usize) -> (usize, Parallelism) {
        parallelism(&self.schedule, &self.dependences, &self.carried, statement)
    }

    /// Whether all outermost loops are parallel.
    pub fn is_parallel_outside(&self, scop: &Scop) -> bool {
        let mut in_loops = (0..scop.statements.len()).filter(|&it| scop.statements[it].depth() > 0);
        in_loops.all(|it| self.parallelism(it).1 == Parallelism::Outer)
    }

    /// The order in which loops are generated. `None` if the original one is as good, where the model is asked.
    ///
    /// Where parallel loops are wanted, tiles are in the order of the schedule, whose outer loops are parallel if any are,
    /// and only points within them have the best loop innermost; otherwise all loops have.
    pub fn order(&self, scop: &Scop, tiles: &Tiles, parallel: bool) -> Option<Order> {
        if matches!(tiles, Tiles::Chosen) && !parallel {
            return self.cheapest(scop);
        }
        let is_untiled = matches!(tiles, Tiles::None);
        let within = match parallel && is_untiled {
            true => self.schedule.clone(),
            false => self.within(scop, !parallel),
        };
        let carried_within = carried(&within, &self.dependences);
        let (sizes, wavefront) = match tiles {
            Tiles::None => return Some(Order { steps: untiled(&within, &carried_within), schedule: within }),
            Tiles::Wanted(tiling) => (tiling.by_dimension(&within), tiling.wavefront),
            Tiles::Chosen => (choose(scop, &self.dependences, &within).sizes, parallel),
        };
        if !parallel {
            return Some(Order { steps: tiled(&within, &carried_within, &sizes, wavefront), schedule: within });
        }
        let mut steps = tiled(&self.schedule, &self.carried, &sizes, wavefront);
        let mut schedule = self.schedule.clone();
        for step in &mut steps {
            if let Level::Point(dimension) = &mut step.level {
                step.carried.clone_from(&carried_within.by_points[*dimension]);
                *dimension += self.schedule.dimensions.len();
            }
        }
        schedule.dimensions.extend(within.dimensions);
        Some(Order { schedule, steps })
    }

    /// What costs least for one thread: tiles that pay, or loops in parts. `None` if the original order is as good.
    fn cheapest(&self, scop: &Scop) -> Option<Order> {
        let within = self.within(scop, true);
        let distributed = distributed(scop, &self.dependences, &self.schedule);
        let distributed = distributed.map(|it| reordered(scop, &self.dependences, &it, true));
        let mut all: Vec<Schedule> = [Some(within), distributed].into_iter().flatten().collect();
        let parted: Vec<_> = all.iter().filter_map(|it| parted(scop, &self.dependences, it)).collect();
        all.extend(parted);
        all.retain(|schedule| check(scop, &self.dependences, schedule).is_ok());
        let of = |schedule: Schedule| (choose(scop, &self.dependences, &schedule), schedule);
        let (choice, schedule) = all.into_iter().map(of).min_by(|(a, _), (b, _)| a.cost.total_cmp(&b.cost))?;
        if is_original_as_good(scop, &self.dependences, &choice) {
            return None;
        }
        let carried = carried(&schedule, &self.dependences);
        Some(Order { steps: tiled(&schedule, &carried, &choice.sizes, false), schedule })
    }

    /// The schedule with the best loops innermost; it has been checked.
    fn within(&self, scop: &Scop, apart: bool) -> Schedule {
        let within = reordered(scop, &self.dependences, &self.schedule, apart);
        match check(scop, &self.dependences, &within) {
            Ok(()) => within,
            Err(_) => self.schedule.clone(),
        }
    }

    /// The loops of an order. `None` if they are too much.
    pub fn code(&self, scop: &Scop, order: &Order) -> Option<Vec<Node>> {
        code::generate(scop, &self.dependences, &order.schedule, &order.steps)
    }

    /// The same; if wanted with full tiles apart from partial ones, unless that is too much.
    pub fn code_of(&self, scop: &Scop, order: &Order, separate: bool) -> Option<Vec<Node>> {
        let separated = || code::generate_separated(scop, &self.dependences, &order.schedule, &order.steps);
        separate.then(separated).flatten().or_else(|| self.code(scop, order))
    }

    /// The schedule as people read it.
    pub fn schedule_text(&self, scop: &Scop) -> String {
        text::schedule(scop, &self.schedule, &parallel(&self.schedule, &self.carried))
    }
}
