//! Loop fission.
//!
//! [`parted`]: fission of innermost loops, so that each is parallel. [`distributed`]: fission of outer loops, so that
//! more loops are permutable.
//!
//! Statements that share an innermost loop may prevent its parallelization: one depends on another in the previous
//! iteration. If they are not in a dependence cycle, each can have its own loop in the same iteration of the enclosing
//! loop: shared data is still in a cache then.

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use crate::check::check;
use crate::cost::locality::{groups, moves};
use crate::cost::vectorizable::{Forward, is_vectorizable};
use crate::dependence::dependences::Dependence;
use crate::dependence::together::Together;
use crate::schedule::{Band, Dimension, Schedule};
use crate::scop::Scop;

/// The schedule with a scalar dimension before innermost loops that become parallel. `None` if there are none.
pub fn parted(scop: &Scop, dependences: &[Dependence], schedule: &Schedule) -> Option<Schedule> {
    let mut new = schedule.clone();
    // The last one first, so that the indices of preceding dimensions remain valid.
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

/// The limit on dependences for the fission of outer loops: each attempt examines all of them.
const MAX_DEPENDENCES: usize = 150;

/// The schedule with scalar dimensions as far out as is legal, and bands extended by permutable successors: each nest
/// has its own loops then. `None` if it is unchanged.
pub fn distributed(scop: &Scop, dependences: &[Dependence], schedule: &Schedule) -> Option<Schedule> {
    if dependences.len() > MAX_DEPENDENCES {
        return None;
    }
    let is_legal = |tried: &Schedule| check(scop, dependences, tried).is_ok();
    let mut new = schedule.clone();
    for scalar in 1..schedule.dimensions.len() {
        let mut place = scalar;
        while let Some(tried) = moved_out(&new, place).filter(is_legal) {
            new = tried;
            place -= 1;
        }
    }
    if new == *schedule {
        return None;
    }
    let mut number = 1;
    while number < new.bands.len() {
        let mut tried = new.clone();
        let inner = tried.bands.remove(number);
        let outer = &mut tried.bands[number - 1];
        let is_next = outer.first + outer.width == inner.first;
        outer.width += inner.width;
        if is_next && is_legal(&tried) {
            new = tried;
        } else {
            number += 1;
        }
    }
    Some(new)
}

/// The schedule with a scalar dimension exchanged with its enclosing loop, which is the only one in its band.
fn moved_out(schedule: &Schedule, place: usize) -> Option<Schedule> {
    let outer = place.checked_sub(1)?;
    let is_scalar = matches!(schedule.dimensions[place], Dimension::Scalar(_));
    let band = schedule.bands.iter().position(|band| band.first == outer && band.width == 1);
    let mut new = schedule.clone();
    new.bands[band.filter(|_| is_scalar)?].first = place;
    new.dimensions.swap(outer, place);
    Some(new)
}

/// The statements of a group in an order in which they can have their own loops; empty if that is not profitable.
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
    let is_parallel =
        |statements: &[usize]| is_vectorizable(scop, dependences, schedule, statements, dimension, Forward::Obstacle);
    if group.len() == 1 || group.iter().any(has_loops) || is_parallel(group) {
        return Vec::new();
    }
    let mut graph = DiGraph::<usize, ()>::new();
    let nodes: Vec<_> = group.iter().map(|&statement| graph.add_node(statement)).collect();
    let place = |statement: usize| group.iter().position(|&it| it == statement);
    for dependence in dependences {
        let (Some(from), Some(to)) = (place(dependence.from), place(dependence.to)) else { continue };
        let all = Together::of(schedule, dependence);
        let together = (0..dimension).fold(all, |together, before| together?.agreeing(before));
        if together.is_some_and(|it| !it.is_empty()) {
            graph.update_edge(nodes[from], nodes[to], ());
        }
    }
    // Tarjan's algorithm returns components in reverse topological order.
    let components = tarjan_scc(&graph).into_iter().rev();
    let parts: Vec<Vec<usize>> = components.map(|nodes| nodes.into_iter().map(|node| graph[node]).collect()).collect();
    let gains = parts.iter().any(|part| is_parallel(part));
    if gains { parts } else { Vec::new() }
}
