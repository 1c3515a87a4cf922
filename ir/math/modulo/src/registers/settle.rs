//! Fewer live registers at the same II: a local search that moves operations within their dependences and units, each
//! to the start of least cost, until none improves. A move by a multiple of II keeps rows and units (Eichenberger and
//! Davidson, MICRO-28); a move to another row needs a free unit.

use num_integer::Integer;
use rmlir_base::budget::Budget;

use crate::exact::bound::shortest;
use crate::graph::{Graph, Kind};
use crate::machine::Machine;
use crate::place::swing::{Placement, bounds};
use crate::place::table::{Binding, Table};
use crate::registers::lifetimes::{Lifetime, live};
use crate::registers::pressure::Pressure;

/// The limit of iterations over all operations. Most schedules reach a fixed point after three.
const MAX_ROUNDS: usize = 16;

/// Moves the operations of `placement`.
pub fn settle(graph: &Graph, machine: &Machine, placement: &mut Placement, budget: &Budget) {
    settle_within(graph, machine, placement, None, budget);
}

/// As `settle`, with starts from 0 on and, if it is given, below `end`.
pub fn settle_within(graph: &Graph, machine: &Machine, placement: &mut Placement, end: Option<i64>, budget: &Budget) {
    let rows = live(graph, &placement.start, placement.ii);
    let bound = Integer::div_ceil(&shortest(graph).iter().sum::<i64>(), &placement.ii);
    if rows.iter().all(|&row| row <= bound) {
        return;
    }
    let mut state = State::of(graph, machine, placement, &rows);
    state.end = end;
    // The fixed point is reached once no operation moved in a whole iteration, wherever it started.
    let mut resting = 0;
    for node in (0..graph.len()).cycle().take(MAX_ROUNDS * graph.len()) {
        if budget.is_used_up() {
            break;
        }
        if state.improve(node, budget) {
            resting = 0;
            if state.pressure.cost().0 as i64 <= bound {
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
    placement.bindings = state.table.into_bindings();
}

struct State<'a> {
    graph: &'a Graph,
    ii: i64,
    table: Table<'a>,
    start: Vec<i64>,
    pressure: Pressure,
    /// The exclusive upper bound of starts.
    end: Option<i64>,
    /// A buffer for the results that a move affects.
    touched: Vec<Held>,
}

/// A result whose lifetime depends on the operation that moves.
struct Held {
    node: usize,
    /// Its start, if its operation does not move.
    from: Option<i64>,
    /// The time of the last use by an operation that does not move.
    last: Option<i64>,
    /// The distance of the last use by the moving operation from the start of that.
    behind: Option<i64>,
}

impl Held {
    fn lifetime(&self, time: i64) -> Lifetime {
        let from = self.from.unwrap_or(time);
        let to = self.last.max(self.behind.map(|behind| time + behind)).unwrap_or(from);
        Lifetime { node: self.node, from, to: to.max(from) }
    }
}

impl<'a> State<'a> {
    fn of(graph: &'a Graph, machine: &'a Machine, placement: &Placement, rows: &[i64]) -> Self {
        let Placement { ii, ref start, ref bindings } = *placement;
        let mut table = Table::new(machine, ii, graph.len());
        for (node, binding) in bindings.iter().enumerate() {
            table.place_by(node, graph.node(node).class, start[node], binding);
        }
        let (start, pressure) = (start.clone(), Pressure::new(rows));
        Self { graph, ii, table, start, pressure, end: None, touched: Vec::new() }
    }

    /// Finds the results whose lifetimes depend on the start of `node`.
    fn find_touched(&mut self, node: usize) {
        self.touched.clear();
        let flows = self.graph.incoming(node).filter(|edge| edge.kind == Kind::Flow);
        for of in flows.map(|edge| edge.from).chain([node]) {
            if self.touched.iter().all(|held| held.node != of) {
                self.touched.extend(self.held(of, node));
            }
        }
    }

    /// The result of `of` while `node` moves; `None` if it has no readers.
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

    /// Updates the pressure for a move from `from` to `to`.
    fn change(&mut self, from: i64, to: i64) {
        self.touched.iter().for_each(|held| self.pressure.change(held.lifetime(from), held.lifetime(to)));
    }

    /// The window of `node` by dependences and the end.
    fn window(&self, node: usize) -> Option<(i64, i64)> {
        let (from, to) = match bounds(self.graph, self.ii, node, |other| Some(self.start[other])) {
            (Some(early), Some(late)) => (early, late),
            (Some(early), None) => (early, early + self.ii - 1),
            (None, Some(late)) => (late - self.ii + 1, late),
            (None, None) => return None,
        };
        Some(self.end.map_or((from, to), |end| (from.max(0), to.min(end - 1))))
    }

    /// Moves `node` to the start of least cost. Returns whether that is an improvement.
    fn improve(&mut self, node: usize, budget: &Budget) -> bool {
        let here = self.start[node];
        let Some((from, to)) = self.window(node).filter(|&window| window != (here, here)) else { return false };
        self.find_touched(node);
        budget.spend((to - from + 1).max(0) as u64 * (1 + self.touched.len() as u64));
        let class = self.graph.node(node).class;
        // The binding of the operation, once it is removed from the table.
        let mut own: Option<Binding> = None;
        let (mut best, mut at) = ((self.pressure.cost(), here), here);
        for time in (from..=to).filter(|&time| time != here) {
            self.change(at, time);
            at = time;
            let found = (self.pressure.cost(), time);
            if found >= best {
                continue;
            }
            // Units are only checked for starts that would improve the cost.
            if own.is_none() {
                own = Some(self.table.binding(node).clone());
                self.table.remove(node);
            }
            if self.table.place(node, class, time) {
                self.table.remove(node);
                best = found;
            }
        }
        let time = best.1;
        self.change(at, time);
        self.start[node] = time;
        match own {
            Some(own) if time == here => self.table.place_by(node, class, here, &own),
            Some(_) => {
                let is_placed = self.table.place(node, class, time);
                assert!(is_placed, "a place that was free stays so");
            }
            None => {}
        }
        time != here
    }
}
