//! Fewer live registers at the same II: operations move where dependences and units allow, each to where it helps most,
//! until nothing does. Moving by whole IIs keeps rows, and with them units, as they are (Eichenberger and Davidson,
//! MICRO-28); moving to other rows needs a free unit.

use num_integer::Integer;

use crate::exact::bound::shortest;
use crate::graph::{Graph, Kind};
use crate::machine::Machine;
use crate::place::{Placement, bounds};
use crate::registers::{Lifetime, add, max_live};
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
    // It is settled once nothing has moved for a whole round, wherever that began.
    let mut resting = 0;
    for node in (0..graph.len()).cycle().take(MAX_ROUNDS * graph.len()) {
        if state.improve(node) {
            resting = 0;
            if state.rows.iter().all(|&row| row <= bound) {
                break;
            }
        }
        resting += 1;
        if resting > graph.len() {
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

/// A result, while some operation moves.
struct Held {
    node: usize,
    /// Its start, if that is not what moves.
    from: Option<i64>,
    /// When those read it last that do not move.
    last: Option<i64>,
    /// How long after its own start what moves reads it.
    behind: Option<i64>,
}

impl Held {
    fn lifetime(&self, time: i64) -> Lifetime {
        let from = self.from.unwrap_or(time);
        let to = self.last.max(self.behind.map(|behind| time + behind)).unwrap_or(from);
        Lifetime { node: self.node, from, to: to.max(from) }
    }
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
        let (mut most, mut n, mut sum) = (0, 0, 0);
        for &row in &self.rows {
            sum += row;
            if row > most {
                (most, n) = (row, 0);
            }
            n += usize::from(row == most);
        }
        (most, n, sum)
    }

    /// The results whose lifetimes depend on where `node` is.
    fn touched(&self, node: usize) -> Vec<Held> {
        let flows = self.graph.incoming(node).filter(|edge| edge.kind == Kind::Flow);
        let mut touched: Vec<usize> = flows.map(|edge| edge.from).chain([node]).collect();
        touched.sort_unstable();
        touched.dedup();
        touched.into_iter().filter_map(|of| self.held(of, node)).collect()
    }

    /// How the result of `of` is held while `node` moves; `None` if nothing reads it.
    fn held(&self, of: usize, node: usize) -> Option<Held> {
        let mut held = Held { node: of, from: (of != node).then_some(self.start[of]), last: None, behind: None };
        for edge in self.graph.outgoing(of).filter(|edge| edge.kind == Kind::Flow) {
            let later = i64::from(edge.distance) * self.ii;
            if edge.to == node {
                held.behind = held.behind.max(Some(later));
            } else {
                held.last = held.last.max(Some(self.start[edge.to] + later));
            }
        }
        held.last.or(held.behind).map(|_| held)
    }

    /// Adds `times` the lifetimes of these results, with what moves at `time`.
    fn count(&mut self, touched: &[Held], time: i64, times: i64) {
        for held in touched {
            add(&mut self.rows, held.lifetime(time), times);
        }
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
        self.count(&touched, here, -1);
        for time in (from..=to).filter(|&time| time != here) {
            self.count(&touched, time, 1);
            let found = (self.cost(), time);
            self.count(&touched, time, -1);
            // Units are asked for where it would help.
            if found < best && self.table.place(node, class, time) {
                self.table.remove(node);
                best = found;
            }
        }
        let time = best.1;
        self.start[node] = time;
        self.count(&touched, time, 1);
        let is_placed = self.table.place(node, class, time);
        assert!(is_placed, "a place that was free stays so");
        time != here
    }
}
