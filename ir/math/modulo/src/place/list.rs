//! The list schedule of one iteration: the schedule of a loop without modulo scheduling.

use num_integer::Integer;

use crate::graph::Graph;
use crate::machine::Machine;
use crate::order::forward::Times;
use crate::place::swing::{Placement, finish};
use crate::place::table::Table;

/// Places every node as early as its predecessors and units allow, those with the longest path to the end first. The II
/// is the least one with which no two iterations share a cycle and loop-carried dependences hold.
pub fn list(graph: &Graph, machine: &Machine, times: &Times, at_least: i64) -> Placement {
    // Long enough that all operations can be placed sequentially.
    let horizon = horizon(graph, machine);
    let mut table = Table::new(machine, horizon, graph.len());
    let mut start: Vec<Option<i64>> = vec![None; graph.len()];
    let mut waits: Vec<usize> = vec![0; graph.len()];
    let here = |distance: u32| distance == 0;
    graph.edges().iter().filter(|edge| here(edge.distance)).for_each(|edge| waits[edge.to] += 1);
    let mut ready: Vec<usize> = (0..graph.len()).filter(|&node| waits[node] == 0).collect();
    while let Some(place) =
        (0..ready.len()).max_by_key(|&place| (times.height[ready[place]], std::cmp::Reverse(ready[place])))
    {
        let node = ready.swap_remove(place);
        let edges = graph.incoming(node).filter(|edge| here(edge.distance));
        let early = edges.filter_map(|edge| Some(start[edge.from]? + edge.latency)).max().unwrap_or(0).max(0);
        let class = graph.node(node).class;
        let free = (early..).find(|&time| table.place(node, class, time));
        start[node] = free;
        for edge in graph.outgoing(node).filter(|edge| here(edge.distance)) {
            waits[edge.to] -= 1;
            if waits[edge.to] == 0 {
                ready.push(edge.to);
            }
        }
    }
    let mut placement = finish(&start, table.into_bindings(), horizon);
    placement.ii = interval(graph, machine, &placement).max(at_least);
    placement
}

/// A number of cycles in which all operations can be placed sequentially.
pub(crate) fn horizon(graph: &Graph, machine: &Machine) -> i64 {
    let length = |node: usize| {
        let usages = machine.classes[graph.node(node).class].alternatives.iter().flat_map(|way| &way.usages);
        let busy = usages.map(|usage| i64::from(usage.offset) + i64::from(usage.cycles)).max().unwrap_or(1);
        let latency = graph.outgoing(node).map(|edge| edge.latency).max().unwrap_or(0);
        busy.max(latency).max(1)
    };
    (0..graph.len()).map(length).fold(1, i64::saturating_add)
}

/// The cycles of one iteration, until its last unit is free, or more if loop-carried dependences require it.
pub(crate) fn interval(graph: &Graph, machine: &Machine, placement: &Placement) -> i64 {
    let ends = (0..graph.len()).map(|node| {
        let ways = &machine.classes[graph.node(node).class].alternatives;
        let usages = &ways[placement.bindings[node].alternative].usages;
        let busy = usages.iter().map(|usage| i64::from(usage.offset) + i64::from(usage.cycles)).max().unwrap_or(1);
        placement.start[node] + busy
    });
    let dependences = graph.edges().iter().filter(|edge| edge.distance > 0).map(|edge| {
        let gap = placement.start[edge.from] + edge.latency - placement.start[edge.to];
        Integer::div_ceil(&gap, &i64::from(edge.distance))
    });
    ends.chain(dependences).max().unwrap_or(1).max(1)
}
