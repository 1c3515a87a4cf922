//! Register requirements of a schedule.
//!
//! The lifetime of a result is from the start of its operation to the start of the last one that reads it, exclusive; a
//! reader `d` iterations later starts `d * II` later. A result without readers needs no register.

use num_integer::Integer;

use crate::graph::{Graph, Kind};

/// The lifetime of a result, in cycles of its own iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lifetime {
    /// The operation.
    pub node: usize,
    /// Its start.
    pub from: i64,
    /// The time of its last use.
    pub to: i64,
}

/// The lifetimes of all results that are read.
pub fn lifetimes(graph: &Graph, start: &[i64], ii: i64) -> impl Iterator<Item = Lifetime> {
    (0..graph.len()).filter_map(move |node| lifetime(graph, start, ii, node))
}

/// The lifetime of the result of `node`.
pub fn lifetime(graph: &Graph, start: &[i64], ii: i64, node: usize) -> Option<Lifetime> {
    let readers = graph.outgoing(node).filter(|edge| edge.kind == Kind::Flow);
    let last = readers.map(|edge| start[edge.to] + i64::from(edge.distance) * ii).max()?;
    Some(Lifetime { node, from: start[node], to: last.max(start[node]) })
}

/// The number of live results in each row of the kernel.
pub fn live(graph: &Graph, start: &[i64], ii: i64) -> Vec<i64> {
    let mut rows = vec![0; ii as usize];
    for lifetime in lifetimes(graph, start, ii) {
        add(&mut rows, lifetime);
    }
    rows
}

/// Adds a lifetime to the rows it covers.
fn add(rows: &mut [i64], lifetime: Lifetime) {
    let ii = rows.len() as i64;
    let length = lifetime.to - lifetime.from;
    let (whole, rest) = (length / ii, length % ii);
    if whole > 0 {
        rows.iter_mut().for_each(|row| *row += whole);
    }
    (0..rest).for_each(|cycle| rows[(lifetime.from + cycle).rem_euclid(ii) as usize] += 1);
}

/// The maximum of live results (MaxLive): a lower bound of the registers.
pub fn max_live(graph: &Graph, start: &[i64], ii: i64) -> i64 {
    live(graph, start, ii).into_iter().max().unwrap_or(0)
}

/// The number of stages: the iterations that are executed concurrently.
pub fn stages(start: &[i64], ii: i64) -> i64 {
    start.iter().max().map_or(0, |last| last.div_euclid(ii) + 1)
}

/// The number of kernel copies with which no result is overwritten while it is live (modulo variable expansion).
pub fn kernel_copies(graph: &Graph, start: &[i64], ii: i64) -> i64 {
    let copies = lifetimes(graph, start, ii).map(|it| Integer::div_ceil(&(it.to - it.from), &ii));
    copies.max().unwrap_or(1).max(1)
}
