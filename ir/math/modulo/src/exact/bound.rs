//! A lower bound of the live registers: the least sum of lifetimes that dependences allow, spread over II rows.
//!
//! The sum is a linear program over starts and ends. Its dual is a flow: each result sends one unit from its start to
//! some end, along paths that are as long as possible. The longest augmenting paths are added one by one.

use num_integer::Integer;

use crate::graph::{Graph, Kind};

/// Graphs with more operations get a weaker bound: the least lifetime of each result by its own dependences.
const MAX_OPERATIONS: usize = 160;

/// A lower bound of the live registers, for any number of units.
pub fn least_live(graph: &Graph, ii: i64) -> i64 {
    let sum = if graph.len() <= MAX_OPERATIONS { Flow::of(graph, ii).run() } else { shortest(graph).iter().sum() };
    Integer::div_ceil(&sum, &ii)
}

/// The least lifetime of each result by its own dependences.
pub fn shortest(graph: &Graph) -> Vec<i64> {
    let flows = |node: usize| graph.outgoing(node).filter(|edge| edge.kind == Kind::Flow);
    (0..graph.len()).map(|node| flows(node).map(|edge| edge.latency).max().unwrap_or(0).max(0)).collect()
}

struct Arc {
    from: usize,
    to: usize,
    length: i64,
    /// The residual capacity; `None` if it is unlimited.
    left: Option<i64>,
}

/// A flow network. Arcs are stored in pairs, each the reverse of the other.
struct Flow {
    n: usize,
    arcs: Vec<Arc>,
}

const SOURCE: usize = 0;
const SINK: usize = 1;

impl Flow {
    fn of(graph: &Graph, ii: i64) -> Self {
        let start = |node: usize| 2 + node;
        let end = |node: usize| 2 + graph.len() + node;
        let mut flow = Self { n: 2 + 2 * graph.len(), arcs: Vec::new() };
        graph.edges().iter().for_each(|edge| flow.add(start(edge.from), start(edge.to), edge.length(ii), None));
        for node in 0..graph.len() {
            let mut readers = graph.outgoing(node).filter(|edge| edge.kind == Kind::Flow).peekable();
            if readers.peek().is_none() {
                continue;
            }
            readers.for_each(|edge| flow.add(start(edge.to), end(node), i64::from(edge.distance) * ii, None));
            flow.add(start(node), end(node), 0, None);
            flow.add(SOURCE, start(node), 0, Some(1));
            flow.add(end(node), SINK, 0, Some(1));
        }
        flow
    }

    fn add(&mut self, from: usize, to: usize, length: i64, left: Option<i64>) {
        self.arcs.push(Arc { from, to, length, left });
        self.arcs.push(Arc { from: to, to: from, length: -length, left: Some(0) });
    }

    fn run(mut self) -> i64 {
        let mut outgoing = vec![Vec::new(); self.n];
        self.arcs.iter().enumerate().for_each(|(number, arc)| outgoing[arc.from].push(number));
        let mut sum = 0;
        while let Some((length, path)) = self.longest(&outgoing) {
            sum += length;
            for arc in path {
                for (number, change) in [(arc, -1), (arc ^ 1, 1)] {
                    if let Some(left) = &mut self.arcs[number].left {
                        *left += change;
                    }
                }
            }
        }
        sum
    }

    /// The longest augmenting path from source to sink, with its arcs.
    fn longest(&self, outgoing: &[Vec<usize>]) -> Option<(i64, Vec<usize>)> {
        let mut length: Vec<Option<i64>> = vec![None; self.n];
        let mut by = vec![usize::MAX; self.n];
        let mut is_waiting = vec![false; self.n];
        let mut waiting = std::collections::VecDeque::from([SOURCE]);
        length[SOURCE] = Some(0);
        while let Some(node) = waiting.pop_front() {
            is_waiting[node] = false;
            let here = length[node]?;
            for &number in &outgoing[node] {
                let arc = &self.arcs[number];
                if arc.left != Some(0) && length[arc.to].is_none_or(|known| known < here + arc.length) {
                    length[arc.to] = Some(here + arc.length);
                    by[arc.to] = number;
                    if !std::mem::replace(&mut is_waiting[arc.to], true) {
                        waiting.push_back(arc.to);
                    }
                }
            }
        }
        let mut path = Vec::new();
        let mut node = SINK;
        while node != SOURCE {
            let number = by.get(node).copied().filter(|&number| number != usize::MAX)?;
            path.push(number);
            node = self.arcs[number].from;
        }
        Some((length[SINK]?, path))
    }
}
