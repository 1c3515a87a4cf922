//! The least II, proved, and the fewest live registers there.
//!
//! Whether an II is feasible is decided by recurrences and units alone: an operation on no recurrence can always be
//! delayed by more IIs. So the search ([`rows`]) assigns times to the operations of recurrences that need units,
//! relative to each other, and the other operations are placed afterwards ([`mod@complete`]). If there is no such
//! assignment, [`mod@why`] finds a minimal set of recurrences and units that is infeasible by itself. [`live`] and
//! [`bound`] concern registers. Both searches shrink `windows`.

pub mod bound;
pub mod complete;
pub mod live;
mod room;
pub mod rows;
pub mod why;
mod windows;

use std::fmt;

use rmlir_base::budget::Budget;

use crate::graph::{Graph, GraphError};
use crate::machine::Machine;
use crate::mii::mii;
use crate::place::swing::Placement;
use crate::registers::lifetimes;

use self::complete::complete;
use self::rows::{Answer, Scope};
pub use self::why::Why;

/// The result for one II.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A schedule exists.
    Possible(Placement),
    /// No schedule exists.
    Impossible,
    /// The budget did not suffice.
    Unknown,
}

/// The result of the exact search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Optimum {
    /// The best schedule.
    pub placement: Placement,
    /// Whether every smaller II is proved infeasible.
    pub ii_is_proved: bool,
    /// A lower bound of the live registers with this II.
    pub least_live: i64,
    /// Smaller IIs that are infeasible, and why.
    pub impossible: Vec<(i64, Why)>,
}

impl Optimum {
    /// Whether no schedule with this II has fewer live registers.
    pub fn live_is_proved(&self, graph: &Graph) -> bool {
        lifetimes::max_live(graph, &self.placement.start, self.placement.ii) == self.least_live
    }
}

impl fmt::Display for Optimum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { placement: Placement { ii, .. }, ii_is_proved, least_live, impossible } = self;
        let proved = if *ii_is_proved { "proved" } else { "not proved" };
        write!(f, "II {ii} is the least: {proved}; it takes {least_live} live registers or more")?;
        impossible.iter().try_for_each(|(ii, why)| write!(f, "\nII {ii} is not possible: {why}"))
    }
}

/// Whether `ii` is feasible, by placing operations `n_steps` times at most.
pub fn decide(graph: &Graph, machine: &Machine, ii: i64, n_steps: u64, budget: &Budget) -> Verdict {
    let component = graph.components();
    for scope in [Scope::Recurrences, Scope::All] {
        match rows::search(graph, machine, ii, &rows::wanted(graph, machine, &component, scope), n_steps, budget) {
            Answer::Impossible => return Verdict::Impossible,
            Answer::Unknown => return Verdict::Unknown,
            Answer::Found(found) => {
                if let Some(placement) = complete(graph, machine, ii, &component, &found) {
                    return Verdict::Possible(placement);
                }
            }
        }
    }
    Verdict::Unknown
}

/// The limit of placements of operations for each II.
const INTERVAL_STEPS: u64 = 200_000;

/// The least II, starting from the lower bound, and the fewest live registers there. `known` is an upper bound: a
/// schedule.
pub fn optimum(graph: &Graph, machine: &Machine, known: Placement, budget: &Budget) -> Result<Optimum, GraphError> {
    let mut impossible = Vec::new();
    let (mut is_proved, mut best) = (true, known);
    for ii in mii(graph, machine)?..best.ii {
        match decide(graph, machine, ii, INTERVAL_STEPS, budget) {
            Verdict::Possible(placement) => {
                best = placement;
                break;
            }
            Verdict::Impossible => impossible.push((ii, why::why(graph, machine, ii, budget))),
            Verdict::Unknown => is_proved = false,
        }
    }
    let least_live = live::lessen(graph, machine, &mut best, budget);
    Ok(Optimum { placement: best, ii_is_proved: is_proved, least_live, impossible })
}
