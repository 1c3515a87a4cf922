//! Placement with *propagated* windows: a node's window respects all placed nodes, also those it depends on through
//! nodes that are not placed yet. So a node is never placed such that the rest of a circuit has no window.
//!
//! This is not in the paper: its windows from direct neighbours only leave 67 of the 376 graphs of HatScheT without any
//! schedule, because an empty window inside a recurrence does not open when II grows.

use rmlir_base::budget::Budget;

use crate::graph::Graph;
use crate::machine::Machine;
use crate::place::swing::{Placement, Window, finish};
use crate::place::table::Table;

/// As [`crate::place::swing::place`].
pub fn place(
    graph: &Graph,
    machine: &Machine,
    ii: i64,
    order: &[usize],
    asap: &[i64],
    budget: &Budget,
) -> Option<Placement> {
    let mut bounds = Bounds::new(graph, ii);
    let mut table = Table::new(machine, ii, graph.len());
    for &node in order {
        let class = graph.node(node).class;
        let window = bounds.window(node, asap[node])?;
        let mut n_visits = 0;
        let time = window.times().inspect(|_| n_visits += 1).find(|&time| table.place(node, class, time));
        if let Some(time) = time {
            n_visits += bounds.fix(node, time);
        }
        if !budget.spend(n_visits) {
            return None;
        }
        time?;
    }
    Some(finish(&bounds.start, table.into_bindings(), ii))
}

/// The earliest and latest start of each node, by the placed nodes.
struct Bounds<'g> {
    graph: &'g Graph,
    ii: i64,
    start: Vec<Option<i64>>,
    earliest: Vec<Option<i64>>,
    latest: Vec<Option<i64>>,
}

impl<'g> Bounds<'g> {
    fn new(graph: &'g Graph, ii: i64) -> Self {
        let none = || vec![None; graph.len()];
        Self { graph, ii, start: none(), earliest: none(), latest: none() }
    }

    /// The window of `node`, searched from its placed neighbours: up from predecessors, down from successors.
    fn window(&self, node: usize, asap: i64) -> Option<Window> {
        let is_placed = |other: usize| other != node && self.start[other].is_some();
        let above = self.graph.incoming(node).any(|edge| is_placed(edge.from));
        let below = self.graph.outgoing(node).any(|edge| is_placed(edge.to));
        let reach = self.ii - 1;
        let window = match (self.earliest[node], self.latest[node]) {
            (None, None) => Window::Up(asap, asap + reach),
            (Some(early), None) => Window::Up(early, early + reach),
            (None, Some(late)) => Window::Down(late, late - reach),
            (Some(early), Some(late)) if early > late => return None,
            (Some(early), Some(late)) if below && !above => Window::Down(late, early.max(late - reach)),
            (Some(early), Some(late)) => Window::Up(early, late.min(early + reach)),
        };
        Some(window)
    }

    /// Places `node`, and updates the bounds of unplaced nodes. Returns the number of visited edges.
    fn fix(&mut self, node: usize, time: i64) -> u64 {
        self.start[node] = Some(time);
        let mut n_visits = 0;
        let mut waiting = vec![(node, time)];
        while let Some((from, at)) = waiting.pop() {
            for edge in self.graph.outgoing(from) {
                n_visits += 1;
                let early = Some(at + edge.length(self.ii));
                if self.start[edge.to].is_none() && self.earliest[edge.to] < early {
                    self.earliest[edge.to] = early;
                    waiting.extend(early.map(|early| (edge.to, early)));
                }
            }
        }
        waiting.push((node, time));
        while let Some((to, at)) = waiting.pop() {
            for edge in self.graph.incoming(to) {
                n_visits += 1;
                let late = at - edge.length(self.ii);
                if self.start[edge.from].is_none() && self.latest[edge.from].is_none_or(|known| known > late) {
                    self.latest[edge.from] = Some(late);
                    waiting.push((edge.from, late));
                }
            }
        }
        n_visits
    }
}
