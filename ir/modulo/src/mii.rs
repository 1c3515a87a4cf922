//! Lower bounds of II.

use num_integer::Integer;
use rmlir_budget::Budget;

use crate::graph::{Edge, Graph, GraphError};
use crate::machine::{Alternative, Machine};

/// The larger of [`res_mii`], [`rec_mii`] and the machine's own.
pub fn mii(graph: &Graph, machine: &Machine) -> Result<i64, GraphError> {
    mii_within(graph, machine, &Budget::unlimited())
}

/// The same, with what it takes spent.
pub fn mii_within(graph: &Graph, machine: &Machine, budget: &Budget) -> Result<i64, GraphError> {
    budget.spend(VISITS * (graph.len() + graph.edges().len()) as u64);
    graph.topological()?;
    mii_with(graph, machine, &graph.components(), budget)
}

/// How often nodes and edges are visited to find an order of them, components, and the least load of units.
const VISITS: u64 = 4;

/// The same of a graph without circuits in an iteration, whose components are known.
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

/// The II from which on there are units for all operations. Operations with several ways to run are given the one that
/// loads units least, those with fewest ways first (Rau, MICRO-27, section 2.1).
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

/// For each unit, how long it is taken each time.
struct Load<'m> {
    machine: &'m Machine,
    cycles: Vec<Vec<u32>>,
    /// For each unit, how long in sum.
    totals: Vec<i64>,
}

impl<'m> Load<'m> {
    fn new(machine: &'m Machine) -> Self {
        let n_units = machine.units.len();
        Self { machine, cycles: vec![Vec::new(); n_units], totals: vec![0; n_units] }
    }

    /// The bound of the interval with one more operation, and how long units are taken in sum.
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

    /// Each unit can be busy all the time.
    fn sum_bound(&self) -> i64 {
        let units = self.machine.units.iter().zip(&self.totals);
        units.map(|(unit, total)| Integer::div_ceil(total, &i64::from(unit.count.max(1)))).max().unwrap_or(0)
    }

    /// And what takes long must not be cut: of what takes more than II / (k + 1), a unit holds k.
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

/// The smallest II at which no circuit of dependences is longer than the iterations it spans.
pub fn rec_mii(graph: &Graph) -> Result<i64, GraphError> {
    graph.topological()?;
    Ok(rec_mii_of(graph.len(), &inside(graph, &graph.components()), &Budget::unlimited()))
}

/// The edges on circuits.
fn inside(graph: &Graph, component: &[usize]) -> Vec<Edge> {
    graph.edges().iter().filter(|edge| component[edge.from] == component[edge.to]).copied().collect()
}

/// As [`rec_mii`], of these edges. Circuits must span an iteration.
pub(crate) fn rec_mii_of(n_nodes: usize, edges: &[Edge], budget: &Budget) -> i64 {
    rec_mii_from(0, n_nodes, edges, budget)
}

/// The same, or `least` if that is more. Most loops are bound by resources: then no other interval is tried.
fn rec_mii_from(least: i64, n_nodes: usize, edges: &[Edge], budget: &Budget) -> i64 {
    // The longest circuit takes no longer than all of what is positive.
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

/// The longest path from each node at this II, 0 for that to itself (Bellman and Ford); `None` if a circuit is too long
/// for it.
pub(crate) fn longest_paths(n_nodes: usize, edges: &[Edge], ii: i64, budget: &Budget) -> Option<Vec<i64>> {
    let mut height = vec![0; n_nodes];
    // Where the longest path that is known goes on.
    let mut next = vec![usize::MAX; n_nodes];
    let mut circuits = Circuits::new(n_nodes);
    loop {
        let mut changed = false;
        budget.spend((n_nodes + edges.len()) as u64);
        // Edges mostly go from lower to higher numbers: backwards, few rounds do.
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

/// Looks for circuits, again and again in graphs of one size.
struct Circuits {
    /// The walk that came to each node last.
    walk: Vec<usize>,
    /// How many walks there were.
    n_walks: usize,
}

impl Circuits {
    fn new(n_nodes: usize) -> Self {
        Self { walk: vec![0; n_nodes], n_walks: 0 }
    }

    /// Whether following `next` comes back to where it was: then paths grow for ever.
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
