//! The dependence graph of a loop, and its machine as the input of the scheduler.
//!
//! Latencies: a result is available after the latency of its class; memory holds a stored value in the next cycle, and
//! a store may start together with an earlier load (anti dependence of latency 0). Registers need no anti and output
//! dependences: the result of each iteration gets a register of its own for its lifetime. Guarded operations read a
//! predicate, so control dependences are data dependences.

use rmlir::prelude::*;
use rmlir_modulo::{Alternative, Edge, Graph, Kind, Machine, Usage};
use rmlir_vliw::{Crossing, Model};

use crate::loops::distances::DependenceDistances;
use crate::loops::loop_body::{Action, LoopBody, Node, Operand};
use crate::loops::subscripts::{Access, Accesses};
use crate::schedule::exclusive::exclusive;

/// The machine for the scheduler; the issue slot is a unit.
///
/// Classes have the indices they have in the model, where operations execute in any cluster. They are followed by the
/// classes of each cluster: without cross paths, with the paths of operands, with the paths of results.
pub fn machine(model: &Model) -> Machine {
    let mut machine = Machine::new(&model.name);
    for unit in &model.units {
        machine.add_unit(&unit.name, unit.count as u32);
    }
    machine.add_unit("issue", model.issue as u32);
    add_classes(&mut machine, model, None, None);
    for cluster in 0..model.n_clusters() {
        for crossing in CROSSINGS {
            add_classes(&mut machine, model, Some(cluster), crossing);
        }
    }
    machine.min_ii = model.min_ii;
    machine
}

const CROSSINGS: [Option<Crossing>; 3] = [None, Some(Crossing::Reads), Some(Crossing::Writes)];

fn add_classes(machine: &mut Machine, model: &Model, cluster: Option<usize>, crossing: Option<Crossing>) {
    let issue = Usage { unit: model.units.len(), offset: 0, cycles: 1 };
    for (number, class) in model.classes.iter().enumerate() {
        let alternative = |way: usize| {
            let units = class.ways[way].iter();
            let units = units.map(|it| Usage { unit: it.unit, offset: it.offset, cycles: it.cycles });
            Alternative { usages: units.chain([issue]).collect() }
        };
        let ways = model.ways(number, cluster, crossing);
        let name = cluster.map_or(class.name.clone(), |cluster| format!("{}.{cluster}", class.name));
        machine.add_class_with(name, ways.into_iter().map(alternative).collect());
    }
}

/// The class index of a node in [`machine`].
fn class_of(node: &Node, model: &Model) -> usize {
    let Some(cluster) = node.cluster else { return node.class };
    let crossing = CROSSINGS.iter().position(|&crossing| crossing == node.crossing).expect("all are there");
    model.classes.len() * (1 + CROSSINGS.len() * cluster + crossing) + node.class
}

/// The maximum number of iterations in flight, so that a greater distance of memory accesses is satisfied trivially:
/// the size of the scheduler's tables is proportional to the sum of distances.
const MAX_DISTANCE: u32 = 1024;

/// Builds the dependence graph; node indices are those of the loop.
pub fn graph(of: &LoopBody, model: &Model) -> Graph {
    let mut graph = Graph::new();
    for node in &of.nodes {
        graph.add_node(&node.name, class_of(node, model));
    }
    let latency = |node: usize| model.classes[of.nodes[node].class].latency;
    for (to, node) in of.nodes.iter().enumerate() {
        for operand in node.reads() {
            if let Operand::Node { node: from, distance } = operand {
                graph.add_flow(from, to, latency(from), distance);
            }
        }
    }
    stack(of, &mut graph);
    // A node is issued before its next iteration in every schedule.
    let between_nodes = of.memory.iter().filter(|edge| edge.from != edge.to);
    between_nodes.for_each(|&edge| graph.add_edge(Edge { distance: edge.distance.min(MAX_DISTANCE), ..edge }));
    exclusive(of, model).into_iter().for_each(|edge| graph.add_edge(edge));
    graph
}

/// The memory dependences, without those that others imply. A store that later iterations repeat to the same element
/// depends on itself: its copies in an unrolled loop stay in order.
pub fn memory(body: &Body, of: &LoopBody) -> Vec<Edge> {
    let mut edges = Vec::new();
    let accesses = Accesses::new(body, of.op);
    let mut found: Vec<(usize, Access)> = Vec::new();
    for (number, node) in of.nodes.iter().enumerate() {
        let (Action::Op(op, _) | Action::Dismissible(op)) = node.action else { continue };
        found.extend(accesses.access(op).map(|access| (number, access)));
    }
    // A bundle loads before it stores, and the next one observes the stored values.
    let wait = |from: &Access| i64::from(from.stores);
    for (place, (first, a)) in found.iter().enumerate() {
        let repeated = if a.stores { accesses.distances(a, a).backward } else { None };
        edges.extend(repeated.map(|distance| edge(*first, *first, wait(a), distance)));
        for (second, b) in &found[place + 1..] {
            if !a.stores && !b.stores {
                continue;
            }
            let DependenceDistances { forward, backward } = accesses.distances(a, b);
            edges.extend(forward.map(|distance| edge(*first, *second, wait(a), distance)));
            edges.extend(backward.map(|distance| edge(*second, *first, wait(b), distance)));
        }
    }
    without_implied(edges)
}

/// The length between nodes without a path.
const NO_PATH: i64 = i64::MIN / 2;

/// Removes the edges that are implied by a path over other edges: one whose sum of latencies is no less, and whose sum
/// of distances is no greater. The legal schedules stay the same. Edges within an iteration lead from lower to higher
/// indices.
///
/// Accesses that may all alias have an edge or two for each pair; only a number linear in that of accesses remains.
///
/// Steps: edges within an iteration are visited from the last node up, those to near nodes first, as a path over others
/// only has edges between nearer nodes; then those to the next iteration in the same order, by paths with at most one
/// of the remaining such edges; then those of greater distances, by the same paths.
fn without_implied(edges: Vec<Edge>) -> Vec<Edge> {
    let mut nodes: Vec<usize> = edges.iter().flat_map(|edge| [edge.from, edge.to]).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let rank = |node: usize| nodes.binary_search(&node).expect("it is the node of an edge");
    let mut outgoing: Vec<Vec<(u32, usize, i64, usize)>> = vec![Vec::new(); nodes.len()];
    for (number, edge) in edges.iter().enumerate() {
        outgoing[rank(edge.from)].push((edge.distance, rank(edge.to), edge.latency, number));
    }
    let mut stays = vec![false; edges.len()];
    // The longest paths within an iteration, and to the next one.
    let mut here: Vec<Vec<i64>> = vec![vec![NO_PATH; nodes.len()]; nodes.len()];
    let mut next = here.clone();
    let lengthen = |paths: &mut [i64], latency: i64, on: &[i64]| {
        paths.iter_mut().zip(on).for_each(|(path, on)| *path = (*path).max(latency + on));
    };
    for from in (0..nodes.len()).rev() {
        outgoing[from].sort_unstable();
        here[from][from] = 0;
        let (before, behind) = here.split_at_mut(from + 1);
        for &(_, to, latency, number) in outgoing[from].iter().filter(|edge| edge.0 == 0) {
            if before[from][to] < latency {
                stays[number] = true;
                lengthen(&mut before[from], latency, &behind[to - from - 1]);
            }
        }
    }
    for from in (0..nodes.len()).rev() {
        next[from].clone_from(&here[from]);
        let (before, behind) = next.split_at_mut(from + 1);
        for &(distance, to, latency, number) in &outgoing[from] {
            match distance {
                0 if stays[number] => lengthen(&mut before[from], latency, &behind[to - from - 1]),
                0 => {}
                _ if before[from][to] >= latency => {}
                _ => {
                    stays[number] = true;
                    if distance == 1 {
                        lengthen(&mut before[from], latency, &here[to]);
                    }
                }
            }
        }
    }
    let mut stays = stays.into_iter();
    edges.into_iter().filter(|_| stays.next() == Some(true)).collect()
}

/// Adds dependences through stack slots: a reload starts after its spill.
fn stack(of: &LoopBody, graph: &mut Graph) {
    for (to, node) in of.nodes.iter().enumerate() {
        if let Action::Reload { slot, distance } = node.action
            && let Some(from) = of.spill(slot)
        {
            graph.add_edge(edge(from, to, 1, distance));
        }
    }
}

/// Like [`graph`], for sequential iterations with one register for each result: with anti dependences, so that the
/// previous value is read before it is overwritten. The graph may have no schedule.
pub fn graph_one_by_one(of: &LoopBody, model: &Model) -> Graph {
    let mut graph = graph(of, model);
    for (reader, node) in of.nodes.iter().enumerate() {
        for operand in node.reads() {
            if let Operand::Node { node: from, distance: 1 } = operand
                && from != reader
            {
                graph.add_edge(Edge { from: reader, to: from, latency: 0, distance: 0, kind: Kind::Anti });
            }
        }
        if let Action::Reload { slot, distance: 1 } = node.action
            && let Some(spill) = of.spill(slot)
        {
            graph.add_edge(edge(reader, spill, 0, 0));
        }
    }
    graph
}

fn edge(from: usize, to: usize, latency: i64, distance: u32) -> Edge {
    Edge { from, to, latency, distance, kind: Kind::Order }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The longest path at an initiation interval; `NO_PATH` if there is none.
    fn longest(edges: &[Edge], n_nodes: usize, from: usize, to: usize, ii: i64) -> i64 {
        let mut length = vec![NO_PATH; n_nodes];
        length[from] = 0;
        for _ in 0..n_nodes {
            for edge in edges {
                let path = length[edge.from] + edge.length(ii);
                if length[edge.from] > NO_PATH {
                    length[edge.to] = length[edge.to].max(path);
                }
            }
        }
        length[to]
    }

    proptest! {
        #[test]
        fn edges_that_are_left_out_are_implied(
            pairs in prop::collection::vec((0..7usize, 0..7usize, 0..3i64, 0..4u32), 0..40),
        ) {
            let is_legal = |&(from, to, _, distance): &(usize, usize, i64, u32)| distance > 0 || from < to;
            let edges: Vec<Edge> =
                pairs.into_iter().filter(is_legal).map(|(from, to, wait, distance)| edge(from, to, wait, distance)).collect();
            let kept = without_implied(edges.clone());
            prop_assert!(kept.iter().all(|edge| edges.contains(edge)));
            // At this initiation interval no circuit has a positive length.
            for ii in [20, 50] {
                for edge in &edges {
                    prop_assert!(longest(&kept, 7, edge.from, edge.to, ii) >= edge.length(ii));
                }
            }
        }
    }

    #[test]
    fn of_stores_that_all_alias_neighbours_and_the_ends_keep_their_edges() {
        let n_stores = 40;
        let mut edges = Vec::new();
        for first in 0..n_stores {
            for second in first + 1..n_stores {
                edges.extend([edge(first, second, 1, 0), edge(second, first, 1, 1)]);
            }
        }
        assert_eq!(without_implied(edges).len(), n_stores);
    }
}
