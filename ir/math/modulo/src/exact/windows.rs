//! Windows of operations during a search: propagation when others are placed, and undo.

use crate::graph::Graph;
use crate::place::table::{Binding, Table};

/// The ends of an unbounded window.
pub const LOW: i64 = i64::MIN / 4;
pub const HIGH: i64 = i64::MAX / 4;

/// A bound on the distance between two operations.
#[derive(Clone)]
pub struct Step {
    pub to: usize,
    pub length: i64,
    /// Whether a result is live between the two: the length is then relative to the longest lifetime.
    pub lives: bool,
}

/// An entry of the undo log: the earlier window.
struct Was {
    node: usize,
    early: i64,
    late: i64,
}

/// The earliest and latest time of each operation.
pub struct Windows {
    pub early: Vec<i64>,
    pub late: Vec<i64>,
    /// The successors of each operation, with the least distance at this II.
    pub after: Vec<Vec<Step>>,
    /// The predecessors of each operation.
    pub before: Vec<Vec<Step>>,
    trail: Vec<Was>,
}

impl Windows {
    /// The unbounded windows of `n` operations.
    pub fn new(n: usize) -> Self {
        Self {
            early: vec![LOW; n],
            late: vec![HIGH; n],
            after: vec![Vec::new(); n],
            before: vec![Vec::new(); n],
            trail: Vec::new(),
        }
    }

    /// Adds the constraint that `to` starts at least `length` cycles after `from`.
    pub fn add(&mut self, from: usize, to: usize, length: i64, lives: bool) {
        self.after[from].push(Step { to, length, lives });
        self.before[to].push(Step { to: from, length, lives });
    }

    /// Whether the window of `node` is bounded.
    pub fn is_known(&self, node: usize) -> bool {
        self.early[node] > LOW
    }

    /// Intersects a window with `early..=late`; `Err` has the operation if the window is empty.
    pub fn narrow(&mut self, node: usize, early: i64, late: i64) -> Result<(), usize> {
        self.trail.push(Was { node, early: self.early[node], late: self.late[node] });
        (self.early[node], self.late[node]) = (early, late);
        if early <= late { Ok(()) } else { Err(node) }
    }

    /// Propagates the window of `node` to others; no result is live for longer than `longest`.
    pub fn spread(&mut self, node: usize, longest: i64) -> Result<(), usize> {
        let length = |step: &Step| if step.lives { step.length - longest } else { step.length };
        let mut waiting = vec![node];
        while let Some(from) = waiting.pop() {
            for index in 0..self.after[from].len() {
                let step = &self.after[from][index];
                let (to, early) = (step.to, self.early[from] + length(step));
                if early > self.early[to] {
                    self.narrow(to, early, self.late[to])?;
                    waiting.push(to);
                }
            }
        }
        waiting.push(node);
        while let Some(to) = waiting.pop() {
            for index in 0..self.before[to].len() {
                let step = &self.before[to][index];
                let (from, late) = (step.to, self.late[to] - length(step));
                if late < self.late[from] {
                    self.narrow(from, self.early[from], late)?;
                    waiting.push(from);
                }
            }
        }
        Ok(())
    }

    /// The number of changes so far.
    pub fn n_changes(&self) -> usize {
        self.trail.len()
    }

    /// Undoes all changes but the first `n`.
    pub fn undo(&mut self, n: usize) {
        for Was { node, early, late } in self.trail.drain(n..).rev() {
            (self.early[node], self.late[node]) = (early, late);
        }
    }
}

/// A decision level: the choices of one operation.
pub struct Level {
    pub node: usize,
    pub choices: Vec<(i64, Binding)>,
    pub next: usize,
    /// The number of changes before this level.
    pub n_changes: usize,
}

impl Level {
    /// All choices for `node`, late ones first if `down`. The very first operation is placed in row 0 without loss of
    /// generality.
    pub fn new(graph: &Graph, table: &mut Table, windows: &Windows, node: usize, is_first: bool, down: bool) -> Self {
        let class = graph.node(node).class;
        let (early, late) = match windows.is_known(node) {
            true => (windows.early[node], windows.late[node]),
            false if is_first => (0, 0),
            false => (0, table.ii() - 1),
        };
        let mut times: Vec<i64> = (early..=late).collect();
        if down {
            times.reverse();
        }
        let mut choices = Vec::new();
        for time in times {
            choices.extend(table.ways(node, class, time).into_iter().map(|way| (time, way)));
        }
        Self { node, choices, next: 0, n_changes: windows.n_changes() }
    }
}
