//! The bundles of prologue, kernel and epilogue: the operations that start in each cycle.
//!
//! All three are parts of one flat schedule: the prologue is everything before the last stage of iteration 0, the
//! kernel the next intervals, as many as it has copies, the epilogue the rest of the iterations started until then.
//! Every further execution of the kernel is the same, `copies` iterations later.
//!
//! Code of a while loop has no epilogue: the iteration that ends with the kernel is the last one or was speculative, so
//! all later ones are speculative.

use crate::loops::loop_body::{Action, LoopBody};
use crate::schedule::plan::Plan;

/// The start of a node in an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// The index of the node.
    pub node: usize,
    /// The iteration.
    pub iteration: i64,
    /// The cycle in which it starts.
    pub time: i64,
}

/// Consecutive cycles.
pub type Cycles = Vec<Vec<Start>>;

/// The code of a loop as prologue, kernel and epilogue; see the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    /// The cycles until all stages are active; cycles before the first start are omitted.
    pub prologue: Cycles,
    /// The cycle of the first bundle of the prologue.
    pub begin: i64,
    /// The kernel, which is repeated.
    pub kernel: Cycles,
    /// The cycles until the last iteration ends.
    pub epilogue: Cycles,
    /// The last iteration, whose results are returned, if the kernel is executed once.
    pub last: i64,
    /// The cycle after the last bundle, if the kernel is executed once.
    pub end: i64,
}

impl Code {
    /// Generates the code of a loop with `copies` copies of the kernel.
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

/// The nodes that start at `time`, in order.
fn cycle(of: &LoopBody, plan: &Plan, last: i64, time: i64) -> Vec<Start> {
    let start = |node: usize| {
        let since = time - plan.start[node];
        let iteration = since.div_euclid(plan.ii);
        let runs = since.rem_euclid(plan.ii) == 0 && (0..=last).contains(&iteration);
        // The branch is executed once per interval, not once per iteration.
        let runs = runs || (node == of.branch && since.rem_euclid(plan.ii) == 0);
        runs.then_some(Start { node, iteration, time })
    };
    (0..of.nodes.len()).filter_map(start).collect()
}
