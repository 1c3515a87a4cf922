//! Modulo scheduling problems in formats of other projects: read, scheduled, and written with start times.
//!
//! The text is kept except for the integers of the schedule ([`edit`]): comments, order and names are the author's.
//!
//! | module | form |
//! |---|---|
//! | [`graphml`] | HatScheT's graphs in GraphML, with resources in XML beside them |
//! | [`ssp`] | CIRCT's `ssp.instance` |

pub mod edit;
pub mod graphml;
pub mod ssp;

use rmlir_modulo::explain::Explained;
use rmlir_modulo::schedule::ScheduleError;
use rmlir_modulo::{Budgets, Graph, Machine, Mode, Schedule, schedule_within};

/// An error in a text, and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The byte offset.
    pub at: usize,
    /// The message.
    pub message: String,
}

/// A graph and its machine.
pub struct Problem {
    /// The graph.
    pub graph: Graph,
    /// Its machine.
    pub machine: Machine,
}

impl Problem {
    /// A problem on a machine that has no more units of a kind than all operations together may use.
    fn new(graph: Graph, mut machine: Machine) -> Self {
        for (number, unit) in machine.units.iter_mut().enumerate() {
            let ways = machine.classes.iter().flat_map(|class| &class.alternatives);
            let taken = ways.map(|way| way.usages.iter().filter(|usage| usage.unit == number).count());
            let most = taken.max().unwrap_or(0).saturating_mul(graph.len());
            unit.count = unit.count.min(u32::try_from(most).unwrap_or(u32::MAX));
        }
        Self { graph, machine }
    }

    /// The report of scheduling it in some mode: bounds, node table, sets, order, kernel, lifetimes.
    fn explain(&self, mode: Mode, budgets: &Budgets) -> Result<String, ScheduleError> {
        let Problem { graph, machine } = self;
        let Schedule { ii, stages, kernel_copies, max_live, start, .. } =
            schedule_within(graph, machine, mode, budgets)?;
        let steps = Explained { graph, machine, mode, placed: Some((ii, &start)) };
        let summary = format!(", II {ii}\nstages {stages}, kernel copies {kernel_copies}, MaxLive {max_live}\n");
        let parts = [
            steps.bounds() + &summary,
            steps.nodes(),
            steps.sets() + &steps.order(),
            steps.dependences(),
            steps.kernel(),
            steps.lifetimes(),
        ];
        Ok(parts.join("\n"))
    }
}
