//! The fewest live registers at one II: branch and bound over the starts of all operations.
//!
//! Operations come one by one, each next to one that was placed: then its window has two ends, since a lifetime of more
//! than k IIs takes more than k registers in every row. Graphs that are not connected by results fall into parts; these
//! move by whole IIs, which changes no lifetime, until what is between them is kept.

use num_integer::Integer;

use crate::graph::{Graph, Kind};
use crate::machine::Machine;
use crate::place::{Placement, finish};
use crate::registers::max_live;
use crate::settle::settle;
use crate::table::{Binding, Table};

use super::bound::{least_live, shortest};

/// Graphs with more operations are not searched.
const MAX_OPERATIONS: usize = 100;

/// Makes the live registers of `best` fewer, in at most so many steps; a bound below which they cannot be.
pub fn lessen(graph: &Graph, machine: &Machine, best: &mut Placement, steps: u64) -> i64 {
    settle(graph, machine, best);
    let bound = least_live(graph, best.ii);
    let most = max_live(graph, &best.start, best.ii);
    if most <= bound || graph.len() > MAX_OPERATIONS {
        return bound;
    }
    let mut search = Search::new(graph, machine, best.ii, most, bound, steps);
    let exhausted = search.run();
    if let Some(found) = search.best {
        *best = found;
    }
    if exhausted { search.most } else { bound }
}

struct Was {
    node: usize,
    early: i64,
    late: i64,
}

struct Level {
    node: usize,
    choices: Vec<(i64, Binding)>,
    next: usize,
    trail: usize,
}

/// How far an operation may be from another.
struct Step {
    to: usize,
    length: i64,
    /// Of a result that lives between the two: the length counts from the most registers.
    lives: bool,
}

struct Search<'a> {
    graph: &'a Graph,
    ii: i64,
    table: Table<'a>,
    /// The part of each operation.
    part: Vec<usize>,
    placed: Vec<bool>,
    n_placed: usize,
    early: Vec<i64>,
    late: Vec<i64>,
    trail: Vec<Was>,
    shortest: Vec<i64>,
    after: Vec<Vec<Step>>,
    before: Vec<Vec<Step>>,
    /// Live registers of the best schedule.
    most: i64,
    bound: i64,
    best: Option<Placement>,
    left: u64,
}

const LOW: i64 = i64::MIN / 4;
const HIGH: i64 = i64::MAX / 4;

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, machine: &'a Machine, ii: i64, most: i64, bound: i64, left: u64) -> Self {
        let part = parts(graph);
        let steps = || (0..graph.len()).map(|_| Vec::new()).collect::<Vec<Vec<Step>>>();
        let (mut after, mut before) = (steps(), steps());
        let mut add = |from: usize, to: usize, length: i64, lives: bool| {
            after[from].push(Step { to, length, lives });
            before[to].push(Step { to: from, length, lives });
        };
        for edge in graph.edges().iter().filter(|edge| part[edge.from] == part[edge.to]) {
            add(edge.from, edge.to, edge.length(ii), false);
            if edge.kind == Kind::Flow {
                add(edge.to, edge.from, i64::from(edge.distance) * ii, true);
            }
        }
        Self {
            graph,
            ii,
            table: Table::new(machine, ii, graph.len()),
            part,
            placed: vec![false; graph.len()],
            n_placed: 0,
            early: vec![LOW; graph.len()],
            late: vec![HIGH; graph.len()],
            trail: Vec::new(),
            shortest: shortest(graph),
            after,
            before,
            most,
            bound,
            best: None,
            left,
        }
    }

    /// Whether all was tried, or the bound was met.
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
            for Was { node, early, late } in self.trail.drain(level.trail..).rev() {
                (self.early[node], self.late[node]) = (early, late);
            }
            let Some((time, way)) = level.choices.get(level.next).cloned() else {
                levels.pop();
                ahead = false;
                continue;
            };
            level.next += 1;
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            ahead = self.fix(node, time, &way) && self.least() < self.most;
        }
    }

    /// The operation with the smallest window; of a new part, the one with most neighbours.
    fn next(&self) -> Option<usize> {
        let open = (0..self.graph.len()).filter(|&node| !self.placed[node]);
        open.min_by_key(|&node| {
            let slack = if self.early[node] > LOW { self.late[node] - self.early[node] } else { HIGH };
            (slack, std::cmp::Reverse(self.after[node].len() + self.before[node].len()), node)
        })
    }

    fn level(&mut self, node: usize) -> Level {
        let class = self.graph.node(node).class;
        let (early, late) = match self.early[node] {
            LOW if self.n_placed == 0 => (0, 0),
            LOW => (0, self.ii - 1),
            early => (early, self.late[node]),
        };
        // Nearer to what it reads from if that was placed, else to what reads it.
        let reads = self.graph.incoming(node).any(|edge| edge.kind == Kind::Flow && self.placed[edge.from]);
        let mut times: Vec<i64> = (early..=late).collect();
        if !reads {
            times.reverse();
        }
        let mut choices = Vec::new();
        for time in times {
            choices.extend(self.table.ways(node, class, time).into_iter().map(|way| (time, way)));
        }
        Level { node, choices, next: 0, trail: self.trail.len() }
    }

    fn take_back(&mut self, node: usize) {
        if std::mem::replace(&mut self.placed[node], false) {
            self.table.remove(node);
            self.n_placed -= 1;
        }
    }

    fn narrow(&mut self, node: usize, early: i64, late: i64) -> bool {
        self.trail.push(Was { node, early: self.early[node], late: self.late[node] });
        (self.early[node], self.late[node]) = (early, late);
        early <= late
    }

    /// The length of a step, with as many registers as are hoped for.
    fn length(&self, step: &Step) -> i64 {
        if step.lives { step.length - self.ii * (self.most - 1) } else { step.length }
    }

    fn fix(&mut self, node: usize, time: i64, way: &Binding) -> bool {
        self.table.place_by(node, self.graph.node(node).class, time, way);
        self.placed[node] = true;
        self.n_placed += 1;
        if !self.narrow(node, time, time) {
            return false;
        }
        let mut waiting = vec![node];
        while let Some(from) = waiting.pop() {
            for index in 0..self.after[from].len() {
                let step = &self.after[from][index];
                let (to, early) = (step.to, self.early[from] + self.length(step));
                if early > self.early[to] {
                    if !self.narrow(to, early, self.late[to]) {
                        return false;
                    }
                    waiting.push(to);
                }
            }
        }
        waiting.push(node);
        while let Some(to) = waiting.pop() {
            for index in 0..self.before[to].len() {
                let step = &self.before[to][index];
                let (from, late) = (step.to, self.late[to] - self.length(step));
                if late < self.late[from] {
                    if !self.narrow(from, self.early[from], late) {
                        return false;
                    }
                    waiting.push(from);
                }
            }
        }
        true
    }

    /// How many registers live at least in some row, by the windows: a result lives from its latest start to the
    /// earliest of its last reads.
    fn least(&self) -> i64 {
        let mut rows = vec![0; self.ii as usize];
        let (mut sum, mut whole) = (0, 0);
        for node in 0..self.graph.len() {
            if self.early[node] == LOW {
                sum += self.shortest[node];
                continue;
            }
            let reads = self.graph.outgoing(node).filter(|edge| edge.kind == Kind::Flow);
            let last = reads.map(|edge| self.early[edge.to] + i64::from(edge.distance) * self.ii).max();
            let length = last.map_or(0, |last| (last - self.late[node]).max(0));
            sum += length.max(self.shortest[node]);
            whole += length / self.ii;
            for cycle in 0..length % self.ii {
                rows[(self.late[node] + cycle).rem_euclid(self.ii) as usize] += 1;
            }
        }
        let most = rows.into_iter().max().unwrap_or(0) + whole;
        most.max(Integer::div_ceil(&sum, &self.ii))
    }

    /// All operations are placed: a better schedule, if its parts can be put one behind the other.
    fn keep(&mut self) {
        let Some(shift) = self.shifts() else { return };
        let start: Vec<i64> =
            (0..self.graph.len()).map(|node| self.early[node] + shift[self.part[node]] * self.ii).collect();
        let most = max_live(self.graph, &start, self.ii);
        if most < self.most {
            self.most = most;
            let start: Vec<Option<i64>> = start.into_iter().map(Some).collect();
            self.best = Some(finish(self.graph, &start, &self.table, self.ii));
        }
    }

    /// By how many IIs each part starts later; `None` if they wait for each other.
    fn shifts(&self) -> Option<Vec<i64>> {
        let mut shift = vec![0; self.graph.len()];
        let between = || self.graph.edges().iter().filter(|edge| self.part[edge.from] != self.part[edge.to]);
        for _ in 0..=self.graph.len() {
            let mut changed = false;
            for edge in between() {
                let gap = self.early[edge.from] + edge.length(self.ii) - self.early[edge.to];
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

/// The operations that are connected by results have one number.
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
