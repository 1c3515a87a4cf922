//! Times for the operations of recurrences, relative to each other, that satisfy their dependences and units at one II:
//! branch and bound over windows.
//!
//! Each recurrence (a strongly connected component) has one operation that is free to use any row; the windows of the
//! others follow, since all depend on all. The operation with the smallest window is placed next; those that led to
//! contradictions before have precedence (Boussemart and others, ECAI 2004). Windows shrink by dependences and where
//! rows are full. The search restarts with the learned weights after increasing numbers of steps; the last run is a
//! proof.

use rmlir_base::budget::Budget;

use crate::graph::Graph;
use crate::machine::Machine;
use crate::place::table::{Binding, Table};

use super::room::Room;
use super::windows::{Level, Windows};

/// The result of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Times and bindings of the operations in scope and of those in a recurrence with them; `None` for others.
    Found(Vec<Option<(i64, Binding)>>),
    /// No such times exist.
    Impossible,
    /// The result is unknown after the limit of steps.
    Unknown,
}

/// The operations that the search assigns times to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Those on recurrences.
    Recurrences,
    /// All that need units.
    All,
}

/// The operations of `scope` that need units, and one of each recurrence.
pub fn wanted(graph: &Graph, machine: &Machine, component: &[usize], scope: Scope) -> Vec<bool> {
    let mut size = vec![0; graph.len()];
    component.iter().for_each(|&component| size[component] += 1);
    let needs_units = |node: usize| {
        let ways = &machine.classes[graph.node(node).class].alternatives;
        ways.iter().any(|way| !way.usages.is_empty())
    };
    let is_inside = |node: usize| scope == Scope::All || size[component[node]] > 1;
    let mut wanted: Vec<bool> = (0..graph.len()).map(|node| needs_units(node) && is_inside(node)).collect();
    // A recurrence that needs no units is represented by one of its operations.
    let mut is_held = vec![false; graph.len()];
    (0..graph.len()).filter(|&node| wanted[node]).for_each(|node| is_held[component[node]] = true);
    for node in 0..graph.len() {
        if size[component[node]] > 1 && !std::mem::replace(&mut is_held[component[node]], true) {
            wanted[node] = true;
        }
    }
    wanted
}

/// The number of steps before the first restart, and the fraction by which it grows.
const FIRST_LIMIT: u64 = 100;

/// The time of a step is proportional to the number of operations: for larger graphs the limit of steps is lower.
const SIZE: u64 = 64;

/// Searches in at most `n_steps`; fewer if the graph is large, or the budget is small.
pub fn search(graph: &Graph, machine: &Machine, ii: i64, wanted: &[bool], n_steps: u64, budget: &Budget) -> Answer {
    let mut search = Search::new(graph, machine, ii, wanted, budget);
    let n_steps = n_steps.saturating_mul(SIZE) / SIZE.max(graph.len() as u64);
    let (mut left, mut limit) = (n_steps, FIRST_LIMIT + graph.len() as u64);
    loop {
        let granted = limit.min(left);
        search.left = granted;
        if let Some(found) = search.run() {
            return found;
        }
        search.windows.undo(0);
        search.down = !search.down;
        left -= granted;
        if left == 0 || budget.is_used_up() {
            return Answer::Unknown;
        }
        limit += limit / 2;
    }
}

struct Search<'a> {
    graph: &'a Graph,
    ii: i64,
    wanted: &'a [bool],
    /// The windows of all operations; only operations of one component depend on each other.
    windows: Windows,
    /// By component: its operations in scope.
    members: Vec<Vec<usize>>,
    table: Table<'a>,
    room: Room,
    placed: Vec<bool>,
    /// By operation: the number of contradictions it was in.
    weight: Vec<i64>,
    /// Whether late times are tried first.
    down: bool,
    left: u64,
    budget: &'a Budget,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, machine: &'a Machine, ii: i64, wanted: &'a [bool], budget: &'a Budget) -> Self {
        let component = graph.components();
        let mut members = vec![Vec::new(); graph.len()];
        (0..graph.len()).filter(|&node| wanted[node]).for_each(|node| members[component[node]].push(node));
        let mut windows = Windows::new(graph.len());
        for edge in graph.edges().iter().filter(|edge| component[edge.from] == component[edge.to]) {
            windows.add(edge.from, edge.to, edge.length(ii), false);
        }
        members.retain(|members: &Vec<usize>| !members.is_empty());
        members.sort_by_key(|members| std::cmp::Reverse(members.len()));
        Self {
            graph,
            ii,
            wanted,
            windows,
            members,
            table: Table::new(machine, ii, graph.len()),
            room: Room::of(machine),
            placed: vec![false; graph.len()],
            weight: vec![1; graph.len()],
            down: false,
            left: 0,
            budget,
        }
    }

    /// Runs the search; `None` after the limit of steps.
    fn run(&mut self) -> Option<Answer> {
        let mut levels: Vec<Level> = Vec::new();
        let answer = loop {
            // Forward: places the next operation.
            match self.next() {
                Ok(Some(node)) => levels.push(self.level(node, levels.is_empty())),
                Ok(None) => break Some(Answer::Found(self.found())),
                Err(node) => self.weight[node] += 1,
            }
            // Backtracks to a choice that leads to no immediate contradiction.
            match self.advance(&mut levels) {
                Advance::Forward => {}
                Advance::Exhausted => break Some(Answer::Impossible),
                Advance::OutOfSteps => break None,
            }
        };
        for level in levels {
            self.take_back(level.node);
        }
        answer
    }

    fn advance(&mut self, levels: &mut Vec<Level>) -> Advance {
        while let Some(level) = levels.last_mut() {
            let node = level.node;
            self.take_back(node);
            self.windows.undo(level.n_changes);
            let Some((time, way)) = level.choices.get(level.next).cloned() else {
                levels.pop();
                continue;
            };
            level.next += 1;
            // Windows of all operations are visited, and rows.
            if self.left == 0 || !self.budget.spend(self.graph.len() as u64 + self.ii as u64) {
                return Advance::OutOfSteps;
            }
            self.left -= 1;
            match self.fix(node, time, &way) {
                Ok(()) => return Advance::Forward,
                Err(other) => self.weight[other] += 1,
            }
        }
        Advance::Exhausted
    }

    fn found(&self) -> Vec<Option<(i64, Binding)>> {
        let one = |node: usize| {
            let binding = if self.placed[node] { self.table.binding(node).clone() } else { Binding::default() };
            self.windows.is_known(node).then(|| (self.windows.early[node], binding))
        };
        (0..self.graph.len()).map(one).collect()
    }

    /// Tightens the windows. Returns the operation to place, `None` if all are placed, or the error that an operation
    /// has an empty window.
    fn next(&mut self) -> Result<Option<usize>, usize> {
        loop {
            let mut changed = false;
            for node in 0..self.graph.len() {
                changed |= self.is_open(node) && self.skip_full(node)?;
            }
            if !changed {
                break;
            }
        }
        let open: Vec<usize> = (0..self.graph.len()).filter(|&node| self.is_open(node)).collect();
        self.room.check(self.graph, &self.table, self.ii, &open, &self.windows.early, &self.windows.late)?;
        let slack = |node: usize| (self.windows.late[node] - self.windows.early[node] + 1).min(self.ii) * 1024;
        if let Some(&node) = open.iter().min_by_key(|&&node| (slack(node) / self.weight[node], node)) {
            return Ok(Some(node));
        }
        let untouched = self.members.iter().find(|members| members.iter().any(|&node| !self.placed[node]));
        Ok(untouched.and_then(|members| {
            let first = |&node: &usize| (self.weight[node], std::cmp::Reverse(node));
            members.iter().copied().max_by_key(first)
        }))
    }

    /// Whether `node` has a window and is not placed yet.
    fn is_open(&self, node: usize) -> bool {
        self.wanted[node] && !self.placed[node] && self.windows.is_known(node)
    }

    /// Shrinks the window of `node` past rows without a free unit. Returns whether it changed.
    fn skip_full(&mut self, node: usize) -> Result<bool, usize> {
        let class = self.graph.node(node).class;
        let (early, late) = (self.windows.early[node], self.windows.late[node]);
        let mut up = early..=late.min(early + self.ii - 1);
        let first = up.find(|&time| self.table.has_room(class, time)).ok_or(node)?;
        let mut down = (early.max(late - self.ii + 1)..=late).rev();
        let last = down.find(|&time| self.table.has_room(class, time)).ok_or(node)?;
        if (first, last) == (early, late) {
            return Ok(false);
        }
        self.windows.narrow(node, first, last)?;
        self.windows.spread(node, 0)?;
        Ok(true)
    }

    fn level(&mut self, node: usize, is_first: bool) -> Level {
        Level::new(self.graph, &mut self.table, &self.windows, node, is_first, self.down)
    }

    fn take_back(&mut self, node: usize) {
        if std::mem::replace(&mut self.placed[node], false) {
            self.table.remove(node);
        }
    }

    fn fix(&mut self, node: usize, time: i64, way: &Binding) -> Result<(), usize> {
        self.table.place_by(node, self.graph.node(node).class, time, way);
        self.placed[node] = true;
        self.windows.narrow(node, time, time)?;
        self.windows.spread(node, 0)
    }
}

/// The result of backtracking.
enum Advance {
    Forward,
    Exhausted,
    OutOfSteps,
}
