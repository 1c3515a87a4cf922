//! The result of the analysis of a function's statements, from which text or code is generated.

use rmlir_polyhedral::check::check;
use rmlir_polyhedral::code::{Jam, Node, Style, keep_parallel};
use rmlir_polyhedral::cost::locality::reordered;
use rmlir_polyhedral::dependence::dependences::dependences;
use rmlir_polyhedral::dependence::values::direct;
use rmlir_polyhedral::limits::{Limits, OPTION};
use rmlir_polyhedral::parallel::{Carried, Parallelism, carried, parallel, parallelism};
use rmlir_polyhedral::search::pluto;
use rmlir_polyhedral::search::pluto::{Fuse, Limit};
use rmlir_polyhedral::search::sizes::generalized;
use rmlir_polyhedral::tiles::order::Step;
use rmlir_polyhedral::{Dependence, Schedule, Scop, code, text};

/// Dependences, a verified schedule, and the dependences that its dimensions carry.
pub struct Plan {
    /// The dependences.
    pub dependences: Vec<Dependence>,
    /// The schedule, with the loops of bands in the order in which they were found.
    pub schedule: Schedule,
    carried: Carried,
}

/// Tiles and loops from the outermost on.
pub struct Order {
    /// The schedule whose dimensions the steps are based on.
    pub schedule: Schedule,
    /// The steps.
    pub steps: Vec<Step>,
    /// By statement: whether its parallel loops are generated.
    pub gains: Vec<bool>,
    /// The best factors of unroll-and-jam.
    pub jam: Jam,
}

/// The options of the search for schedules.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Search {
    /// The fusion heuristic.
    pub fuse: Fuse,
    /// Whether only dependences are used that no others imply, in particular value-based ones, if there are not too
    /// many accesses for that. The schedule must satisfy all dependences nevertheless.
    pub value_based: bool,
}

/// The reason why there is no plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unplanned {
    /// There are more dependences than the limit.
    Dependences(Limits),
    /// The search for a schedule reached this limit.
    Schedule(Limit, Limits),
    /// The schedule could not be proved to satisfy all dependences.
    Proof,
}

impl Unplanned {
    /// The reason of a remark.
    pub fn why(self) -> String {
        match self {
            Unplanned::Dependences(limits) => format!(
                "it has more than {} pairs of accesses to the same memory, or more than {} dependences, which '{OPTION}' raises",
                limits.pairs(),
                limits.dependences()
            ),
            Unplanned::Schedule(Limit::Combinations, limits) => format!(
                "no schedule was found: the elimination of a Farkas multiplier exceeds {} combinations, which '{OPTION}' raises",
                limits.combinations()
            ),
            Unplanned::Schedule(Limit::Work, limits) => {
                format!("no schedule was found: the integer program of a hyperplane {}", limits.program())
            }
            Unplanned::Proof => "the schedule was not proved to satisfy all dependences".to_owned(),
        }
    }
}

impl Plan {
    /// The plan by PLuTo's algorithm. The schedule is computed for parametric sizes of arrays; all other results are
    /// specific to this program.
    pub fn of(scop: &Scop, search: Search) -> Result<Self, Unplanned> {
        let general = generalized(scop);
        let of_all_sizes = dependences(&general.scop).ok_or(Unplanned::Dependences(scop.limits))?;
        let direct = if search.value_based { direct(&general.scop) } else { None };
        let searched = direct.as_ref().unwrap_or(&of_all_sizes);
        let schedule = pluto::schedule(&general.scop, searched, search.fuse)
            .map_err(|limit| Unplanned::Schedule(limit, scop.limits))?;
        let dependences = general.special(&of_all_sizes);
        let plan = Plan::proved(scop, dependences, schedule)?;
        Ok(plan.or_backward(scop, (&general.scop, &of_all_sizes), search.fuse))
    }

    /// The plan with a given schedule, if that satisfies the dependences.
    pub(crate) fn proved(scop: &Scop, dependences: Vec<Dependence>, schedule: Schedule) -> Result<Self, Unplanned> {
        check(scop, &dependences, &schedule).map_err(|_| Unplanned::Proof)?;
        let carried = carried(&schedule, &dependences);
        Ok(Plan { dependences, schedule, carried })
    }

    /// The dependences that the dimensions of the schedule carry.
    pub fn carried(&self) -> &Carried {
        &self.carried
    }

    /// The widest band of a statement, and the position of its parallelism.
    pub fn parallelism(&self, statement: usize) -> (usize, Parallelism) {
        parallelism(&self.schedule, &self.dependences, &self.carried, statement)
    }

    /// Whether all outermost loops are parallel.
    pub fn is_parallel_outside(&self, scop: &Scop) -> bool {
        let mut in_loops = (0..scop.statements.len()).filter(|&it| scop.statements[it].depth() > 0);
        in_loops.all(|it| self.parallelism(it).1 == Parallelism::Outer)
    }

    /// The schedule with the best loops innermost; it has been verified.
    pub(crate) fn within(&self, scop: &Scop, apart: bool) -> Schedule {
        let within = reordered(scop, &self.dependences, &self.schedule, apart);
        match check(scop, &self.dependences, &within) {
            Ok(()) => within,
            Err(_) => self.schedule.clone(),
        }
    }

    /// The loops of an order. `None` if the code is too large.
    pub fn code(&self, scop: &Scop, order: &Order) -> Option<Vec<Node>> {
        let mut nodes = code::generate(scop, &self.dependences, &order.schedule, &order.steps)?;
        keep_parallel(&mut nodes, &order.gains);
        Some(nodes)
    }

    /// The same in a style, unless the code is too large. If the style has no unroll-and-jam factors, those of the
    /// order are used.
    pub fn code_in(&self, scop: &Scop, order: &Order, style: &Style) -> Option<Vec<Node>> {
        let jam = if style.jam == Jam::Never { &order.jam } else { &style.jam };
        let style = &Style { jam: jam.clone(), ..*style };
        let styled = || {
            let mut nodes = code::generate_in(style, scop, &self.dependences, &order.schedule, &order.steps)?;
            keep_parallel(&mut nodes, &order.gains);
            Some(nodes)
        };
        let is_plain = *style == Style::default();
        (!is_plain).then(styled).flatten().or_else(|| self.code(scop, order))
    }

    /// The schedule as readable text.
    pub fn schedule_text(&self, scop: &Scop) -> String {
        text::schedule(scop, &self.schedule, &parallel(&self.schedule, &self.carried))
    }
}
