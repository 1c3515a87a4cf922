//! The graph without back edges, and the times that follow from it.
//!
//! A back edge is one that is loop-carried and lies on a circuit: it connects nodes of one component. Without them the
//! graph has no circuit. Loop-carried edges between components remain.

use std::ops::{Index, Range};

use crate::graph::{Edge, Graph, GraphError};

/// The graph without back edges.
#[derive(Clone, Debug)]
pub struct Forward {
    /// The component of each node in the whole graph.
    pub component: Vec<usize>,
    /// The forward edges, in an order in which the edges into a node precede those out of it.
    pub edges: Vec<Edge>,
    /// The back edges.
    pub back_edges: Vec<Edge>,
    /// By node: the targets of its edges, each once.
    pub successors: Neighbours,
    /// By node: the sources of its edges, each once.
    pub predecessors: Neighbours,
    /// The nodes, each after its predecessors.
    pub order: Vec<usize>,
}

impl Forward {
    /// The forward graph of `graph`.
    pub fn of(graph: &Graph) -> Result<Self, GraphError> {
        graph.topological()?;
        let component = graph.components();
        let is_back = |edge: &Edge| edge.distance > 0 && component[edge.from] == component[edge.to];
        let (back_edges, mut edges): (Vec<Edge>, Vec<Edge>) = graph.edges().iter().copied().partition(is_back);
        let successors = Neighbours::new(graph.len(), edges.iter().map(|edge| (edge.from, edge.to)));
        let predecessors = Neighbours::new(graph.len(), edges.iter().map(|edge| (edge.to, edge.from)));
        let order = sorted(&successors, &predecessors);
        let mut rank = vec![0; graph.len()];
        order.iter().enumerate().for_each(|(place, &node)| rank[node] = place);
        edges.sort_by_key(|edge| rank[edge.from]);
        Ok(Self { component, edges, back_edges, successors, predecessors, order })
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The nodes that are reachable from `from` along `next`, including `from`.
    pub(crate) fn reached(&self, from: impl IntoIterator<Item = usize>, next: &Neighbours) -> Vec<bool> {
        let mut reached = vec![false; self.len()];
        let mut waiting: Vec<usize> = from.into_iter().collect();
        while let Some(node) = waiting.pop() {
            if !std::mem::replace(&mut reached[node], true) {
                waiting.extend(next[node].iter().copied().filter(|&next| !reached[next]));
            }
        }
        reached
    }
}

/// An adjacency list: neighbours of each node, all in one vector.
#[derive(Clone, Debug)]
pub struct Neighbours {
    /// The range of each node in the vector.
    ranges: Vec<Range<usize>>,
    all: Vec<usize>,
}

impl Neighbours {
    /// The adjacency list of `n` nodes; duplicate pairs of a node and a neighbour are dropped.
    fn new(n: usize, pairs: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        let mut ranges = vec![0..0; n];
        pairs.clone().for_each(|(node, _)| ranges[node].end += 1);
        let mut first = 0;
        for range in &mut ranges {
            let most = range.end;
            *range = first..first;
            first += most;
        }
        let mut all = vec![0; first];
        for (node, other) in pairs {
            if !all[ranges[node].clone()].contains(&other) {
                all[ranges[node].end] = other;
                ranges[node].end += 1;
            }
        }
        Self { ranges, all }
    }
}

impl Index<usize> for Neighbours {
    type Output = [usize];

    fn index(&self, node: usize) -> &[usize] {
        &self.all[self.ranges[node].clone()]
    }
}

fn sorted(successors: &Neighbours, predecessors: &Neighbours) -> Vec<usize> {
    let mut waits: Vec<usize> = predecessors.ranges.iter().map(Range::len).collect();
    let mut order: Vec<usize> = (0..waits.len()).filter(|&node| waits[node] == 0).collect();
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        next += 1;
        for &to in &successors[node] {
            waits[to] -= 1;
            if waits[to] == 0 {
                order.push(to);
            }
        }
    }
    assert_eq!(order.len(), waits.len(), "without back edges there is no circuit");
    order
}

/// The priorities from which the order of nodes is computed; all in cycles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Times {
    /// The earliest start.
    pub asap: Vec<i64>,
    /// The latest start that does not lengthen the iteration.
    pub alap: Vec<i64>,
    /// The longest path from a node without predecessors.
    pub depth: Vec<i64>,
    /// The longest path to a node without successors.
    pub height: Vec<i64>,
}

impl Times {
    /// The times of a graph, for this II.
    pub fn of(forward: &Forward, ii: i64) -> Self {
        let n = forward.len();
        let mut times = Self { asap: vec![0; n], alap: vec![0; n], depth: vec![0; n], height: vec![0; n] };
        for edge in &forward.edges {
            times.asap[edge.to] = times.asap[edge.to].max(times.asap[edge.from] + edge.length(ii));
            times.depth[edge.to] = times.depth[edge.to].max(times.depth[edge.from] + edge.latency);
        }
        let last = times.asap.iter().max().copied().unwrap_or(0);
        times.alap.fill(last);
        for edge in forward.edges.iter().rev() {
            times.alap[edge.from] = times.alap[edge.from].min(times.alap[edge.to] - edge.length(ii));
            times.height[edge.from] = times.height[edge.from].max(times.height[edge.to] + edge.latency);
        }
        times
    }

    /// The mobility of `node`: the difference between its latest and earliest start.
    pub fn mobility(&self, node: usize) -> i64 {
        self.alap[node] - self.asap[node]
    }
}
