//! The fewest live registers at one II: branch and bound over the starts of all operations.
//!
//! Operations are placed one by one, each next to a placed one: then its window is bounded on both sides, since a
//! lifetime of more than k IIs needs more than k registers in every row. Graphs that are not connected by results are
//! split into parts; these are shifted by multiples of II, which changes no lifetime, until the dependences between
//! them hold.

use num_integer::Integer;
use rmlir_base::budget::Budget;

use crate::graph::{Graph, Kind};
use crate::machine::Machine;
use crate::place::swing::{Placement, finish};
use crate::place::table::{Binding, Table};
use crate::registers::lifetimes::max_live;
use crate::registers::settle::settle;

use super::bound::{least_live, shortest};
use super::windows::{HIGH, Level, Windows};

/// Graphs with more operations are not searched.
const MAX_OPERATIONS: usize = 100;

/// Reduces the live registers of `best`. Returns a proved lower bound.
pub fn lessen(graph: &Graph, machine: &Machine, best: &mut Placement, budget: &Budget) -> i64 {
    settle(graph, machine, best, budget);
    let bound = least_live(graph, best.ii);
    let most = max_live(graph, &best.start, best.ii);
    if most <= bound || graph.len() > MAX_OPERATIONS {
        return bound;
    }
    let mut search = Search::new(graph, machine, best.ii, most, bound, budget);
    let exhausted = search.run();
    if let Some(found) = search.best {
        *best = found;
    }
    if exhausted { search.most } else { bound }
}

struct Search<'a> {
    graph: &'a Graph,
    ii: i64,
    table: Table<'a>,
    /// The part of each operation.
    part: Vec<usize>,
    placed: Vec<bool>,
    n_placed: usize,
    windows: Windows,
    shortest: Vec<i64>,
    /// Live registers of the best schedule.
    most: i64,
    bound: i64,
    best: Option<Placement>,
    budget: &'a Budget,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, machine: &'a Machine, ii: i64, most: i64, bound: i64, budget: &'a Budget) -> Self {
        let part = parts(graph);
        let mut windows = Windows::new(graph.len());
        for edge in graph.edges().iter().filter(|edge| part[edge.from] == part[edge.to]) {
            windows.add(edge.from, edge.to, edge.length(ii), false);
            if edge.kind == Kind::Flow {
                windows.add(edge.to, edge.from, i64::from(edge.distance) * ii, true);
            }
        }
        Self {
            graph,
            ii,
            table: Table::new(machine, ii, graph.len()),
            part,
            placed: vec![false; graph.len()],
            n_placed: 0,
            windows,
            shortest: shortest(graph),
            most,
            bound,
            best: None,
            budget,
        }
    }

    /// Runs the search. Returns whether it was exhaustive, or the bound was reached.
    fn run(&mut self) -> bool {
        let mut levels: Vec<Level> = Vec::new();
        let mut ahead = true;
        loop {
            if ahead {
                match self.next() {
                    Some(node) => levels.push(self.level(node)),
                    None => self.keep(),
                }
                if self.most <= self.bound {
                    return true;
                }
            }
            let Some(level) = levels.last_mut() else { return true };
            let node = level.node;
            self.take_back(node);
            self.windows.undo(level.n_changes);
            let Some((time, way)) = level.choices.get(level.next).cloned() else {
                levels.pop();
                ahead = false;
                continue;
            };
            level.next += 1;
            // Windows and lifetimes of all operations are visited, and rows.
            if !self.budget.spend(self.graph.len() as u64 + self.ii as u64) {
                return false;
            }
            ahead = self.fix(node, time, &way) && self.least() < self.most;
        }
    }

    /// The operation with the smallest window; in a new part, the one with most neighbours.
    fn next(&self) -> Option<usize> {
        let open = (0..self.graph.len()).filter(|&node| !self.placed[node]);
        let windows = &self.windows;
        open.min_by_key(|&node| {
            let slack = if windows.is_known(node) { windows.late[node] - windows.early[node] } else { HIGH };
            (slack, std::cmp::Reverse(windows.after[node].len() + windows.before[node].len()), node)
        })
    }

    /// Times close to the operands are tried first if an operand is placed, else times close to the uses.
    fn level(&mut self, node: usize) -> Level {
        let reads = self.graph.incoming(node).any(|edge| edge.kind == Kind::Flow && self.placed[edge.from]);
        Level::new(self.graph, &mut self.table, &self.windows, node, self.n_placed == 0, !reads)
    }

    fn take_back(&mut self, node: usize) {
        if std::mem::replace(&mut self.placed[node], false) {
            self.table.remove(node);
            self.n_placed -= 1;
        }
    }

    /// Places `node`. Returns whether no window is empty then, within the limit of registers.
    fn fix(&mut self, node: usize, time: i64, way: &Binding) -> bool {
        self.table.place_by(node, self.graph.node(node).class, time, way);
        self.placed[node] = true;
        self.n_placed += 1;
        let longest = self.ii * (self.most - 1);
        self.windows.narrow(node, time, time).and_then(|()| self.windows.spread(node, longest)).is_ok()
    }

    /// A lower bound of the live registers by the windows: a result is live from its latest start to the earliest time
    /// of its last use.
    fn least(&self) -> i64 {
        let mut rows = vec![0; self.ii as usize];
        let (mut sum, mut whole) = (0, 0);
        for node in 0..self.graph.len() {
            if !self.windows.is_known(node) {
                sum += self.shortest[node];
                continue;
            }
            let reads = self.graph.outgoing(node).filter(|edge| edge.kind == Kind::Flow);
            let last = reads.map(|edge| self.windows.early[edge.to] + i64::from(edge.distance) * self.ii).max();
            let length = last.map_or(0, |last| (last - self.windows.late[node]).max(0));
            sum += length.max(self.shortest[node]);
            whole += length / self.ii;
            for cycle in 0..length % self.ii {
                rows[(self.windows.late[node] + cycle).rem_euclid(self.ii) as usize] += 1;
            }
        }
        let most = rows.into_iter().max().unwrap_or(0) + whole;
        most.max(Integer::div_ceil(&sum, &self.ii))
    }

    /// Records a complete placement as a better schedule, if its parts can be shifted so that all dependences hold.
    fn keep(&mut self) {
        let Some(shift) = self.shifts() else { return };
        let start: Vec<i64> =
            (0..self.graph.len()).map(|node| self.windows.early[node] + shift[self.part[node]] * self.ii).collect();
        let most = max_live(self.graph, &start, self.ii);
        if most < self.most {
            self.most = most;
            let start: Vec<Option<i64>> = start.into_iter().map(Some).collect();
            self.best = Some(finish(&start, self.table.bindings().to_vec(), self.ii));
        }
    }

    /// The shift of each part in IIs; `None` if the parts depend on each other cyclically.
    fn shifts(&self) -> Option<Vec<i64>> {
        let mut shift = vec![0; self.graph.len()];
        let between = || self.graph.edges().iter().filter(|edge| self.part[edge.from] != self.part[edge.to]);
        for _ in 0..=self.graph.len() {
            let mut changed = false;
            for edge in between() {
                let gap = self.windows.early[edge.from] + edge.length(self.ii) - self.windows.early[edge.to];
                let least = shift[self.part[edge.from]] + Integer::div_ceil(&gap, &self.ii);
                changed |= least > shift[self.part[edge.to]];
                shift[self.part[edge.to]] = least.max(shift[self.part[edge.to]]);
            }
            if !changed {
                return Some(shift);
            }
        }
        None
    }
}

/// The part of each operation: operations that are connected by results have the same number.
fn parts(graph: &Graph) -> Vec<usize> {
    let mut part: Vec<usize> = (0..graph.len()).collect();
    loop {
        let mut changed = false;
        for edge in graph.edges().iter().filter(|edge| edge.kind == Kind::Flow) {
            let least = part[edge.from].min(part[edge.to]);
            changed |= part[edge.from] != least || part[edge.to] != least;
            (part[edge.from], part[edge.to]) = (least, least);
        }
        if !changed {
            return part;
        }
    }
}
