//! The graph without back edges, and the times that come of it.
//!
//! A back edge is one that spans iterations and lies on a circuit: it connects nodes of one component. Without them the
//! graph has no circuit. Edges that span iterations between components stay.

use crate::graph::{Edge, Graph, GraphError};

/// See the module.
#[derive(Clone, Debug)]
pub struct Forward {
    /// The component of each node in the whole graph.
    pub component: Vec<usize>,
    /// The edges that stay.
    pub edges: Vec<Edge>,
    /// The others.
    pub back_edges: Vec<Edge>,
    /// For each node, those it has edges to, each once.
    pub successors: Vec<Vec<usize>>,
    /// For each node, those it has edges from, each once.
    pub predecessors: Vec<Vec<usize>>,
    /// The nodes, each after its predecessors.
    pub order: Vec<usize>,
}

impl Forward {
    /// Of `graph`.
    pub fn of(graph: &Graph) -> Result<Self, GraphError> {
        graph.topological()?;
        let component = graph.components();
        let is_back = |edge: &Edge| edge.distance > 0 && component[edge.from] == component[edge.to];
        let (back_edges, edges): (Vec<Edge>, Vec<Edge>) = graph.edges().iter().copied().partition(is_back);
        let (mut successors, mut predecessors) = (vec![Vec::new(); graph.len()], vec![Vec::new(); graph.len()]);
        for edge in &edges {
            if !successors[edge.from].contains(&edge.to) {
                successors[edge.from].push(edge.to);
                predecessors[edge.to].push(edge.from);
            }
        }
        let order = sorted(&successors, &predecessors);
        Ok(Self { component, edges, back_edges, successors, predecessors, order })
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Those that can be reached from `from` over `next`, themselves included.
    pub(crate) fn reached(&self, from: impl IntoIterator<Item = usize>, next: &[Vec<usize>]) -> Vec<bool> {
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

fn sorted(successors: &[Vec<usize>], predecessors: &[Vec<usize>]) -> Vec<usize> {
    let mut waits: Vec<usize> = predecessors.iter().map(Vec::len).collect();
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

/// What the order of nodes goes by; all in cycles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Times {
    /// The earliest start.
    pub asap: Vec<i64>,
    /// The latest start that does not make the iteration longer.
    pub alap: Vec<i64>,
    /// The longest path from a node without predecessors.
    pub depth: Vec<i64>,
    /// The longest path to a node without successors.
    pub height: Vec<i64>,
}

impl Times {
    /// Of a graph, for this II.
    pub fn of(forward: &Forward, ii: i64) -> Self {
        let n = forward.len();
        let mut times = Self { asap: vec![0; n], alap: vec![0; n], depth: vec![0; n], height: vec![0; n] };
        let (mut outgoing, mut incoming) = (vec![Vec::new(); n], vec![Vec::new(); n]);
        for edge in &forward.edges {
            outgoing[edge.from].push(edge);
            incoming[edge.to].push(edge);
        }
        for &node in &forward.order {
            for edge in &incoming[node] {
                times.asap[node] = times.asap[node].max(times.asap[edge.from] + edge.length(ii));
                times.depth[node] = times.depth[node].max(times.depth[edge.from] + edge.latency);
            }
        }
        let last = times.asap.iter().max().copied().unwrap_or(0);
        for &node in forward.order.iter().rev() {
            times.alap[node] = last;
            for edge in &outgoing[node] {
                times.alap[node] = times.alap[node].min(times.alap[edge.to] - edge.length(ii));
                times.height[node] = times.height[node].max(times.height[edge.to] + edge.latency);
            }
        }
        times
    }

    /// The mobility: how much later than at the earliest `node` may start.
    pub fn mobility(&self, node: usize) -> i64 {
        self.alap[node] - self.asap[node]
    }
}
