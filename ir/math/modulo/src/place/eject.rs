//! Iterative modulo scheduling, which ejects conflicting operations (Rau, MICRO-27, section 3). Used if all units of a
//! window are occupied: then no order of figure 7 helps, and a larger II need not.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rmlir_base::budget::Budget;

use crate::graph::Graph;
use crate::machine::Machine;
use crate::mii::longest_paths;
use crate::place::swing::{Placement, finish};
use crate::place::table::Table;

/// Places nodes at most `n_steps` times, those with the longest path to the end first; `None` if not all are placed
/// then.
pub fn place(graph: &Graph, machine: &Machine, ii: i64, n_steps: usize, budget: &Budget) -> Option<Placement> {
    let height = longest_paths(graph.len(), graph.edges(), ii, budget)?;
    let mut search = Search {
        graph,
        ii,
        table: Table::new(machine, ii, graph.len()),
        start: vec![None; graph.len()],
        last: vec![None; graph.len()],
        open: (0..graph.len()).map(|node| (height[node], Reverse(node))).collect(),
        height,
    };
    for _ in 0..n_steps {
        // A node that was ejected twice may be here twice.
        let open = std::iter::from_fn(|| search.open.pop()).find(|(_, Reverse(node))| search.start[*node].is_none());
        let Some((_, Reverse(node))) = open else { break };
        // Its window is as long as the interval.
        if !budget.spend(ii as u64) {
            return None;
        }
        search.step(node)?;
    }
    let is_done = search.start.iter().all(Option::is_some);
    is_done.then(|| finish(&search.start, search.table.into_bindings(), ii))
}

struct Search<'a> {
    graph: &'a Graph,
    ii: i64,
    table: Table<'a>,
    start: Vec<Option<i64>>,
    /// The time at which each node was placed last.
    last: Vec<Option<i64>>,
    height: Vec<i64>,
    /// The nodes that are not placed, the longest path to the end first.
    open: BinaryHeap<(i64, Reverse<usize>)>,
}

impl Search<'_> {
    fn step(&mut self, node: usize) -> Option<()> {
        let class = self.graph.node(node).class;
        let placed = self.graph.incoming(node).filter(|edge| edge.from != node);
        let early = placed.filter_map(|edge| Some(self.start[edge.from]? + edge.length(self.ii))).max().unwrap_or(0);
        let free = (early..early + self.ii).find(|&time| self.table.place(node, class, time));
        let time = match free {
            Some(time) => time,
            None => self.make_room(node, class, early)?,
        };
        self.start[node] = Some(time);
        self.last[node] = Some(time);
        self.eject_violated(node, time);
        Some(())
    }

    /// Ejects the operations in conflict with `node`, and places it; later than last time, so that the search makes
    /// progress.
    fn make_room(&mut self, node: usize, class: usize, early: i64) -> Option<i64> {
        let time = self.last[node].map_or(early, |last| early.max(last + 1));
        for blocker in self.table.in_the_way(class, time)? {
            self.eject(blocker);
        }
        self.table.place(node, class, time).then_some(time)
    }

    fn eject(&mut self, node: usize) {
        self.table.remove(node);
        self.start[node] = None;
        self.open.push((self.height[node], Reverse(node)));
    }

    /// Ejects neighbours whose dependences on `node` are violated now.
    fn eject_violated(&mut self, node: usize, time: i64) {
        let graph = self.graph;
        let after = graph.outgoing(node).map(|edge| (edge.to, time + edge.length(self.ii)));
        let late: Vec<usize> = after
            .filter(|&(to, least)| to != node && self.start[to].is_some_and(|at| at < least))
            .map(|it| it.0)
            .collect();
        late.into_iter().for_each(|to| self.eject(to));
    }
}
