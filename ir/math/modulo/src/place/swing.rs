//! Placement of nodes in order, each as close as possible to the placed neighbours (SMS, section 4.3).

use crate::graph::Graph;
use crate::machine::Machine;
use crate::place::table::{Binding, Table};

/// The start and the binding of each node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The initiation interval.
    pub ii: i64,
    /// The start of each node.
    pub start: Vec<i64>,
    /// The binding of each node to units.
    pub bindings: Vec<Binding>,
}

/// The range of times at which a node may start, in the order of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    /// From the first to the last time, in increasing order.
    Up(i64, i64),
    /// From the first to the last time, in decreasing order: the first is the larger.
    Down(i64, i64),
}

impl Window {
    /// The times, best first.
    pub fn times(self) -> impl Iterator<Item = i64> {
        let (first, n, step) = match self {
            Self::Up(first, last) => (first, last - first + 1, 1),
            Self::Down(first, last) => (first, first - last + 1, -1),
        };
        (0..n).map(move |number| first + number * step)
    }
}

/// Places the nodes in `order`; `None` if one has no free row. `asap` is the start of nodes without placed neighbours.
pub fn place(graph: &Graph, machine: &Machine, ii: i64, order: &[usize], asap: &[i64]) -> Option<Placement> {
    let mut start: Vec<Option<i64>> = vec![None; graph.len()];
    let mut table = Table::new(machine, ii, graph.len());
    for &node in order {
        if graph.outgoing(node).any(|edge| edge.to == node && edge.length(ii) > 0) {
            return None;
        }
        let window = window(graph, &start, ii, node, asap[node]);
        let class = graph.node(node).class;
        start[node] = Some(window.times().find(|&time| table.place(node, class, time))?);
    }
    Some(finish(&start, table.into_bindings(), ii))
}

/// The times that the placed neighbours of `node` allow: the four cases of section 4.3.
fn window(graph: &Graph, start: &[Option<i64>], ii: i64, node: usize, asap: i64) -> Window {
    match bounds(graph, ii, node, |other| start[other]) {
        (Some(early), None) => Window::Up(early, early + ii - 1),
        (None, Some(late)) => Window::Down(late, late - ii + 1),
        (Some(early), Some(late)) => Window::Up(early, late.min(early + ii - 1)),
        (None, None) => Window::Up(asap, asap + ii - 1),
    }
}

/// The earliest and the latest start of `node` that its placed neighbours allow.
pub(crate) fn bounds(
    graph: &Graph,
    ii: i64,
    node: usize,
    start: impl Fn(usize) -> Option<i64>,
) -> (Option<i64>, Option<i64>) {
    let others = |other: usize| start(other).filter(|_| other != node);
    let early = graph.incoming(node).filter_map(|edge| Some(others(edge.from)? + edge.length(ii))).max();
    let late = graph.outgoing(node).filter_map(|edge| Some(others(edge.to)? - edge.length(ii))).min();
    (early, late)
}

/// The placement of all nodes, shifted so that the first starts at 0.
pub(crate) fn finish(start: &[Option<i64>], bindings: Vec<Binding>, ii: i64) -> Placement {
    let first = start.iter().copied().flatten().min().unwrap_or(0);
    let start = start.iter().map(|start| start.expect("every node was placed") - first).collect();
    Placement { ii, start, bindings }
}
