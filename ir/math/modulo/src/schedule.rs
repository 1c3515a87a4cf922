//! The search for a schedule in all modes.

use std::cell::{LazyCell, OnceCell};
use std::fmt;

use num_integer::Integer;
use rmlir_base::budget::Budget;

use crate::check::{Fault, check};
use crate::exact::{self, Verdict};
use crate::graph::{Graph, GraphError};
use crate::machine::Machine;
use crate::mii::mii_with;
use crate::order::forward::{Forward, Times};
use crate::order::hypernode;
use crate::order::sets::sets_within;
use crate::order::swing::{Start, Ties, order, top_down};
use crate::place::eject;
use crate::place::list::{horizon, list};
use crate::place::serial::serial;
use crate::place::swing::{Placement, place};
use crate::place::table::Binding;
use crate::place::window;
use crate::registers::lifetimes;
use crate::registers::settle::{settle, settle_within};
use crate::registers::shorten::shorten;

/// The algorithm of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Swing modulo scheduling that finds a schedule for every graph: propagated windows, other orders and ejection
    /// before II grows, and fewer registers afterwards.
    #[default]
    Swing,
    /// Exactly the paper's algorithm. It finds no schedule for some graphs.
    Textbook,
    /// Nodes by their earliest start: the baseline of the paper.
    TopDown,
    /// Hypernode reduction modulo scheduling: the earlier scheduler of the same authors.
    Hrms,
    /// The least II and the fewest live registers, proved where the budget suffices.
    Exact,
    /// No modulo scheduling: the acyclic list schedule, one iteration after the other.
    List,
    /// One operation after the other, with few live results.
    Serial,
}

/// A schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Its initiation interval.
    pub ii: i64,
    /// The lower bound of II by resources and recurrences.
    pub mii: i64,
    /// The start of each operation; the first is 0.
    pub start: Vec<i64>,
    /// The binding of each operation to units.
    pub bindings: Vec<Binding>,
    /// The maximum of live results.
    pub max_live: i64,
    /// The number of iterations that are executed concurrently.
    pub stages: i64,
    /// The kernel copies for modulo variable expansion.
    pub kernel_copies: i64,
}

/// The reason why there is no schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScheduleError {
    /// The graph has no schedule.
    Graph(GraphError),
    /// The mode found none with an II up to that of the list schedule.
    NotFound,
}

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Graph(error) => write!(f, "{error}"),
            Self::NotFound => write!(f, "no schedule was found with any initiation interval that is worth it"),
        }
    }
}

impl std::error::Error for ScheduleError {}

impl From<GraphError> for ScheduleError {
    fn from(error: GraphError) -> Self {
        Self::Graph(error)
    }
}

/// The limit of placements per operation during ejection, on average.
const EJECTIONS: usize = 6;

/// Graphs with more operations are not scheduled again for fewer registers.
const MAX_RETRIED: usize = 64;

/// Graphs with fewer back edges are not retried either: there the first order is as good as the other.
const MIN_BACK_EDGES: usize = 3;

/// The limit of placements of operations in the exact search for rows, at each II.
const ROWS_STEPS: u64 = 2_000;

/// The default limit of steps of a search, and of the proofs of [`Mode::Exact`]: nodes, edges and rows visited. It is a
/// second or two.
pub const MAX_STEPS: u64 = 1 << 26;

/// The budgets of scheduling.
#[derive(Clone, Debug)]
pub struct Budgets {
    /// The budget of the search. Once it is used up, operations are scheduled by [`Mode::List`].
    pub search: Budget,
    /// The budget of the proofs of [`Mode::Exact`]. Once it is used up, the mode is [`Mode::Swing`].
    pub proofs: Budget,
}

impl Budgets {
    /// Budgets of `limit` steps each, which `option` raises.
    pub const fn new(limit: u64, option: &'static str) -> Self {
        Self { search: Budget::new(limit, option), proofs: Budget::new(limit, option) }
    }

    /// The budget that is used up, if any.
    pub fn used_up(&self) -> Option<&Budget> {
        [&self.search, &self.proofs].into_iter().find(|budget| budget.is_used_up())
    }
}

/// Finds a schedule for `graph` on `machine` and checks it.
///
/// # Panics
/// If the schedule that was found is invalid: a bug of this crate.
///
/// ```
/// use rmlir_modulo::{Graph, Machine, Mode, schedule};
/// let mut machine = Machine::new("one adder");
/// let adder = machine.add_unit("adder", 1);
/// let add = machine.add_class("add", Some((adder, 1)));
/// let mut graph = Graph::new();
/// let [a, b] = ["a", "b"].map(|name| graph.add_node(name, add));
/// graph.add_flow(a, b, 3, 0);
/// let found = schedule(&graph, &machine, Mode::Swing).unwrap();
/// assert_eq!(found.ii, 2);
/// ```
pub fn schedule(graph: &Graph, machine: &Machine, mode: Mode) -> Result<Schedule, ScheduleError> {
    schedule_within(graph, machine, mode, &Budgets::new(MAX_STEPS, ""))
}

/// As [`schedule`], within budgets.
///
/// # Panics
/// If the schedule that was found is invalid: a bug of this crate.
pub fn schedule_within(
    graph: &Graph,
    machine: &Machine,
    mode: Mode,
    budgets: &Budgets,
) -> Result<Schedule, ScheduleError> {
    let budget = &budgets.search;
    let search = Search::new(graph, machine, budget)?;
    let mut placement = match mode {
        Mode::Swing => search.swing(),
        Mode::Textbook => search.textbook()?,
        Mode::TopDown => search.top_down()?,
        Mode::Hrms => search.hrms()?,
        Mode::Exact => search.exact(&budgets.proofs)?,
        Mode::List => search.list().clone(),
        Mode::Serial => serial(graph, machine, &search.forward, search.mii),
    };
    if mode == Mode::Serial {
        let end = placement.ii;
        settle_within(graph, machine, &mut placement, Some(end), budget);
    }
    if mode == Mode::Swing {
        settle(graph, machine, &mut placement, budget);
        search.retry(&mut placement);
        shorten(graph, machine, &mut placement, budget);
    }
    Ok(search.finish(placement))
}

/// The limit of the rows of all instances of units in a reservation table for a whole iteration.
const MAX_ROWS: i64 = 1 << 26;

/// The limit of the sum of the distances of all dependences: as many results may be live at a time.
const MAX_DISTANCES: i64 = 1 << 22;

/// Checks that schedules of `graph` are within the capacity of the tables of all searches.
fn check_size(graph: &Graph, machine: &Machine) -> Result<(), GraphError> {
    let saturated = |sum: i64, next: i64| sum.saturating_add(next);
    let n_instances = machine.units.iter().map(|unit| i64::from(unit.count)).fold(0, saturated).max(1);
    let limit = MAX_ROWS / n_instances;
    let latency = graph.edges().iter().map(|edge| edge.latency.saturating_abs()).max().unwrap_or(0);
    if horizon(graph, machine).max(machine.min_ii).max(latency) > limit {
        return Err(GraphError::TooLarge { what: "a sum of latencies and reservations", limit });
    }
    let distances = graph.edges().iter().map(|edge| i64::from(edge.distance)).fold(0, saturated);
    match distances > MAX_DISTANCES {
        true => Err(GraphError::TooLarge { what: "a sum of distances", limit: MAX_DISTANCES }),
        false => Ok(()),
    }
}

/// The state shared by all modes.
struct Search<'a> {
    graph: &'a Graph,
    machine: &'a Machine,
    forward: Forward,
    sets: Vec<Vec<usize>>,
    mii: i64,
    times: Times,
    /// See [`Self::list`]. Most graphs are scheduled at their lower bound and need none.
    list: OnceCell<Placement>,
    budget: &'a Budget,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, machine: &'a Machine, budget: &'a Budget) -> Result<Self, GraphError> {
        check_size(graph, machine)?;
        let forward = Forward::of(graph)?;
        let mii = mii_with(graph, machine, &forward.component, budget)?;
        let times = Times::of(&forward, mii);
        let sets = sets_within(&forward, budget);
        Ok(Self { graph, machine, sets, forward, mii, times, list: OnceCell::new(), budget })
    }

    /// The list schedule: always possible, and the upper bound for others.
    fn list(&self) -> &Placement {
        self.list.get_or_init(|| list(self.graph, self.machine, &self.times, self.mii))
    }

    fn order(&self, start: Start, ties: &Ties) -> Vec<usize> {
        // Each set starts at the neighbours of ordered nodes.
        self.budget.spend(((self.forward.len() + self.forward.edges.len()) * self.sets.len()) as u64);
        order(&self.forward, &self.times, &self.sets, start, ties)
    }

    /// The IIs to try: the lower bound, and as long as the budget lasts all up to that of the list schedule, which is
    /// feasible.
    fn intervals(&self) -> impl Iterator<Item = i64> {
        (self.mii..).take_while(|&ii| ii == self.mii || (!self.budget.is_used_up() && ii <= self.list().ii))
    }

    fn textbook(&self) -> Result<Placement, ScheduleError> {
        let with = |start| {
            let order = self.order(start, &Ties::default());
            self.intervals().find_map(|ii| place(self.graph, self.machine, ii, &order, &self.times.asap))
        };
        match with(Start::BottomUp) {
            Some(found) if found.ii == self.mii => Ok(found),
            // The symmetric order is tried as well; on equal II the first one is kept.
            first => {
                let second = with(Start::TopDown);
                first.into_iter().chain(second).min_by_key(|found| found.ii).ok_or(ScheduleError::NotFound)
            }
        }
    }

    fn top_down(&self) -> Result<Placement, ScheduleError> {
        self.in_order(&top_down(&self.forward, &self.times))
    }

    fn hrms(&self) -> Result<Placement, ScheduleError> {
        self.in_order(&hypernode::order(&self.forward, &self.times, &self.sets))
    }

    fn in_order(&self, order: &[usize]) -> Result<Placement, ScheduleError> {
        let found = self.intervals().find_map(|ii| place(self.graph, self.machine, ii, order, &self.times.asap));
        found.ok_or(ScheduleError::NotFound)
    }

    fn exact(&self, budget: &Budget) -> Result<Placement, ScheduleError> {
        let optimum = exact::optimum(self.graph, self.machine, self.swing(), budget)?;
        Ok(optimum.placement)
    }

    /// Tries the other order at the II of `best`, which is optimized, if there are recurrences and registers to gain.
    fn retry(&self, best: &mut Placement) {
        if self.graph.len() > MAX_RETRIED || self.forward.back_edges.len() < MIN_BACK_EDGES {
            return;
        }
        let bound = Integer::div_ceil(&exact::bound::shortest(self.graph).iter().sum::<i64>(), &best.ii);
        let most = lifetimes::max_live(self.graph, &best.start, best.ii);
        if most <= bound + 1 {
            return;
        }
        let order = self.order(Start::TopDown, &Ties { by_topology: true, scarcity: self.scarcity() });
        if let Some(mut other) = window::place(self.graph, self.machine, best.ii, &order, &self.times.asap, self.budget)
        {
            settle(self.graph, self.machine, &mut other, self.budget);
            if lifetimes::max_live(self.graph, &other.start, other.ii) < most {
                *best = other;
            }
        }
    }

    /// The fallback sequence: at each II the orders, then rows for recurrences first, then ejection.
    fn swing(&self) -> Placement {
        let ties = Ties { by_topology: true, scarcity: self.scarcity() };
        let first = self.order(Start::BottomUp, &ties);
        // Most graphs never need the other order.
        let second = LazyCell::new(|| self.order(Start::TopDown, &ties));
        let found = self.intervals().find_map(|ii| {
            let place = |order| window::place(self.graph, self.machine, ii, order, &self.times.asap, self.budget);
            let by_order = place(&first).or_else(|| place(&second));
            by_order.or_else(|| match exact::decide(self.graph, self.machine, ii, ROWS_STEPS, self.budget) {
                Verdict::Possible(found) => Some(found),
                Verdict::Impossible => None,
                Verdict::Unknown => {
                    eject::place(self.graph, self.machine, ii, EJECTIONS * self.graph.len(), self.budget)
                }
            })
        });
        let found = found.filter(|found| found.ii == self.mii || found.ii < self.list().ii);
        found.unwrap_or_else(|| self.list().clone())
    }

    /// The fraction of its units that an operation uses, in thousandths.
    fn scarcity(&self) -> Vec<u64> {
        let of = |class: usize| {
            let alternatives = self.machine.classes[class].alternatives.iter();
            let usages = alternatives.flat_map(|alternative| &alternative.usages);
            let part = |usage: &crate::machine::Usage| {
                u64::from(usage.cycles) * 1000 / u64::from(self.machine.units[usage.unit].count.max(1))
            };
            usages.map(part).max().unwrap_or(0)
        };
        let of_class: Vec<u64> = (0..self.machine.classes.len()).map(of).collect();
        self.graph.nodes().iter().map(|node| of_class[node.class]).collect()
    }

    fn finish(&self, placement: Placement) -> Schedule {
        let Placement { ii, start, bindings } = placement;
        let checked = check(self.graph, self.machine, ii, &start, &bindings);
        assert_eq!(checked, Ok::<(), Fault>(()), "a schedule that was found is one");
        Schedule {
            ii,
            mii: self.mii,
            max_live: lifetimes::max_live(self.graph, &start, ii),
            stages: lifetimes::stages(&start, ii),
            kernel_copies: lifetimes::kernel_copies(self.graph, &start, ii),
            start,
            bindings,
        }
    }
}
