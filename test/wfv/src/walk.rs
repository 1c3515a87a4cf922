//! A check of the linear order against the traces of lanes, without any code.
//!
//! The *trace* of a lane that is executed alone is the sequence of its nodes. A walk visits the positions of the order
//! as generated code does; at a node the lanes whose next trace entry is this node advance. At the end all traces are
//! consumed, or the order has lost a lane. The executed nodes are counted, and may not be more than when all branches
//! are assumed to be divergent.

use rmlir::analysis::cfg::Node;
use rmlir::core::{Body, OpRef};
use rmlir::interp::{Machine, Program, Watcher};
use rmlir_wfv_passes::analysis::blocks::Blocks;
use rmlir_wfv_passes::analysis::graph::{Condition, Graph};
use rmlir_wfv_passes::analysis::lanes::Lanes;
use rmlir_wfv_passes::analysis::linear::{Linear, Next, Place};
use rmlir_wfv_passes::analysis::plan::Plan;
use rmlir_wfv_passes::clauses::Clauses;

/// The sequence of nodes of a lane, without the end.
pub type Trace = Vec<Node>;

/// Observes the terminators of a scalar execution.
pub struct Tracer<'p> {
    nodes: &'p [Option<Node>],
    /// The trace so far.
    pub trace: Trace,
}

impl<'p> Tracer<'p> {
    /// `nodes` is the node whose terminator each site is, as by [`nodes_by_site`].
    pub fn new(nodes: &'p [Option<Node>]) -> Self {
        Self { nodes, trace: Trace::new() }
    }
}

impl Watcher for Tracer<'_> {
    fn before(&mut self, site: u32, _machine: &Machine) {
        self.trace.extend(self.nodes[site as usize]);
    }
    fn after(&mut self, _site: u32, _machine: &Machine) {}
}

/// By site of `program`: the node whose terminator it is, by its source location.
pub fn nodes_by_site(program: &Program, graph: &Graph) -> Vec<Option<Node>> {
    let last = |&block: &_| graph.body.last_op(block).expect("blocks end with a terminator");
    let place = |op| OpRef::new(graph.body, op).loc().place(graph.body.cx());
    let places: Vec<_> = graph.region.blocks.iter().map(last).map(place).collect();
    let node = |site: &rmlir::interp::Site| {
        let is_branch = site.op.starts_with("cf.") || &*site.op == "func.return";
        let found = is_branch.then(|| places.iter().position(|place| *place == site.place))??;
        Some(found as Node)
    };
    program.sites.iter().map(node).collect()
}

/// The order of a function, and that in which all branches are divergent and all cycles have masks.
pub struct Orders<'a> {
    /// The analyses of the function.
    pub plan: Plan<'a>,
    full: Linear,
}

impl<'a> Orders<'a> {
    /// The orders of the function in `body`.
    pub fn new(body: &'a Body<'a>, clauses: &Clauses, width: i64, skip: Option<u64>) -> Result<Self, String> {
        let plan = Plan::new(body, clauses, width, skip).map_err(|declined| format!("declined: {}", declined.why))?;
        let graph = &plan.graph;
        let mut lanes = Lanes::new(graph, &clauses.arguments, width);
        for node in graph.cfg.blocks() {
            lanes.is_divergent[node as usize] = graph.edges[node as usize].len() > 1;
        }
        let blocks = Blocks::new(graph, &lanes, &vec![true; lanes.cycles.ids().len()]);
        let full = Linear::new(graph, &lanes, &blocks).map_err(|cycle| format!("cycle {cycle} has no mask"))?;
        Ok(Self { plan, full })
    }

    /// Walks both orders; returns the number of executed nodes of each.
    pub fn walk(&self, traces: &[Trace]) -> Result<[u64; 2], String> {
        let n_run = Walk::new(&self.plan, &self.plan.linear, traces).run()?;
        let n_full = Walk::new(&self.plan, &self.full, traces).run().map_err(|wrong| format!("in full: {wrong}"))?;
        match n_run <= n_full {
            true => Ok([n_run, n_full]),
            false => Err(format!("runs {n_run} blocks, where in full {n_full} run")),
        }
    }
}

struct Walk<'p, 'a> {
    plan: &'p Plan<'a>,
    linear: &'p Linear,
    traces: &'p [Trace],
    /// By lane: the position in its trace.
    done: Vec<usize>,
}

/// A walk with more steps does not terminate.
const MOST_STEPS: u64 = 1_000_000;

impl<'p, 'a> Walk<'p, 'a> {
    fn new(plan: &'p Plan<'a>, linear: &'p Linear, traces: &'p [Trace]) -> Self {
        Self { plan, linear, traces, done: vec![0; traces.len()] }
    }

    /// The next node of a lane; the end after its trace.
    fn next(&self, lane: usize) -> Node {
        self.traces[lane].get(self.done[lane]).copied().unwrap_or(self.plan.graph.end)
    }

    fn any_at(&self, nodes: &[Node]) -> bool {
        (0..self.traces.len()).any(|lane| nodes.contains(&self.next(lane)))
    }

    fn run(mut self) -> Result<u64, String> {
        let (mut at, mut n_run) = (0, 0);
        for _ in 0..MOST_STEPS {
            let place = self.linear.places[at];
            let next = self.linear.next[at].as_ref().ok_or_else(|| format!("{place:?} is not reached"))?;
            let mut gone = Vec::new();
            if let Place::Node(node) = place {
                n_run += u64::from(node != self.plan.graph.end);
                gone = (0..self.traces.len()).filter(|&lane| self.next(lane) == node).collect();
                gone.iter().for_each(|&lane| self.done[lane] += 1);
            }
            at = match (next, place) {
                (Next::Nowhere, _) => return self.ended(n_run),
                (Next::One(to), _) => *to,
                (Next::ByEdge(to), Place::Node(node)) => to[self.edge(node, &gone)?],
                (Next::Test { inside, after }, Place::Test(cycle)) => {
                    let is_inside = self.any_at(&self.plan.lanes.cycles[cycle].entries);
                    if is_inside { *inside } else { *after }
                }
                (Next::Test { inside, after }, Place::Skip(node)) => {
                    if self.any_at(&[node]) {
                        *inside
                    } else {
                        *after
                    }
                }
                (next, place) => return Err(format!("{place:?} goes on by {next:?}")),
            };
        }
        Err("the walk does not end".into())
    }

    /// The edge that all lanes which executed `node` take; without any, the edge that the integer 0 selects.
    fn edge(&self, node: Node, gone: &[usize]) -> Result<usize, String> {
        let edges = &self.plan.graph.edges[node as usize];
        let Some(&first) = gone.first() else {
            let is_zero = |condition: &Condition| match condition {
                Condition::Bit(_, bit) => !bit,
                Condition::Case(_, number) => number.is_zero(),
                Condition::Always | Condition::Default(_) => false,
            };
            return Ok(edges.iter().position(|edge| is_zero(&edge.condition)).unwrap_or(0));
        };
        let to = self.next(first);
        if let Some(&other) = gone.iter().find(|&&lane| self.next(lane) != to) {
            let (a, b) = (self.plan.graph.name(to), self.plan.graph.name(self.next(other)));
            return Err(format!("lanes {first} and {other} part at bb{node}, to {a} and {b}"));
        }
        let found = edges.iter().position(|edge| edge.to == to);
        found.ok_or_else(|| format!("bb{node} does not lead to {}", self.plan.graph.name(to)))
    }

    fn ended(&self, n_run: u64) -> Result<u64, String> {
        match (0..self.traces.len()).find(|&lane| self.done[lane] <= self.traces[lane].len()) {
            None => Ok(n_run),
            Some(lane) => Err(format!("lane {lane} is left at {}", self.plan.graph.name(self.next(lane)))),
        }
    }
}
