//! The schedule of a loop in the form that code generation needs: the branch takes effect at the end of the kernel.

use num_integer::Integer;
use rmlir_modulo::check::check;
use rmlir_modulo::{Budgets, Graph, Machine, Mode, Schedule, schedule_within};
use rmlir_vliw::Model;

use crate::loops::loop_body::{Declined, LoopBody};

/// The schedule of a loop; see the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The schedule as returned by the scheduler.
    pub found: Schedule,
    /// The initiation interval.
    pub ii: i64,
    /// The start of each node in its iteration. The first start may be later than cycle 0.
    pub start: Vec<i64>,
    /// The number of stages: iterations in flight at a time.
    pub stages: i64,
}

impl Plan {
    /// Schedules a loop.
    pub fn of(
        of: &LoopBody,
        graph: &Graph,
        machine: &Machine,
        model: &Model,
        mode: Mode,
        budgets: &Budgets,
    ) -> Result<Self, Declined> {
        let found = schedule_within(graph, machine, mode, budgets)?;
        Ok(Self::by(of, graph, machine, model, found, mode == Mode::List))
    }

    /// Schedules a loop with minimal register pressure; if necessary, without overlap of iterations.
    pub fn serial(
        of: &LoopBody,
        graph: &Graph,
        machine: &Machine,
        model: &Model,
        one_by_one: bool,
        budgets: &Budgets,
    ) -> Result<Self, Declined> {
        let found = schedule_within(graph, machine, Mode::Serial, budgets)?;
        Ok(Self::by(of, graph, machine, model, found, one_by_one))
    }

    fn by(of: &LoopBody, graph: &Graph, machine: &Machine, model: &Model, found: Schedule, one_by_one: bool) -> Self {
        let delay = model.delay as i64;
        if one_by_one {
            return Self::one_by_one(of, graph, machine, model, found);
        }
        // The rows are rotated such that the branch delay ends with the kernel.
        let row = found.ii - 1 - delay;
        let shift = (row - found.start[of.branch]).rem_euclid(found.ii);
        let mut start: Vec<i64> = found.start.iter().map(|start| start + shift).collect();
        start[of.branch] = row;
        if let Some(goes_on) = of.goes_on {
            // The branch tests whether a completed iteration was followed by another one.
            let nodes = (0..of.nodes.len()).filter(|&node| node != of.branch);
            let last_stage = nodes.map(|node| start[node].div_euclid(found.ii)).max().unwrap_or(0);
            let ready = start[goes_on] + model.classes[of.nodes[goes_on].class].latency;
            let waits = Integer::div_ceil(&(ready - row), &found.ii).max(last_stage);
            start[of.branch] = row + waits * found.ii;
        }
        Self { ii: found.ii, stages: rmlir_modulo::registers::lifetimes::stages(&start, found.ii), start, found }
    }

    /// A schedule without overlap of iterations: the branch is at their end.
    fn one_by_one(of: &LoopBody, graph: &Graph, machine: &Machine, model: &Model, found: Schedule) -> Self {
        let delay = model.delay as i64;
        // Results are available before they are computed again.
        let latency = of.nodes.iter().map(|node| model.classes[node.class].latency).max().unwrap_or(1);
        let mut start = found.start.clone();
        let mut ii = found.ii.max(delay + 1).max(latency);
        loop {
            start[of.branch] = ii - 1 - delay;
            if check(graph, machine, ii, &start, &found.bindings).is_ok() {
                return Self { ii, stages: 1, start, found };
            }
            // There is a free cycle for the branch after all other nodes at the latest.
            ii += 1;
        }
    }

    /// The stage of a node.
    pub fn stage(&self, node: usize) -> i64 {
        self.start[node].div_euclid(self.ii)
    }
}
