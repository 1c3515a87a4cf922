//! Fewer live registers at the same II: operations move where dependences and units allow, each to where it helps most,
//! until nothing does. Moving by whole IIs keeps rows, and with them units, as they are (Eichenberger and Davidson,
//! MICRO-28); moving to other rows needs a free unit.

use num_integer::Integer;

use crate::exact::bound::shortest;
use crate::graph::{Graph, Kind};
use crate::machine::Machine;
use crate::place::{Placement, bounds};
use crate::registers::{add, lifetime, max_live};
use crate::table::Table;

/// How often all operations are tried. Most schedules are settled after three rounds.
const MAX_ROUNDS: usize = 16;

/// Moves the operations of `placement`.
pub fn settle(graph: &Graph, machine: &Machine, placement: &mut Placement) {
    settle_within(graph, machine, placement, None);
}

/// The same, with starts from 0 on and below `end`, if that is given.
pub fn settle_within(graph: &Graph, machine: &Machine, placement: &mut Placement, end: Option<i64>) {
    let bound = Integer::div_ceil(&shortest(graph).iter().sum::<i64>(), &placement.ii);
    if max_live(graph, &placement.start, placement.ii) <= bound {
        return;
    }
    let Some(mut state) = State::of(graph, machine, placement) else { return };
    state.end = end;
    for _ in 0..MAX_ROUNDS {
        let moved = (0..graph.len()).filter(|&node| state.improve(node)).count();
        if moved == 0 || state.rows.iter().all(|&row| row <= bound) {
            break;
        }
    }
    let first = state.start.iter().min().copied().unwrap_or(0);
    placement.start = state.start.iter().map(|start| start - first).collect();
    placement.bindings = (0..graph.len()).map(|node| state.table.binding(node).clone()).collect();
}

struct State<'a> {
    graph: &'a Graph,
    ii: i64,
    table: Table<'a>,
    start: Vec<i64>,
    /// Live results by row.
    rows: Vec<i64>,
    /// Where no operation starts any more.
    end: Option<i64>,
}

/// What is made small: the most live results, then in how many rows there are so many, then the sum.
type Cost = (i64, usize, i64);

impl<'a> State<'a> {
    /// `None` if the units cannot be given out again one by one.
    fn of(graph: &'a Graph, machine: &'a Machine, placement: &Placement) -> Option<Self> {
        let mut table = Table::new(machine, placement.ii, graph.len());
        for node in 0..graph.len() {
            if !table.place(node, graph.node(node).class, placement.start[node]) {
                return None;
            }
        }
        let rows = crate::registers::live(graph, &placement.start, placement.ii);
        Some(Self { graph, ii: placement.ii, table, start: placement.start.clone(), rows, end: None })
    }

    fn cost(&self) -> Cost {
        let most = self.rows.iter().max().copied().unwrap_or(0);
        (most, self.rows.iter().filter(|&&row| row == most).count(), self.rows.iter().sum())
    }

    /// The results whose lifetimes depend on where `node` is.
    fn touched(&self, node: usize) -> Vec<usize> {
        let flows = self.graph.incoming(node).filter(|edge| edge.kind == Kind::Flow);
        let mut touched: Vec<usize> = flows.map(|edge| edge.from).chain([node]).collect();
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    fn count(&mut self, touched: &[usize], times: i64) {
        for &node in touched {
            if let Some(lifetime) = lifetime(self.graph, &self.start, self.ii, node) {
                add(&mut self.rows, lifetime, times);
            }
        }
    }

    fn move_to(&mut self, node: usize, touched: &[usize], time: i64) {
        self.count(touched, -1);
        self.start[node] = time;
        self.count(touched, 1);
    }

    /// Moves `node` to the best place there is. Whether that helped.
    fn improve(&mut self, node: usize) -> bool {
        let (ii, here) = (self.ii, self.start[node]);
        let (from, to) = match bounds(self.graph, ii, node, |other| Some(self.start[other])) {
            (Some(early), Some(late)) => (early, late),
            (Some(early), None) => (early, early + ii - 1),
            (None, Some(late)) => (late - ii + 1, late),
            (None, None) => return false,
        };
        let (from, to) = self.end.map_or((from, to), |end| (from.max(0), to.min(end - 1)));
        let touched = self.touched(node);
        let class = self.graph.node(node).class;
        let mut best = (self.cost(), here);
        self.table.remove(node);
        for time in from..=to {
            if time == here || !self.table.place(node, class, time) {
                continue;
            }
            self.table.remove(node);
            self.move_to(node, &touched, time);
            best = best.min((self.cost(), time)).min(best);
        }
        let time = best.1;
        self.move_to(node, &touched, time);
        let is_placed = self.table.place(node, class, time);
        assert!(is_placed, "a place that was free stays so");
        time != here
    }
}
