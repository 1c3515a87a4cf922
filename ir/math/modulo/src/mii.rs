//! Lower bounds of II.

use num_integer::Integer;
use rmlir_base::budget::Budget;

use crate::graph::{Edge, Graph, GraphError};
use crate::machine::{Alternative, Machine};

/// The maximum of [`res_mii`], [`rec_mii`] and the machine's own lower bound.
pub fn mii(graph: &Graph, machine: &Machine) -> Result<i64, GraphError> {
    mii_within(graph, machine, &Budget::unlimited())
}

/// As [`mii`], with the steps taken from a budget.
pub fn mii_within(graph: &Graph, machine: &Machine, budget: &Budget) -> Result<i64, GraphError> {
    budget.spend(VISITS * (graph.len() + graph.edges().len()) as u64);
    graph.topological()?;
    mii_with(graph, machine, &graph.components(), budget)
}

/// The number of visits of nodes and edges to find a topological order, components, and the least load of units.
const VISITS: u64 = 4;

/// As [`mii`], for a graph without circuits in an iteration, whose components are known.
pub(crate) fn mii_with(
    graph: &Graph,
    machine: &Machine,
    component: &[usize],
    budget: &Budget,
) -> Result<i64, GraphError> {
    let least = res_mii(graph, machine)?.max(machine.min_ii).max(1);
    let edges = inside(graph, component);
    Ok(rec_mii_from(least, graph.len(), &edges, budget))
}

/// The resource-constrained lower bound of II. Operations with several alternatives are assigned the one that loads
/// units least, those with fewest alternatives first (Rau, MICRO-27, section 2.1).
///
/// ```
/// use rmlir_modulo::{Graph, Machine, mii};
/// let mut machine = Machine::new("one adder");
/// let adder = machine.add_unit("adder", 1);
/// let add = machine.add_class("add", Some((adder, 1)));
/// let mut graph = Graph::new();
/// for name in ["a", "b"] {
///     graph.add_node(name, add);
/// }
/// assert_eq!(mii::res_mii(&graph, &machine), Ok(2));
/// ```
pub fn res_mii(graph: &Graph, machine: &Machine) -> Result<i64, GraphError> {
    let mut order: Vec<usize> = (0..graph.len()).collect();
    order.sort_by_key(|&node| machine.classes[graph.node(node).class].alternatives.len());
    let mut load = Load::new(machine);
    for node in order {
        let class = &machine.classes[graph.node(node).class];
        if let [only] = class.alternatives.as_slice()
            && machine.has_units(only)
        {
            load.add(only);
            continue;
        }
        let usable = class.alternatives.iter().filter(|alternative| machine.has_units(alternative));
        let best = usable.min_by_key(|alternative| load.with(alternative));
        let best = best.ok_or_else(|| GraphError::NoUnit { node: graph.node(node).name.clone() })?;
        load.add(best);
    }
    Ok(load.bound())
}

/// By unit: the durations of its uses.
struct Load<'m> {
    machine: &'m Machine,
    cycles: Vec<Vec<u32>>,
    /// By unit: the sum of the durations.
    totals: Vec<i64>,
}

impl<'m> Load<'m> {
    fn new(machine: &'m Machine) -> Self {
        let n_units = machine.units.len();
        Self { machine, cycles: vec![Vec::new(); n_units], totals: vec![0; n_units] }
    }

    /// The lower bound of II with one more operation, and the sum of the durations of all units.
    fn with(&mut self, alternative: &Alternative) -> (i64, i64) {
        self.change(alternative, 1);
        let with = (self.sum_bound(), self.totals.iter().sum());
        self.change(alternative, -1);
        with
    }

    fn change(&mut self, alternative: &Alternative, sign: i64) {
        alternative.usages.iter().for_each(|usage| self.totals[usage.unit] += sign * i64::from(usage.cycles));
    }

    fn add(&mut self, alternative: &Alternative) {
        alternative.usages.iter().for_each(|usage| self.cycles[usage.unit].push(usage.cycles));
        self.change(alternative, 1);
    }

    /// The bound if each unit can be busy in every cycle.
    fn sum_bound(&self) -> i64 {
        let units = self.machine.units.iter().zip(&self.totals);
        units.map(|(unit, total)| Integer::div_ceil(total, &i64::from(unit.count.max(1)))).max().unwrap_or(0)
    }

    /// The bound for uses that cannot be split: of uses longer than II / (k + 1), a unit holds k.
    fn bound(&self) -> i64 {
        let mut ii = self.sum_bound().max(1);
        while !self.fits(ii) {
            ii += 1;
        }
        ii
    }

    fn fits(&self, ii: i64) -> bool {
        let units = self.machine.units.iter().zip(&self.cycles);
        units.into_iter().all(|(unit, cycles)| {
            let longest = cycles.iter().max().copied().unwrap_or(0);
            let fit = |k: i64| {
                let long = cycles.iter().filter(|&&cycles| i64::from(cycles) * (k + 1) > ii).count() as i64;
                long <= k * i64::from(unit.count)
            };
            i64::from(longest) <= ii && (longest <= 1 || (1..=ii).all(fit))
        })
    }
}

/// The recurrence-constrained lower bound: the least II at which no circuit of dependences has a positive length.
///
/// ```
/// use rmlir_modulo::{Graph, Machine, mii};
/// let mut machine = Machine::new("one adder");
/// let adder = machine.add_unit("adder", 1);
/// let add = machine.add_class("add", Some((adder, 1)));
/// let mut graph = Graph::new();
/// let [a, b] = ["a", "b"].map(|name| graph.add_node(name, add));
/// graph.add_flow(a, b, 3, 0);
/// graph.add_flow(b, a, 2, 1);
/// assert_eq!(mii::rec_mii(&graph), Ok(5));
/// assert_eq!(mii::mii(&graph, &machine), Ok(5));
/// ```
pub fn rec_mii(graph: &Graph) -> Result<i64, GraphError> {
    graph.topological()?;
    Ok(rec_mii_of(graph.len(), &inside(graph, &graph.components()), &Budget::unlimited()))
}

/// The edges that lie on circuits.
fn inside(graph: &Graph, component: &[usize]) -> Vec<Edge> {
    graph.edges().iter().filter(|edge| component[edge.from] == component[edge.to]).copied().collect()
}

/// As [`rec_mii`], of these edges. Circuits must be loop-carried.
pub(crate) fn rec_mii_of(n_nodes: usize, edges: &[Edge], budget: &Budget) -> i64 {
    rec_mii_from(0, n_nodes, edges, budget)
}

/// As [`rec_mii`], or `least` if that is more. Most loops are bound by resources: then no other interval is tried.
fn rec_mii_from(least: i64, n_nodes: usize, edges: &[Edge], budget: &Budget) -> i64 {
    // The longest circuit is no longer than the sum of all positive latencies.
    let (mut low, mut high) = (least, edges.iter().map(|edge| edge.latency.max(0)).sum::<i64>().max(least));
    let mut next = least;
    while low < high {
        match longest_paths(n_nodes, edges, next, budget) {
            None => low = next + 1,
            Some(_) => high = next,
        }
        next = low + (high - low) / 2;
    }
    low
}

/// The longest path from each node at this II, 0 for the empty path (Bellman and Ford); `None` if a circuit has a
/// positive length.
pub(crate) fn longest_paths(n_nodes: usize, edges: &[Edge], ii: i64, budget: &Budget) -> Option<Vec<i64>> {
    let mut height = vec![0; n_nodes];
    // The next node of the longest known path.
    let mut next = vec![usize::MAX; n_nodes];
    let mut circuits = Circuits::new(n_nodes);
    loop {
        let mut changed = false;
        budget.spend((n_nodes + edges.len()) as u64);
        // Edges mostly lead from lower to higher indices: in reverse order few iterations suffice.
        for edge in edges.iter().rev() {
            let way = height[edge.to] + edge.length(ii);
            if way > height[edge.from] {
                height[edge.from] = way;
                next[edge.from] = edge.to;
                changed = true;
            }
        }
        if !changed {
            return Some(height);
        }
        if circuits.has_one(&next) {
            return None;
        }
    }
}

/// The detection of circuits in graphs of one size.
struct Circuits {
    /// The walk that visited each node last.
    walk: Vec<usize>,
    /// The number of walks so far.
    n_walks: usize,
}

impl Circuits {
    fn new(n_nodes: usize) -> Self {
        Self { walk: vec![0; n_nodes], n_walks: 0 }
    }

    /// Whether following `next` leads to a circuit: then paths grow without bound.
    fn has_one(&mut self, next: &[usize]) -> bool {
        let before = self.n_walks;
        (0..next.len()).any(|first| {
            self.n_walks += 1;
            let mut node = first;
            while node < next.len() && self.walk[node] <= before {
                self.walk[node] = self.n_walks;
                node = next[node];
            }
            node < next.len() && self.walk[node] == self.n_walks
        })
    }
}
