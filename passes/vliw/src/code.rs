//! What starts in each cycle of prologue, kernel and epilogue.
//!
//! All three are cut out of one long run: the prologue is what starts before the last stage of iteration 0, the kernel the
//! next so many intervals as it has copies, the epilogue what is left of the iterations that began until then. Every
//! further round of the kernel is the same `copies` iterations later.
//!
//! Code of a loop with a condition has no epilogue: the iteration that ends with the kernel is the last one or was none, so
//! that those begun after it are none.

use crate::loop_body::{Action, LoopBody};
use crate::plan::Plan;

/// A node of an iteration, and when it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// The node.
    pub node: usize,
    /// The iteration.
    pub iteration: i64,
    /// The cycle.
    pub time: i64,
}

/// Cycles one after the other.
pub type Cycles = Vec<Vec<Start>>;

/// See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    /// Until all stages are under way; cycles before the first start are left out.
    pub prologue: Cycles,
    /// The cycle of the first bundle of the prologue.
    pub begin: i64,
    /// What is repeated.
    pub kernel: Cycles,
    /// Until the last iteration ends.
    pub epilogue: Cycles,
    /// The last iteration whose results are given back, if the kernel runs once.
    pub last: i64,
    /// The cycle after the last bundle, if the kernel runs once.
    pub end: i64,
}

impl Code {
    /// Of a loop whose kernel stands so many times in the code.
    pub fn of(of: &LoopBody, plan: &Plan, copies: i64) -> Self {
        let fill = (plan.stages - 1) * plan.ii;
        let drain = fill + copies * plan.ii;
        let last = plan.stages - 2 + copies;
        let run = |from: i64, to: i64| -> Cycles { (from..to).map(|time| cycle(of, plan, last, time)).collect() };
        let end = if of.goes_on.is_some() { drain } else { drain + fill };
        let mut code = Self {
            prologue: run(0, fill),
            begin: 0,
            kernel: run(fill, drain),
            epilogue: run(drain, end),
            last: if of.goes_on.is_some() { copies - 1 } else { last },
            end,
        };
        let unused = code.prologue.iter().take_while(|cycle| cycle.is_empty()).count();
        code.prologue.drain(..unused);
        code.begin = unused as i64;
        // Only the last copy branches.
        let n_kernel = code.kernel.len() as i64;
        let is_last = |start: &Start| start.time >= fill + n_kernel - plan.ii;
        for cycle in &mut code.kernel {
            cycle.retain(|start| of.nodes[start.node].action != Action::Branch || is_last(start));
        }
        for cycle in code.prologue.iter_mut().chain(&mut code.epilogue) {
            cycle.retain(|start| of.nodes[start.node].action != Action::Branch);
        }
        code
    }
}

/// What starts at `time`, nodes in order.
fn cycle(of: &LoopBody, plan: &Plan, last: i64, time: i64) -> Vec<Start> {
    let start = |node: usize| {
        let since = time - plan.start[node];
        let iteration = since.div_euclid(plan.ii);
        let runs = since.rem_euclid(plan.ii) == 0 && (0..=last).contains(&iteration);
        // The branch belongs to intervals, not to iterations.
        let runs = runs || (node == of.branch && since.rem_euclid(plan.ii) == 0);
        runs.then_some(Start { node, iteration, time })
    };
    (0..of.nodes.len()).filter_map(start).collect()
}
