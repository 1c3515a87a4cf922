//! The sets in which nodes are ordered: recurrences, in decreasing order of RecMII, each with the paths to those before
//! it; then the other nodes, by connected component.
//!
//! First of all are chains on a resource of which there is one instance, the longest first (SMS, section 6.2): they are
//! recurrences by the dependence of their start on their end.
//!
//! A recurrence is a *recurrence subgraph*: all circuits over one back edge. Nodes that are only on circuits over
//! several back edges form one more set for their component.

use std::cmp::Reverse;

use num_integer::Integer;
use rmlir_base::budget::Budget;

use crate::graph::{Edge, Kind};
use crate::mii::rec_mii_of;
use crate::order::forward::Forward;

/// The smallest II of a recurrence's circuits, and its nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Recurrence {
    rec_mii: i64,
    nodes: Vec<usize>,
    /// Whether it is a chain on a resource with one instance.
    is_serial: bool,
}

/// The sets and the nodes of each, in order; every node is in one set.
pub fn sets(forward: &Forward) -> Vec<Vec<usize>> {
    sets_within(forward, &Budget::unlimited())
}

/// As [`sets`], with the steps taken from a budget.
pub(crate) fn sets_within(forward: &Forward, budget: &Budget) -> Vec<Vec<usize>> {
    // The search for each recurrence visits all edges.
    budget.spend(((forward.len() + forward.edges.len()) * (1 + forward.back_edges.len())) as u64);
    let mut recurrences = recurrences(forward, budget);
    // Equal ones remain in the order of their back edges.
    recurrences.sort_by_key(|recurrence| {
        let length = if recurrence.is_serial { recurrence.nodes.len() } else { 0 };
        Reverse((recurrence.is_serial, length, recurrence.rec_mii))
    });
    let n = forward.len();
    let mut taken = vec![false; n];
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for recurrence in recurrences {
        let mut set: Vec<usize> = recurrence.nodes.into_iter().filter(|&node| !taken[node]).collect();
        if set.is_empty() {
            continue;
        }
        if !sets.is_empty() {
            let between = between(forward, &taken, &set);
            set.extend(
                (0..n).filter(|&node| between[node] && !taken[node] && !set.contains(&node)).collect::<Vec<_>>(),
            );
            set.sort_unstable();
        }
        set.iter().for_each(|&node| taken[node] = true);
        sets.push(set);
    }
    sets.extend(rest(forward, &taken));
    sets
}

/// The nodes on paths from earlier sets to `set`, and from it to them.
fn between(forward: &Forward, taken: &[bool], set: &[usize]) -> Vec<bool> {
    let earlier = || (0..taken.len()).filter(|&node| taken[node]);
    let below_earlier = forward.reached(earlier(), &forward.successors);
    let above_earlier = forward.reached(earlier(), &forward.predecessors);
    let below = forward.reached(set.iter().copied(), &forward.successors);
    let above = forward.reached(set.iter().copied(), &forward.predecessors);
    (0..taken.len()).map(|node| (below_earlier[node] && above[node]) || (below[node] && above_earlier[node])).collect()
}

fn recurrences(forward: &Forward, budget: &Budget) -> Vec<Recurrence> {
    let mut found: Vec<Recurrence> = forward.back_edges.iter().map(|edge| over(forward, *edge)).collect();
    let mut covered = vec![false; forward.len()];
    found.iter().flat_map(|recurrence| &recurrence.nodes).for_each(|&node| covered[node] = true);
    let mut components: Vec<usize> = forward.back_edges.iter().map(|edge| forward.component[edge.from]).collect();
    components.sort_unstable();
    components.dedup();
    for component in components {
        let nodes: Vec<usize> =
            (0..forward.len()).filter(|&node| forward.component[node] == component && !covered[node]).collect();
        if !nodes.is_empty() {
            let all = forward.edges.iter().chain(&forward.back_edges);
            let inside =
                |edge: &&Edge| forward.component[edge.from] == component && forward.component[edge.to] == component;
            let edges: Vec<Edge> = all.filter(inside).copied().collect();
            let rec_mii = rec_mii_of(forward.len(), &edges, budget);
            found.push(Recurrence { rec_mii, nodes, is_serial: false });
        }
    }
    found
}

/// The recurrence of all circuits over the back edge `back` and no other.
fn over(forward: &Forward, back: Edge) -> Recurrence {
    let component = forward.component[back.from];
    let below = forward.reached([back.to], &forward.successors);
    let above = forward.reached([back.from], &forward.predecessors);
    let is_inside = |node: usize| below[node] && above[node] && forward.component[node] == component;
    let nodes: Vec<usize> = (0..forward.len()).filter(|&node| is_inside(node)).collect();
    let longest = longest_path(forward, back.to, back.from, is_inside);
    let length = longest.map_or(0, |path| path + back.latency);
    let rec_mii = Integer::div_ceil(&length, &i64::from(back.distance));
    Recurrence { rec_mii, nodes, is_serial: back.kind == Kind::Serial }
}

/// The length of the longest path between two nodes through nodes that are inside, along edges within an iteration.
fn longest_path(forward: &Forward, from: usize, to: usize, is_inside: impl Fn(usize) -> bool) -> Option<i64> {
    let mut start: Vec<Option<i64>> = vec![None; forward.len()];
    start[from] = Some(0);
    let mut outgoing: Vec<Vec<&Edge>> = vec![Vec::new(); forward.len()];
    let inside = forward.edges.iter().filter(|edge| is_inside(edge.from) && is_inside(edge.to));
    inside.for_each(|edge| outgoing[edge.from].push(edge));
    for &node in &forward.order {
        let Some(at) = start[node] else { continue };
        for edge in &outgoing[node] {
            start[edge.to] = start[edge.to].max(Some(at + edge.latency));
        }
    }
    start[to]
}

/// The other nodes, by components that are connected through such nodes.
fn rest(forward: &Forward, taken: &[bool]) -> Vec<Vec<usize>> {
    let mut seen = taken.to_vec();
    let mut sets = Vec::new();
    for first in 0..forward.len() {
        if seen[first] {
            continue;
        }
        let mut set = Vec::new();
        let mut waiting = vec![first];
        while let Some(node) = waiting.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                set.push(node);
                let neighbours = forward.successors[node].iter().chain(&forward.predecessors[node]);
                waiting.extend(neighbours.copied().filter(|&next| !seen[next]));
            }
        }
        set.sort_unstable();
        sets.push(set);
    }
    sets
}
