//! Lower bounds of II.

use num_integer::Integer;

use crate::graph::{Edge, Graph, GraphError};
use crate::machine::Machine;

/// The larger of [`res_mii`], [`rec_mii`] and the machine's own.
pub fn mii(graph: &Graph, machine: &Machine) -> Result<i64, GraphError> {
    graph.topological()?;
    mii_with(graph, machine, &graph.components())
}

/// The same of a graph without circuits in an iteration, whose components are known.
pub(crate) fn mii_with(graph: &Graph, machine: &Machine, component: &[usize]) -> Result<i64, GraphError> {
    Ok(res_mii(graph, machine)?.max(rec_mii_with(graph, component)).max(machine.min_ii).max(1))
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
        let best = usable.min_by_key(|alternative| {
            let with = load.with(alternative);
            (with.sum_bound(), with.total())
        });
        let best = best.ok_or_else(|| GraphError::NoUnit { node: graph.node(node).name.clone() })?;
        load = load.with(best);
    }
    Ok(load.bound())
}

/// For each unit, how long it is taken each time.
#[derive(Clone)]
struct Load<'m> {
    machine: &'m Machine,
    cycles: Vec<Vec<u32>>,
}

impl<'m> Load<'m> {
    fn new(machine: &'m Machine) -> Self {
        Self { machine, cycles: vec![Vec::new(); machine.units.len()] }
    }

    fn with(&self, alternative: &crate::machine::Alternative) -> Self {
        let mut with = self.clone();
        with.add(alternative);
        with
    }

    fn add(&mut self, alternative: &crate::machine::Alternative) {
        alternative.usages.iter().for_each(|usage| self.cycles[usage.unit].push(usage.cycles));
    }

    fn total(&self) -> u64 {
        self.cycles.iter().flatten().map(|&cycles| u64::from(cycles)).sum()
    }

    /// Each unit can be busy all the time.
    fn sum_bound(&self) -> i64 {
        let units = self.machine.units.iter().zip(&self.cycles);
        let bounds = units.map(|(unit, cycles)| {
            let total: i64 = cycles.iter().map(|&cycles| i64::from(cycles)).sum();
            Integer::div_ceil(&total, &i64::from(unit.count.max(1)))
        });
        bounds.max().unwrap_or(0)
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
    Ok(rec_mii_with(graph, &graph.components()))
}

fn rec_mii_with(graph: &Graph, component: &[usize]) -> i64 {
    let inside = |edge: &&Edge| component[edge.from] == component[edge.to];
    let edges: Vec<Edge> = graph.edges().iter().filter(inside).copied().collect();
    rec_mii_of(graph.len(), &edges)
}

/// As [`rec_mii`], of these edges. Circuits must span an iteration.
pub(crate) fn rec_mii_of(n_nodes: usize, edges: &[Edge]) -> i64 {
    if edges.is_empty() {
        return 0;
    }
    // The longest circuit takes no longer than all of what is positive.
    let (mut low, mut high) = (0, edges.iter().map(|edge| edge.latency.max(0)).sum::<i64>());
    while low < high {
        let middle = low + (high - low) / 2;
        match longest_paths(n_nodes, edges, middle) {
            None => low = middle + 1,
            Some(_) => high = middle,
        }
    }
    low
}

/// The longest path from each node at this II, 0 for that to itself (Bellman and Ford); `None` if a circuit is too long
/// for it.
pub(crate) fn longest_paths(n_nodes: usize, edges: &[Edge], ii: i64) -> Option<Vec<i64>> {
    let mut height = vec![0; n_nodes];
    // Where the longest path that is known goes on.
    let mut next = vec![usize::MAX; n_nodes];
    let mut circuits = Circuits::new(n_nodes);
    loop {
        let mut changed = false;
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
