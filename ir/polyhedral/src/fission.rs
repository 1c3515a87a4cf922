//! Innermost loops in parts, so that each is parallel.
//!
//! Statements that share an innermost loop may keep it from being parallel: one needs what another computes in the turn
//! before. Where no cycle of dependences goes through them, each can have a loop of its own in the same turn of the loop
//! around: what is shared is still in a cache then.

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use crate::dependences::Dependence;
use crate::locality::{groups, is_parallel, moves};
use crate::schedule::{Band, Dimension, Schedule, at_zero};
use crate::scop::Scop;

/// The schedule with a scalar dimension before innermost loops that this makes parallel. `None` if there are none.
pub fn parted(scop: &Scop, dependences: &[Dependence], schedule: &Schedule) -> Option<Schedule> {
    let mut new = schedule.clone();
    // The last one first: the numbers of dimensions before stay.
    for (number, band) in schedule.bands.iter().enumerate().rev() {
        let last = band.first + band.width - 1;
        let mut numbers = vec![0; scop.statements.len()];
        for group in groups(scop, dependences, schedule, last, false) {
            for (place, part) in parts(scop, dependences, schedule, &group, last).into_iter().enumerate() {
                part.into_iter().for_each(|statement| numbers[statement] = place);
            }
        }
        if numbers.iter().all(|&number| number == 0) {
            continue;
        }
        new.dimensions.insert(last, Dimension::Scalar(numbers));
        new.bands[number].width -= 1;
        new.bands[number + 1..].iter_mut().for_each(|later| later.first += 1);
        new.bands.insert(number + 1, Band { first: last + 1, width: 1 });
    }
    new.bands.retain(|band| band.width > 0);
    (new.dimensions.len() > schedule.dimensions.len()).then_some(new)
}

/// The statements of a group in the order in which they may have loops of their own; none if that gains nothing.
fn parts(
    scop: &Scop,
    dependences: &[Dependence],
    schedule: &Schedule,
    group: &[usize],
    dimension: usize,
) -> Vec<Vec<usize>> {
    let has_loops = |it: &usize| {
        (dimension + 1..schedule.dimensions.len()).any(|later| moves(scop, schedule, *it, later).is_some())
    };
    let is_parallel = |statements: &[usize]| is_parallel(dependences, schedule, statements, dimension, dimension);
    if group.len() == 1 || group.iter().any(has_loops) || is_parallel(group) {
        return Vec::new();
    }
    let mut graph = DiGraph::<usize, ()>::new();
    let nodes: Vec<_> = group.iter().map(|&statement| graph.add_node(statement)).collect();
    let place = |statement: usize| group.iter().position(|&it| it == statement);
    for dependence in dependences {
        let (Some(from), Some(to)) = (place(dependence.from), place(dependence.to)) else { continue };
        let before = (0..dimension).map(|it| schedule.distance(it, dependence));
        let together = before.fold(dependence.pairs.clone(), |pairs, form| at_zero(&pairs, &form));
        if !together.is_integer_empty() {
            graph.update_edge(nodes[from], nodes[to], ());
        }
    }
    // Components come out in the opposite of a topological order.
    let components = tarjan_scc(&graph).into_iter().rev();
    let parts: Vec<Vec<usize>> = components.map(|nodes| nodes.into_iter().map(|node| graph[node]).collect()).collect();
    let gains = parts.iter().any(|part| is_parallel(part));
    if gains { parts } else { Vec::new() }
}
